import type { Currency } from "#contract/words.ts";
import { figuresIn } from "#features/imports/planning/line-reader.ts";
import { givenOf } from "#features/imports/running/service.ts";
import { type Group, type Read, readRows, type SentTarget } from "#features/imports/sent/rows.ts";
import type { MetricSource } from "#features/metrics/contract.ts";
import { latestDay, putFigures } from "#features/metrics/service.ts";
import * as metrics from "#features/metrics/store.ts";
import type { RecordKind, RecordSource } from "#features/records/contract.ts";
import { active } from "#features/records/custom/store.ts";
import { upsert } from "#features/records/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";

/** What became of each row, by its place from 1. */
type Result = { row: number; id: string; result: "added" | "changed" | "unchanged" | "refused"; why: string | null };

/** Whose rows they are: `key` stands before their ids, and `columns` are what a person chose. */
type From = {
  key: string;
  columns: readonly { name: string; field: string | null }[];
} & (
  | { target: RecordKind; source: RecordSource }
  | { target: SentTarget; source: Extract<RecordSource, MetricSource> }
);

/** Reads rows by the fields of a kind, and writes those that fit. */
export async function writeRows(tx: Tx, given: readonly unknown[], from: From) {
  const { target, key, columns } = from;
  const read = readRows(given, {
    target,
    key,
    columns,
    own: target === "figures" ? [] : await active(tx, target),
    figures: target === "figures" ? await metrics.names(tx) : [],
    place: { currency: tx.currency, timeZone: tx.timeZone },
    today: dayIn(tx.now, tx.timeZone),
  });
  const written =
    from.target === "figures"
      ? await writeFigures(tx, read, from.source)
      : await writeRecords(tx, from.target, read, from.source);
  const rows: Result[] = [...written, ...read.refused.map((one) => ({ ...one, result: "refused" as const }))].toSorted(
    (one, other) => one.row - other.row,
  );
  const count = (result: Result["result"]): number => rows.filter((one) => one.result === result).length;
  const counts = {
    added: count("added"),
    changed: count("changed"),
    unchanged: count("unchanged"),
    refused: count("refused"),
  };
  return { rows, leftOut: read.leftOut, counts };
}

/** Writes rows as an import does: only fields that were sent change, and what outsiders wrote is never an instruction. */
async function writeRecords(tx: Tx, kind: RecordKind, { groups }: Read, source: RecordSource): Promise<Result[]> {
  const results: Result[] = [];
  for (const { plan, fields, rows } of groups) {
    const given = givenOf(plan, fields);
    const from = { source, origin: "external", importId: null, currency: tx.currency, given } as const;
    const { written } = await upsert(tx, kind, rows, from);
    for (const { row, externalId: id } of rows)
      results.push({ row, id, result: written.get(id) ?? "unchanged", why: null });
  }
  return results;
}

type Point = { metricName: string; measurementDate: string; metricValue: number; currency: Currency | null };

async function writeFigures(tx: Tx, { groups }: { groups: readonly Group[] }, source: MetricSource): Promise<Result[]> {
  const results: Result[] = [];
  const byRow = groups
    .flatMap(({ rows }) => rows)
    .flatMap(({ row, fields, currency }) => {
      const { day = "", values = [] } = figuresIn(fields) ?? {};
      const late = values.find(({ name }) => day > latestDay(tx, name));
      if (late) results.push({ row, id: day, result: "refused", why: `The day ${day} is in the future.` });
      const points = values.map(
        ({ name, value }): Point => ({
          metricName: name,
          measurementDate: day,
          metricValue: value,
          currency,
        }),
      );
      return late ? [] : [{ row, day, points }];
    });
  const points = byRow.flatMap((one) => one.points);
  const known = async () =>
    new Map(
      (await metrics.at(tx, points))
        .filter((one) => one.source === source)
        .map((one) => [`${one.metricName} ${one.measurementDate}`, `${one.metricValue} ${one.currency}`]),
    );
  const before = await known();
  if (points.length > 0) await putFigures(tx, source, points);
  const after = await known();
  for (const { row, day, points: own } of byRow) {
    const keys = own.map(({ metricName, measurementDate }) => `${metricName} ${measurementDate}`);
    const isChanged = keys.some((key) => before.get(key) !== after.get(key));
    const isNew = isChanged && keys.every((key) => !before.has(key));
    results.push({ row, id: day, result: isNew ? "added" : isChanged ? "changed" : "unchanged", why: null });
  }
  return results;
}
