import { z } from "zod";
import { origins } from "#contract/origins.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant } from "#contract/words.ts";

export const commentSubjects = ["task", "decision"] as const;

export const comment = z.strictObject({
  id,
  subject: z.enum(commentSubjects),
  subjectId: id,
  authorName: z.string(),
  /** Null if a person wrote it. */
  agent: z.strictObject({ id, role: z.enum(agentRoleIds) }).nullable(),
  text: z.string(),
  origin: z.enum(origins),
  runId: id.nullable(),
  createdAt: instant,
});
export type Comment = z.infer<typeof comment>;
