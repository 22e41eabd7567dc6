import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { lengths, text } from "#contract/words.ts";
import { agent, agentFields } from "#features/agents/contract.ts";

/** `__proto__` can't be an object key. */
const capability = text(lengths.name)
  .min(1)
  .refine((name) => name !== "__proto__", "Choose another name for this capability");

export const agentSetup = z.strictObject({
  /** Checked in the rules against `selectedRoles`. */
  role: text(lengths.name),
  ...agentFields,
  capabilities: z.array(capability).max(20),
  emailAddress: agentFields.emailAddress.optional(),
  customInstructions: agentFields.customInstructions.optional(),
});
export type AgentSetup = z.infer<typeof agentSetup>;

export const workforceSetup = z.strictObject({
  selectedRoles: z.array(text(lengths.name)).min(1, "Select at least one agent role").max(16),
  agents: z.array(agentSetup).max(16),
});
export type WorkforceSetup = z.infer<typeof workforceSetup>;

export const setupAgents = endpoint("POST", "/api/company/setup-agents", {
  summary: "Creates or updates one agent per selected role.",
  body: workforceSetup,
  response: z.strictObject({ agents: z.array(agent), created: z.number().int(), updated: z.number().int() }),
  access: "admin",
  scope: "decide",
});

export const initializeAgents = endpoint("POST", "/api/company/initialize-agents", {
  summary: "Creates the eight default agents, or checks the existing ones and reports what is missing.",
  response: z.strictObject({ message: z.string(), created: z.number().int() }),
  access: "admin",
  scope: "decide",
});

export const resetData = endpoint("POST", "/api/company/reset-data", {
  summary:
    "Deletes agents, decisions and communications; keeps users, figures, policies and the journal. Can be undone for 24 hours.",
  response: z.strictObject({
    resetItems: z.strictObject({
      agents: z.number().int(),
      decisions: z.number().int(),
      communications: z.number().int(),
    }),
  }),
  access: "admin",
});
