import { type SQL, sql } from "drizzle-orm";
import { type FieldType, type QuerySubject, spelledOut } from "#contract/query.ts";
import type { Tx } from "#platform/context.ts";

/** One field: how it is called, what it holds, and its expression over the row `r`. */
export type SubjectField = {
  name: string;
  label: string;
  type: FieldType;
  choices?: readonly { value: string; label: string }[];
  sql: (tx: Tx, today: string) => SQL;
  /** For a view: whether a row is in the one of this name. */
  isIn?: (tx: Tx, today: string, view: string) => SQL;
};

/** By subject: other names of its rows, and of its fields by their name. */
export type Vocabulary = ReadonlyMap<string, { rows: readonly string[]; fields: ReadonlyMap<string, string> }>;

/**
 * What a room lets people and agents ask about: one row is one thing. Each room describes its own in its store; queries are
 * compiled from that.
 */
export type Subject = {
  id: string;
  one: string;
  many: string;
  /** Gives rows under the name `r` with a column `company_id`. */
  from: (tx: Tx) => SQL;
  fields: readonly SubjectField[];
  /** Fields by name. The day a period is about, the amount a sum is of, what a list shows, what a search looks through. */
  day: string | null;
  amount: string | null;
  columns: readonly string[];
  search: readonly string[];
  /** The currency of a row, in SQL; null where its amounts have none. */
  currency: ((tx: Tx) => SQL) | null;
  /** The address of a row's own page, in SQL; null where it has none. */
  href: SQL | null;
  /** How far the texts of a row can be trusted, in SQL; null where it has none of its own. */
  origin: SQL | null;
  /** What the company itself calls subjects and their fields; several subjects may share one source. */
  words?: (tx: Tx) => Promise<Vocabulary>;
  /** A field that has to be one value before anything can be measured, such as which figure. */
  needs?: string;
};

type Subjects = ReadonlyMap<string, Subject>;

/** Takes the subjects of all rooms, gives them by id; throws where two have the same. */
export function subjectsById(subjects: readonly Subject[]): Subjects {
  const byId = new Map(subjects.map((subject) => [subject.id, subject]));
  if (byId.size < subjects.length) throw new Error("Two subjects have the same id.");
  return byId;
}

export const subjectsOf = ({ subjects }: Pick<Tx, "subjects">): Subjects => subjects as Subjects;

/** A subject as people and models see it. */
export const described = ({ id, one, many, day, amount, needs, fields }: Subject): QuerySubject => ({
  id,
  one,
  many,
  alsoCalled: [],
  day,
  amount,
  needs: needs ?? null,
  fields: fields.map(({ name, label, type, choices = [] }) => ({
    name,
    label,
    type,
    alsoCalled: [],
    choices: [...choices],
  })),
});

/** The same with the company's own words for it. */
export function inWordsOf(subject: QuerySubject, vocabulary: Vocabulary): QuerySubject {
  const words = vocabulary.get(subject.id);
  if (!words) return subject;
  return {
    ...subject,
    alsoCalled: [...words.rows],
    fields: subject.fields.map((field) => {
      const called = words.fields.get(field.name);
      return called ? { ...field, alsoCalled: [called] } : field;
    }),
  };
}

type Choice = { value: string; label: string };
/** Values of code as choices. */
const choicesOf = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: spelledOut(value) }));

/** Takes a field's name, label, type and expression over the row `r`. */
export const queryField = (
  name: string,
  label: string,
  type: FieldType,
  expression: string,
  values?: readonly string[],
): SubjectField => ({
  name,
  label,
  type,
  ...(values ? { choices: choicesOf(values) } : {}),
  sql: () => sql.raw(expression),
});

/** The day of a moment in the company's time zone. */
export const dayOfMoment = (name: string, label: string, column: string): SubjectField => ({
  name,
  label,
  type: "day",
  sql: (tx) => sql`(${sql.raw(column)} AT TIME ZONE ${tx.timeZone})::date`,
});

/** Takes conditions by name, gives the field that picks rows by them. */
export const viewField = (
  views: Readonly<Record<string, { label: string; isIn: (tx: Tx, today: string) => SQL }>>,
): SubjectField => ({
  name: "view",
  label: "View",
  type: "view",
  choices: Object.entries(views).map(([value, { label }]) => ({ value, label })),
  sql: () => sql`NULL::text`,
  isIn: (tx, today, view) => views[view]?.isIn(tx, today) ?? sql`false`,
});
