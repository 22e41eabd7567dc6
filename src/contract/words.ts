import { z } from "zod";
import { truncate } from "#contract/truncate.ts";

export { truncate } from "#contract/truncate.ts";

/** Lengths from part 1, section 9, for every field of the same kind. */
export const lengths = {
  name: 100,
  username: 50,
  title: 255,
  email: 255,
  address: 45,
  text: 10_000,
  reason: 2_000,
  /** A number, date or choice as typed. */
  figure: 100,
} as const;

export const priorities = ["low", "medium", "high"] as const;
export type Priority = (typeof priorities)[number];

/** PostgreSQL cannot store NUL or unpaired surrogates. */
const storable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

/** Shortens a text for people: ends with a whole word and an ellipsis. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = truncate(text, most - 1);
  const end = start.lastIndexOf(" ");
  // A single word that long is split.
  return `${(end > most / 2 ? start.slice(0, end) : start).replace(/(?<![\s,;:(])[\s,;:(]+$/, "")}…`;
}

/** Removes the invisible characters that change the direction of the text around them. */
export const withoutReordering = (text: string): string =>
  text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");

/** A schema for storable text of at most `max` characters. */
export const text = (max: number) =>
  z.string().max(max, `Use at most ${max} characters`).refine(storable, "Contains characters that cannot be stored");

/** A letter, digit or sign that a reader sees. */
const visible = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** A schema for a text with at least one visible character. */
export const required = (max: number, sentence: string) =>
  text(max)
    .trim()
    .min(1, { error: sentence, abort: true })
    .refine((given) => visible.test(given), sentence);

/** A schema for a text a person types for an agent; removes characters that reorder the text around them. */
export const typed = (max: number) => text(max).overwrite(withoutReordering).trim();

export const id = z.uuid();
/** Whether the name is an IANA time zone known to this machine. */
export function isTimeZone(name: string): boolean {
  try {
    // PostgreSQL reads offsets such as +01:00 with the opposite sign.
    return (
      /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
    );
  } catch {
    return false;
  }
}

/**
 * Years on which all calendars, drivers and time zones agree; PostgreSQL has no year 0, and early zones have odd
 * seconds.
 */
export const hasYear = (date: string): boolean => /^(19|20|21)/.test(date);
const years = "Use a year from 1900 to 2199";

/** An ISO timestamp in UTC. */
export const instant = z.iso.datetime().refine(hasYear, years);
/** A calendar day, YYYY-MM-DD. */
export const day = z.iso.date().refine(hasYear, years);
export const email = z.email("Invalid email address").max(lengths.email, `Use at most ${lengths.email} characters`);

/** The most used first. Without those of three decimals, whose amounts the tables would round. */
// biome-ignore format: one code a line says no more.
export const currencies = ["USD", "EUR", "GBP", "CHF", "JPY", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "INR", "BRL", "AED", "AFN", "ALL", "AMD", "ANG", "AOA", "ARS", "AWG", "AZN", "BAM", "BBD", "BDT", "BGN", "BHD", "BIF", "BMD", "BND", "BOB", "BSD", "BTN", "BWP", "BYN", "BZD", "CDF", "CLP", "CNY", "COP", "CRC", "CUP", "CVE", "CZK", "DJF", "DOP", "DZD", "EGP", "ERN", "ETB", "FJD", "FKP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "IQD", "IRR", "ISK", "JMD", "JOD", "KES", "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN", "MYR", "MZN", "NAD", "NGN", "NIO", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP", "PKR", "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "UYU", "UZS", "VES", "VND", "VUV", "WST", "XAF", "XCD", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWG"] as const;
/** Codes of others are English words as well: "ALL", "TOP", "TRY". */
export const usualCurrencies = currencies.slice(0, 13);
export const currency = z.enum(currencies);
export type Currency = z.infer<typeof currency>;

/** "rules", or "provider/model". */
export const engine = z.string().max(100);

/** What an answer cost to produce; an unknown price is never zero. */
export const cost = z.strictObject({
  state: z.enum(["zero", "billed", "imputed", "unknown"]),
  usd: z.number().nonnegative().nullable(),
});
export type Cost = z.infer<typeof cost>;
