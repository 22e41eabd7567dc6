import { lastDays } from "#contract/spans.ts";
import { formatMoney, formatNumber, pluralize, shortDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { type Currency, truncate } from "#contract/words.ts";
import type { MetricSource } from "#features/metrics/contract.ts";

/** The metric on the revenue card. */
export const revenueMetric = "daily_revenue";

const targetSuffix = "_target";

/** Whether a metric is a target for another one; its figures are dated on the last day of their period. */
export const isTarget = (metric: string): boolean =>
  metric.endsWith(targetSuffix) && metric.length > targetSuffix.length;

/** Metrics that are money by name. */
export const moneyMetrics: readonly string[] = [revenueMetric, "revenue", "cash", "expenses"].flatMap((name) => [
  name,
  `${name}${targetSuffix}`,
]);

/** Whether a metric, or the one it is a target for, is money by name. */
export const isMoney = (metric: string): boolean => moneyMetrics.includes(metric);

/** The last valid day for a target: five years ahead. */
export const farthestTarget = (today: string): string => addDays(today, 5 * 366);

/** The known metric a target is for, or null. */
export function metricOfTarget(target: string, known: readonly string[]): string | null {
  const name = target.slice(0, -targetSuffix.length);
  return [`daily_${name}`, name].find((one) => known.includes(one)) ?? null;
}

export type DateFormat = "YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY";

const dateShapes: Record<
  DateFormat,
  { pattern: RegExp; order: readonly ["y" | "m" | "d", "y" | "m" | "d", "y" | "m" | "d"] }
> = {
  "YYYY-MM-DD": { pattern: /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00)?Z?)?$/, order: ["y", "m", "d"] },
  "DD/MM/YYYY": { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: ["d", "m", "y"] },
  "MM/DD/YYYY": { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: ["m", "d", "y"] },
  "DD.MM.YYYY": { pattern: /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, order: ["d", "m", "y"] },
};

/** The beginning of a cell in quotes, for messages. */
export const quote = (cell: string): string => `"${cell.length > 40 ? `${truncate(cell, 40)}…` : cell}"`;

/** The problem of a cell that is too long; check before any pattern reads it. */
export const lengthFault = (cell: string, max: number): string | null =>
  cell.length > max ? `${quote(cell)} is longer than ${formatNumber(max)} characters` : null;

