import type { QueryResult, QuerySubject } from "#contract/query.ts";
import { count, currencySign, money, nothing, percent, plural, shortMoney, signedPercent } from "#ui/format.ts";

export type Measured = Pick<QueryResult, "unit" | "currency">;

const rounded = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places;

/** Percent without a needless ".0": 41%, 38.2%, 250%. */
export const shortPercent = (value: number): string =>
  percent(value, value >= 100 || rounded(value, 1) % 1 === 0 ? 0 : 1);

/** A dash if null. */
export function formatValue(value: number | null, { unit, currency }: Measured): string {
  if (value === null) return nothing;
  if (unit === "money" && currency) return money(value, currency, isSmall(value) ? "cents" : "whole");
  // Never rounds up to 100%.
  if (unit === "share") return shortPercent(value < 1 ? Math.min(value * 100, 99.9) : value * 100);
  if (unit === "days") return plural(rounded(value, 1), "day");
  if (unit === "hours") return `${count(rounded(value, 1))} h`;
  return count(Math.abs(value) >= 1_000 ? Math.round(value) : value);
}

/** Below this amount decimals are shown. */
const isSmall = (value: number): boolean => Math.abs(value) < 10 && !Number.isInteger(value);

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** For chart axes: £40k, 1.5M, 12%. */
export function formatShort(value: number, { unit, currency }: Measured): string {
  if (unit === "money" && currency) return value === 0 ? `${currencySign(currency)}0` : shortMoney(value, currency);
  if (unit === "share") return percent(rounded(value * 100, 1));
  const text = compact.format(value).replace("K", "k").replace("-", "−");
  return unit === "hours" ? `${text} h` : text;
}

/** A change in a table: +38.2%, +3.1 pts; a dash without a previous value. */
export function formatChange(value: number | null, previous: number | null, { unit }: Measured): string {
  if (value === null || previous === null) return nothing;
  if (unit === "share") {
    const points = rounded((value - previous) * 100, 1);
    return `${points > 0 ? "+" : ""}${count(points)} pts`;
  }
  if (previous <= 0) return nothing;
  const change = (value / previous - 1) * 100;
  return Math.abs(change) >= 1_000 ? `${count(Math.round(value / previous))}×` : signedPercent(change);
}

/** A change in a sentence, after the value; empty without a previous value. */
export function changeWords(value: number | null, previous: number | null, than: string, measured: Measured): string {
  if (value === null || previous === null) return "";
  if (value === previous) return `the same as ${than}`;
  const way = value > previous ? "up" : "down";
  if (measured.unit === "share")
    return `${way} ${count(rounded(Math.abs(value - previous) * 100, 1))} points on ${than}`;
  if (previous <= 0) return `${way} from ${formatPrevious(previous, measured)} in ${than}`;
  const ratio = value / previous;
  if (ratio >= 10) return `${count(Math.round(ratio))} times ${than}`;
  return `${way} ${shortPercent(Math.abs(ratio - 1) * 100)} on ${than}`;
}

function formatPrevious(value: number, measured: Measured): string {
  if (value !== 0 || measured.unit === "days" || measured.unit === "hours") return formatValue(value, measured);
  return measured.unit === "count" ? "none" : "nothing";
}

/** 1 invoice, 12 invoices; rows of a figure are days. */
export const formatRows = (rows: number, { one, many, needs }: QuerySubject): string =>
  needs ? plural(rows, "day") : plural(rows, one, many);
