import { getTableName, is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, IndexedColumn, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "#platform/context.ts";
import { registry } from "#platform/db/registry.ts";
import { sqlState } from "#platform/db/trouble.ts";
import { ofTable } from "#platform/kept/store.ts";
import { keptRows } from "#platform/kept/tables.ts";
import { columnsOf, storedName } from "#platform/personal/columns.ts";

/** How many rows came back, and how many did not because a row made since has their unique key. */
export type Restored = { rows: number; met: number };

/** Kept rows that their table refuses, although nothing made since is in their way. */
export class MisfitError extends Error {
  readonly table: string;
  constructor(table: string, cause: unknown) {
    super(`Kept rows do not fit into ${table}.`, { cause });
    this.table = table;
  }
}

/** SQL states of rows that a table refuses: of another type, against a constraint, or refused by a trigger. */
const misfits = /^(?:22|23|P0|42703|42804)/;

const all = (parts: readonly SQL[], word = " AND "): SQL => sql.join([...parts], sql.raw(word));
const named = (name: string): SQL => sql.raw(`"${storedName(name)}"`);
const was = (name: string): SQL => sql`was.${named(name)}`;

/**
 * Restores a bundle's rows of a table, every column unchanged; columns added since get their default. A row whose unique
 * key is taken again stays kept, and the table's `whenMet` says what the newer row takes over. A reference to a row that
 * is gone is cleared; where it may not be, the row went with it and stays kept too.
 */
export async function restoreRows(tx: Tx, bundle: string, table: PgTable): Promise<Restored> {
  const columns = await keptColumns(tx, bundle, table);
  if (columns.length === 0) return { rows: 0, met: 0 };
  const whenMet = registry.find((one) => one.table === table)?.whenMet;
  const keys = uniqueKeys(table);
  const [primary = []] = keys.map(({ names }) => names);
  const isTaken = sql`EXISTS (SELECT FROM ${table} WHERE ${matching(table, keys)})`;
  const links = linksOf(table);
  const restored = columns.map((name): SQL => {
    const cleared = links.find((link) => !link.isOwned && link.names.includes(name));
    const value = cleared ? sql`CASE WHEN ${cleared.isThere} THEN ${was(name)} END` : was(name);
    const besides = whenMet?.besides?.[name];
    return besides === undefined ? value : sql`CASE WHEN ${isTaken} THEN ${besides} ELSE ${value} END`;
  });
  const isBack = sql`EXISTS (SELECT FROM back WHERE ${all(primary.map((name) => sql`back.${named(name)} = ${was(name)}`))})`;
  const isOwned = all([sql`true`, ...links.filter((link) => link.isOwned).map(({ isThere }) => isThere)]);
  const merged = Object.entries(whenMet?.merged ?? {}).flatMap(([name, how]) => (how ? [merge(table, name, how)] : []));
  // Kept rows are many or none, which statistics don't know: a nested loop over 5,000 of them takes a minute. The
  // planner's fine for one that cannot be avoided would start the compiler.
  await tx.db.execute(sql`SELECT set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`);
  const restore = tx.db.execute<{ rows: number; met: number }>(sql`
    WITH was AS MATERIALIZED (
      SELECT kept.place AS kept_place, stored.* FROM ${keptRows} AS kept, jsonb_populate_record(NULL::${table}, kept.row) AS stored
      WHERE ${ofTable(tx, bundle, table, sql`kept`)}),
    back AS (
      INSERT INTO ${table} (${all(columns.map(named), ", ")})
      SELECT ${all(restored, ", ")} FROM was WHERE ${isOwned} ORDER BY kept_place
      ON CONFLICT DO NOTHING RETURNING ${all(primary.map(named), ", ")}),
    met AS (SELECT was.* FROM was WHERE ${isOwned} AND NOT ${isBack}),
    ${merged.length > 0 ? sql`merged AS (UPDATE ${table} SET ${all(merged, ", ")} FROM met AS was WHERE ${matching(table, keys)}),` : sql``}
    done AS (
      DELETE FROM ${keptRows} AS kept WHERE ${ofTable(tx, bundle, table, sql`kept`)}
      AND place IN (SELECT kept_place FROM was WHERE ${isBack}))
    SELECT (SELECT count(*)::int FROM back) AS rows, (SELECT count(*)::int FROM met) AS met`);
  const { rows } = await restore.catch((error: unknown) => {
    throw misfits.test(sqlState(error) ?? "") ? new MisfitError(getTableName(table), error) : error;
  });
  await tx.db.execute(sql`SELECT set_config('enable_nestloop', 'on', true)`);
  return rows[0] ?? { rows: 0, met: 0 };
}

/** The columns that a bundle's rows of a table have and the table still has; none without such rows. */
async function keptColumns(tx: Tx, bundle: string, table: PgTable): Promise<string[]> {
  const { rows } = await tx.db.execute<{ name: string }>(sql`
    SELECT jsonb_object_keys(one.row) AS name
    FROM (SELECT row FROM ${keptRows} WHERE ${ofTable(tx, bundle, table, sql`${keptRows}`)} LIMIT 1) AS one`);
  const known = new Set(rows.map(({ name }) => name));
  return Object.keys(columnsOf(table)).filter((name) => known.has(storedName(name)));
}

type UniqueKey = { names: string[]; where?: SQL | undefined };

/** The primary key comes first. */
function uniqueKeys(table: PgTable): UniqueKey[] {
  const { columns, primaryKeys, uniqueConstraints, indexes } = getTableConfig(table);
  const namesOf = (some: readonly { name: string }[]): string[] => some.map(({ name }) => name);
  const primary = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
  return [
    { names: namesOf(primary) },
    ...uniqueConstraints.map((one) => ({ names: namesOf(one.columns) })),
    ...columns.filter(({ isUnique }) => isUnique).map(({ name }) => ({ names: [name] })),
    ...indexes.flatMap(({ config }) => {
      const parts = config.columns.filter((column) => is(column, IndexedColumn)) as unknown as { name: string }[];
      if (!config.unique) return [];
      if (parts.length < config.columns.length) throw new Error(`${config.name} is unique by an expression.`);
      return [{ names: namesOf(parts), where: config.where }];
    }),
  ];
}

/** Whether a row of the table has a unique key of the kept row `was`. */
const matching = (table: PgTable, keys: readonly UniqueKey[]): SQL =>
  sql`(${all(
    keys.map(({ names, where }) =>
      all([...names.map((name) => sql`${table}.${named(name)} = ${was(name)}`), ...(where ? [where] : [])]),
    ),
    " OR ",
  )})`;

/** The other tables' rows that a kept row refers to; `isOwned` if it may not be without them. */
function linksOf(table: PgTable): { names: string[]; isOwned: boolean; isThere: SQL }[] {
  return getTableConfig(table).foreignKeys.flatMap((key) => {
    const { columns, foreignColumns, foreignTable } = key.reference();
    if (foreignTable === table) return [];
    const pairs = columns.map((column, at) => [column, foreignColumns[at] as PgColumn] as const);
    const names = columns.map(({ name }) => name).filter((name) => name !== "companyId" && name !== "company_id");
    const isOwned = columns.some((column) => column.notNull && names.includes(column.name));
    const isThere = sql`(${all(
      [
        ...names.map((name) => sql`${was(name)} IS NULL`),
        sql`EXISTS (SELECT FROM ${foreignTable} AS referred WHERE ${all(
          pairs.map(([column, foreign]) => sql`referred.${named(foreign.name)} = ${was(column.name)}`),
        )})`,
      ],
      " OR ",
    )})`;
    return names.length > 0 ? [{ names, isOwned: isOwned && key.onDelete === "cascade", isThere }] : [];
  });
}

function merge(table: PgTable, name: string, how: "sum" | "least" | "fill"): SQL {
  const now = sql`${table}.${named(name)}`;
  const value = {
    sum: sql`${now} + ${was(name)}`,
    least: sql`LEAST(${now}, ${was(name)})`,
    fill: sql`COALESCE(${now}, ${was(name)})`,
  };
  return sql`${named(name)} = ${value[how]}`;
}
