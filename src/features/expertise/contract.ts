import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id } from "#contract/words.ts";

export const startBriefing = endpoint("POST", "/api/agents/:id/brief", {
  summary: "Lets an executive go through what they know and report; works in the background.",
  params: { id },
  response: z.strictObject({ runId: id }),
  access: "member",
  rate: "model",
});

export const listAsks = endpoint("GET", "/api/agents/asks", {
  summary: "Questions the company's executives can answer, with an example each.",
  response: z.array(z.strictObject({ role: z.enum(agentRoleIds), topic: z.string(), example: z.string() })),
  access: "viewer",
  rate: "normal",
});
