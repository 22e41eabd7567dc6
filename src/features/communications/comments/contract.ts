import { z } from "zod";
import { origins } from "#contract/origins.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant } from "#contract/words.ts";

export const commentSubjects = ["task", "decision"] as const;

/** A remark on a task or a decision, by a person or an executive. */
export const comment = z.strictObject({
  id,
  subject: z.enum(commentSubjects),
  subjectId: id,
  authorName: z.string(),
  /** Null where a person wrote it. */
  agent: z.strictObject({ id, role: z.enum(agentRoleIds) }).nullable(),
  text: z.string(),
  origin: z.enum(origins),
  runId: id.nullable(),
  createdAt: instant,
});
export type Comment = z.infer<typeof comment>;
