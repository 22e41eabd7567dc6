import type { Permitted } from "#agency/action.ts";
import * as agents from "#features/agents/store.ts";
import { communicationSent } from "#features/communications/events.ts";
import * as store from "#features/communications/store.ts";
import type { Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** How the owner is named where a message goes to no agent. */
export const owner = "Owner";

/** Sends messages with their journal records, inside the verb that causes them. */
export async function send(tx: Tx, ...messages: readonly store.NewMessage[]): Promise<void> {
  await batch(
    tx,
    () => store.add(tx, messages),
    () => record(tx, ...messages.map((message) => communicationSent(message))),
  );
}

/** Sends what an executive says inside the company, to other executives or to the owner (null), all under one grant. */
export async function tellInside(
  tx: Tx,
  { agent, runId, origin, grant }: Pick<Permitted, "agent" | "runId" | "origin" | "grant">,
  said: readonly { to: string | null; subject: string; content: string }[],
): Promise<void> {
  const rows = said.map(({ to, subject, content }) => ({
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
