import * as store from "#features/communications/store.ts";
import type { Tx } from "#platform/context.ts";
import { record } from "#platform/journal/record.ts";

/** How the owner is named where a message goes to no agent. */
export const owner = "Owner";

/** Sends messages with their journal records, inside the verb that causes them. */
export async function send(tx: Tx, ...messages: readonly store.NewMessage[]): Promise<void> {
  const ids = await store.add(tx, messages);
  const entries = messages.map((message, at) => ({
    action: "communication.sent" as const,
    resource: "communication",
    resourceId: ids[at] ?? null,
    agentId: message.senderAgentId ?? null,
    title: message.subject,
    details: { messageType: message.messageType, decisionId: message.decisionId ?? null },
  }));
  await record(tx, ...entries);
}
