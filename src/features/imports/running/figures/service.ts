import { formatNumber } from "#contract/format.ts";
import { inBackground, onBehalfOf } from "#features/accounts/service.ts";
import { end } from "#features/imports/ending/service.ts";
import { sourceOf } from "#features/imports/files/service.ts";
import { placeOf } from "#features/imports/looking/service.ts";
import { figurePrefix } from "#features/imports/planning/fields.ts";
import { figuresFault, figuresIn, lineReader, type Plan } from "#features/imports/planning/line-reader.ts";
import { metricImported } from "#features/metrics/events.ts";
import { importSentence, isMoney } from "#features/metrics/rules.ts";
import { inCurrency, latestDay, latestOf } from "#features/metrics/service.ts";
import * as metrics from "#features/metrics/store.ts";
import * as store from "#features/records/imports/store.ts";
import { currency } from "#contract/words.ts";
import type { Ctx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { type FileProfile, UnreadableFile } from "#platform/reading/reading.ts";
import { recordsOf } from "#platform/reading/records.ts";

const maxDays = 10_000;
const maxBadLines = 100;
/** Lines between progress updates: frequent enough to watch, without slowing the import. */
const progressEvery = 1_000;

type Bad = { line: number; sentence: string };
type Read = { sums: Map<string, Map<string, number>>; bad: Bad[]; badCount: number; read: number; added: number };

/** Adds up the figures of each day, and writes them in one transaction. */
export async function runFigures(ctx: Ctx, row: store.ImportRow): Promise<void> {
  const plan = row.plan as Plan;
  const found = await readFigures(ctx, row, plan);
  const isBad = found.badCount > 0 && (plan.isStrict || found.sums.size === 0);
  const total = { read: found.read, badLines: found.bad, badCount: found.badCount };
  if (isBad || found.sums.size === 0) {
    const what = `${formatNumber(found.badCount)} ${found.badCount === 1 ? "line has" : "lines have"} errors`;
    return end(ctx, row, {
      ...total,
      isDone: false,
      sentence: `Nothing was imported: ${found.badCount > 0 ? what : "the file has a heading but no lines"}.`,
    });
  }
  const ofColumn = new Map(
    plan.columns.map(({ field, currency: own, format }) => [field, own ?? format.currency ?? null]),
  );
  const points = [...found.sums].flatMap(([name, days]) =>
    [...days].map(([day, value]) => ({
      metricName: name,
      measurementDate: day,
      metricValue: Math.round(value * 1e4) / 1e4,
      currency: currencyOf(
        ofColumn.get(`${figurePrefix}${name}`) ?? plan.figureCurrency ?? (isMoney(name) ? plan.currency : null),
      ),
    })),
  );
  const dated = { ...ctx, now: row.startedAt ?? ctx.now, currency: row.currency ?? ctx.currency };
  const outcome = await write(dated, async (tx) => {
    const figures = await inCurrency(tx, "csv", points);
    const before = await metrics.at(tx, figures);
    const known = new Map(
      before.filter(({ source }) => source === "csv").map((one) => [`${one.metricName} ${one.measurementDate}`, one]),
    );
    await store.addChanges(
      tx,
      row.id,
      figures.map(({ metricName, measurementDate }) => {
        const key = `${metricName} ${measurementDate}`;
        const was = known.get(key);
        return { kind: "figures", key, before: was ? { metricValue: was.metricValue, currency: was.currency } : null };
      }),
    );
    const byName = Map.groupBy(figures, ({ metricName }) => metricName);
    const counts = { added: 0, changed: 0, unchanged: 0 };
    const written: { name: string; counts: metrics.Counts; latest: Awaited<ReturnType<typeof latestOf>> }[] = [];
    for (const [name, some] of byName) {
      const each = await metrics.upsert(tx, "csv", some);
      for (const key of ["added", "changed", "unchanged"] as const) counts[key] += each[key];
      written.push({ name, counts: each, latest: await latestOf(tx, some) });
    }
    const summed = found.added > 0 ? ` Several lines a day were added up.` : "";
    const refused = found.badCount > 0 ? ` ${formatNumber(found.badCount)} lines were not taken.` : "";
    const sentence = `${importSentence(counts)}${summed}${refused}`;
    // Joins this transaction: the figures and the end of the import are one.
    await end(
      { ...tx, now: ctx.now, currency: ctx.currency },
      row,
      { ...total, ...counts, isDone: true, sentence },
      async (ended) => {
        const [starter, background] = [await onBehalfOf(ended, row.createdBy), inBackground(ended)];
        for (const { name, counts: each, latest } of written)
          await record(
            starter,
            metricImported({ id: row.id, fileName: row.fileName, metricName: name }, each, latest, background),
          );
      },
    );
    return counts;
  });
  ctx.log.debug({ import: row.id, ...outcome }, "figures imported");
}

const currencyOf = (code: string | null) => (code === null ? null : (currency.safeParse(code).data ?? null));

async function readFigures(ctx: Ctx, row: store.ImportRow, plan: Plan): Promise<Read> {
  const result: Read = { sums: new Map(), bad: [], badCount: 0, read: 0, added: 0 };
  const refuse = (line: number, sentence: string): void => {
    result.badCount += 1;
    if (result.bad.length < maxBadLines) result.bad.push({ line, sentence });
  };
  const readLine = lineReader(plan, placeOf(ctx, row));
  for await (const { line, cells, fault } of recordsOf(sourceOf(ctx, row), row.profile as FileProfile)) {
    result.read += 1;
    const one = fault === undefined ? readLine(cells) : { fault };
    if ("fault" in one) refuse(line, one.fault);
    else if ("row" in one) takeLine(ctx, result, one, line, refuse);
    if (result.read % progressEvery !== 0) continue;
    await write(ctx, (tx) => store.update(tx, row.id, ["running"], { read: result.read }));
  }
  return result;
}

function takeLine(
  ctx: Ctx,
  result: Read,
  one: Parameters<typeof figuresFault>[0],
  line: number,
  refuse: (line: number, sentence: string) => void,
): void {
  const found = figuresIn(one.row.fields);
  const fault = figuresFault(one);
  if (fault !== null || !found) return refuse(line, fault ?? "");
  for (const { name, value } of found.values) {
    if (found.day > latestDay(ctx, name)) return refuse(line, `The day ${found.day} is in the future.`);
    const days = result.sums.get(name) ?? new Map<string, number>();
    result.sums.set(name, days);
    const before = days.get(found.day);
    if (before !== undefined) result.added += 1;
    days.set(found.day, (before ?? 0) + value);
    if (days.size > maxDays) throw new UnreadableFile(`The file has more than ${formatNumber(maxDays)} days.`, line);
  }
}
