import { z } from "zod";
import { type Action, defineAction } from "#agency/action.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { cut, lengths, text } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import { plannedNotice } from "#features/communications/contract.ts";
import { noticeSummary, notifyId } from "#features/communications/rules.ts";
import { owner, send, tellInside } from "#features/communications/service.ts";

const message = z.strictObject({
  /** An executive; null: the owner. */
  to: z.uuid().nullable(),
  subject: text(lengths.title),
  content: z.string(),
});

/** Writes to the owner or to other executives; nothing leaves the company. */
export const sendMessages = defineAction({
  id: "communications_send",
  label: "Send messages inside the company",
  description: "Takes messages, each to the owner or to another executive. Nobody outside the company gets one.",
  effect: "write",
  approval: "own work",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ messages: z.array(message).min(1) }),
  output: z.null(),
  summary: ({ messages }) => `Send ${messages.length} messages inside the company`,
  run: (tx, by, { messages }) => tellInside(tx, by, messages).then(() => null),
});

/** Writes to whoever has a role, or to the owner; where nobody has the role, to the owner. */
const notify = defineAction({
  id: notifyId,
  label: "Write to an executive or the owner",
  description: "Takes a role or the owner, a subject and the text. Nobody outside the company gets it.",
  effect: "write",
  approval: "own work",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: plannedNotice,
  output: z.null(),
  summary: noticeSummary,
  run: async (tx, { agent, runId, origin, grant, plan }, { to, subject, content }) => {
    await grant.add();
    const receiver = to === "owner" ? null : await agents.ofRole(tx, to);
    await send(tx, {
      id: crypto.randomUUID(),
      senderAgentId: agent.id,
      ...(receiver
        ? { receiverAgentId: receiver.id, messageType: "internal" }
        : { recipient: owner, messageType: "owner" }),
      ...(plan && { decisionId: plan.id, effectIndex: plan.place }),
      subject: cut(subject, 255),
      content,
      grantId: grant.id,
      runId,
      origin,
    });
    return null;
  },
});

export const actions: readonly Action[] = [sendMessages, notify];
