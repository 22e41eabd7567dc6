import { z } from "zod";
import { id, instant } from "#contract/words.ts";

export const memoryTypes = ["answer", "plan", "finding"] as const;
export type MemoryType = (typeof memoryTypes)[number];

export const memory = z.strictObject({
  id,
  contentType: z.string(),
  /** 1 to 10. */
  importance: z.number().int(),
  content: z.string(),
  tags: z.array(z.string()),
  createdAt: instant,
});
export type Memory = z.infer<typeof memory>;
