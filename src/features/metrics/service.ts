import { type Latest, metricRecorded } from "#features/metrics/events.ts";
import type { z } from "zod";
import { addDays } from "#contract/days.ts";
import { AppError } from "#contract/errors.ts";
import { type Currency, currency } from "#contract/words.ts";
import type { MetricSource, recordMetrics } from "#features/metrics/contract.ts";
import { changeOf, farthestTarget, isMoney, isTarget } from "#features/metrics/rules.ts";
import * as store from "#features/metrics/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Records figures typed or sent by a program; gives how many were new, changed and known. */
export async function recordFigures(ctx: Ctx, input: z.output<typeof recordMetrics.body>): Promise<store.Counts> {
  const days = new Set(input.points.map((point) => `${point.metricName} ${point.measurementDate}`));
  if (days.size < input.points.length)
    throw new AppError("unprocessable", "Two figures name the same metric and day. Send each day once.");
  const future = input.points.find((point) => point.measurementDate > latestDay(ctx, point.metricName));
  if (future) throw new AppError("unprocessable", `${future.measurementDate} is in the future.`);
  return write(ctx, async (tx) => {
    const figures = await inCurrency(tx, input.source, input.points);
    const counts = await store.upsert(tx, input.source, figures);
    if (counts.added + counts.changed > 0) {
      const names = [...new Set(figures.map(({ metricName }) => metricName))];
      await record(tx, metricRecorded(counts, input.source, names, await latestOf(tx, figures)));
    }
    return counts;
  });
}

type Figure = { metricName: string; measurementDate: string; metricValue: number; currency: Currency | null };

/** The newest of figures of one metric, with its change against the day before it; null where they are of several. */
export async function latestOf(tx: Tx, figures: readonly Figure[]): Promise<Latest | null> {
  const [newest, ...older] = figures.toSorted((one, other) => other.measurementDate.localeCompare(one.measurementDate));
  if (!newest || older.some(({ metricName }) => metricName !== newest.metricName)) return null;
  const { metricName: metric, measurementDate: day, metricValue: value, currency: unit } = newest;
  const latest = { metric, day, value, currency: unit };
  return { ...latest, change: changeOf(latest, await store.before(tx, metric, day)) };
}

/** The last day a figure may be of: somewhere it is tomorrow already. */
const tomorrow = (ctx: Ctx): string => addDays(dayIn(ctx.now, ctx.timeZone), 1);

/** The last day a figure of a metric may be of. */
export const latestDay = (ctx: Ctx, metric: string): string =>
  isTarget(metric) ? farthestTarget(tomorrow(ctx)) : tomorrow(ctx);

/**
 * Takes figures of one source, gives each with its currency: its own, else the one the same figure was recorded in, else,
 * where it is money, the company's. It stays in it when the company takes another one.
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
    const kept = known.get(`${metricName} ${measurementDate}`);
    return { ...point, currency: point.currency ?? kept ?? (isMoney(metricName) ? own : null) };
  });
}
