import { z } from "zod";
import { day, id } from "#contract/words.ts";

/** A sentence of an answer that binds the company, and the task that keeps it. */
export const promise = z.strictObject({ taskId: id, words: z.string(), dueOn: day });
export type Promised = z.infer<typeof promise>;
