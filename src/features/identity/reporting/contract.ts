import { endpoint } from "#contract/endpoint.ts";
import { id } from "#contract/words.ts";
import { agent } from "#features/agents/contract.ts";
import { z } from "zod";

export const changeReporting = endpoint("PUT", "/api/agents/:id/reporting", {
  summary: "Changes whom an agent reports to; refused if that makes a cycle or someone else just changed it.",
  params: { id },
  body: z.strictObject({
    /** Null: the owner. */
    reportsTo: id.nullable(),
    /** Whom it reported to when it was read. */
    was: id.nullable(),
  }),
  response: agent,
  access: "admin",
});

export const listTeamWork = endpoint("GET", "/api/agents/reporting", {
  summary: "How many tasks each serving agent completed in the last 7 days.",
  response: z.array(z.strictObject({ agentId: id, doneIn7Days: z.number().int() })),
  access: "viewer",
});
