import { asc, getTableName, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Ctx, Person, Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";
import { openSealed } from "#platform/journal/record.ts";
import { journal } from "#platform/journal/tables.ts";
import { columnOf, columnsOf, companyTables, inCompany, linkedRows } from "#platform/personal/columns.ts";

/** Secrets and the forms texts are searched and compared in. */
const isLeftOut = (name: string, column: PgColumn): boolean =>
  /^(?:bytea|tsvector|vector)/.test(column.getSQLType()) ||
  /hash|secret|token|(?:username|email|name)(?:Key|Look)$/i.test(name);

const shownColumns = (table: PgTable): [string, PgColumn][] =>
  Object.entries(columnsOf(table)).filter(([name, column]) => !isLeftOut(name, column));

const pageSize = 500;

type Row<Value = unknown> = Record<string, Value>;

/** The rows of a table that match, in the order of its key, a page at a time. */
async function* pagesOf(ctx: Ctx, table: PgTable, condition: SQL, more: Row<PgColumn> = {}): AsyncGenerator<Row[]> {
  const shown = [...shownColumns(table), ...Object.entries(more)];
  const { primaryKeys, columns } = getTableConfig(table);
  const named = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  const key = named.map(({ name }) => columnOf(table, name));
  const ofKey = sql.join(
    key.map((column) => sql`${column}`),
    sql`, `,
  );
  const places = Object.fromEntries(key.map((column, at) => [`key${at}`, sql<unknown>`${column}::text`]));
  const selection = { ...Object.fromEntries(shown), ...places };
  for (let after: unknown[] | null = null; ; ) {
    const types = key.map((column) => sql.raw(column.getSQLType()));
    const past: SQL = after
      ? sql` AND (${ofKey}) > (${sql.join(
          after.map((value, at) => sql`${value}::${types[at]}`),
          sql`, `,
        )})`
      : sql``;
    const rows: Row[] = await read(ctx, (tx) =>
      select(tx, table, { selection, where: sql`(${condition})${past}`, key }),
    );
    yield rows.map((row) => Object.fromEntries(shown.map(([name]) => [name, row[name]])));
    const last = rows.at(-1);
    if (rows.length < pageSize || !last) return;
    after = key.map((_, at) => last[`key${at}`]);
  }
}

type Asked = { selection: Record<string, SQL | PgColumn>; where: SQL; key: readonly PgColumn[] };

const select = (tx: Tx, table: PgTable, { selection, where, key }: Asked): Promise<Row[]> =>
  tx.db
    .select(selection)
    .from(table)
    .where(where)
    .orderBy(...key.map((column) => asc(column)))
    .limit(pageSize) as Promise<Row[]>;

export type Piece = { table: string; rows: Row[] };

/** Everything that belongs to a person or names them, table by table; without passwords and keys. */
export async function* rowsOfPerson(
  ctx: Ctx,
  { id, sealedKey }: Pick<Person, "id" | "sealedKey">,
): AsyncGenerator<Piece> {
  const openOrigin = ({ sealed, ...row }: Row): Row => {
    const isOwn = sealed instanceof Buffer && sealedKey && row["sealedFor"] === id;
    return isOwn ? { ...row, origin: openSealed(ctx.secrets, ctx.company, { id, sealedKey }, sealed) } : row;
  };
  for (const one of companyTables()) {
    const condition = linkedRows(one, ctx.company, id);
    if (!condition) continue;
    const isJournal = one.table === journal;
    for await (const rows of pagesOf(ctx, one.table, condition, isJournal ? { sealed: journal.sealed } : {}))
      yield { table: getTableName(one.table), rows: isJournal ? rows.map(openOrigin) : rows };
  }
}

/** Every row of the company, table by table; without passwords and keys. */
export async function* rowsOfCompany(ctx: Ctx): AsyncGenerator<Piece> {
  for (const { table } of companyTables())
    for await (const rows of pagesOf(ctx, table, inCompany(table, ctx.company)))
      yield { table: getTableName(table), rows };
}