/** A cell as a day (YYYY-MM-DD), or null if it is not a valid date of the format. */
export function readDay(cell: string, format: DateFormat): string | null {
  const { pattern, order } = dateShapes[format];
  const match = pattern.exec(cell.trim());
  if (!match) return null;
  const part = (name: "y" | "m" | "d") => Number(match[order.indexOf(name) + 1]);
  const [year, month, day] = [part("y"), part("m"), part("d")];
  if (year < 1900 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

const plainNumber = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/i;

/**
 * A cell such as "1,234.50", "£3 106", "(12)" or, with decimal commas, "1.234,50" as a number; else null. With decimal
 * commas "1.234" and "1,234" are ambiguous, so they are null too.
 */
export function readAmount(cell: string, decimalCommas = false): number | null {
  const bare = cell.trim().replaceAll(/[\s\u00a0\u202f£$€¥']/g, "");
  const bracketed = /^\(([^-\u2212()]+)\)$/.exec(bare)?.[1];
  const digits = (bracketed ?? bare).replace(/^\u2212/, "-");
  const number = decimalCommas ? fromCommas(digits) : fromPoints(digits);
  if (number === null || !plainNumber.test(number)) return null;
  const value = Number(number) * (bracketed === undefined ? 1 : -1);
  return Number.isFinite(value) && Math.abs(value) <= 1e15 ? value : null;
}

const fromPoints = (digits: string): string =>
  /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits) ? digits.replaceAll(",", "") : digits;

function fromCommas(digits: string): string | null {
  if (/^-?\d{1,3}[.,]\d{3}$/.test(digits)) return null;
  if (/^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(digits)) return digits.replaceAll(".", "").replace(",", ".");
  return digits.replace(",", ".");
}

export const sourceNames: Record<MetricSource, string> = {
  manual: "Manual",
  stripe: "Stripe",
  quickbooks: "QuickBooks",
  records: "Records",
  api: "API",
  csv: "CSV file",
};

/** One figure per day, oldest first: the first of a day, which is the best source's, never a sum. */
export function bestPerDay<Point extends { measurementDate: string }>(points: readonly Point[]): Point[] {
  const best = new Map<string, Point>();
  for (const point of points) if (!best.has(point.measurementDate)) best.set(point.measurementDate, point);
  return [...best.values()].sort((one, other) => (one.measurementDate < other.measurementDate ? -1 : 1));
}

export function thirtyDays(last: string): string[] {
  return Array.from({ length: 30 }, (_unused, index) => addDays(last, index - 29));
}

/** The 30 days up to `last`; days without a figure are `empty`. */
export function lineOf(values: ReadonlyMap<string, number>, last: string, empty: number | null): (number | null)[] {
  return thirtyDays(last).map((day) => values.get(day) ?? empty);
}

/** Two sums of 30 days, with the change in percent. */
export type Compared = { total: number; before: number; change: number };

/** The 30 days up to `last` against the previous 30; null unless both are complete. */
export function compare30(values: ReadonlyMap<string, number>, last: string): Compared | null {
  const sum = (line: (number | null)[]): number | null =>
    line.includes(null) ? null : line.reduce<number>((total, value) => total + (value ?? 0), 0);
  const total = sum(lineOf(values, last, null));
  const before = sum(lineOf(values, addDays(last, -30), null));
  if (total === null || before === null || before <= 0) return null;
  return { total, before, change: Math.round((total / before - 1) * 1000) / 10 };
}

type Money = { value: number; currency: string | null };

/** A change in percent, with the sentence that names both periods, which are equally long. */
export type Change = { percent: number; sentence: string };

const direction = (percent: number): string =>
  percent === 0 ? "unchanged" : `${percent > 0 ? "up" : "down"} ${formatNumber(Math.abs(percent), 1)}%`;
const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A daily metric's last 30 days against the previous 30, as on the control center; null unless both are complete. */
export function change30(points: ReadonlyMap<string, number>, day: string, currency: Currency | null): Change | null {
  const compared = compare30(points, day);
  if (!compared) return null;
  const { total, change } = compared;
  const amount = currency ? formatMoney(total, currency) : formatNumber(total);
  return {
    percent: change,
    sentence: `${thirtyTo(day)}: ${amount}, ${direction(change)} on ${thirtyTo(addDays(day, -30))}.`,
  };
}

/** "10 Nov–9 Dec 2011" */
function thirtyTo(last: string): string {
  const first = lastDays(30, last).from;
  const start = shortDay(first);
  return `${first.slice(0, 4) === last.slice(0, 4) ? start.slice(0, -5) : start}–${shortDay(last)}`;
}

/** A figure against the previous one; null without one. */
export function changeOnPrevious(figure: Money, before: (Money & { day: string }) | null): Change | null {
  const percent = changeOf(figure, before);
  if (percent === null || !before) return null;
  return { percent, sentence: `${sentenceCase(direction(percent))} on ${shortDay(before.day)}.` };
}

/** The change on the previous figure in percent with one decimal; null from zero or across currencies. */
export function changeOf(figure: Money, before: Money | null): number | null {
  if (!before || before.value === 0 || before.currency !== figure.currency) return null;
  return Math.round(((figure.value - before.value) / Math.abs(before.value)) * 1_000) / 10;
}

export function importSentence(counts: { added: number; changed: number; unchanged: number }): string {
  const { added, changed, unchanged } = counts;
  const days = (amount: number) => pluralize(amount, "day");
  if (added + changed === 0) return `No changes: all ${days(unchanged)} already existed.`;
  const parts = [added > 0 ? `${days(added)} added` : "", changed > 0 ? `${days(changed)} changed` : ""];
  const rest = unchanged > 0 ? `, ${days(unchanged)} unchanged` : "";
  return `${parts.filter(Boolean).join(", ")}${rest}.`;
}
