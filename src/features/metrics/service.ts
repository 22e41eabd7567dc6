import { lastDays } from "#contract/spans.ts";
import { type Latest, metricRecorded, metricsDerived, metricSourceChosen } from "#features/metrics/events.ts";
import type { z } from "zod";
import { addDays } from "#contract/days.ts";
import { AppError } from "#contract/errors.ts";
import { type Currency, currency } from "#contract/words.ts";
import type { MetricSource, recordMetrics } from "#features/metrics/contract.ts";
import * as rules from "#features/metrics/rules.ts";
import * as sources from "#features/metrics/sources/store.ts";
import * as store from "#features/metrics/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Records figures entered by hand or sent by API; returns how many were added, changed and unchanged. */
export async function recordFigures(ctx: Ctx, input: z.output<typeof recordMetrics.body>): Promise<store.Counts> {
  const days = new Set(input.points.map((point) => `${point.metricName} ${point.measurementDate}`));
  if (days.size < input.points.length)
    throw new AppError("unprocessable", "Two figures have the same metric and day. Send each day once.");
  const future = input.points.find((point) => point.measurementDate > latestDay(ctx, point.metricName));
  if (future) throw new AppError("unprocessable", `${future.measurementDate} is in the future.`);
  return write(ctx, (tx) => putFigures(tx, input.source, input.points));
}

/** Writes figures and records the event. Callers check for days in the future. */
export async function putFigures(
  tx: Tx,
  source: MetricSource,
  points: Parameters<typeof inCurrency>[2],
): Promise<store.Counts> {
  const figures = await inCurrency(tx, source, points);
  const counts = await store.upsert(tx, source, figures);
  if (counts.added + counts.changed > 0) {
    const names = [...new Set(figures.map(({ metricName }) => metricName))];
    await record(tx, metricRecorded(counts, source, names, await latestOf(tx, figures)));
  }
  return counts;
}

/**
 * Replaces the figures of these names that were worked out of records: what is no longer among them goes. Records an
 * event only if something changed.
 */
export async function derivedFigures(
  tx: Tx,
  names: readonly string[],
  found: readonly { name: string; day: string; value: number; currency: string | null; source?: MetricSource }[],
  from: readonly MetricSource[] = ["records"],
): Promise<void> {
  const counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
  for (const source of from) {
    const figures = found
      .filter((one) => (one.source ?? "records") === source)
      .map(({ name, day, value, currency: unit }) => ({
        metricName: name,
        measurementDate: day,
        metricValue: value,
        currency: unit === null ? null : currency.parse(unit),
      }));
    counts.removed += await store.removeDerived(tx, source, names, figures);
    const { added, changed, unchanged } = await store.upsert(tx, source, figures);
    counts.added += added;
    counts.changed += changed;
    counts.unchanged += unchanged;
  }
  if (counts.added + counts.changed + counts.removed === 0) return;
  await record(tx, metricsDerived(counts, [...new Set(found.map(({ name }) => name))]));
}

/** Chooses the source that counts first for a metric; null goes back to the usual order. */
export const chooseSource = (
  ctx: Ctx,
  name: string,
  to: MetricSource | null,
): Promise<{ chosen: MetricSource | null }> =>
  write(ctx, async (tx) => {
    if (to !== null && !(await sources.sourcesOf(tx, name)).some(({ source }) => source === to))
      throw new AppError("unprocessable", "This metric has no figures from that source");
    const before = await sources.choice(tx, name);
    if (before !== to) {
      await sources.choose(tx, name, to);
      await record(tx, metricSourceChosen(name, before, to));
    }
    return { chosen: to };
  });

type Figure = { metricName: string; measurementDate: string; metricValue: number; currency: Currency | null };

/** The newest figure with its change; null if the figures are of several metrics. */
export async function latestOf(tx: Tx, figures: readonly Figure[]): Promise<Latest | null> {
  const [newest, ...older] = figures.toSorted((one, other) => other.measurementDate.localeCompare(one.measurementDate));
  if (!newest || older.some(({ metricName }) => metricName !== newest.metricName)) return null;
  const { metricName: metric, measurementDate: day, metricValue: value, currency: unit } = newest;
  const latest = { metric, day, value, currency: unit };
  return { ...latest, change: await changeTo(tx, latest) };
}

/** Days of a daily metric vary too much to be compared one by one, so thirty are if they can. */
async function changeTo(tx: Tx, { metric, day, ...figure }: Omit<Latest, "change">): Promise<rules.Change | null> {
  const points = metric.startsWith("daily_") ? await store.series(tx, metric, lastDays(60, day).from, day) : [];
  const same = rules.bestPerDay(points).filter((point) => point.currency === figure.currency);
  const values = new Map(same.map((point) => [point.measurementDate, point.metricValue]));
  return (
    rules.change30(values, day, figure.currency) ?? rules.changeOnPrevious(figure, await store.before(tx, metric, day))
  );
}

/** Tomorrow is allowed, because it may already be tomorrow elsewhere. */
const tomorrow = (ctx: Ctx): string => addDays(dayIn(ctx.now, ctx.timeZone), 1);

/** The last valid day for a metric's figure. */
export const latestDay = (ctx: Ctx, metric: string): string =>
  rules.isTarget(metric) ? rules.farthestTarget(tomorrow(ctx)) : tomorrow(ctx);

/**
 * Sets each figure's currency: its own, else the one it was recorded in before, else the company's for money metrics.
 * It keeps that currency when the company changes its own.
 */
export async function inCurrency(
  tx: Tx,
  source: MetricSource,
  points: readonly (Omit<Figure, "currency"> & { currency?: Currency | null | undefined })[],
): Promise<Figure[]> {
  const known = await store.currenciesOf(
    tx,
    source,
    points.filter((point) => !point.currency),
  );
  const own = currency.parse(tx.currency);
  return points.map((point) => {
    const { metricName, measurementDate } = point;
    const recorded = known.get(`${metricName} ${measurementDate}`);
    return { ...point, currency: point.currency ?? recorded ?? (rules.isMoney(metricName) ? own : null) };
  });
}
