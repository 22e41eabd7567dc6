import type { Value } from "#contract/csv.ts";
import { type Field, wordsIn } from "#features/records/fields/field.ts";

export type Fields = Record<string, Value>;

/**
 * A condition on rows. Days count from today: `before: 0` is the past, `until: 89` the next 90 days, today included. Two days are
 * derived: `noticeBy`, the notice deadline, and `movedOn`, the last activity.
 */
export type Condition =
  | { field: string; in: readonly string[] }
  | { day: string; before?: number; from?: number; until?: number }
  | { field: string; known: boolean }
  /** Of an invoice: something is open of it; it is to be paid; it is a credit note not used yet. */
  | { owed: "some" | "due" | "credit" }
  | { any: readonly (readonly Condition[])[] };
export type View = { id: string; label: string; all: readonly Condition[]; means?: string };

/**
 * Which field of a kind is its name, status, type, amount and main date. `sum` groups its amounts, such as income and
 * costs; without it they are not summed.
 */
export type Roles = {
  title: string;
  status?: string;
  type?: string;
  money?: string;
  sum?: { by: string | null };
  day?: string;
  /** The date for "newest first"; by default the last change. */
  newest?: string;
  search: readonly string[];
};

/** A kind of records as data: its table, schema, forms, lists, exports and queries are made of it. */
export type Kind = {
  one: string;
  many: string;
  /** Its tab, if it is not called like its rows. */
  tab?: string;
  /** What an empty list says. */
  hint: string;
  /** In the order of forms, templates and exports. */
  fields: readonly Field[];
  roles: Roles;
  /** One form for what programs write differently; applied before the defaults. */
  settle?: (given: Fields) => Fields;
  follow?: (given: Fields) => Fields;
  defaults: Readonly<Record<string, (given: Fields) => Value>>;
  /** What makes the id of a row without one. */
  key: (fields: Fields) => readonly (Value | undefined)[];
  /** Two rows may be equal in everything, such as two fares on one day: the second gets an id of its own. */
  repeats?: true;
  /** The day a row came about, which "in October" filters by. */
  day: string | null;
  /** The columns of a list after name and status. */
  columns: readonly string[];
  views: readonly View[];
  fault?: (fields: Fields) => { field: string; sentence: string } | null;
  /** Rows of the template; the sample company has them of the other kinds. */
  examples?: readonly Fields[];
};

export const kind = <const F extends readonly Field[]>(given: Kind & { fields: F }): Kind & { fields: F } => given;

export const view = (id: string, label: string, ...all: Condition[]): View => ({ id, label, all });
export const means = (definition: string, of: View): View => ({ ...of, means: definition });
/** The next days, today included. */
export const ahead = (day: string, days: number): Condition => ({ day, from: 0, until: days - 1 });

export const normalized = (value: Value | undefined): string =>
  String(value ?? "")
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, " ");

/** The values of fields as a key; of "customerName|vendorName" the first that is known. */
export function keyOf(names: string): Kind["key"] {
  const parts = wordsIn(names).map((each) => each.split("|"));
  return (fields) => parts.map((either) => either.map((name) => fields[name]).find((value) => value != null));
}

/** The last digits of a number that is not to be kept; short ones stay as they are. */
export const lastDigits = (number: string): string => number.replaceAll(/[^\p{L}\p{N}]/gu, "").slice(-4);

/** Three letters made of the whole number, which is not kept: they tell accounts with the same last digits apart. */
function lettersOf(number: string): string {
  let sum = 0x811c9dc5;
  for (const sign of number) sum = Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  sum = Math.imul(sum ^ (sum >>> 16), 0x045d9f3b) >>> 0;
  return [0, 1, 2].map((place) => String.fromCharCode(97 + (Math.floor(sum / 26 ** place) % 26))).join("");
}

/**
 * An account's name; one that is its number, such as an IBAN, is shortened to its last digits and the letters of the
 * whole: "Account 3000 (kqf)". A number with signs for hidden digits has no letters.
 */
export function accountName(name: string): string {
  const isNumber =
    /^[A-Z]{0,4}[\s\dX*•.-]{8,40}$|^[A-Z]{2}\d{2}[A-Z\d\s]{10,36}$/i.test(name.trim()) && /\d{4}/.test(name);
  if (!isNumber) return name;
  const number = name.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  return /[*•]|XX/i.test(name) ? `Account ${lastDigits(name)}` : `Account ${lastDigits(name)} (${lettersOf(number)})`;
}

/** The last digits in an account's name, whatever letters follow them. */
export const digitsInName = (name: string): string | null => /(\d{4})(?: \([a-z]{3}\))?$/.exec(name)?.[1] ?? null;

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;
