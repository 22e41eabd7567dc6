import { type SQL, sql } from "drizzle-orm";
import { type RecordKind, recordSources, type RecordSource } from "#features/records/contract.ts";
import { id, isSame } from "#features/records/store.ts";
import type { Tx } from "#platform/context.ts";

/** Where rows come from that no service brings. */
export const ownSources = ["csv", "manual", "api"] as const satisfies readonly RecordSource[];
const isOwn = (source: string): boolean => ownSources.some((one) => one === source);

const text = (column: string): SQL =>
  sql.raw(`lower(trim(s.${column})) = lower(trim(o.${column})) AND trim(s.${column}) <> ''`);
const equal = (...expressions: string[]): SQL =>
  sql.raw(expressions.map((one) => `${one.replaceAll("$", "s")} = ${one.replaceAll("$", "o")}`).join(" AND "));
const ofParty = [sql`s.name_key = o.name_key AND ${isSame(sql`s.name`, sql`o.name`)}`, text("email")];
const money = ["coalesce($.amount, -1)", "coalesce($.currency, '')"];
const party = "coalesce($.customer_key, $.vendor_key)";
const both = (...parts: SQL[]): SQL => sql.join(parts, sql` AND `);

/** When a row `s` of a service and a row `o` of another source are the same thing: in one of these ways. */
const sameness: Partial<Record<RecordKind, readonly SQL[]>> = {
  customers: ofParty,
  vendors: ofParty,
  deals: [both(text("name"), equal(...money, "$.customer_key"))],
  invoices: [both(text("number"), equal("$.direction", ...money, party))],
  subscriptions: [both(text("name"), equal(...money, party))],
};

/**
 * Rows of other sources that a service brings too, by id and source; null: rows of this kind are never taken for the
 * same. Where two rows fit, none is.
 */
export function doublesOf(tx: Tx, kind: RecordKind, source: RecordSource): SQL | null {
  const ways = sameness[kind];
  if (!ways) return null;
  const others = [...ownSources, ...recordSources.filter((one) => !isOwn(one) && one !== "sample" && one > source)];
  const pairs = ways.map(
    (same) => sql`SELECT s.id AS own, o.id, o.source FROM ${id(kind)} s JOIN ${id(kind)} o ON ${same}
      WHERE s.company_id = ${tx.company}::uuid AND o.company_id = ${tx.company}::uuid AND s.source = ${source} AND o.source IN ${others}`,
  );
  return sql`SELECT id, source FROM (SELECT id, source, count(*) OVER (PARTITION BY id) AS fits,
      count(*) OVER (PARTITION BY own, source) AS meets FROM (${sql.join(pairs, sql` UNION `)}) AS pairs) AS counted
    WHERE fits = 1 AND meets = 1`;
}

/** How many records of a service are there twice, by kind and the other source; null: files, what was typed and sent. */
export async function countDoubles(tx: Tx, kinds: readonly RecordKind[], source: RecordSource) {
  const counts: { kind: RecordKind; other: RecordSource | null; amount: number }[] = [];
  for (const kind of kinds) {
    const found = doublesOf(tx, kind, source);
    if (!found) continue;
    const { rows } = await tx.db.execute<{ other: RecordSource | null; amount: number }>(sql`
      SELECT CASE WHEN source NOT IN ${[...ownSources]} THEN source END AS other, count(*)::int AS amount
      FROM (${found}) AS doubles GROUP BY 1 ORDER BY 1`);
    counts.push(...rows.map((row) => ({ kind, ...row })));
  }
  return counts;
}
