import { and, getTableName, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "#platform/context.ts";
import { columnsOf, inCompany } from "#platform/personal/columns.ts";

/** The most rows of a portion, and the most bytes as they are stored, compressed. */
export const portion = { rows: 5_000, bytes: 2 * 1024 ** 2 };

function keyOf(table: PgTable): PgColumn[] {
  const columns = Object.values(columnsOf(table));
  const names = new Set(getTableConfig(table).primaryKeys[0]?.columns.map(({ name }) => name));
  const key = columns.filter(({ name, primary }) => primary || names.has(name));
  if (key.length === 0) throw new Error(`${getTableName(table)} has no primary key.`);
  return key;
}

/**
 * Conditions that split a company's rows of a table into portions by what these columns hold, so that a statement over
 * long texts ends in time. Sizes are read without the texts.
 */
export async function* portionsOf(tx: Tx, table: PgTable, columns: readonly PgColumn[]): AsyncGenerator<SQL> {
  const key = keyOf(table);
  const place = sql`(${sql.join(key, sql`, `)})`;
  const texts = key.map((column) => sql`${column}::text`);
  const sizes = columns.map((column) => sql`coalesce(pg_column_size(${column}), 0)`);
  let rest: SQL = inCompany(table, tx.company);
  for (;;) {
    const { rows } = await tx.db.execute<{ last: string[] }>(sql`
      SELECT last FROM (
        SELECT last, sum(size) OVER by_key AS bytes, at FROM (
          SELECT ARRAY[${sql.join(texts, sql`, `)}] AS last, ${sql.join(sizes, sql` + `)} AS size,
            row_number() OVER (ORDER BY ${sql.join(key, sql`, `)}) AS at
          FROM ${table} WHERE ${rest} ORDER BY ${sql.join(key, sql`, `)} LIMIT ${portion.rows}) sized
        WINDOW by_key AS (ORDER BY at)) summed
      WHERE bytes >= ${portion.bytes} OR at = ${portion.rows} ORDER BY at LIMIT 1`);
    const last = rows[0]?.last.map((value, at) => sql`${value}::${sql.raw(key[at]?.getSQLType() ?? "text")}`);
    if (!last) return yield rest;
    const end = sql`(${sql.join(last, sql`, `)})`;
    yield and(rest, sql`${place} <= ${end}`) ?? rest;
    rest = sql`${inCompany(table, tx.company)} AND ${place} > ${end}`;
  }
}

/**
 * Whether a text matches a pattern of which each match contains one of these literals. Looking for literals is far
 * faster than a regular expression; only CASE keeps that order. The text is built once per row.
 */
export const matches = (text: SQL, literals: readonly string[], pattern: string): SQL => sql`EXISTS (
  SELECT FROM (SELECT ${text} AS text OFFSET 0) read WHERE CASE WHEN ${contains(sql`read.text`, literals)}
    THEN read.text ~ ${pattern} ELSE false END)`;

const contains = (text: SQL, literals: readonly string[]): SQL =>
  sql.join(
    literals.map((literal) => sql`position(${literal} IN ${text}) > 0`),
    sql` OR `,
  );
