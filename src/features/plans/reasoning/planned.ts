import { z } from "zod";
import { figure, gap, line } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { day, lengths, priorities, truncate } from "#contract/words.ts";
import { most } from "#features/plans/playbooks/playbook.ts";

const title = z.string().max(lengths.title);
const draftTask = z.strictObject({
  role: z.enum(agentRoleIds),
  title,
  reason: z.string(),
  priority: z.enum(priorities),
  dueOn: day,
  hours: z.number(),
  href: z.string().nullable(),
});
const draftInitiative = z.strictObject({
  role: z.enum(agentRoleIds),
  title,
  description: z.string(),
  priority: z.enum(priorities),
  targetOn: day,
});
const recommendation = z.strictObject({
  type: z.string(),
  title,
  description: z.string(),
  priority: z.enum(priorities),
});
const draftProposal = z.strictObject({
  role: z.enum(agentRoleIds),
  title,
  reason: z.string(),
  decision: z.strictObject({ type: z.string(), context: z.record(z.string(), z.unknown()) }).nullable(),
  dueInDays: z.number().int(),
  hours: z.number(),
  letter: z
    .strictObject({ kind: z.literal("reminder"), party: z.string(), numbers: z.array(z.string()).nullable() })
    .optional(),
});

export const planned = z.strictObject({
  /** Null: no playbook understood the command; a model may have planned it. "question": it was one. */
  playbook: z.string().nullable(),
  line,
  figures: z.array(figure),
  missing: z.array(gap),
  /** Commands to send instead, or questions that go on from an answer. */
  examples: z.array(z.string()),
  tasks: z.array(draftTask).max(most.tasks),
  initiatives: z.array(draftInitiative).max(most.initiatives),
  recommendations: z.array(recommendation).max(most.recommendations),
  proposals: z.array(draftProposal),
});
export type Planned = z.output<typeof planned>;

/** In place of a playbook: the text was a question, and the line is its answer. */
export const answered = "question";

export const shortTitle = (text: string): string => truncate(text, lengths.title);
