import type { QueryField, QuerySubject } from "#contract/query.ts";

/** What a question can be read by: what there is, the names in it, and the day. */
export type Lexicon = {
  subjects: readonly QuerySubject[];
  customer: string | null;
  vendor: string | null;
  /** Every way records write that name, where no customer or vendor is called so. */
  spellings?: readonly string[];
  /** A currency it names that is not the company's. */
  currency: string | null;
  today: string;
  /** The month fiscal years begin in. */
  fiscalYearStart: number;
};

/** Whether a subject has one of these fields; the first it has. */
export const fieldIn = (subject: QuerySubject, names: readonly string[]): QueryField | null => {
  for (const name of names) {
    const found = subject.fields.find((field) => field.name === name);
    if (found) return found;
  }
  return null;
};
