import type { World } from "./world.ts";

const mark = "c0b1e500-";

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
  const [row] = await world.asOwner<Record<string, unknown>>(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(t) || jsonb_build_object(
       ${differ}, 'id', '${mark}' || substr(gen_random_uuid()::text, 10)))).*
     FROM (SELECT * FROM ${table} WHERE company_id = $1 LIMIT 1) t, generate_series(1, ${count}) n RETURNING *`,
    [company],
  );
  return row ?? {};
}

/** Times that follow each other within one millisecond, as far as it goes. */
export const toTheMicrosecond = "timestamptz '2026-11-20 09:00:00.123' + n * interval '1 microsecond'";
