import * as store from "#features/communications/store.ts";
import type { Tx } from "#platform/context.ts";
import { together } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** How the owner is named where a message goes to no agent. */
export const owner = "Owner";

/** Sends messages with their journal records, inside the verb that causes them. */
export async function send(tx: Tx, ...messages: readonly store.NewMessage[]): Promise<void> {
  const entries = messages.map((message) => ({
    action: "communication.sent" as const,
    resource: "communication",
    resourceId: message.id,
    agentId: message.senderAgentId ?? null,
    title: message.subject,
    details: { messageType: message.messageType, decisionId: message.decisionId ?? null },
  }));
  await together(
    tx,
    () => store.add(tx, messages),
    () => record(tx, ...entries),
  );
}
