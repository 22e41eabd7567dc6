import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { raiseWalls } from "#platform/db/tenancy.ts";

const folder = fileURLToPath(new URL("../../../migrations", import.meta.url));
/** Any fixed number: instances that start together take turns on it. */
const turn = 7_264_551;

/** How often it begins again when those at work beside it had to be waited for in a circle. */
const attempts = 5;

/** Brings the schema up to date, once, also when instances start together; refuses a schema newer than this program. */
export async function migrate(owner: pg.Client): Promise<{ applied: number }> {
  const files = readMigrationFiles({ migrationsFolder: folder });
  const open = async () => {
    const done = await appliedBefore(owner, files);
    return files.filter((file) => !done.has(file.folderMillis));
  };
  // First and by itself: raised together with a long migration, walls would keep everybody out until its end.
  await alone(owner, async () => {
    await open();
    await raiseWalls(owner);
  });
  return alone(owner, async () => {
    const due = await open();
    for (const file of due) {
      for (const statement of file.sql) await owner.query(statement);
      await owner.query("INSERT INTO schema_migrations (folder_millis, hash) VALUES ($1, $2)", [
        file.folderMillis,
        file.hash,
      ]);
    }
    if (due.length > 0) await raiseWalls(owner);
    return { applied: due.length };
  });
}

/** Which migrations have run, by their time. */
async function appliedBefore(owner: pg.Client, files: readonly { folderMillis: number }[]): Promise<Set<number>> {
  await owner.query(
    "CREATE TABLE IF NOT EXISTS schema_migrations (folder_millis bigint PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  const { rows } = await owner.query<{ at: number }>("SELECT folder_millis AS at FROM schema_migrations");
  const known = new Set(files.map((file) => file.folderMillis));
  if (rows.some((row) => !known.has(Number(row.at))))
    throw new Error(
      "The database was written by a newer version of Boardroom. Start that version, or restore a backup.",
    );
  return new Set(rows.map((row) => Number(row.at)));
}

/** Runs `work` in one transaction while no other instance does the same. */
async function alone<T>(owner: pg.Client, work: () => Promise<T>, attempt = 1): Promise<T> {
  await owner.query("BEGIN");
  try {
    await owner.query(`SELECT pg_advisory_xact_lock(${turn})`);
    // The walls hold for the owner too: without this a migration that fills a column would find no row to fill.
    await owner.query("SELECT set_config('app.operator', 'on', true)");
    const result = await work();
    await owner.query("COMMIT");
    return result;
  } catch (error) {
    await owner.query("ROLLBACK");
    if ((error as { code?: unknown }).code !== "40P01" || attempt === attempts) throw error;
    return alone(owner, work, attempt + 1);
  }
}
