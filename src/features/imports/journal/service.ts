import { inBackground, onBehalfOf } from "#features/accounts/service.ts";
import { isKind, isTarget } from "#features/imports/planning/fields.ts";
import { importUndone } from "#features/imports/events.ts";
import { metricImportFailed, metricImportStarted } from "#features/metrics/events.ts";
import { recordImported, recordImportFailed, recordImportStarted } from "#features/records/events.ts";
import type * as store from "#features/records/imports/store.ts";
import type { Tx } from "#platform/context.ts";
import { record } from "#platform/journal/record.ts";

const kindOf = (target: string | null) => {
  const known = target !== null && isTarget(target) ? target : null;
  return isKind(known) ? known : null;
};

export async function recordStarted(tx: Tx, { id, fileName, target }: store.ImportRow): Promise<void> {
  const kind = kindOf(target);
  const title = `Import of ${fileName} started`;
  await record(tx, kind ? recordImportStarted({ id, title, details: { kind } }) : metricImportStarted(id, fileName));
}

type Ended = { isDone: boolean; added: number; changed: number; unchanged: number; badCount: number; created: number };

/** The end of an import of records, or of a failed one of figures: figures record their own. */
export async function recordEnd(
  tx: Tx,
  { id, fileName, target, createdBy }: store.ImportRow,
  ended: Ended,
): Promise<void> {
  const { isDone, badCount: badLines, ...counts } = ended;
  const kind = kindOf(target);
  const title = `${fileName} ${isDone ? "imported" : "was not imported"}`;
  const starter = await onBehalfOf(tx, createdBy);
  if (target === "figures") {
    await record(starter, metricImportFailed(id, title, { badLines, ...inBackground(tx) }));
    return;
  }
  const event = { id, title, details: { kind, ...counts, badLines, ...inBackground(tx) } };
  await record(starter, isDone ? recordImported(event) : recordImportFailed(event));
}

export async function recordUndone(
  tx: Tx,
  { id, fileName, target, createdBy }: store.ImportRow,
  counts: { removed: number; restored: number; kept: number },
): Promise<void> {
  const starter = await onBehalfOf(tx, createdBy);
  await record(starter, importUndone(id, fileName, { kind: kindOf(target), ...counts, ...inBackground(tx) }));
}
