import { forgetRead } from "#agency/run/forgetting/forget.ts";
import { runsThatRead } from "#agency/run/forgetting/store.ts";
import * as people from "#features/accounts/members/store.ts";
import { jobContext } from "#features/accounts/service.ts";
import { signedInAt } from "#features/accounts/sessions/store.ts";
import { forgetComments } from "#features/brain/intake/service.ts";
import { recallId } from "#features/brain/rules.ts";
import * as comments from "#features/communications/comments/store.ts";
import { revokeInvitationsOf } from "#features/members/service.ts";
import * as notifications from "#features/notifications/store.ts";
import { companyClosed, dataDeleted } from "#features/privacy/events.ts";
import { closedToken } from "#features/privacy/exporting/service.ts";
import { purge, purgeJob } from "#features/privacy/purging/service.ts";
import { closedFor, deletionError } from "#features/privacy/rules.ts";
import * as store from "#features/privacy/store.ts";
import { taskUpdated } from "#features/tasks/events.ts";
import * as tasks from "#features/tasks/store.ts";
import { now } from "#platform/clock.ts";
import { type Ctx, mintCompany, person, type Platform, type Tx } from "#platform/context.ts";
import { asOperator } from "#platform/db/operator.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { eraseRows } from "#platform/personal/erase.ts";
import { sentencesOf } from "#platform/personal/quotes.ts";
import { addReceipt, addReceipts, type Receipt, readReceipts } from "#platform/personal/receipts.ts";

type Refused = { success: false; error: string };

/** Deletes the caller's data for good and ends their sessions and sockets. */
export async function deleteOwn(
  ctx: Ctx,
  sessionId: string,
  given: { confirmDeletion?: boolean | undefined; company?: "now" | "in 30 days" | undefined },
): Promise<{ success: true; download?: string } | Refused> {
  const { id } = person(ctx);
  const isDeletedNow = given.company === "now";
  const done = await write(ctx, async (tx) => {
    const error = deletionError(given, await signedInAt(tx, sessionId), tx.now);
    if (error) return { error };
    const isClosed = await isLastAdmin(tx, id);
    await erase(tx, id);
    if (isClosed) await close(tx, isDeletedNow);
    return { isClosed };
  });
  if (done.error !== undefined) return { success: false, error: done.error };
  await addReceipt(ctx, id);
  if (!done.isClosed || isDeletedNow) return { success: true };
  return { success: true, download: `/closed-company#${closedToken(ctx.secrets, ctx.company)}` };
}

/** The company's active admins other than a person. */
export async function otherAdmins(tx: Tx, id: string): Promise<people.MemberRow[]> {
  return (await people.list(tx)).filter((one) => one.id !== id && one.isActive && one.role === "admin");
}

async function isLastAdmin(tx: Tx, id: string): Promise<boolean> {
  const own = (await people.list(tx)).find((one) => one.id === id);
  return own?.role === "admin" && (await otherAdmins(tx, id)).length === 0;
}

/** Closes a company that lost its last admin, because no one could reopen it; its job then deletes it, now or later. */
async function close(tx: Tx, isDeletedNow: boolean): Promise<void> {
  await people.closeCompany(tx);
  if (isDeletedNow) await people.closeAgain(tx, new Date(tx.now.getTime() - closedFor));
  const until = isDeletedNow ? tx.now : new Date(tx.now.getTime() + closedFor);
  await tx.jobs.send(tx.db, purgeJob, tx.company, {}, { at: until });
  await record({ ...tx, actor: { kind: "system" }, origin: null }, companyClosed(tx.company, until));
}

/** Deletes the data of members who were removed before a moment; returns how many they were. */
export async function eraseFormer(ctx: Ctx, before: Date): Promise<number> {
  const ids = await write(ctx, (tx) => people.removedBefore(tx, before));
  for (const id of ids) {
    await write({ ...ctx, now: now() }, (tx) => erase(tx, id));
    await addReceipt(ctx, id);
  }
  return ids.length;
}

/** Deletes a person's data; what they decided stays, without their name. Returns false if they were deleted already. */
async function erase(tx: Tx, id: string): Promise<boolean> {
  const found = await people.findEver(tx, id);
  if (!found || (await store.hasErasure(tx, id))) return false;
  const system: Tx = { ...tx, actor: { kind: "system" }, origin: null };
  const unassigned = await tasks.unassignOpenOfPerson(tx, id);
  const written = await comments.ofAuthor(tx, id);
  const commentIds = written.map((one) => one.id);
  const passages = await forgetComments(tx, commentIds);
  const readers = await runsThatRead(tx, { asker: id, action: recallId, passages });
  await forgetRead(system, readers, id);
  await notifications.forgetComments(tx, commentIds);
  const { username, email, firstName, lastName } = found;
  const whole = [username, email, [firstName, lastName].filter(Boolean).join(" ")];
  const revoked = await revokeInvitationsOf(tx, id);
  const rows = await eraseRows(tx, {
    userId: id,
    replacement: people.erasedName,
    quoted: {
      names: namesOf([...whole, lastName ?? "", firstName ?? ""]),
      whole: namesOf(whole),
      runs: readers,
      texts: sentencesOf(written.map(({ text }) => text)),
    },
  });
  await people.erase(tx, id);
  await store.addErasure(tx, id, rows);
  await record(
    system,
    dataDeleted(id, rows),
    ...revoked,
    ...unassigned.map((task) =>
      taskUpdated(task, { assignedFrom: id, assignedTo: null }, { summary: "unassigned because a member left" }),
    ),
  );
  return true;
}

const namesOf = (names: readonly string[]): string[] => [...new Set(names)].filter((name) => name.length > 2);

/**
 * Runs before anything is served: deletes again what a restored backup brought back, and adds the receipts that only
 * the database has to the file. Returns how many people were deleted again.
 */
export async function replayErasures(
  platform: Platform,
  connectOwner: Parameters<typeof asOperator>[0],
): Promise<number> {
  const [inFile, inDatabase] = [await readReceipts(platform), await asOperator(connectOwner, store.allErasures)];
  const missingIn = (known: readonly Receipt[]) => {
    const keys = new Set(known.map(({ company, user }) => `${company} ${user}`));
    return ({ company, user }: Receipt): boolean => !keys.has(`${company} ${user}`);
  };
  await addReceipts(platform, inDatabase.filter(missingIn(inFile)));
  let repeated = 0;
  for (const { company, user } of inFile.filter(missingIn(inDatabase))) {
    const ctx = await jobContext(platform, mintCompany(company));
    if (company === user) await purge(ctx, true);
    else if (await write(ctx, (tx) => erase(tx, user))) repeated += 1;
  }
  return repeated;
}
