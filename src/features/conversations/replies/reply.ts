import { z } from "zod";
import { followUp } from "#features/conversations/contract.ts";
import { report } from "#contract/report.ts";

/** What is replied to a question. Runs of earlier versions have no follow-ups. */
export const reply = z.strictObject({
  /** False: the report says what an answer would need. */
  answered: z.boolean(),
  report,
  followUps: z.array(followUp).default([]),
});
export type Reply = z.infer<typeof reply>;

/** `meaning`: how the question was understood, to be remembered where it was answered. */
export const answerOutput = reply.extend({ meaning: z.string().nullable() });
