import { counted, grouped } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { cut } from "#contract/words.ts";
import { type MetricSource, metricSources } from "#features/metrics/contract.ts";

/** The metric the revenue card shows. */
export const revenueMetric = "daily_revenue";

const targetEnd = "_target";

/** Says whether a metric is a target for another one; its figures are of the last day of their period, which lies ahead. */
export const isTarget = (metric: string): boolean => metric.endsWith(targetEnd) && metric.length > targetEnd.length;

/** Metrics that are money by their name. */
export const moneyMetrics: readonly string[] = [revenueMetric, "revenue", "cash", "expenses"].flatMap((name) => [
  name,
  `${name}${targetEnd}`,
]);

/** Says whether a metric, or what it is a target for, is money by its name. */
export const isMoney = (metric: string): boolean => moneyMetrics.includes(metric);

/** Takes today, gives the last day a target may be of: it lies ahead, but not farther than five years. */
export const farthestTarget = (today: string): string => addDays(today, 5 * 366);

/** Takes the name of a target and the metrics there are, gives the one it is for; null where none is there. */
export function metricOfTarget(target: string, known: readonly string[]): string | null {
  const name = target.slice(0, -targetEnd.length);
  return [`daily_${name}`, name].find((one) => known.includes(one)) ?? null;
}

export type DateFormat = "YYYY-MM-DD" | "DD/MM/YYYY" | "MM/DD/YYYY" | "DD.MM.YYYY";

const shapes: Record<
  DateFormat,
  { pattern: RegExp; order: readonly ["y" | "m" | "d", "y" | "m" | "d", "y" | "m" | "d"] }
> = {
  "YYYY-MM-DD": { pattern: /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00)?Z?)?$/, order: ["y", "m", "d"] },
  "DD/MM/YYYY": { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: ["d", "m", "y"] },
  "MM/DD/YYYY": { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: ["m", "d", "y"] },
  "DD.MM.YYYY": { pattern: /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, order: ["d", "m", "y"] },
};

/** Gives the beginning of a cell, for a sentence about it. */
export const quote = (cell: string): string => `"${cell.length > 40 ? `${cut(cell, 40)}…` : cell}"`;

/** Takes a cell and the characters it may have, gives what is wrong where it has more; ask before a pattern reads it. */
export const lengthFault = (cell: string, most: number): string | null =>
  cell.length > most ? `${quote(cell)} is longer than ${grouped(most)} characters` : null;

/** Takes a cell and its format, gives the day as YYYY-MM-DD, null when it is none of the calendar's. */
export function readDay(cell: string, format: DateFormat): string | null {
  const { pattern, order } = shapes[format];
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

const delimiters = [",", ";", "\t"] as const;

/** Takes the text of a CSV file, gives the separator its heading has most of, outside quotes. */
export function delimiterOf(text: string): string {
  const [line = ""] = text.slice(0, 4_000).split(/\r?\n/, 1);
  const heading = line.replaceAll(/"[^"]*"/g, "");
  const often = (delimiter: string) => heading.split(delimiter).length;
  return delimiters.toSorted((one, other) => often(other) - often(one))[0] ?? ",";
}

/** Files that separate columns by semicolons, or write days with points, come from where the comma is decimal. */
export function hasDecimalCommas(delimiter: string, format: DateFormat): boolean {
  return delimiter === ";" || format === "DD.MM.YYYY";
}

const plainNumber = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/i;

/**
 * Takes a cell such as "1,234.50", "£3 106", "(12)" or, with decimal commas, "1.234,50"; gives the number, or null when it
 * is none. With decimal commas "1.234" and "1,234" could each mean two numbers a thousandfold apart: null as well.
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

/** How each source is named where a person reads it. */
export const sourceNames: Record<MetricSource, string> = {
  manual: "Typed in",
  stripe: "Stripe",
  quickbooks: "QuickBooks",
  api: "API",
  csv: "CSV file",
};

/** Orders sources, the best first. */
const rankOf = (source: MetricSource): number => metricSources.indexOf(source);

/** Takes every figure of the series, gives one a day: the best source's, never a sum. */
export function bestPerDay<Point extends { measurementDate: string; source: MetricSource }>(
  points: readonly Point[],
): Point[] {
  const best = new Map<string, Point>();
  for (const point of points) {
    const known = best.get(point.measurementDate);
    if (!known || rankOf(point.source) < rankOf(known.source)) best.set(point.measurementDate, point);
  }
  return [...best.values()].sort((one, other) => (one.measurementDate < other.measurementDate ? -1 : 1));
}

/** Takes counts, gives what an import did in one sentence. */
type Money = { value: number; currency: string | null };

/** How much a figure changed against the one before, in percent with one decimal; null from nothing or between currencies. */
export function changeOf(figure: Money, before: Money | null): number | null {
  if (!before || before.value === 0 || before.currency !== figure.currency) return null;
  return Math.round(((figure.value - before.value) / Math.abs(before.value)) * 1_000) / 10;
}

export function importSentence(counts: { added: number; changed: number; unchanged: number }): string {
  const { added, changed, unchanged } = counts;
  const days = (count: number) => counted(count, "day");
  if (added + changed === 0) return `Nothing changed: all ${days(unchanged)} were already there.`;
  const parts = [added > 0 ? `${days(added)} added` : "", changed > 0 ? `${days(changed)} changed` : ""];
  const rest = unchanged > 0 ? `, ${days(unchanged)} already there` : "";
  return `${parts.filter(Boolean).join(", ")}${rest}.`;
}
