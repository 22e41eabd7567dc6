import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { raiseWalls } from "#platform/db/tenancy.ts";

const folder = fileURLToPath(new URL("../../../migrations", import.meta.url));
/** Any fixed number: instances that start together take turns on it. */
const turn = 7_264_551;

export type Migration = { at: number; hash: string };

/** Every migration this program knows, oldest first. */
export const knownMigrations = (): Migration[] =>
  readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis, hash }) => ({ at: folderMillis, hash }));

/** Waits, inside a transaction, until nobody else changes the schema. */
export const takeTurn = async (owner: pg.Client): Promise<void> =>
  void (await owner.query(`SELECT pg_advisory_xact_lock(${turn})`));

/** Brings the schema up to date, once, also when instances start together; refuses a schema newer than this program. */
export async function migrate(owner: pg.Client): Promise<{ applied: number }> {
  await owner.query("BEGIN");
  try {
    await takeTurn(owner);
    const applied = await applyMigrations(owner);
    if (applied > 0) await raiseWalls(owner);
    await owner.query("COMMIT");
    return { applied };
  } catch (error) {
    await owner.query("ROLLBACK");
    throw error;
  }
}

/** Applies what is missing up to a migration, inside the caller's transaction and without raising walls. */
export async function applyMigrations(owner: pg.Client, until = Infinity): Promise<number> {
  const files = readMigrationFiles({ migrationsFolder: folder });
  await owner.query(
    "CREATE TABLE IF NOT EXISTS schema_migrations (folder_millis bigint PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  const { rows } = await owner.query<{ at: number; hash: string }>(
    "SELECT folder_millis AS at, hash FROM schema_migrations ORDER BY 1",
  );
  const known = new Set(files.map((file) => file.folderMillis));
  if (rows.some((row) => !known.has(Number(row.at))))
    throw new Error(
      "The database was written by a newer version of Boardroom. Start that version, or restore a backup.",
    );
  const done = new Set(rows.map((row) => Number(row.at)));
  const open = files.filter((file) => !done.has(file.folderMillis) && file.folderMillis <= until);
  for (const file of open) {
    for (const statement of file.sql) await owner.query(statement);
    await owner.query("INSERT INTO schema_migrations (folder_millis, hash) VALUES ($1, $2)", [
      file.folderMillis,
      file.hash,
    ]);
  }
  return open.length;
}
