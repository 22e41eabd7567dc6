import type { World } from "./world.ts";

const mark = "c0b1e500-";
const portion = 2_000;

/**
 * Puts copies of one of a company's rows into its table, in place of the copies of before. `differ` says in pairs of JSON
 * what they differ in besides their id; `n` counts them. Gives one of them.
 */
export async function putCopies(
  world: World,
  company: string,
  { table, differ, count = 120 }: { table: string; differ: string; count?: number },
): Promise<Record<string, unknown>> {
  await world.asOwner(`DELETE FROM ${table} WHERE company_id = $1 AND id::text LIKE '${mark}%'`, [company]);
  let copy: Record<string, unknown> = {};
  // In portions: a statement of the owner may take a minute on the embedded database, on a machine that is busy as well.
  for (let from = 1; from <= count; from += portion) {
    const rows = await world.asOwner<Record<string, unknown>>(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(t) || jsonb_build_object(
         ${differ}, 'id', '${mark}' || substr(gen_random_uuid()::text, 10)))).*
       FROM (SELECT * FROM ${table} WHERE company_id = $1 AND id::text NOT LIKE '${mark}%' LIMIT 1) t,
         generate_series($2::int, $3::int) n RETURNING *`,
      [company, from, Math.min(from + portion - 1, count)],
    );
    copy = rows[0] ?? copy;
  }
  return copy;
}

/** Times that follow each other within one millisecond, as far as it goes. */
export const toTheMicrosecond = "timestamptz '2026-11-20 09:00:00.123' + n * interval '1 microsecond'";
