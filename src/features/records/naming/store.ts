import { eq, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Origin } from "#contract/origins.ts";
import { type RecordKind, recordKinds, type RecordSource } from "#features/records/contract.ts";
import { naturalKey } from "#features/records/fields/complete.ts";
import { mostNames, type PartyKind } from "#features/records/naming/contract.ts";
import { nameFold, nameKey } from "#features/records/naming/name-key.ts";
import { type Proposals, proposalsFor } from "#features/records/naming/rules.ts";
import { partyNames as otherNames } from "#features/records/naming/tables.ts";
import { columnsOf, linkNames, upsert, uuids } from "#features/records/store.ts";
import { contracts, customers, deals, invoices, subscriptions, tickets, vendors } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

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

/** With more names, one that is nearly the same is not looked for. */
const mostCompared = 5_000;

/** The names of customers and vendors, for one that is misspelt; none if there are too many. */
export async function partyNames(tx: Tx): Promise<string[]> {
  const of = (table: Table) => sql`SELECT t.name FROM ${table} AS t WHERE t.company_id = ${tx.company}::uuid`;
  const { rows } = await tx.db.execute<{ name: string }>(
    sql`${of(customers)} UNION ${of(vendors)} LIMIT ${mostCompared + 1}`,
  );
  return rows.length > mostCompared ? [] : rows.map(({ name }) => name);
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

const partyOf = (kind: PartyKind): "customer" | "vendor" => (kind === "customers" ? "customer" : "vendor");
/** The kinds of records that name customers, or vendors. */
const namingKinds = (kind: PartyKind): readonly RecordKind[] =>
  recordKinds.filter((one) => columnsOf[one].has(`${partyOf(kind)}Id`));
const texts = (values: readonly string[]): SQL => sql`${sql.param([...values])}::text[]`;
/** More known names than these are not compared. */
const mostKnown = 50_000;
const reversed = (key: string): string => key.split(" ").toReversed().join(" ");

/** Known customers or vendors with the key of one of these names, and their other names; the oldest first. */
async function knownByKey(tx: Tx, kind: PartyKind, names: readonly string[]): Promise<Named[]> {
  const keys = texts([...new Set(names.map(nameKey))]);
  const { rows } = await tx.db.execute<Named>(sql`
    SELECT id, name, created_at FROM ${sql.identifier(kind)} WHERE company_id = ${tx.company}::uuid AND name_key = ANY(${keys})
    UNION ALL
    SELECT p.id, a.name, p.created_at FROM ${otherNames} a JOIN ${sql.identifier(kind)} p ON p.company_id = a.company_id AND p.id = a.party_id
      WHERE a.company_id = ${tx.company}::uuid AND a.kind = ${kind} AND a.name_key = ANY(${keys})
    ORDER BY created_at, id`);
  return rows;
}

/** Names of known customers or vendors that these names may mean. */
async function knownLike(tx: Tx, kind: PartyKind, names: readonly string[]): Promise<string[]> {
  const keys = [...new Set(names.map(nameKey))];
  const joined = keys.map((key) => key.replaceAll(" ", ""));
  const starts = [...new Set(joined.map((key) => key.slice(0, 3)))];
  const ends = [...new Set(joined.map((key) => key.slice(-3)))];
  const key = sql`replace(name_key, ' ', '')`;
  const { rows } = await tx.db.execute<{ name: string }>(sql`
    SELECT name FROM ${sql.identifier(kind)} WHERE company_id = ${tx.company}::uuid AND (
      name_key = ANY(${texts(keys.map(reversed))}) OR left(${key}, 3) = ANY(${texts(starts)}) OR right(${key}, 3) = ANY(${texts(ends)}))
    LIMIT ${mostKnown}`);
  const equal = await knownByKey(tx, kind, names);
  return [...equal, ...rows].map(({ name }) => name);
}

/** What to do about names of customers or vendors, the most frequent first. */
export async function proposeParties(tx: Tx, kind: PartyKind, names: readonly string[]): Promise<Proposals> {
  if (names.length === 0) return proposalsFor([], []);
  return proposalsFor(names, await knownLike(tx, kind, names));
}

type From = { source: RecordSource; importId: string; origin?: Origin };
const batchSize = 1_000;

/**
 * Creates customers or vendors of these names unless there are such already, links the records that name them, and
 * returns how many. Customers named by nothing but deals that are not won are prospects.
 */
export async function createParties(
  tx: Tx,
  kind: PartyKind,
  names: readonly string[],
  { source, importId, origin = "external" }: From,
): Promise<number> {
  const known = new Set((await knownByKey(tx, kind, names)).map(({ name }) => nameFold(name)));
  const rows = new Map<string, { externalId: string; fields: { name: string; status: string } }>();
  for (const name of names) {
    const fold = nameFold(name);
    const externalId = naturalKey(kind, { name });
    if (!known.has(fold) && externalId !== "") rows.set(externalId, { externalId, fields: { name, status: "active" } });
    known.add(fold);
  }
  // An id in use belongs to a record that has another name by now.
  const { rows: used } = await tx.db.execute<{ key: string }>(sql`
    SELECT external_id AS key FROM ${sql.identifier(kind)} WHERE company_id = ${tx.company}::uuid AND source = ${source}
      AND external_id = ANY(${texts([...rows.keys()])})`);
  for (const { key } of used) rows.delete(key);
  const all = [...rows.values()];
  let added = 0;
  for (let at = 0; at < all.length; at += batchSize)
    added += (await upsert(tx, kind, all.slice(at, at + batchSize), { source, origin, importId, after: at })).added;
  if (kind === "customers") await markProspects(tx, importId, [...new Set(names.map(nameKey))]);
  return added;
}

/** Of customers created from these names: whether they so far appear in deals alone, none of them won. */
async function markProspects(tx: Tx, importId: string, keys: readonly string[]): Promise<void> {
  const named = (table: RecordKind, more: SQL) =>
    sql`EXISTS (SELECT FROM ${sql.identifier(table)} t WHERE t.company_id = c.company_id AND t.customer_id = c.id ${more})`;
  const others = namingKinds("customers").filter((one) => one !== "deals");
  const bought = [...others.map((one) => named(one, sql``)), named("deals", sql`AND t.stage = 'won'`)];
  await tx.db.execute(sql`
    UPDATE ${customers} c SET status = CASE WHEN ${sql.join(bought, sql` OR `)} THEN 'active' ELSE 'prospect' END
    WHERE c.company_id = ${tx.company}::uuid AND c.import_id = ${importId}::uuid AND c.name_key = ANY(${texts(keys)})
      AND c.updated_at <= ${tx.now.toISOString()}::timestamptz AND c.status IN ('active', 'prospect') AND ${named("deals", sql``)}`);
}

export type NameOnRecords = { name: string; rows: number; source: RecordSource };

/** Names on records of no known customer or vendor, the most frequent first, with the source most of them have. */
export async function namesOnRecords(tx: Tx, kind: PartyKind): Promise<NameOnRecords[]> {
  const [name, key, link] = ["name", "key", "id"].map((part) => sql.raw(`t.${partyOf(kind)}_${part}`));
  const parts = namingKinds(kind).map(
    (table) => sql`SELECT trim(${name}) AS name, t.source FROM ${sql.identifier(table)} t
      WHERE t.company_id = ${tx.company}::uuid AND ${link} IS NULL AND ${key} IS NOT NULL`,
  );
  const { rows } = await tx.db.execute<NameOnRecords>(sql`
    SELECT name, count(*)::int AS rows, mode() WITHIN GROUP (ORDER BY source) AS source
    FROM (${sql.join(parts, sql` UNION ALL `)}) n WHERE name <> '' GROUP BY name ORDER BY 2 DESC, 1 LIMIT ${mostNames}`);
  return rows;
}

/** Links names to a known customer or vendor from now on; the names already on records too. */
export async function nameParty(
  tx: Tx,
  kind: PartyKind,
  names: readonly { name: string; partyId: string }[],
  importId: string,
): Promise<void> {
  if (names.length === 0) return;
  const row = { companyId: tx.company, kind, importId, createdAt: tx.now };
  for (const { name, partyId } of names)
    await tx.db
      .insert(otherNames)
      .values({ ...row, name, fold: nameFold(name), nameKey: nameKey(name), partyId })
      .onConflictDoUpdate({
        target: [otherNames.companyId, otherNames.kind, otherNames.fold],
        set: { partyId, importId },
      });
  await linkNames(
    tx,
    kind,
    names.map(({ partyId }) => partyId),
  );
}

/** The customer or vendor of each of these names, by its fold. */
export async function partiesByFold(tx: Tx, kind: PartyKind, names: readonly string[]): Promise<Map<string, string>> {
  const known = await knownByKey(tx, kind, names);
  return new Map(known.toReversed().map(({ id, name }) => [nameFold(name), id]));
}

/** Takes back the other names that an import or call brought, and the links they made; returns their kind and number. */
export async function forgetNames(tx: Tx, importId: string): Promise<{ kind: PartyKind; names: number } | null> {
  const gone = await tx.db
    .delete(otherNames)
    .where(inCompany(tx, otherNames, eq(otherNames.importId, importId)))
    .returning();
  const [first] = gone;
  if (!first) return null;
  for (const [kind, some] of Map.groupBy(gone, (one) => one.kind)) await unlinkNames(tx, kind, some);
  return { kind: first.kind, names: gone.length };
}

async function unlinkNames(tx: Tx, kind: PartyKind, gone: readonly (typeof otherNames.$inferSelect)[]): Promise<void> {
  const [name, key, link] = ["name", "key", "id"].map((part) => sql.raw(`${partyOf(kind)}_${part}`));
  const json = JSON.stringify(gone.map((one) => ({ key: one.nameKey, party: one.partyId })));
  const folds = new Set(gone.map(({ fold }) => fold));
  for (const table of namingKinds(kind)) {
    const named = await tx.db.execute<{ id: string; name: string }>(sql`
      SELECT t.id, ${name} AS name FROM ${sql.identifier(table)} t, jsonb_to_recordset(${json}::jsonb) AS g (key text, party uuid)
      WHERE t.company_id = ${tx.company}::uuid AND t.${link} = g.party AND t.${key} = g.key`);
    const ids = named.rows.filter((one) => folds.has(nameFold(one.name))).map(({ id }) => id);
    if (ids.length > 0)
      await tx.db.execute(sql`
        UPDATE ${sql.identifier(table)} SET ${link} = NULL WHERE company_id = ${tx.company}::uuid AND id = ANY(${uuids(ids)})`);
  }
}
