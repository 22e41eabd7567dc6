import type pg from "pg";

const everyMs = 10_000;

/**
 * Tables of which so much changed since the planner last looked that its plans may be wrong: autovacuum's own measure.
 * Nobody else looks in the embedded engine, and a join planned for a few rows does not end over many.
 */
const changed = `
  SELECT relid::regclass::text AS name FROM pg_stat_user_tables
  WHERE n_mod_since_analyze > 500 + 0.1 * n_live_tup ORDER BY n_mod_since_analyze DESC`;

/** Keeps the embedded engine's planner informed, as it has no autovacuum; gives how to stop. */
export function keepStatistics(connect: () => pg.Client, onError: (error: Error) => void): () => void {
  const timer = setInterval(() => void gatherStatistics(connect).catch(onError), everyMs).unref();
  return () => clearInterval(timer);
}

/** Looks anew at every table that changed much; gives how many. One after the other, so that others get their turns. */
export async function gatherStatistics(connect: () => pg.Client): Promise<number> {
  const owner = connect();
  await owner.connect();
  try {
    // Counted is what the one backend has told so far; it tells about once a second.
    await owner.query("SELECT pg_stat_force_next_flush()");
    const { rows } = await owner.query<{ name: string }>(changed);
    for (const { name } of rows) await owner.query(`ANALYZE ${name}`);
    return rows.length;
  } finally {
    await owner.end();
  }
}
