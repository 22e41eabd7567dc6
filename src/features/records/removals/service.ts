import { AppError, notFound } from "#contract/errors.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import * as imports from "#features/records/imports/store.ts";
import type { Removal } from "#features/records/removals/contract.ts";
import { brokenOffSentence, keptUntil, restoreFault } from "#features/records/removals/rules.ts";
import * as store from "#features/records/removals/store.ts";
import { titleOf } from "#features/records/service.ts";
import { find } from "#features/records/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** The names of the jobs that carry out what is too much for one call, and that forget what nobody wanted back. */
export const removalJob = { name: "record-removal" };
export const forgetJob = { name: "record-forget" };

/** Rows of one transaction of a job, and the most that a call takes out or puts back by itself. */
const portion = 1_000;
const atOnce = 5_000;

/** Removes one record. */
export function removeOne(ctx: Ctx, kind: RecordKind, id: string): Promise<Removal> {
  return write(ctx, async (tx) => {
    const found = await find(tx, kind, id);
    if (!found) throw notFound();
    const label = `${kindNames[kind].one} ${titleOf(found)}`;
    return begin(tx, label, { kind, id, importId: null, samples: false });
  });
}

/** Removes what first came with an import. */
export function removeImported(ctx: Ctx, importId: string): Promise<Removal> {
  return write(ctx, async (tx) => {
    const found = await imports.find(tx, importId);
    if (!found) throw notFound();
    if (found.status !== "done" && found.status !== "failed")
      throw new AppError("conflict", "This import is not done yet: wait for its end");
    const label = `${kindNames[found.kind].many} of ${found.fileName}`;
    return begin(tx, label, { kind: found.kind, id: null, importId, samples: false });
  });
}

/** Removes every sample. */
export function removeSamples(ctx: Ctx): Promise<Removal> {
  return write(ctx, (tx) => begin(tx, "sample data", { kind: null, id: null, importId: null, samples: true }));
}

async function begin(tx: Tx, label: string, what: store.What): Promise<Removal> {
  const amount = await store.amount(tx, what);
  if (amount === 0) throw new AppError("conflict", "There is nothing left to remove");
  const row = await store.add(tx, { label, what, removedBy: person(tx).id, keptUntil: keptUntil(tx.now) });
  await record(tx, {
    action: what.samples ? "record.samples_removed" : "record.removed",
    resource: "record",
    resourceId: what.id,
    title: what.id
      ? `${kindNames[what.kind ?? "customers"].one} removed`
      : `${amount.toLocaleString("en")} records removed`,
    details: { removal: row.id, amount, ...what },
    severity: amount > 1 ? "warning" : "info",
  });
  await tx.jobs.send(tx.db, forgetJob, tx.company, { removalId: row.id }, { at: row.keptUntil });
  if (amount <= atOnce) return store.toRemoval(await takeAll(tx, row));
  await tx.jobs.send(tx.db, removalJob, tx.company, { removalId: row.id });
  return store.toRemoval(row);
}

async function takeAll(tx: Tx, row: store.RemovalRow): Promise<store.RemovalRow> {
  for (let now = row; ; ) {
    const next = await takeNext(tx, now);
    if (next.status === "removed") return next;
    now = next;
  }
}

async function takeNext(tx: Tx, row: store.RemovalRow): Promise<store.RemovalRow> {
  const taken = await store.takePortion(tx, row.what, portion);
  const change = taken
    ? {
        portions: [...row.portions, { kind: taken.kind, bundle: taken.bundle }],
        removed: row.removed + taken.removed,
      }
    : { status: "removed" as const };
  return (await store.update(tx, row.id, ["removing"], change)) ?? { ...row, status: "removed" };
}

/** Brings back what was removed while it is kept; of any number at once one does. */
export function restore(ctx: Ctx, removalId: string): Promise<Removal> {
  return write(ctx, async (tx) => {
    const found = await store.find(tx, removalId);
    if (!found) throw notFound();
    const fault = restoreFault(found, tx.now);
    if (fault) throw new AppError("conflict", fault);
    const row = await store.update(tx, removalId, ["removed"], { status: "restoring", sentence: null });
    if (!row) throw new AppError("conflict", "This was brought back already");
    await record(tx, {
      action: "record.restored",
      resource: "record",
      resourceId: row.what.id,
      title:
        row.removed === 1
          ? "A removed record came back"
          : `${row.removed.toLocaleString("en")} removed records came back`,
      details: { removal: row.id, amount: row.removed, ...row.what },
    });
    if (row.removed <= atOnce) {
      let now = row;
      while (now.status === "restoring") now = await bringNext(tx, now);
      return store.toRemoval(now);
    }
    await tx.jobs.send(tx.db, removalJob, tx.company, { removalId });
    return store.toRemoval(row);
  });
}

async function bringNext(tx: Tx, row: store.RemovalRow): Promise<store.RemovalRow> {
  const [next, ...portions] = row.portions;
  const change = next
    ? { portions, restored: row.restored + (await store.bringPortionBack(tx, next)) }
    : { status: "restored" as const };
  return (await store.update(tx, row.id, ["restoring"], change)) ?? { ...row, status: "restored" };
}

/** Goes on with a removal or its undoing, a portion a transaction, until nothing is left. */
export async function carryOn(ctx: Ctx, removalId: string): Promise<void> {
  for (;;) {
    const isOn = await write(ctx, async (tx) => {
      const row = await store.find(tx, removalId);
      if (row?.status === "removing") return (await takeNext(tx, row)).status === "removing";
      if (row?.status === "restoring") return (await bringNext(tx, row)).status === "restoring";
      return false;
    });
    if (!isOn) return;
  }
}

/** Ends a removal or its undoing that failed every time it was tried; what it did stays, and the rest can be tried anew. */
export async function giveUp(ctx: Ctx, removalId: string): Promise<void> {
  await write(ctx, async (tx) => {
    const found = await store.find(tx, removalId);
    if (found?.status !== "removing" && found?.status !== "restoring") return;
    const sentence = brokenOffSentence(found);
    const row = await store.update(tx, removalId, [found.status], { status: "removed", sentence });
    if (!row) return;
    await record(tx, {
      action: "record.removal_broken_off",
      resource: "record",
      resourceId: row.what.id,
      title: found.status === "removing" ? "Removing records broke off" : "Bringing records back broke off",
      details: { removal: row.id, removed: row.removed, restored: row.restored, ...row.what },
      severity: "warning",
    });
  });
}

/** How long a removal that is still at work when its day is over has until somebody looks again, in milliseconds. */
const lookAgainMs = 10 * 60_000;

/** Lets go for good of what can no longer come back. */
export async function forget(ctx: Ctx, removalId: string): Promise<void> {
  const row = await read(ctx, (tx) => store.find(tx, removalId));
  if (!row) return;
  // The queue goes by the database's clock, which may be ahead of this one.
  if (row.keptUntil > ctx.now)
    return write(ctx, (tx) => tx.jobs.send(tx.db, forgetJob, tx.company, { removalId }, { at: row.keptUntil }));
  // What is still being brought back must find what it brings.
  if (row.status === "removing" || row.status === "restoring")
    return write(ctx, (tx) => tx.jobs.send(tx.db, forgetJob, tx.company, { removalId }, { after: lookAgainMs }));
  // One after the other: what is done by hand in this company waits for each transaction.
  for (const portion of row.portions) await write(ctx, (tx) => store.forgetPortion(tx, portion));
  await write(ctx, (tx) => store.remove(tx, removalId));
}
