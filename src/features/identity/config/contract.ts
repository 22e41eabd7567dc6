import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, lengths, required, text } from "#contract/words.ts";
import { escalations, responseLengths, voiceStyles } from "#features/agents/contract.ts";

const riskTolerance = z.number().min(0, "Use 0 to 100").max(100, "Use 0 to 100").int("Use a whole number");

export const agentConfig = z.strictObject({
  agentId: id,
  voiceStyle: z.enum(voiceStyles),
  riskTolerance,
  /** Empty until it is set. */
  defaultTaskType: z.string(),
  defaultResponseLength: z.enum(responseLengths),
  escalationBehavior: z.enum(escalations),
  /** The share of a limit the agent may use alone, and what sets it. */
  alone: z.strictObject({ share: z.number(), source: z.string() }),
  /** Changes with the configuration; a save names the one it started from. */
  version: z.string(),
});
export type AgentConfig = z.infer<typeof agentConfig>;

export const configForm = z.strictObject({
  voiceStyle: z.enum(voiceStyles, "Please select a voice style"),
  riskTolerance,
  defaultTaskType: required(lengths.name, "Please specify default task type"),
  /** Unchanged if omitted. */
  defaultResponseLength: z.enum(responseLengths).optional(),
  escalationBehavior: z.enum(escalations).optional(),
});

export const getConfig = endpoint("GET", "/api/agents/config/:id", {
  summary: "How an agent writes, how much of its limits it uses alone, and the type of tasks it opens.",
  params: { id },
  response: agentConfig,
  access: "viewer",
});

export const changeConfig = endpoint("PUT", "/api/agents/:id/config", {
  summary: "Changes an agent's configuration; refused if `version` is given and it changed since.",
  params: { id },
  body: configForm.extend({ version: text(64).optional() }),
  response: agentConfig,
  access: "admin",
  scope: "decide",
});
