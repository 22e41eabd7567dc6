import { and, eq, getTableColumns, getTableName, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Registered, registry } from "#platform/db/registry.ts";

export const columnsOf = (table: PgTable): Record<string, PgColumn> => getTableColumns(table);

export function columnOf(table: PgTable, name: string): PgColumn {
  const column = columnsOf(table)[name];
  if (!column) throw new Error(`${getTableName(table)} has no column ${name}.`);
  return column;
}

export const companyTables = (): Registered[] => registry.filter(({ table }) => "companyId" in columnsOf(table));

/** The condition that keeps a statement to one company. */
export const inCompany = (table: PgTable, company: string): SQL => eq(columnOf(table, "companyId"), company);

/** A column's name in the database, as in kept rows. */
export const storedName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of a table that name a person. */
const linksOf = ({ table, columns }: Registered): string[] =>
  Object.entries(columnsOf(table)).flatMap(([name, column]) =>
    columns[name]?.onDeletion === "anonymise" && column.getSQLType() === "uuid" && name !== "id" ? [name] : [],
  );

/** The rows that belong to a person; `null` where no row of the table does. */
export function ownRows({ table, owner, partOf }: Registered, company: string, userId: string): SQL | null {
  if (owner) return and(inCompany(table, company), eq(columnOf(table, owner), userId)) ?? null;
  const whole = partOf && registry.find((one) => one.table === partOf.table);
  if (!partOf || !whole?.owner) return null;
  const of = columnOf(whole.table, "id");
  return sql`${inCompany(table, company)} AND ${columnOf(table, partOf.column)} IN (
    SELECT ${of} FROM ${whole.table} WHERE ${ownRows(whole, company, userId)})`;
}

/** The rows that belong to a person or name them. */
export function linkedRows(one: Registered, company: string, userId: string): SQL | null {
  const links = linksOf(one).map((name) => eq(columnOf(one.table, name), userId));
  const own = ownRows(one, company, userId);
  const linked = links.length > 0 ? and(inCompany(one.table, company), or(...links)) : undefined;
  return or(...[own, linked].filter((condition) => condition !== null && condition !== undefined)) ?? null;
}
