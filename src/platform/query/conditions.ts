import { type SQL, sql } from "drizzle-orm";
import type { Filter } from "#contract/query.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import type { Subject, SubjectField } from "#platform/query/subject.ts";

export const allOf = (conditions: readonly SQL[]): SQL => sql.join([...conditions], sql` AND `);
export const anyOf = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` OR `)})`;
export const likePattern = (text: string): string =>
  `%${text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Each word must match one of the searched fields. */
export function searchConditions(tx: Tx, subject: Subject, words: string): SQL[] {
  const today = dayIn(tx.now, tx.timeZone);
  const fields = subject.fields.filter(({ name }) => subject.search.includes(name));
  return (
    words
      .split(/\s+/)
      .filter((word) => word !== "")
      // Numbers are in the fewest names: where one is missing, the other words are not looked for.
      .toSorted((one, other) => Number(/\d/.test(other)) - Number(/\d/.test(one)))
      .map((word) =>
        anyOf(fields.map((field) => sql`${lowered(field.sql(tx, today), word)} LIKE ${likePattern(word)}`)),
      )
  );
}

/** The expression in lower case, to be compared with these words. Without letters beyond ASCII a third of the time is enough. */
export const lowered = (expression: SQL, words: string): SQL =>
  /^[\x20-\x7e]*$/.test(words) ? sql`lower(${expression} COLLATE "C")` : sql`lower(${expression})`;

const valueOf = (field: SubjectField, value: string | number): SQL => {
  if (field.type === "day") return sql`${value}::date`;
  return typeof value === "number" ? sql`${value}::numeric` : sql`${value}::text`;
};

function isValue(field: SubjectField, expression: SQL, value: string | number): SQL {
  if (field.type === "text") return sql`lower(trim(${expression})) = lower(trim(${String(value)}::text))`;
  if (field.type === "flag") return sql`${expression} = ${value === "yes"}`;
  if (field.type === "choice" || field.type === "agent") return sql`${expression}::text = ${String(value)}::text`;
  return sql`${expression} = ${valueOf(field, value)}`;
}

export function conditionOf(tx: Tx, field: SubjectField, { test, values }: Filter, today: string): SQL {
  if (field.isIn) {
    const within = anyOf(values.map((value) => field.isIn?.(tx, today, String(value)) ?? sql`false`));
    return test === "is" ? within : sql`(${within}) IS NOT TRUE`;
  }
  const expression = field.sql(tx, today);
  const [value = ""] = values;
  if (test === "known") return sql`${expression} IS NOT NULL`;
  if (test === "unknown") return sql`${expression} IS NULL`;
  if (test === "contains") return sql`lower(${expression}) LIKE ${likePattern(String(value))}`;
  if (test === "is") return anyOf(values.map((one) => isValue(field, expression, one)));
  if (test === "isNot") return sql`(${anyOf(values.map((one) => isValue(field, expression, one)))}) IS NOT TRUE`;
  const operator = { atLeast: sql`>=`, atMost: sql`<=`, moreThan: sql`>`, lessThan: sql`<` }[test];
  return sql`${expression} ${operator} ${valueOf(field, value)}`;
}
