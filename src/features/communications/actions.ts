import { z } from "zod";
import { type Action, defineAction } from "#agency/action.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { truncate, lengths, text } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import { plannedNotice } from "#features/communications/contract.ts";
import { noticeSummary, notifyId } from "#features/communications/rules.ts";
import { owner, send, sendInternal } from "#features/communications/service.ts";

const message = z.strictObject({
  /** An agent's id; null: the owner. */
  to: z.uuid().nullable(),
  subject: text(lengths.title),
  content: z.string(),
});

export const sendMessages = defineAction({
  id: "communications_send",
  label: "Send internal messages",
  description: "Sends messages to the owner or other agents. Nothing leaves the company.",
  effect: "write",
  approval: "own work",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: z.strictObject({ messages: z.array(message).min(1) }),
  output: z.null(),
  summary: ({ messages }) => `Send ${messages.length} internal messages`,
  run: (tx, by, { messages }) => sendInternal(tx, by, messages).then(() => null),
});

/** Goes to the owner if the role has no agent. */
const notify = defineAction({
  id: notifyId,
  label: "Message an agent or the owner",
  description: "Sends a message to a role or the owner. Nothing leaves the company.",
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
      subject: truncate(subject, 255),
      content,
      grantId: grant.id,
      runId,
      origin,
    });
    return null;
  },
});

export const actions: readonly Action[] = [sendMessages, notify];
