import { type SQL, sql } from "drizzle-orm";
import { type FieldType, type Filter, type QuerySubject, spelledOut } from "#contract/query.ts";
import type { Tx } from "#platform/context.ts";

/** A field: its label, its type, and its SQL expression over the row `r`. */
export type SubjectField = {
  name: string;
  label: string;
  type: FieldType;
  choices?: readonly Choice[];
  sql: (tx: Tx, today: string) => SQL;
  /**
   * What is shown and grouped by in its place, such as the company's own word for a choice, and the filters for the rows
   * of such a group.
   */
  shown?: { sql: SQL; filters: (key: string) => readonly Filter[] };
  /** Not offered, but understood in queries made before it was hidden. */
  isHidden?: boolean;
  /** For views: the SQL condition of a view. */
  isIn?: (tx: Tx, today: string, view: string) => SQL;
};

/** The company's own words by subject: for its rows, for its fields, and the values of fields that only it knows. */
export type Vocabulary = ReadonlyMap<
  string,
  {
    rows: readonly string[];
    fields: ReadonlyMap<string, readonly string[]>;
    values?: ReadonlyMap<string, readonly Choice[]>;
  }
>;

/**
 * What people and agents can query: each row is one item. Each room describes its subjects in its store; queries are
 * compiled from them.
 */
export type Subject = {
  id: string;
  one: string;
  many: string;
  /** SQL that selects rows as `r`, with a column `company_id`. */
  from: (tx: Tx) => SQL;
  fields: readonly SubjectField[];
  /** Field names: the date of periods, the amount of sums, the columns of lists, the fields of a search. */
  day: string | null;
  amount: string | null;
  /** What is summed instead in some views and statuses. */
  open?: QuerySubject["open"];
  columns: readonly string[];
  search: readonly string[];
  /** The currency of a row, in SQL; null if its amounts have none. */
  currency: ((tx: Tx) => SQL) | null;
  /** The path of a row's page, in SQL; null if it has none. */
  href: SQL | null;
  /** The origin of a row's texts, in SQL; null if it has none of its own. */
  origin: SQL | null;
  /** What the company has added to subjects; several may share one source. */
  own?: (tx: Tx) => Promise<ReadonlyMap<string, Added>>;
  /** The company's own names for subjects and fields; several subjects may share one source. */
  words?: (tx: Tx) => Promise<Vocabulary>;
  /** `r.id` is a unique uuid that `from` can be read in the order of, so a long query can be read in pieces. */
  isReadInPieces?: boolean;
  /** Absent: not searchable by name. */
  standing?: Standing;
  /** Whether the company has such rows; absent: it is offered without any. */
  isPresent?: (tx: Tx) => Promise<boolean>;
  /** There is one row a day, so that a rolling period ends on the newest row. */
  isDaily?: true;
  /** A field that must be filtered to one value, such as the figure. */
  needs?: string;
};

/** How a row is shown in search results. */
export type Standing = {
  /** What distinguishes rows of the same name: fields, or text in SQL. */
  detail: readonly (string | SQL)[];
  status: string;
  /** The day of its status. */
  since?: SQL;
  /** Its amount, and a word for it: "owed". */
  amount?: (tx: Tx) => SQL;
  amountIs?: string;
  /** Days overdue, 0 if since today; null if it is not. */
  overdue?: (tx: Tx, today: string) => SQL;
};

/** A company's own fields of a subject, and the currency of their amounts if its rows have none. */
export type Added = Pick<Subject, "fields" | "currency">;

type Subjects = ReadonlyMap<string, Subject>;

export function subjectsById(subjects: readonly Subject[]): Subjects {
  const byId = new Map(subjects.map((subject) => [subject.id, subject]));
  if (byId.size < subjects.length) throw new Error("Two subjects have the same id.");
  return byId;
}

/** The subjects with what the company has added to them. */
export async function withOwn(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
  const sources = new Set(subjects.flatMap(({ own }) => own ?? []));
  const added = await Promise.all([...sources].map((own) => own(tx)));
  return subjects.map((subject) => {
    const own = added.flatMap((one) => one.get(subject.id) ?? []);
    const fields = own.flatMap((one) => one.fields);
    if (fields.length === 0) return subject;
    const [currency = null] = own.flatMap((one) => one.currency ?? []);
    return { ...subject, fields: [...subject.fields, ...fields], currency: subject.currency ?? currency };
  });
}

export const subjectsOf = ({ subjects }: Pick<Tx, "subjects">): Subjects => subjects as Subjects;

/** A subject as people and models see it. */
export const querySubjectOf = ({ id, one, many, day, amount, open, needs, fields }: Subject): QuerySubject => ({
  id,
  one,
  many,
  alsoCalled: [],
  day,
  amount,
  ...(open && { open }),
  needs: needs ?? null,
  fields: fields.map(({ name, label, type, choices = [] }) => ({
    name,
    label,
    type,
    alsoCalled: [],
    choices: [...choices],
  })),
});

/** Adds the company's vocabulary. */
export function inWordsOf(subject: QuerySubject, vocabulary: Vocabulary): QuerySubject {
  const words = vocabulary.get(subject.id);
  if (!words) return subject;
  return {
    ...subject,
    alsoCalled: [...words.rows],
    fields: subject.fields.map((field) => {
      const called = words.fields.get(field.name);
      const values = words.values?.get(field.name);
      return {
        ...field,
        ...(called && { alsoCalled: [...called] }),
        ...(values && { choices: [...values] }),
      };
    }),
  };
}

/** `means`: the definition of a view. */
type Choice = { value: string; label: string; means?: string };
const choicesOf = (values: readonly string[]): Choice[] => values.map((value) => ({ value, label: spelledOut(value) }));

/** `expression` is SQL over the row `r`. */
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

/** The day of a timestamp in the company's time zone. */
export const dayOfMoment = (name: string, label: string, column: string): SubjectField => ({
  name,
  label,
  type: "day",
  sql: (tx) => sql`(${sql.raw(column)} AT TIME ZONE ${tx.timeZone})::date`,
});

/** A field that filters rows by named conditions. */
export const viewField = (
  views: Readonly<Record<string, Omit<Choice, "value"> & { isIn: (tx: Tx, today: string) => SQL }>>,
): SubjectField => ({
  name: "view",
  label: "View",
  type: "view",
  choices: Object.entries(views).map(([value, { isIn: _, ...named }]) => ({ value, ...named })),
  sql: () => sql`NULL::text`,
  isIn: (tx, today, view) => views[view]?.isIn(tx, today) ?? sql`false`,
});
