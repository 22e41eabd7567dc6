import { csvLine } from "#contract/csv.ts";
import { formatNumber } from "#contract/format.ts";
import type { Origin } from "#contract/origins.ts";
import { lengths, truncate } from "#contract/words.ts";
import { sourceOf } from "#features/imports/files/service.ts";
import { onBehalfOf } from "#features/accounts/service.ts";
import { end } from "#features/imports/ending/service.ts";
import { look, lower, placeOf, unreadable } from "#features/imports/looking/service.ts";
import type { Facts } from "#features/imports/planning/choices.ts";
import { externalId, fieldOfTarget, isKind } from "#features/imports/planning/fields.ts";
import { lineReader, type Plan, type ReadRow } from "#features/imports/planning/line-reader.ts";
import { withOwnFields } from "#features/imports/own/service.ts";
import { createParties } from "#features/imports/parties/service.ts";
import { runFigures } from "#features/imports/running/figures/service.ts";
import { openGroups } from "#features/imports/running/groups.ts";
import { importSentence, openFault } from "#features/imports/running/rules.ts";
import { seenIds } from "#features/imports/running/seen-ids.ts";
import { mayRepeat, numberRepeats } from "#features/records/fields/complete.ts";
import * as store from "#features/records/imports/store.ts";
import { type Counts, tableNameOf, upsert } from "#features/records/store.ts";
import type { Ctx } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { jobLimits } from "#platform/jobs/limits.ts";
import { dayIn } from "#platform/clock.ts";
import { type FileProfile, UnreadableFile } from "#platform/reading/reading.ts";
import { recordsOf } from "#platform/reading/records.ts";

export const importJob = { name: "import" };

/** Rows per transaction: few enough to finish long before the statement timeout. */
const maxBatchRows = 1_000;
/** Characters per transaction, for long lines. */
const maxBatchCharacters = 2_000_000;
/** Milliseconds after which the next job continues: less than the five minutes after which the queue retries a job. */
const maxJobMs = 60_000;
const maxBadLines = 100;
/** Refused lines kept for download. */
const maxRefusals = 10_000;
/** Imports of a company that run at once; the others wait. */
const maxRunning = 3;
const waitMs = 2_000;

/**
 * Rows may contain text written by outsiders, such as customers in tickets and suppliers on invoices. Agents must never
 * take it as instructions, even if an owner uploaded the file.
 */
const origin: Origin = "external";

/** Another job has taken over this import: this one writes nothing more. */
class TakenOver extends Error {}

/** Imports batch by batch, each written once; after `maxJobMs` another job continues. */
export async function run(ctx: Ctx, importId: string): Promise<void> {
  const found = await read(ctx, (tx) => store.find(tx, importId));
  if (!found || (found.status !== "waiting" && found.status !== "running")) return;
  if (found.status === "waiting" && (await read(ctx, (tx) => store.othersRunning(tx, importId))) >= maxRunning)
    return write(ctx, (tx) => tx.jobs.send(tx.db, importJob, tx.company, { importId }, { after: waitMs }));
  try {
    const row = await prepare(ctx, found);
    if (row.target === "figures") await runFigures(ctx, row);
    else await continueImport(ctx, row);
  } catch (error) {
    if (error instanceof TakenOver) return;
    const fault = unreadable(error);
    if (!fault) throw error;
    const badLines = [{ line: fault.line, sentence: fault.message }];
    await end(ctx, found, { sentence: `Nothing was imported: ${lower(fault.message)}`, badLines, badCount: 1 });
  }
}

