import { findUser } from "#features/accounts/store.ts";
import { personAuthorization } from "#features/authority/rules.ts";
import { newGrant } from "#features/authority/store.ts";
import * as events from "#features/mailroom/events.ts";
import { isSilent } from "#features/mailroom/outages/rules.ts";
import { changeMailbox, type MailboxRow } from "#features/mailroom/store.ts";
import { addTasks, closeByItself } from "#features/tasks/service.ts";
import type { Tx } from "#platform/context.ts";
import { record } from "#platform/journal/record.ts";

/** Says once that a mailbox cannot be read: a task for whoever connected it, and an event. */
export async function reportOutage(tx: Tx, box: MailboxRow): Promise<void> {
  if (box.outageTaskId !== null || !isSilent(box, tx.now)) return;
  const personId = box.connectedBy && (await findUser(tx, box.connectedBy))?.isActive ? box.connectedBy : null;
  const granted = { grantedBy: "person", personId, effect: "task", answer: personAuthorization() } as const;
  const grant = newGrant(tx, granted);
  await grant.add();
  const id = crypto.randomUUID();
  await addTasks(tx, [
    {
      id,
      title: `Have ${box.address} read again`,
      description: `It has not been read for 15 minutes. ${box.lastError ?? ""} Look at it on the mail page; the task closes by itself once the mailbox is read again.`,
      priority: "high",
      assignedUserId: personId,
      dueDate: new Date(tx.now.getTime() + 86_400_000),
      grantId: grant.id,
      origin: "system",
      metadata: { type: "mail_outage" },
    },
  ]);
  await changeMailbox(tx, box.id, { outageTaskId: id });
  await record(tx, events.mailboxSilent(box));
}

/** The mailbox was read again, or is not to be read any more. */
export async function endOutage(tx: Tx, box: MailboxRow, why: string): Promise<void> {
  if (box.outageTaskId === null) return;
  await closeByItself(tx, box.outageTaskId, why);
  await changeMailbox(tx, box.id, { outageTaskId: null });
  await record(tx, events.mailboxHeard(box));
}
