import { z } from "zod";
import { type Action, defineAction } from "#agency/action.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { lengths, text } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import { commentSubjects } from "#features/communications/comments/contract.ts";
import * as comments from "#features/communications/comments/service.ts";
import { forecastSeries } from "#features/conversations/ahead/series/skills.ts";
import { subjectOf } from "#features/conversations/service.ts";

/** Adds a comment to a task or decision; does nothing if it no longer exists. */
export const comment = defineAction({
  id: "conversations_comment",
  label: "Comment on a task or a decision",
  description: "Takes what it is about and the text; people of the company read it there.",
  effect: "write",
  approval: "own work",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ subject: z.enum(commentSubjects), subjectId: z.uuid(), text: text(lengths.text) }),
  output: z.null(),
  summary: ({ subject }) => `Comment on the ${subject}`,
  run: async (tx, { agent, runId, origin, grant }, given) => {
    const about = await subjectOf(tx, given.subject, given.subjectId);
    if (!about) return null;
    const by = { agentId: agent.id, authorName: `${agent.name} (${agent.role})`, runId, origin };
    await comments.addComment(tx, { id: crypto.randomUUID(), ...given, ...by }, about, grant);
    await agents.touch(tx, agent.id);
    return null;
  },
});

export const actions: readonly Action[] = [comment, forecastSeries];
