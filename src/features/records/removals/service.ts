import { AppError, notFound } from "#contract/errors.ts";
import { inBackground, onBehalfOf } from "#features/accounts/service.ts";
import { type RecordKind, recordKinds, type RecordSource } from "#features/records/contract.ts";
import {
  recordRemovalBrokenOff,
  recordRemovalStarted,
  recordRemoved,
  recordRestored,
  recordRestoreStarted,
  recordSamplesRemoved,
} from "#features/records/events.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import * as imports from "#features/records/imports/store.ts";
import type { Removal } from "#features/records/removals/contract.ts";
import {
  brokenOffSentence,
  keptUntil,
  leftSentence,
  limits,
  misfitSentence,
  removalTitles,
  restoreFault,
  restoreTitles,
} from "#features/records/removals/rules.ts";
import * as store from "#features/records/removals/store.ts";
import { titleOf } from "#features/records/service.ts";
import { find } from "#features/records/store.ts";
import { now } from "#platform/clock.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { MisfitError } from "#platform/kept/restore.ts";

/** Jobs for removals too large for one call, and for deleting removed rows for good. */
export const removalJob = { name: "record-removal" };
export const forgetJob = { name: "record-forget" };

export function removeOne(ctx: Ctx, kind: RecordKind, id: string): Promise<Removal> {
  return write(ctx, async (tx) => {
    const found = await find(tx, kind, id);
    if (!found) throw notFound();
    const label = `${kindNames[kind].one} ${titleOf(found)}`;
    return begin(tx, label, { kind, id, importId: null, samples: false });
  });
}

export function removeImported(ctx: Ctx, importId: string): Promise<Removal> {
  return write(ctx, async (tx) => {
    const found = await imports.find(tx, importId);
    const kind = recordKinds.find((one) => one === found?.target);
    if (!found || !kind) throw notFound();
    if (found.status !== "done" && found.status !== "failed")
      throw new AppError("conflict", "This import is not done yet: wait for its end.");
    return begin(tx, `${kindNames[kind].many} of ${found.fileName}`, { kind, id: null, importId, samples: false });
  });
}

export function removeSamples(ctx: Ctx): Promise<Removal> {
  return write(ctx, (tx) => begin(tx, "sample data", { kind: null, id: null, importId: null, samples: true }));
}

/** Removes what one import or one call created; returns how many, 0 if nothing is left of it. */
export async function removeBatch(tx: Tx, { label, importId }: { label: string; importId: string }): Promise<number> {
  const what = { kind: null, id: null, importId, samples: false };
  const amount = await store.amount(tx, what);
  if (amount > 0) await begin(tx, label, what);
  return amount;
}

/** Removes all that came from a service. */
export async function removeOfSource(tx: Tx, name: string, source: RecordSource): Promise<void> {
  const what = { kind: null, id: null, importId: null, samples: false, source };
  if ((await store.amount(tx, what)) > 0) await begin(tx, `records of ${name}`, what);
}

/** Removes what a service brings too, so that it counts once; names link to the service's rows from then on. */
export function removeDoubles(tx: Tx, name: string, besides: RecordSource): Promise<Removal> {
  return begin(tx, `records that ${name} brings too`, {
    kind: null,
    id: null,
    importId: null,
    samples: false,
    besides,
  });
}

async function begin(tx: Tx, label: string, asked: store.What): Promise<Removal> {
  const amount = await store.amount(tx, asked);
  if (amount === 0) throw new AppError("conflict", "There is nothing left to remove.");
  const what = { ...asked, amount };
  const row = await store.add(tx, { label, what, removedBy: person(tx).id, keptUntil: keptUntil(tx.now) });
  await tx.jobs.send(tx.db, forgetJob, tx.company, { removalId: row.id }, { at: row.keptUntil });
  return store.toRemoval(await execute(tx, row, amount));
}

