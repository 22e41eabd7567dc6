import { z } from "zod";

/** Lengths of part 1 section 9; they hold for every field of the same kind. */
export const lengths = {
  name: 100,
  username: 50,
  title: 255,
  email: 255,
  address: 45,
  text: 10_000,
  reason: 2_000,
  /** A number, a date or a choice, as somebody writes it. */
  figure: 100,
} as const;

export const priorities = ["low", "medium", "high"] as const;
export type Priority = (typeof priorities)[number];

/** Text a person typed: no NUL and no unpaired surrogate, which PostgreSQL cannot hold. */
const storable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

/** Gives the beginning of a text, at most so long, and never half of a character: what can be stored stays so. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");

/** Gives a text that is at most so long for people to read: it ends with a whole word and shows that there is more. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = cut(text, most - 1);
  const end = start.lastIndexOf(" ");
  // A single word as long as that has no better place.
  return `${(end > most / 2 ? start.slice(0, end) : start).replace(/(?<![\s,;:(])[\s,;:(]+$/, "")}…`;
}

/** Takes a largest length in characters, gives a schema for text that can be stored. */
export const text = (max: number) =>
  z.string().max(max, `Use at most ${max} characters`).refine(storable, "Contains characters that cannot be stored");

export const id = z.uuid();
/** Takes a name, says whether it is an IANA time zone this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +01:00 are turned round by PostgreSQL, which reads them the POSIX way.
    return (
      /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== ""
    );
  } catch {
    return false;
  }
}

/** Years on which every calendar, driver and time zone agrees; PostgreSQL has no year 0, and early zones have odd seconds. */
export const hasYear = (date: string): boolean => /^(19|20|21)/.test(date);
const years = "Use a year from 1900 to 2199";

/** An ISO time stamp in UTC, as every answer carries it. */
export const instant = z.iso.datetime().refine(hasYear, years);
/** A calendar day without a time, YYYY-MM-DD. */
export const day = z.iso.date().refine(hasYear, years);
export const email = z.email("Invalid email address").max(lengths.email, `Use at most ${lengths.email} characters`);

export const currencies = [
  "USD",
  "EUR",
  "GBP",
  "CHF",
  "JPY",
  "CAD",
  "AUD",
  "SEK",
  "NOK",
  "DKK",
  "PLN",
  "INR",
  "BRL",
] as const;
export const currency = z.enum(currencies);
export type Currency = z.infer<typeof currency>;

/** Who worked out a text or a figure: "rules", or "provider/model". */
export const engine = z.string().max(100);

/** What producing an answer cost; an unknown price is unknown, never zero. */
export const cost = z.strictObject({
  state: z.enum(["zero", "billed", "imputed", "unknown"]),
  usd: z.number().nonnegative().nullable(),
});
export type Cost = z.infer<typeof cost>;
