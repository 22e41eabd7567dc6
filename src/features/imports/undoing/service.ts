import { AppError, notFound } from "#contract/errors.ts";
import { pluralize } from "#contract/format.ts";
import type { FileImport } from "#features/imports/contract.ts";
import { importUndoStarted } from "#features/imports/events.ts";
import { recordUndone } from "#features/imports/journal/service.ts";
import { removeOwnFields } from "#features/imports/own/service.ts";
import { find, undoableUntil } from "#features/imports/service.ts";
import * as metrics from "#features/metrics/store.ts";
import { type RecordKind, recordKinds } from "#features/records/contract.ts";
import { touch } from "#features/records/figures/store.ts";
import * as store from "#features/records/imports/store.ts";
import { forgetNames } from "#features/records/naming/store.ts";
import { changeableColumns, relink, unlink } from "#features/records/store.ts";
import { now } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

export const undoJob = { name: "import-undo" };

/** Rows per transaction. */
const portion = 1_000;
const maxJobMs = 60_000;

export function undo(ctx: Ctx, importId: string): Promise<FileImport> {
  return write(ctx, async (tx) => {
    const row = await store.find(tx, importId);
    if (!row) throw notFound();
    const until = undoableUntil(row);
    if (!until) throw new AppError("conflict", "Only an import that is done can be undone.");
    if (until <= tx.now) throw new AppError("conflict", "This import cannot be undone any more: 24 hours have passed.");
    await store.update(tx, importId, ["done"], { status: "undoing", facts: { removed: 0, restored: 0 }, means: [] });
    await record(tx, importUndoStarted(importId, row.fileName));
    await tx.jobs.send(tx.db, undoJob, tx.company, { importId });
    return find(tx, importId);
  });
}

type Done = { removed: number; restored: number };

/** Takes an import back portion by portion; what people changed since stays. */
export async function runUndo(ctx: Ctx, importId: string): Promise<void> {
  const started = performance.now();
  for (let isGoingOn = true; isGoingOn; ) {
    const isLast = performance.now() - started > maxJobMs;
    isGoingOn = await write({ ...ctx, now: now() }, async (tx) => {
      const row = await store.find(tx, importId);
      if (row?.status !== "undoing") return false;
      const done = (row.facts ?? { removed: 0, restored: 0 }) as Done;
      const more = await nextPortion(tx, row, done);
      if (!more) {
        await finish(tx, row, done);
        return false;
      }
      await store.update(tx, importId, ["undoing"], { facts: more });
      if (isLast) await tx.jobs.send(tx.db, undoJob, tx.company, { importId });
      return !isLast;
    });
  }
}

async function nextPortion(tx: Tx, row: store.ImportRow, { removed, restored }: Done): Promise<Done | null> {
  const startedAt = row.startedAt ?? row.createdAt;
  if (row.target === "figures") return figuresBack(tx, row.id, startedAt, { removed, restored });
  // Customers and vendors last: the others name them.
  for (const kind of recordKinds.toSorted((one, other) => rank(one) - rank(other))) {
    const written = { importId: row.id, kind, startedAt };
    const before = await store.takeChanges(tx, row.id, kind, portion);
    if (before.length > 0) {
      const rows = before.flatMap((change) => (change.before ? [change.before] : []));
      const back = await store.putBack(tx, written, changeableColumns(kind), rows);
      await relink(tx, kind, back);
      await touch(tx, kind, back.length);
      return { removed, restored: restored + back.length };
    }
    const ids = await store.addedRows(tx, written, portion);
    if (ids.length > 0) {
      await unlink(tx, kind, ids);
      await store.deleteRows(tx, kind, ids);
      await touch(tx, kind, ids.length);
      return { removed: removed + ids.length, restored };
    }
  }
  return null;
}

const rank = (kind: RecordKind): number => (kind === "customers" || kind === "vendors" ? 1 : 0);

type FigureBefore = { metricValue: number; currency: never };

async function figuresBack(tx: Tx, importId: string, startedAt: Date, done: Done): Promise<Done | null> {
  const kept = await store.takeChanges(tx, importId, "figures", portion);
  if (kept.length === 0) return null;
  const points = kept.map(({ key, before }) => {
    const at = key.lastIndexOf(" ");
    return { metricName: key.slice(0, at), measurementDate: key.slice(at + 1), before: before as FigureBefore | null };
  });
  const gone = await metrics.removeUnchanged(tx, "csv", points, startedAt);
  const now = new Set(
    (await metrics.at(tx, points))
      .filter(({ source }) => source === "csv")
      .map((one) => `${one.metricName} ${one.measurementDate}`),
  );
  const back = points.flatMap(({ before, ...point }) =>
    before && !now.has(`${point.metricName} ${point.measurementDate}`) ? [{ ...point, ...before }] : [],
  );
  await metrics.upsert(tx, "csv", back);
  return { removed: done.removed + gone - back.length, restored: done.restored + back.length };
}

async function finish(tx: Tx, row: store.ImportRow, { removed, restored }: Done): Promise<void> {
  const touched = row.added + row.changed + row.created;
  const kept = Math.max(0, touched - removed - restored);
  await forgetNames(tx, row.id);
  const fields = await removeOwnFields(tx, row);
  const sentence = [
    `Undone: ${pluralize(removed, "row")} removed, ${pluralize(restored, "row")} as before.`,
    kept > 0 ? `${pluralize(kept, "row")} changed since stayed as ${kept === 1 ? "it is" : "they are"}.` : "",
    fields.length > 0
      ? `Your own ${fields.length === 1 ? "field" : "fields"} ${fields.map((label) => `"${label}"`).join(", ")} removed as well.`
      : "",
  ]
    .filter(Boolean)
    .join(" ");
  await store.forgetChanges(tx, row.id);
  await store.update(tx, row.id, ["undoing"], { status: "undone", facts: null, sentence });
  await recordUndone(tx, row, { removed, restored, kept });
}

/** Ends an undo that failed on every attempt: what it took back stays so, and it can be begun again. */
export async function undoFailed(ctx: Ctx, importId: string): Promise<void> {
  const sentence = "The undo stopped before its end: undo the import again.";
  await write(ctx, (tx) => store.update(tx, importId, ["undoing"], { status: "done", facts: null, sentence }));
}

/** Deletes what was kept for an undo, and what the file held, once a day has passed. */
export function forget(ctx: Ctx, importId: string): Promise<void> {
  return write(ctx, async (tx) => {
    const row = await store.find(tx, importId);
    if (!row || row.status === "undoing") return;
    await store.forgetChanges(tx, importId);
    await store.update(tx, importId, [row.status], { profile: null, facts: null, preview: null });
  });
}
