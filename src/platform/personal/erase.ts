import { and, eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/context.ts";
import { type Registered, registry } from "#platform/db/registry.ts";
import { keptRows } from "#platform/kept/tables.ts";
import { columnOf, companyTables, inCompany, ownRows, storedName } from "#platform/personal/columns.ts";
import { type Quoted, replaceQuoted } from "#platform/personal/quotes.ts";

/** A person, the text that replaces their names, and what of them stands in the rows of others. */
export type Erased = { userId: string; replacement: string; quoted: Quoted };

/**
 * Deletes the rows that belong to a person, and their name wherever a row holds a copy of it; returns how many rows. Their key
 * goes too, so that what it encrypted in the journal cannot be read. The registry says which rows these are.
 */
export async function eraseRows(tx: Tx, { userId, replacement, quoted }: Erased): Promise<number> {
  let rows = 0;
  const run = async (statement: SQL): Promise<void> => void (rows += (await tx.db.execute(statement)).rowCount ?? 0);
  // A run under way must not add a step between the deletion of its steps and its own.
  for (const one of companyTables()) {
    const own = registry.some(({ partOf }) => partOf?.table === one.table) && ownRows(one, tx.company, userId);
    if (own) await tx.db.execute(sql`SELECT FROM ${one.table} WHERE ${own} FOR UPDATE`);
  }
  // Parts go before what they belong to.
  for (const one of [...companyTables()].sort((a, b) => Number(b.partOf !== null) - Number(a.partOf !== null))) {
    const own = one.isOverwritten ? null : ownRows(one, tx.company, userId);
    if (own) await run(sql`DELETE FROM ${one.table} WHERE ${own}`);
    if (one.isDerived) await run(sql`DELETE FROM ${one.table} WHERE ${inCompany(one.table, tx.company)}`);
    for (const [name, link] of Object.entries(one.names))
      await run(replaceName(tx, one, { name, link, userId, replacement }));
  }
  await replaceQuoted(tx, quoted, replacement, run);
  await eraseKept(tx, { userId, replacement }, run);
  return rows;
}

type Copy = { name: string; link: string; userId: string; replacement: string };

function replaceName(tx: Tx, { table }: Registered, { name, link, userId, replacement }: Copy): SQL {
  const mine = and(inCompany(table, tx.company), eq(columnOf(table, link), userId));
  return sql`UPDATE ${table} SET ${sql.identifier(storedName(name))} = ${replacement} WHERE ${mine}`;
}

/** Does the same to rows that were removed and can still be restored. */
async function eraseKept(
  tx: Tx,
  { userId, replacement }: { userId: string; replacement: string },
  run: (statement: SQL) => Promise<void>,
): Promise<void> {
  const of = (table: Registered["table"]) =>
    and(eq(keptRows.companyId, tx.company), eq(keptRows.source, getTableName(table)));
  const field = (name: string) => sql`${keptRows.row} ->> ${storedName(name)}`;
  for (const { table, partOf } of companyTables()) {
    const whole = partOf && registry.find((one) => one.table === partOf.table);
    if (!partOf || !whole?.owner) continue;
    const own = sql`SELECT ${field("id")} FROM ${keptRows} WHERE ${of(whole.table)} AND ${field(whole.owner)} = ${userId}`;
    await run(sql`DELETE FROM ${keptRows} WHERE ${of(table)} AND ${field(partOf.column)} IN (${own})`);
  }
  for (const { table, owner, names } of companyTables()) {
    if (owner) await run(sql`DELETE FROM ${keptRows} WHERE ${of(table)} AND ${field(owner)} = ${userId}`);
    // Kept rows are never updated, only moved.
    for (const [name, link] of Object.entries(names))
      await run(sql`
        WITH found AS (DELETE FROM ${keptRows} WHERE ${of(table)} AND ${field(link)} = ${userId} RETURNING *)
        INSERT INTO ${keptRows} (company_id, bundle, source, place, row)
        SELECT company_id, bundle, source, place, jsonb_set(row, ARRAY[${storedName(name)}], to_jsonb(${replacement}::text))
        FROM found`);
  }
}
