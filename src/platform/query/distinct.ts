import { sql } from "drizzle-orm";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import type { Subject } from "#platform/query/subject.ts";

/** Distinct values of a subject's free text fields, limited per field. */
export async function distinctValues(
  tx: Tx,
  subject: Subject,
  names: readonly string[],
  most: number,
): Promise<Map<string, string[]>> {
  const today = dayIn(tx.now, tx.timeZone);
  const fields = subject.fields.filter(({ name, type }) => type === "text" && names.includes(name));
  if (fields.length === 0) return new Map();
  const columns = fields.map(
    (field, at) => sql`(array_agg(DISTINCT trim(${field.sql(tx, today)})))[1:${most}::int] AS ${sql.raw(`c${at}`)}`,
  );
  const { rows } = await tx.db.execute<Record<string, (string | null)[] | null>>(
    sql`SELECT ${sql.join(columns, sql`, `)} FROM ${subject.from(tx)} WHERE r.company_id = ${tx.company}::uuid`,
  );
  return new Map(
    fields.map(({ name }, at) => [name, (rows[0]?.[`c${at}`] ?? []).filter((value) => value !== null && value !== "")]),
  ) as Map<string, string[]>;
}
