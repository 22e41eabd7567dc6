import { z } from "zod";
import { followUp } from "#features/conversations/contract.ts";
import { report } from "#contract/report.ts";

/** The answer to a question. Runs of earlier versions have no follow-ups. */
export const reply = z.strictObject({
  /** If false, the report lists what an answer would need. */
  answered: z.boolean(),
  report,
  followUps: z.array(followUp).default([]),
});
export type Reply = z.infer<typeof reply>;
