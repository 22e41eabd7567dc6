import type { Currency } from "./words.ts";

/** A proper minus, as every figure of the product carries it. */
const minus = (text: string): string => text.replace(/^-|(?<=\D)-(?=[\d$£€¥])/, "−");

const kept = new Map<string, Intl.NumberFormat>();

/** Making a format takes far longer than using it. */
function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const format = kept.get(key) ?? new Intl.NumberFormat("en", options);
  kept.set(key, format);
  return format;
}

/** Takes a number, gives it with separators and at most so many decimals: "12,345". */
export const grouped = (value: number, decimals = 3): string =>
  minus(numbers({ maximumFractionDigits: decimals }).format(value));

/** Takes a number and what is counted, gives both in words: "1 open invoice", "12 open invoices". */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${grouped(value, 1)} ${value === 1 ? one : many}`;

/** Formats money in whole units, with cents below 0.50 or where `digits` says so. */
export function money(amount: number, currency: Currency, digits: "whole" | "cents" = "whole"): string {
  const isWhole = digits === "whole" && (Math.abs(amount) >= 0.5 || amount === 0);
  return minus(numbers({ style: "currency", currency, ...(isWhole && { maximumFractionDigits: 0 }) }).format(amount));
}

const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(Date.UTC(2000, month)),
);

/** Takes a day (YYYY-MM-DD), gives it as documents write it: "9 December 2011"; what is no day stays as it is. */
export function longDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  const name = months[Number(month) - 1];
  return name === undefined ? day : `${Number(date)} ${name} ${year}`;
}

/** Takes a day, gives it as a sentence writes it: "9 Dec 2011". */
export const shortDay = (day: string): string => longDay(day).replace(/(?<= \p{L}{3})\p{L}+/u, "");
