import type { Currency } from "./words.ts";

/** Uses a proper minus sign. */
const minus = (text: string): string => text.replace(/^-|(?<=\D)-(?=[\d$£€¥])/, "−");

const kept = new Map<string, Intl.NumberFormat>();

/** Creating a formatter takes far longer than using it. */
function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const format = kept.get(key) ?? new Intl.NumberFormat("en", options);
  kept.set(key, format);
  return format;
}

/** A number with thousands separators: "12,345". */
export const grouped = (value: number, decimals = 3): string =>
  minus(numbers({ maximumFractionDigits: decimals }).format(value));

/** "1 open invoice", "12 open invoices". */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${grouped(value, 1)} ${value === 1 ? one : many}`;

/** Whole units by default; cents below 0.50. */
export function money(amount: number, currency: Currency, digits: "whole" | "cents" = "whole"): string {
  const isWhole = digits === "whole" && (Math.abs(amount) >= 0.5 || amount === 0);
  return minus(numbers({ style: "currency", currency, ...(isWhole && { maximumFractionDigits: 0 }) }).format(amount));
}

const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(Date.UTC(2000, month)),
);

/** "9 December 2011"; anything but a day is returned unchanged. */
export function longDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined ? day : `${Number(date)} ${name} ${year}`;
}

/** "9 Dec 2011". */
export const shortDay = (day: string): string => longDay(day).replace(/(?<= \p{L}{3})\p{L}+/u, "");
