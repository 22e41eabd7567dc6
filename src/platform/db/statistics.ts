import type pg from "pg";

const everyMs = 10_000;

/**
 * Tables that changed enough to mislead the planner, by autovacuum's own threshold. The embedded engine has no
 * autovacuum, and a join planned for a few rows may never finish over many.
 */
const changed = `
  SELECT relid::regclass::text AS name FROM pg_stat_user_tables
  WHERE n_mod_since_analyze > 500 + 0.1 * n_live_tup ORDER BY n_mod_since_analyze DESC`;

/** Keeps the embedded engine's planner statistics fresh. Returns a function that stops it. */
export function keepStatistics(connect: () => pg.Client, onError: (error: Error) => void): () => void {
  const timer = setInterval(() => void gatherStatistics(connect).catch(onError), everyMs).unref();
  return () => clearInterval(timer);
}

/** Analyzes each changed table, one at a time so that others get their turn; returns how many. */
export async function gatherStatistics(connect: () => pg.Client): Promise<number> {
  const owner = connect();
  await owner.connect();
  try {
    // Forces the backend to report its counts, which it otherwise does about once a second.
    await owner.query("SELECT pg_stat_force_next_flush()");
    const { rows } = await owner.query<{ name: string }>(changed);
    for (const { name } of rows) await owner.query(`ANALYZE ${name}`);
    return rows.length;
  } finally {
    await owner.end();
  }
}
