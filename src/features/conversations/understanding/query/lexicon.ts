import type { QueryField, QuerySubject } from "#contract/query.ts";
import type { Hemisphere } from "../hemisphere.ts";
import type { Aliases } from "./aliases.ts";

/** What is needed to read a question: the subjects, the names in it, and the day. */
export type Lexicon = {
  subjects: readonly QuerySubject[];
  customer: string | null;
  vendor: string | null;
  /** All spellings of that name on records, if it is not a customer or vendor itself. */
  spellings?: readonly string[];
  /** The foreign currency it names. */
  currency: string | null;
  today: string;
  fiscalYearStart: number;
  /** A fiscal year is named after the year in which it starts. */
  isNamedByStart?: boolean;
  /** Which seasons the company has; null if that is unknown. */
  hemisphere?: Hemisphere | null;
  /** Words that mean values of fields, found in the rows. */
  aliases?: Aliases;
};

export const fieldIn = (subject: QuerySubject, names: readonly string[]): QueryField | null => {
  for (const name of names) {
    const found = subject.fields.find((field) => field.name === name);
    if (found) return found;
  }
  return null;
};
