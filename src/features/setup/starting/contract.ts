import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";

export const startWorking = endpoint("POST", "/api/company/start-working", {
  summary:
    "Has agents prepare work on their own: all may propose, oversight and auto-pilot are on, profiles are begun. Nothing is spent or sent without approval.",
  response: z.strictObject({
    agents: z.number().int(),
    /** What auto-pilot does next, as a sentence. */
    message: z.string(),
  }),
  access: "admin",
  scope: "decide",
});
