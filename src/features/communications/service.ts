import * as store from "#features/communications/store.ts";
import type { Tx } from "#platform/context.ts";
import { record } from "#platform/journal/record.ts";

/** How the owner is named where a message goes to no agent. */
export const owner = "Owner";

/** Sends a message with its journal record, inside the verb that causes it; gives its id. */
export async function send(tx: Tx, message: Parameters<typeof store.add>[1]): Promise<string> {
  const id = await store.add(tx, message);
  await record(tx, {
    action: "communication.sent",
    resource: "communication",
    resourceId: id,
    agentId: message.senderAgentId ?? null,
    title: message.subject,
    details: { messageType: message.messageType, decisionId: message.decisionId ?? null },
  });
  return id;
}
