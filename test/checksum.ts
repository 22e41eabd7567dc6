import { createHash } from "node:crypto";
import type pg from "pg";
import type { World } from "./world.ts";

/** Whoever may ask past every wall. */
type Asking = Pick<World, "asOwner">;

interface Table {
  name: string;
  columns: string[];
}
const known = new WeakMap<Asking, Promise<Table[]>>();

/** The tables of a running product, which do not change while it runs. */
const tables = (world: Asking): Promise<Table[]> => {
  const found = known.get(world) ?? tablesOf(world);
  known.set(world, found);
  return found;
};

/**
 * The tables of the product with their columns, but for pages that were written from rows, and what the clock and listeners
 * do by themselves: anchors, and which jobs are due or done.
 */
async function tablesOf(world: Asking): Promise<Table[]> {
  return world.asOwner(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attname) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND c.relname NOT IN ('anchors', 'dashboard_pages', 'job_slots', 'job_claims', 'brain_cursors', 'security_counts', 'agent_scores', 'agent_score_weeks')
     GROUP BY 1 ORDER BY 1`,
  );
}

const isOfCompanies = ({ columns }: Table) => columns.includes("company_id");

/** What the tables of a database came to when last asked, beside the marks of their rows then. */
const kept = new WeakMap<Asking, Map<string, { mark: string; sum: string }>>();

/**
 * One number per table over all of its rows, of one company or of all, with the jobs that were queued. A session's last
 * sign of life is left out, as is for one company a column named in `besides`: one that was added since.
 */
export async function checksum(world: Asking, company?: string, besides?: string): Promise<Record<string, string>> {
  const all = await tables(world);
  if (company) return sums(world, all.filter(isOfCompanies), company, besides);
  const before = kept.get(world) ?? new Map<string, { mark: string; sum: string }>();
  const marks = await marksOf(world, all);
  const moved = all.filter(({ name }) => before.get(name)?.mark !== marks[name]);
  const now = await sums(world, moved);
  for (const { name } of moved) before.set(name, { mark: marks[name] ?? "", sum: now[name] ?? "" });
  kept.set(world, before);
  return { ...Object.fromEntries([...before].map(([name, { sum }]) => [name, sum])), jobs: now["jobs"] ?? "" };
}

/**
 * Says of each table whether rows were written since: a new version of a row has a later transaction than all before it. No
 * row need be written out as text, which costs most where whole databases are compared.
 */
async function marksOf(world: Asking, all: readonly Table[]): Promise<Record<string, string>> {
  const parts = all.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) AS mark FROM ${name}`,
  );
  const rows = await asked<{ name: string; mark: string }>(world, parts);
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]));
}

async function sums(world: Asking, some: readonly Table[], company?: string, besides?: string) {
  const own = (column: string) => (company ? `WHERE ${column} = $1` : "");
  // A sum of hashes needs no sorting.
  const parts = some.map(({ name, columns }) => {
    const compared = columns.filter((column) => column !== "seen_at" && column !== besides);
    return `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(hashtextextended(ROW(${compared.map((column) => `"${column}"`).join(", ")})::text, 0))::text, '') AS sum
       FROM ${name} ${own("company_id")}`;
  });
  parts.push(
    `SELECT 'jobs' AS name, count(*)::text AS sum FROM pgboss.job ${own("(data->>'company')::uuid") || "WHERE data ? 'company'"}`,
  );
  const rows = await asked<{ name: string; sum: string }>(world, parts, company);
  return Object.fromEntries(rows.map((row) => [row.name, row.sum]));
}

/** Asks the tables in one statement, planned once per connection: that costs more than carrying it out. */
function asked<Row extends pg.QueryResultRow>(world: Asking, parts: string[], company?: string): Promise<Row[]> {
  const text = parts.join(" UNION ALL ");
  return world.asOwner<Row>(text, company ? [company] : [], createHash("sha1").update(text).digest("hex"));
}

/**
 * Names the tables that work changed. Of work that follows other work on the same world directly, with nothing between them:
 * what one ended with is what the next begins with, and every checksum reads the whole database.
 */
export function changesInTurn(world: () => Asking): (work: () => Promise<unknown>) => Promise<string[]> {
  let last: Record<string, string> | undefined;
  return async (work) => {
    const before = last ?? (await checksum(world()));
    await work();
    last = await checksum(world());
    return changed(before, last);
  };
}

/** The tables in which two checksums differ. */
export function changed(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name]);
}

/** How many rows a company has in every table, but for kept answers, and how many jobs: what its calls have caused. */
export async function rowCounts(world: World, company: string): Promise<Record<string, number>> {
  const names = (await tables(world)).filter((table) => isOfCompanies(table) && table.name !== "idempotency_keys");
  const parts = names.map(
    ({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM ${name} WHERE company_id = $1`,
  );
  parts.push(`SELECT 'jobs', count(*)::int FROM pgboss.job WHERE (data->>'company')::uuid = $1`);
  const rows = await asked<{ name: string; rows: number }>(world, parts, company);
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}
