import { type SQL, sql } from "drizzle-orm";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { likePattern, lowered } from "#platform/query/conditions.ts";
import type { Subject } from "#platform/query/subject.ts";

/**
 * Distinct values of a subject's free text fields, limited per field; of the values `with` one of these letters, those only.
 */
export async function distinctValues(
  tx: Tx,
  subject: Subject,
  names: readonly string[],
  most: number,
  holding?: readonly string[],
): Promise<Map<string, string[]>> {
  const today = dayIn(tx.now, tx.timeZone);
  const isText = (type: string): boolean => type === "text" || (holding !== undefined && type === "note");
  const fields = subject.fields.filter(({ name, type }) => isText(type) && names.includes(name));
  if (fields.length === 0 || holding?.length === 0) return new Map();
  const isHeld = (expression: SQL): SQL =>
    holding
      ? sql` FILTER (WHERE ${lowered(expression, holding.join(" "))} LIKE ANY (${sql.param(holding.map(likePattern))}::text[]))`
      : sql``;
  const columns = fields.map((field, at) => {
    const expression = sql`(${field.sql(tx, today)})::text`;
    return sql`(array_agg(DISTINCT trim(${expression}))${isHeld(expression)})[1:${most}::int] AS ${sql.raw(`c${at}`)}`;
  });
  const { rows } = await tx.db.execute<Record<string, (string | null)[] | null>>(
    sql`SELECT ${sql.join(columns, sql`, `)} FROM ${subject.from(tx)} WHERE r.company_id = ${tx.company}::uuid`,
  );
  return new Map(
    fields.map(({ name }, at) => [name, (rows[0]?.[`c${at}`] ?? []).filter((value) => value !== null && value !== "")]),
  ) as Map<string, string[]>;
}
