import type { World } from "./world.ts";

/** Whoever may ask past every wall. */
type Asking = Pick<World, "asOwner">;

/**
 * All tables of the product that tell its state; a session's last sign of life, a page that was written from rows and the
 * anchors that are made by the clock do not.
 */
async function tables(world: Asking): Promise<{ name: string; hasCompany: boolean }[]> {
  return world.asOwner(
    `SELECT c.relname AS name, EXISTS (SELECT 1 FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped) AS "hasCompany"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND c.relname NOT IN ('anchors', 'dashboard_pages') ORDER BY 1`,
  );
}

/**
 * One number per table over all of its rows, of one company or of all, with the jobs that were queued. A column named in
 * `besides` is left out: one that was added since.
 */
export async function checksum(world: Asking, company?: string, besides = "seen_at"): Promise<Record<string, string>> {
  const own = (column: string) => (company ? `WHERE ${column} = '${company}'` : "");
  const parts = (await tables(world))
    .filter((table) => !company || table.hasCompany)
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(row, '' ORDER BY row COLLATE "C")), '') AS sum
         FROM (SELECT (to_jsonb(t) - 'seen_at' - '${besides}')::text AS row FROM ${name} t ${own("company_id")}) AS rows`,
    );
  parts.push(`SELECT 'jobs', count(*)::text FROM pgboss.job ${own("data->>'company'") || "WHERE data ? 'company'"}`);
  const rows = await world.asOwner<{ name: string; sum: string }>(parts.join(" UNION ALL "));
  return Object.fromEntries(rows.map((row) => [row.name, row.sum]));
}

/** The tables in which two checksums differ. */
export function changed(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name]);
}

/** How many rows a company has in every table, but for kept answers, and how many jobs: what its calls have caused. */
export async function rowCounts(world: World, company: string): Promise<Record<string, number>> {
  const names = (await tables(world)).filter(({ name, hasCompany }) => hasCompany && name !== "idempotency_keys");
  const parts = names.map(
    ({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM ${name} WHERE company_id = '${company}'`,
  );
  parts.push(`SELECT 'jobs', count(*)::int FROM pgboss.job WHERE data->>'company' = '${company}'`);
  const rows = await world.asOwner<{ name: string; rows: number }>(parts.join(" UNION ALL "));
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}
