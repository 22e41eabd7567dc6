import { and, eq, getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "#platform/context.ts";
import { registry } from "#platform/db/registry.ts";
import { type Restored, restoreRows } from "#platform/kept/restore.ts";
import { moveAway } from "#platform/kept/store.ts";

type ResetTable = (typeof registry)[number];

/** The tables a reset removes rows from, each before those it refers to. */
function tablesToReset(): ResetTable[] {
  const open = registry.filter(({ onReset }) => onReset !== null);
  const ordered: ResetTable[] = [];
  while (open.length > 0) {
    const at = open.findIndex(
      ({ table }) => !open.some((other) => other.table !== table && refersTo(other.table, table)),
    );
    if (at < 0) throw new Error("Tables removed by a reset refer to each other in a cycle.");
    ordered.push(...open.splice(at, 1));
  }
  return ordered;
}

const refersTo = (table: PgTable, other: PgTable): boolean =>
  getTableConfig(table).foreignKeys.some((key) => key.reference().foreignTable === other);

/** Moves the rows a reset removes into a bundle; returns the counts by table name. */
export async function archiveCompanyRows(tx: Tx, bundle: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, onReset } of tablesToReset()) {
    const { companyId } = getTableColumns(table) as Record<string, PgColumn>;
    if (!companyId) throw new Error(`${getTableName(table)} has no company.`);
    const chosen = and(eq(companyId, tx.company), typeof onReset === "object" ? (onReset ?? undefined) : undefined);
    if (chosen) counts[getTableName(table)] = await moveAway(tx, bundle, table, chosen);
  }
  return counts;
}

/** Restores what a reset removed; returns the counts by table name. */
export async function restoreCompanyRows(tx: Tx, bundle: string): Promise<Record<string, Restored>> {
  const counts: Record<string, Restored> = {};
  for (const { table } of tablesToReset().reverse()) counts[getTableName(table)] = await restoreRows(tx, bundle, table);
  return counts;
}

/** The tables whose newer rows stayed as they are, in words, with the number of kept rows that were left out. */
export const listNewer = (restored: Record<string, Restored>): { what: string; rows: number }[] =>
  registry.flatMap(({ table, whenMet }) => {
    const name = getTableName(table);
    const rows = restored[name]?.met ?? 0;
    return rows > 0 && whenMet === null ? [{ what: name.replaceAll("_", " "), rows }] : [];
  });
