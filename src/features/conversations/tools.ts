import { z } from "zod";
import { defineTool, type Tool } from "#agency/tool.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { lengths, text } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import { workGrant } from "#features/authority/service.ts";
import { commentSubjects } from "#features/communications/comments/contract.ts";
import * as remarks from "#features/communications/comments/service.ts";
import { subjectOf } from "#features/conversations/service.ts";
import { write } from "#platform/db/transaction.ts";

/** Says something on a task or a decision, under a grant; where that is gone, nothing is said. */
export const comment = defineTool({
  id: "conversations.comment",
  label: "Comment on a task or a decision",
  description: "Takes what it is about and the text; people of the company read it there.",
  effect: "writes",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ subject: z.enum(commentSubjects), subjectId: z.uuid(), text: text(lengths.text) }),
  output: z.null(),
  use: (ctx, { agent, runId, origin }, said) =>
    write(ctx, async (tx) => {
      const about = await subjectOf(tx, said.subject, said.subjectId);
      const by = { agentId: agent.id, authorName: `${agent.name} (${agent.role})`, runId, origin };
      if (!about) return null;
      const grant = await workGrant(tx, agent);
      await remarks.addComment(tx, { id: crypto.randomUUID(), ...said, ...by }, about, grant);
      await agents.touch(tx, agent.id);
      return null;
    }),
});

/** What executives do in this room. */
export const tools: readonly Tool[] = [comment];
