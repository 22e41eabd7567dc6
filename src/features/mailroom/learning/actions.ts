import { z } from "zod";
import { defineAction } from "#agency/action.ts";
import { AppError } from "#contract/errors.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { open } from "#features/mailroom/learning/service.ts";
import { openingId } from "#features/mailroom/skills.ts";
import type { Tx } from "#platform/context.ts";

/** Opens a category for sending; only an admin's approval runs it, and no agent can ask for it. */
export const openCategory = defineAction({
  id: openingId,
  label: "Open a category for sending",
  description:
    "Lets an executive's answers leave a mailbox alone. Proposed by the record of its drafts, never by an agent.",
  effect: "write",
  approval: "by a person",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({
    mailboxId: z.uuid(),
    role: z.enum(agentRoleIds),
    unedited: z.number().int(),
    drafts: z.number().int(),
    lowerBound: z.number(),
  }),
  output: z.null(),
  summary: ({ role }) => `Let the ${role} send answers alone`,
  async run(tx: Tx, { plan }, input) {
    if (!plan || tx.actor.kind !== "user" || tx.actor.role !== "admin")
      throw new AppError("forbidden", "Only an admin opens a category for sending.");
    if (!(await open(tx, input)))
      throw new AppError("conflict", "The category is open already, or its mailbox is gone. Reject this.");
    return null;
  },
});
