import { pluralize, formatNumber, formatMoney, numberFormat, withMinusSign } from "#contract/format.ts";
import type { Currency } from "#contract/words.ts";
import { dateAt, dayIn, now } from "./clock.ts";

export const nothing = "—";
const dates = "en-GB";

const formats = new Map<string, Intl.DateTimeFormat>();
/** Creating a formatter takes far longer than using it, and a page shows hundreds of dates. */
function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(dates, options);
  formats.set(key, format);
  return format;
}

/** Whole units, for cards and sentences; `cents` for calculations. */
export const money = (value: number, currency: Currency, digits: "whole" | "cents" = "whole"): string =>
  formatMoney(value, currency, digits === "whole" ? "units" : "cents", "narrowSymbol");

export function currencySign(currency: Currency): string {
  const part = numberFormat({ style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find((each) => each.type === "currency");
  return part?.value ?? currency;
}

/** £50k, for the axis of a chart. */
export const shortMoney = (value: number, currency: Currency): string =>
  withMinusSign(
    numberFormat({
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      notation: "compact",
      maximumFractionDigits: 1,
    })
      .format(value)
      .replace("K", "k"),
  );

export const count = (value: number): string => formatNumber(value, 2);

export const percent = (value: number, digits = 0): string => `${withMinusSign(value.toFixed(digits))}%`;

/** +15.2% or −1.4%. */
export const signedPercent = (value: number): string => (value > 0 ? `+${percent(value, 1)}` : percent(value, 1));

/** A confidence as percent; values over 1 are percent already. A share below 1 is never rounded up to 100%. */
export const wholePercent = (share: number): string =>
  percent(share > 1 ? Math.round(share) : Math.min(Math.round(share * 100), share < 1 ? 99 : 100));

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
  dateFormat({ ...options, timeZone }).format(dateAt(at));

/** 20 November 2026, 10:15 */
export const exactTime = (at: string, timeZone: string): string =>
  dateIn(at, timeZone, { dateStyle: "long", timeStyle: "short" }).replace(" at ", ", ");
/** 10:15, only beside its day. */
export const clockTime = (at: string, timeZone: string): string =>
  dateIn(at, timeZone, { hour: "2-digit", minute: "2-digit" });

/**
 * The one rule for dates: the year is left out only this year, and then there may be a weekday; the day is left out only
 * today, where `moment` gives the time.
 */
function dated(at: string, timeZone: string, month: "long" | "short", weekday?: "long" | "short", current = now()) {
  const isThisYear = dayIn(at, timeZone).slice(0, 4) === dayIn(current, timeZone).slice(0, 4);
  const form = isThisYear ? (weekday ? { weekday } : {}) : ({ year: "numeric" } as const);
  return dateIn(at, timeZone, { day: "numeric", month, ...form }).replace(",", "");
}
/** Friday 20 November; 20 November 2025 */
export const longDate = (at: string, timeZone: string, current?: number): string =>
  dated(at, timeZone, "long", "long", current);
/** Mon 23 Nov; 23 Nov 2025 */
export const shortDate = (at: string, timeZone: string, current?: number): string =>
  dated(at, timeZone, "short", "short", current);
/** 23 Nov; 23 Nov 2025 */
export const dayMonth = (at: string, timeZone: string, current?: number): string =>
  dated(at, timeZone, "short", undefined, current);
/** Mon 23 Nov, 10:15 */
export const dateAndTime = (at: string, timeZone: string, current?: number): string =>
  `${shortDate(at, timeZone, current)}, ${clockTime(at, timeZone)}`;
/** 10:15 today; 19 Nov, 10:15; 19 Nov 2025, 10:15 */
export const shortMoment = (at: string, timeZone: string, current = now()): string =>
  dayIn(at, timeZone) === dayIn(current, timeZone)
    ? clockTime(at, timeZone)
    : `${dayMonth(at, timeZone, current)}, ${clockTime(at, timeZone)}`;
/** A calendar day (YYYY-MM-DD), which has no time zone: 19 Nov; 9 Dec 2011 */
export const dayWithYear = (day: string, thisYear: string): string =>
  dayMonth(day, "UTC", Date.UTC(Number(thisYear), 6));

/** strategic_planning → strategic planning */
export const words = (name: string): string => name.replaceAll("_", " ");
export const sentenceCase = (name: string): string => {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
};
/** 1 task, 3 tasks */
export const plural = (amount: number, one: string, many = `${one}s`): string => pluralize(amount, one, many, 2);
