import { and, eq, type SQL } from "drizzle-orm";
import type { BuildExtraConfigColumns } from "drizzle-orm";
import {
  customType,
  foreignKey,
  type PgColumn,
  type PgColumnBuilderBase,
  type PgTable,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { CompanyId } from "#platform/context.ts";

/** The words of a list separated by spaces. */
export type Words<List extends string> = List extends `${infer First} ${infer Rest}` ? First | Words<Rest> : List;

/** First part of every key, so that tables can be distributed by company. */
export const companyId = () => uuid().notNull();
export const moment = () => timestamp({ withTimezone: true, mode: "date" });
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

const ownKey = () => ({ companyId: companyId(), id: uuid().notNull() });
type OwnKey = ReturnType<typeof ownKey>;

/** A table whose rows belong to companies and have an id: both are its key. */
export const companyTable = <Name extends string, Columns extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  columns: Columns,
  extras: (row: BuildExtraConfigColumns<Name, OwnKey & Columns, "pg">) => PgTableExtraConfigValue[] = () => [],
) =>
  pgTable(name, { ...ownKey(), ...columns } as OwnKey & Columns, (row) => {
    const key = row as unknown as Record<keyof OwnKey, PgColumn>;
    return [primaryKey({ columns: [key.companyId, key.id] }), ...extras(row)];
  });

type Key = [PgColumn, ...PgColumn[]];
export const refers = (name: string, columns: Key, foreignColumns: Key) =>
  foreignKey({ name, columns, foreignColumns });

/** Some columns of a table, whose names are separated by spaces. */
export const pick = <T extends PgTable, const Lists extends string[]>(
  table: T,
  ...lists: Words<Lists[number]> extends keyof T ? Lists : never
) =>
  Object.fromEntries(
    lists.flatMap((list) => list.split(" ")).map((name) => [name, table[name as keyof T]]),
  ) as unknown as Pick<T, Words<Lists[number]> & keyof T>;

/** That a row belongs to the caller's company, and what else must hold for it. */
export const inCompany = (
  { company }: { company: CompanyId },
  table: { companyId: PgColumn },
  ...conditions: readonly (SQL | undefined)[]
): SQL => and(eq(table.companyId, company), ...conditions) as SQL;
