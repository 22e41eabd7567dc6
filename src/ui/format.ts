import type { Currency } from "#contract/words.ts";
import { dateAt } from "./clock.ts";

export const nothing = "—";
const locale = "en-US";
const dates = "en-GB";

/** A proper minus, as every figure of the product carries it. */
const minus = (text: string): string => text.replace(/^-|(?<=\D)-(?=[\d$£€¥])/, "−");

/** Takes how a format is made, gives each once: making one takes far longer than using it, and a page shows hundreds. */
function keeping<Options, Format>(make: (options: Options) => Format): (options: Options) => Format {
  const kept = new Map<string, Format>();
  return (options) => {
    const key = JSON.stringify(options);
    const format = kept.get(key) ?? make(options);
    kept.set(key, format);
    return format;
  };
}
const numbers = keeping((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const datesOf = keeping((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(dates, options));

/** Whole units, for cards and sentences; `cents` for calculations. */
export function money(value: number, currency: Currency, digits: "whole" | "cents" = "whole"): string {
  const places = digits === "whole" ? { maximumFractionDigits: 0 } : {};
  return minus(numbers({ style: "currency", currency, currencyDisplay: "narrowSymbol", ...places }).format(value));
}

export function currencySign(currency: Currency): string {
  const part = numbers({ style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find((each) => each.type === "currency");
  return part?.value ?? currency;
}

/** £50k, for the axis of a chart. */
export const shortMoney = (value: number, currency: Currency): string =>
  minus(
    numbers({
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      notation: "compact",
      maximumFractionDigits: 1,
    })
      .format(value)
      .replace("K", "k"),
  );

export const count = (value: number): string => minus(numbers({ maximumFractionDigits: 2 }).format(value));

export const percent = (value: number, digits = 0): string => `${minus(value.toFixed(digits))}%`;

/** +15.2% or −1.4%. */
export const signedPercent = (value: number): string => (value > 0 ? `+${percent(value, 1)}` : percent(value, 1));

/** Reads a confidence of 0 to 1; a value over 1 counts as percent. */
export const wholePercent = (share: number): string => percent(Math.round(share > 1 ? share : share * 100));

const minute = 60_000;

/** "now", "5 min ago", "3 hr ago", "1 day ago", "4 days ago". */
export function relative(at: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(at)) / minute);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} hr ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "1 day ago" : `${days} days ago`;
}

const dateIn = (at: string, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  datesOf({ ...options, timeZone }).format(dateAt(at));

/** 20 November 2026, 10:15 */
export const exactTime = (at: string, timeZone: string): string =>
  dateIn(at, timeZone, { dateStyle: "long", timeStyle: "short" }).replace(" at ", ", ");
export const clockTime = (at: string, timeZone: string): string =>
  dateIn(at, timeZone, { hour: "2-digit", minute: "2-digit" });
/** Friday 20 November */
export const weekday = (at: number, timeZone: string): string =>
  datesOf({ weekday: "long", day: "numeric", month: "long", timeZone }).format(dateAt(at)).replace(",", "");
/** Mon 23 Nov */
export const shortDate = (at: string, timeZone: string): string =>
  dateIn(at, timeZone, { weekday: "short", day: "numeric", month: "short" }).replace(",", "");

/** A calendar day (YYYY-MM-DD) never moves with a time zone: 19 Nov */
const shortDay = (day: string): string => dateIn(day, "UTC", { day: "numeric", month: "short" });
/** 9 Dec 2011: with its year unless that is this one. */
export const dayWithYear = (day: string, thisYear: string): string =>
  day.startsWith(thisYear) ? shortDay(day) : dateIn(day, "UTC", { day: "numeric", month: "short", year: "numeric" });

/** strategic_planning → strategic planning */
export const words = (name: string): string => name.replaceAll("_", " ");
export const sentenceCase = (name: string): string => {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
};
/** 1 task, 3 tasks */
export const plural = (amount: number, one: string, many = `${one}s`): string =>
  `${count(amount)} ${amount === 1 ? one : many}`;