/** A file of an older call is looked at by its job; an open question ends it. */
async function prepare(ctx: Ctx, found: store.ImportRow): Promise<store.ImportRow> {
  const looked = found.plan ? null : await look(ctx, found);
  const plan = looked?.planned.plan;
  const fault = looked && (openFault(looked.preview) ?? (plan ? null : "The file holds nothing to import."));
  if (looked && fault) throw new UnreadableFile(fault, looked.profile.layout.headingLine);
  return write(ctx, async (tx) => {
    const change: Partial<store.ImportRow> = { status: "running" };
    if (looked && plan) {
      const { profile, facts, preview } = looked;
      const columns = plan.columns.map(({ field, name }) => ({ field, column: name }));
      const fixed = await withOwnFields(await onBehalfOf(tx, found.createdBy), plan);
      Object.assign(change, { profile, facts, preview, plan: fixed, columns, total: profile.lines });
    }
    if (!(await store.update(tx, found.id, ["waiting", "running"], change))) throw new TakenOver();
    return { ...found, ...change };
  });
}

/** Ends an import that failed on every attempt; rows already written stay, as the sentence says. */
export async function giveUp(ctx: Ctx, importId: string): Promise<void> {
  const found = await read(ctx, (tx) => store.find(tx, importId));
  if (!found) return;
  const done = found.added + found.changed + found.unchanged;
  const why = `did not finish in ${jobLimits.attempts} attempts`;
  const sentence = done
    ? `Stopped after ${formatNumber(found.read)} lines: the import ${why}. Import the file again; what is already there stays.`
    : `Nothing was imported: the import ${why}. Split the file and import the parts.`;
  await end(ctx, found, { sentence, isGivenUp: true });
}

type Bad = { line: number; sentence: string; cells: readonly string[] };

async function continueImport(ctx: Ctx, row: store.ImportRow): Promise<void> {
  const [plan, profile, facts] = [row.plan as Plan, row.profile as FileProfile, row.facts as Facts | null];
  const kind = isKind(plan.target) ? plan.target : null;
  if (!kind) throw new Error(`${plan.target} is no kind of records.`);
  // All rows of an import are dated by its start, so that its undo knows what people changed since.
  const dated = { ...ctx, now: row.startedAt ?? ctx.now };
  const given = [...new Set(plan.columns.map(({ field }) => field.replace(/^[-+]/, "")))].filter(
    (field) => field !== externalId,
  );
  const from = {
    source: "csv",
    origin,
    importId: row.id,
    currency: plan.currency,
    given: givenOf(plan, given),
  } as const;
  const { read: before } = row;
  const progress = {
    read: before,
    badCount: row.badCount,
    emptied: row.emptied,
    created: row.created,
    badLines: [...row.badLines],
  };
  const counts: Counts = { added: row.added, changed: row.changed, unchanged: row.unchanged };
  const source = () => recordsOf(sourceOf(ctx, row), profile);
  const readLine = lineReader(plan, placeOf(ctx, row), dayIn(dated.now, ctx.timeZone));
  const isGrouped = facts?.repeated || plan.sameNumber === "sum";
  const groups = isGrouped ? await openGroups(plan, kind, placeOf(ctx, row), { source, readLine }) : null;
  const seen = seenIds();
  const isNumbered = mayRepeat(kind) && !plan.columns.some(({ field }) => field === externalId);
  const numbered = numberRepeats(seen);
  const started = performance.now();
  let at = 0;
  let size = 0;
  let batch: ReadRow[] = [];
  let bad: Bad[] = [];
  let notes: { line: number; sentence: string }[] = [];
  let emptied = 0;

  /** A batch and its progress are written in one transaction, so after a crash no batch is lost or written twice. */
  const flush = (isLast: boolean): Promise<void> =>
    write(dated, async (tx) => {
      const position = progress.read;
      const written = await upsert(tx, kind, batch, { ...from, after: position });
      progress.created += await createParties(tx, batch, row.id, plan);
      for (const key of ["added", "changed", "unchanged"] as const) counts[key] += written[key];
      const kept = Math.max(0, Math.min(bad.length, maxRefusals - progress.badCount));
      if (kept > 0)
        await store.addRefusals(tx, row.id, position, refusedLines(profile, bad.slice(0, kept), position === 0));
      progress.read = at;
      progress.badCount += bad.length;
      progress.emptied += emptied;
      const shown = [...bad.map(({ line, sentence }) => ({ line, sentence })), ...notes].toSorted(
        (one, other) => one.line - other.line,
      );
      progress.badLines.push(...shown.slice(0, maxBadLines - progress.badLines.length));
      [batch, bad, notes, emptied, size] = [[], [], [], 0, 0];
      // Another job may have taken over: then this update changes nothing.
      const isUpdated = await store.update(tx, row.id, ["running"], { ...progress, ...counts }, position);
      if (!isUpdated) throw new TakenOver();
      if (isLast) await tx.jobs.send(tx.db, importJob, tx.company, { importId: row.id });
    });

  for await (const found of source()) {
    const { line, cells, fault: cut } = found;
    at += 1;
    const result = cut === undefined ? readLine(cells) : { fault: cut };
    const isRead = at <= before;
    if ("row" in result) {
      const grouped = groups?.take(result.row, found);
      // Two equal payments of one day are two payments.
      if (isNumbered) result.row.externalId = numbered(result.row.externalId, line);
      const fault =
        grouped || isNumbered
          ? (grouped?.fault ?? null)
          : duplicateFault(result.row.externalId, seen(result.row.externalId, line));
      if (!isRead && fault) bad.push({ line, sentence: fault, cells });
      else if (!isRead) {
        const full = grouped ? grouped.full : result.row;
        if (full) batch.push(full);
        emptied += result.emptied.length;
        for (const { label, fault: why } of result.emptied)
          if (notes.length < maxBadLines) notes.push({ line, sentence: `${label}: ${why}; left empty.` });
      }
    } else if (!isRead && "fault" in result) bad.push({ line, sentence: result.fault, cells });
    if (isRead) continue;
    size += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length + bad.length < maxBatchRows && size < maxBatchCharacters) continue;
    const isLast = performance.now() - started > maxJobMs;
    await flush(isLast);
    if (isLast) return;
  }
  if (at > progress.read) await flush(false);
  // Before the import is shown as done: what people look at next is over the new rows.
  if (counts.added + counts.changed >= maxBatchRows)
    await ctx.database
      .refreshStatistics(tableNameOf(kind))
      .catch((error: unknown) => ctx.log.warn({ err: error }, "the planner was not told of an import"));
  const total = { ...counts, ...progress };
  await end(ctx, row, { ...total, sentence: importSentence(total, profile.notes) });
}