/** Restores removed records while they are kept; only one of several concurrent calls succeeds. */
export async function restore(ctx: Ctx, removalId: string): Promise<Removal> {
  try {
    return await begunRestore(ctx, removalId);
  } catch (error) {
    if (!(error instanceof MisfitError)) throw error;
    ctx.log.error({ err: error }, "removed records cannot be brought back");
    throw new AppError("conflict", misfitSentence, { cause: error });
  }
}

function begunRestore(ctx: Ctx, removalId: string): Promise<Removal> {
  return write(ctx, async (tx) => {
    const found = await store.find(tx, removalId);
    if (!found) throw notFound();
    const fault = restoreFault(found, tx.now);
    if (fault) throw new AppError("conflict", fault);
    const row = await store.update(tx, removalId, ["removed"], {
      status: "restoring",
      sentence: null,
      restoredBy: person(tx).id,
    });
    if (!row) throw new AppError("conflict", "This was brought back already.");
    const after = await execute(tx, row, row.removed - row.restored);
    if (after.status === "removed" && after.restored === row.restored)
      throw new AppError("conflict", after.sentence ?? "Nothing came back.");
    return store.toRemoval(after);
  });
}

/** Removes or restores within the call, or queues a job if there are too many rows. */
async function execute(tx: Tx, begun: store.RemovalRow, amount: number): Promise<store.RemovalRow> {
  if (amount > limits.atOnce) {
    await recordMoment(tx, begun, "started");
    await tx.jobs.send(tx.db, removalJob, tx.company, { removalId: begun.id });
    return begun;
  }
  let row = begun;
  while (isUnderWay(row)) row = await next(tx, row);
  return row;
}

/** One transaction per portion; continues in another job after `limits.ofOneJob`. */
export async function continueRemoval(ctx: Ctx, removalId: string): Promise<void> {
  const started = performance.now();
  for (let isContinuing = true; isContinuing; ) {
    const isLast = performance.now() - started > limits.ofOneJob;
    isContinuing = await write({ ...ctx, now: now() }, async (tx) => {
      const row = await store.find(tx, removalId);
      if (!row || !isUnderWay(row) || !isUnderWay(await next(tx, row))) return false;
      if (isLast) await tx.jobs.send(tx.db, removalJob, tx.company, { removalId });
      return !isLast;
    });
  }
}

const isUnderWay = ({ status }: store.RemovalRow): boolean => status === "removing" || status === "restoring";

/**
 * Processes the next portion and records the end after the last one. The company's write lock prevents concurrent
 * changes.
 */
async function next(tx: Tx, row: store.RemovalRow): Promise<store.RemovalRow> {
  const change = row.status === "removing" ? await removeNext(tx, row) : await restoreNext(tx, row);
  const after = await store.update(tx, row.id, [row.status], change);
  if (!after) throw new Error("The removal was changed by somebody else.");
  const isRestore = row.status === "restoring";
  if (!isUnderWay(after) && !(isRestore && after.restored === 0))
    await recordMoment(tx, isRestore ? { ...after, status: "restored" } : after, "ended");
  return after;
}

async function removeNext(tx: Tx, { what, portions, removed }: store.RemovalRow): Promise<store.Change> {
  const taken = await store.removePortion(tx, what, limits.portion);
  if (!taken) return { status: "removed" };
  const { kind, bundle } = taken;
  return { portions: [...portions, { kind, bundle }], removed: removed + taken.removed };
}

/** Rows that met newer ones stay kept, in portions behind those still to restore. */
async function restoreNext(
  tx: Tx,
  { portions: [first, ...others], restored }: store.RemovalRow,
): Promise<store.Change> {
  if (!first) return { status: "restored" };
  if (first.left) {
    const portions = [first, ...others];
    const sentence = leftSentence(portions.flatMap(({ left = [] }) => left));
    return { status: "removed", sentence, portions: portions.map(({ kind, bundle }) => ({ kind, bundle })) };
  }
  const { rows, left } = await store.restorePortion(tx, first);
  return { portions: left.length > 0 ? [...others, { ...first, left }] : others, restored: restored + rows };
}

