import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { contracts, customers, deals, invoices, subscriptions, tickets, vendors } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";

export type Named = { id: string; name: string };
type Table = typeof customers | typeof vendors;

/** With more matches the words are too common to be a name. */
const maxMatches = 20;

/**
 * The customers and vendors with one of these keys, otherwise those whose key begins with one of these words: "Acme"
 * finds Acme Robotics only if there is no Acme.
 */
export async function named(
  tx: Tx,
  keys: readonly string[],
  beginnings: readonly string[],
): Promise<{ customers: Named[]; vendors: Named[] }> {
  if (keys.length === 0) return { customers: [], vendors: [] };
  const found = await inBoth(tx, sql`t.name_key = w.key`, keys);
  if (found.customers.length + found.vendors.length > 0 || beginnings.length === 0) return found;
  // Not LIKE: with row-level security PostgreSQL uses an index only for comparisons.
  return inBoth(tx, sql`t.name_key ~>=~ (w.key || ' ') AND t.name_key ~<~ (w.key || '!')`, beginnings);
}

async function inBoth(
  tx: Tx,
  condition: SQL,
  words: readonly string[],
): Promise<{ customers: Named[]; vendors: Named[] }> {
  const of = async (table: Table): Promise<Named[]> => {
    const { rows } = await tx.db.execute<Named>(sql`
      SELECT DISTINCT t.id, t.name FROM unnest(${sql.param([...words])}::text[]) AS w (key), ${table} AS t
      WHERE t.company_id = ${tx.company}::uuid AND ${condition} LIMIT ${maxMatches}`);
    return rows;
  };
  return { customers: await of(customers), vendors: await of(vendors) };
}

/** Which of these keys belong to a customer or vendor, and to which of the two. */
export async function listed(tx: Tx, keys: readonly string[]): Promise<{ key: string; kind: string }[]> {
  if (keys.length === 0) return [];
  const of = (table: Table, kind: string) => sql`SELECT t.name_key AS key, ${kind}::text AS kind FROM ${table} AS t
    WHERE t.company_id = ${tx.company}::uuid AND t.name_key = ANY(${sql.param([...keys])}::text[])`;
  const { rows } = await tx.db.execute<{ key: string; kind: string }>(
    sql`${of(customers, "customer")} UNION ${of(vendors, "vendor")}`,
  );
  return rows;
}

/** A name as a record spells it; spellings with the same key are the same name. */
export type Spelling = { key: string; name: string };

/** Names on records with one of these keys and no customer or vendor of that name. */
export async function unlisted(
  tx: Tx,
  keys: readonly string[],
): Promise<{ customers: Spelling[]; vendors: Spelling[] }> {
  if (keys.length === 0) return { customers: [], vendors: [] };
  const of = async (who: "customer" | "vendor", tables: readonly PgTable[]): Promise<Spelling[]> => {
    const [key, name, id] = ["key", "name", "id"].map((part) => sql.raw(`t.${who}_${part}`));
    const each = tables.map(
      (table) => sql`SELECT ${key} AS key, ${name} AS name FROM ${table} AS t
        WHERE t.company_id = ${tx.company}::uuid AND ${id} IS NULL AND ${key} = ANY(${sql.param([...keys])}::text[])`,
    );
    const { rows } = await tx.db.execute<Spelling>(
      sql`${sql.join(each, sql` UNION `)} ORDER BY key, name LIMIT ${maxMatches}`,
    );
    return rows;
  };
  return {
    customers: await of("customer", [deals, invoices, contracts, subscriptions, tickets]),
    vendors: await of("vendor", [invoices, contracts, subscriptions]),
  };
}