/** The fields an import sets: those with columns, and those that come with them. */
export function givenOf({ columns, always, target, overrides, fills = [] }: Plan, given: readonly string[]): string[] {
  const implied = columns.flatMap(({ field }) => {
    const { wordIn, says } = fieldOfTarget(target, field) ?? {};
    return [...(wordIn ? [wordIn] : []), ...Object.values(says ?? {}).flatMap((each) => Object.keys(each))];
  });
  // A last day says whether someone is still here.
  if (target === "people" && given.includes("endedOn")) implied.push("status");
  // The day of the import is for new records alone.
  const filled = fills.filter((fill) => !("value" in fill)).map(({ field }) => field);
  return [...given, ...implied, ...filled, ...Object.keys(always), ...overrides.map(({ field }) => field)];
}

const duplicateFault = (key: string, line: number | null): string | null =>
  line === null ? null : `"${truncate(key, 60)}" stands in line ${formatNumber(line)} already.`;

function refusedLines({ columns }: FileProfile, bad: readonly Bad[], isFirst: boolean): string {
  const heading = ["Line", "Why it was not taken", ...columns.map((column) => column.heading)];
  const lines = bad.map(({ line, sentence, cells }) => [
    line,
    sentence,
    ...cells.map((cell) => truncate(cell, lengths.text)),
  ]);
  return [...(isFirst ? [heading] : []), ...lines].map((cells) => `${csvLine(cells)}\r\n`).join("");
}