async function recordMoment(tx: Tx, row: store.RemovalRow, moment: "started" | "ended"): Promise<void> {
  const { id, what, status, removed, restored } = row;
  const { amount = removed, ...about } = what;
  const isRemoval = status === "removing" || status === "removed";
  const [planned, done] = isRemoval ? [amount, removed] : [removed, restored];
  const many = moment === "started" ? planned : done;
  const kindName = what.id ? kindNames[what.kind ?? "customers"].one : null;
  const titles = isRemoval ? removalTitles({ kindName, amount: many }) : restoreTitles(many);
  const event = {
    id: what.id,
    title: titles[moment],
    details: { removal: id, amount: many, ...about, ...inBackground(tx) },
  };
  const started = () => (isRemoval ? recordRemovalStarted(event, many) : recordRestoreStarted(event));
  const ended = () =>
    !isRemoval ? recordRestored(event) : (what.samples ? recordSamplesRemoved : recordRemoved)(event, many);
  const starter = await onBehalfOf(tx, isRemoval ? row.removedBy : row.restoredBy);
  await record(starter, moment === "ended" ? ended() : started());
}

/** Ends a removal or restore that failed on every attempt; completed portions stay, and the rest can be retried. */
export async function giveUp(ctx: Ctx, removalId: string): Promise<void> {
  await write(ctx, async (tx) => {
    const found = await store.find(tx, removalId);
    if (found?.status !== "removing" && found?.status !== "restoring") return;
    const sentence = brokenOffSentence(found);
    const row = await store.update(tx, removalId, [found.status], { status: "removed", sentence });
    if (!row) return;
    const isRemoval = found.status === "removing";
    const event = {
      id: row.what.id,
      title: isRemoval ? "Removing records broke off" : "Bringing records back broke off",
      details: { removal: row.id, removed: row.removed, restored: row.restored, ...row.what, ...inBackground(tx) },
    };
    await record(await onBehalfOf(tx, isRemoval ? row.removedBy : row.restoredBy), recordRemovalBrokenOff(event));
  });
}

/** How long to wait before checking again, if the removal is still running after a day, in ms. */
const recheckMs = 10 * 60_000;

/** Deletes removed rows once they can no longer be restored. */
export async function forget(ctx: Ctx, removalId: string): Promise<void> {
  const row = await read(ctx, (tx) => store.find(tx, removalId));
  if (!row) return;
  // The queue uses the database's clock, which may be ahead of this one.
  if (row.keptUntil > ctx.now)
    return write(ctx, (tx) => tx.jobs.send(tx.db, forgetJob, tx.company, { removalId }, { at: row.keptUntil }));
  // A running restore still needs the kept rows.
  if (row.status === "removing" || row.status === "restoring")
    return write(ctx, (tx) => tx.jobs.send(tx.db, forgetJob, tx.company, { removalId }, { after: recheckMs }));
  const started = performance.now();
  // Sequential, because users' writes in this company wait for each transaction.
  for (const [at, portion] of row.portions.entries()) {
    const portions = row.portions.slice(at + 1);
    const isLast = portions.length > 0 && performance.now() - started > limits.ofOneJob;
    const isContinuing = await write(ctx, async (tx) => {
      // A restore has just begun: check again after it has ended.
      if (!(await store.update(tx, removalId, [row.status], { portions }))) {
        await tx.jobs.send(tx.db, forgetJob, tx.company, { removalId }, { after: recheckMs });
        return false;
      }
      await store.deletePortion(tx, portion);
      if (isLast) await tx.jobs.send(tx.db, forgetJob, tx.company, { removalId });
      return !isLast;
    });
    if (!isContinuing) return;
  }
  await write(ctx, (tx) => store.remove(tx, removalId, row.status));
}
