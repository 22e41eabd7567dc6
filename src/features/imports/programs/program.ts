import type { ColumnFormat } from "#platform/reading/reading.ts";
import type { Target } from "#features/imports/contract.ts";

/**
 * A program that companies export from, as data. Headings and words are compared bare: lower-case letters and digits
 * alone, so "Open Balance" is written "openbalance" here, and "Proposal/Price Quote" is "proposalpricequote".
 */
export type Program = {
  /** The key under which answers are remembered, such as "quickbooks"; never changed later. */
  id: string;
  /** "QuickBooks Online" */
  label: string;
  exports: readonly Export[];
};

export type Export = {
  /** Its rows, as the program calls them: "invoices" in "QuickBooks Online invoices", "opportunities". */
  label: string;
  target: Target;
  /** A file is this export if it has all headings of one of these sets; the largest set that fits wins. */
  headings: readonly (readonly string[])[];
  /**
   * The field of each heading; null: known, and left out. "externalId" is the id at the source. Several headings of one
   * field: the first that the file has is taken; "-amount" is taken off the field (a column of money out beside one of
   * money in), "+amount" is added to it.
   */
  fields: Readonly<Record<string, string | null>>;
  /** Values of fields the file has no column for, such as { direction: "payable" } of bills. */
  always?: Readonly<Record<string, string>>;
  /** Choices by field and word of the program. Words that the fields know themselves (`Field.words`) are left out. */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Rows of another kind: left out where the column holds one of these words. */
  leaves?: readonly { heading: string; words: readonly string[] }[];
  /** Fields whose sign is turned: everywhere, or in rows where the column holds one of these words. */
  negates?: readonly { field: string; heading?: string; words?: readonly string[] }[];
  /** Fields that a word of another column settles, whatever their own column says. */
  overrides?: readonly { heading: string; field: string; words: Readonly<Record<string, string>> }[];
  /** What the rows of one number are: lines to be summed, or a total that repeats on each. Absent: the numbers tell. */
  sameNumber?: "line amounts" | "total repeats";
  /** How columns are read where the program is known to write them in one way, by heading. */
  formats?: Readonly<Record<string, Partial<ColumnFormat>>>;
};

/** "name: dealname, stage: dealstage stagename, nothing: age" as the fields of headings; "nothing" leaves them out. */
export const fieldsBy = (table: string): Record<string, string | null> =>
  Object.fromEntries(pairs(table).map(([heading, field]) => [heading, field === "nothing" ? null : field]));

/** "open: sent viewed, paid: autopaid" as the choices of words. */
export const wordsBy = (table: string): Record<string, string> => Object.fromEntries(pairs(table));

const pairs = (table: string): [string, string][] =>
  table.split(",").flatMap((entry) => {
    const [name = "", words = ""] = entry.split(":");
    return words
      .trim()
      .split(/\s+/)
      .map((word): [string, string] => [word, name.trim()]);
  });

/** Sets of headings, each with spaces between. */
export const sets = (...lines: string[]): string[][] => lines.map((line) => line.split(" "));
