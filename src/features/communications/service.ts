import type { Permitted } from "#agency/action.ts";
import * as agents from "#features/agents/store.ts";
import { communicationSent } from "#features/communications/events.ts";
import * as store from "#features/communications/store.ts";
import type { Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** The `recipient` of messages to the owner. */
export const owner = "Owner";

export async function send(tx: Tx, ...messages: readonly store.NewMessage[]): Promise<void> {
  await batch(
    tx,
    () => store.add(tx, messages),
    () => record(tx, ...messages.map((message) => communicationSent(message))),
  );
}

/** Sends an agent's messages to other agents or the owner (null) under one grant. */
export async function sendInternal(
  tx: Tx,
  { agent, runId, origin, grant }: Pick<Permitted, "agent" | "runId" | "origin" | "grant">,
  messages: readonly { to: string | null; subject: string; content: string }[],
): Promise<void> {
  const rows = messages.map(({ to, subject, content }) => ({
    id: crypto.randomUUID(),
    senderAgentId: agent.id,
    ...(to
      ? { receiverAgentId: to, messageType: "internal" as const }
      : { recipient: owner, messageType: "owner" as const }),
    subject,
    content,
    grantId: grant.id,
    runId,
    origin,
  }));
  await batch(
    tx,
    grant.add,
    () => send(tx, ...rows),
    () => agents.touch(tx, agent.id),
  );
}
