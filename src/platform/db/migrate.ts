import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { applyPolicies } from "#platform/db/tenancy.ts";

const folder = fileURLToPath(new URL("../../../migrations", import.meta.url));
/** Any fixed number. */
const migrationLock = 7_264_551;

/** Attempts when a deadlock with running transactions is detected. */
const attempts = 5;

export type Migration = { at: number; hash: string };

/** Every migration this program knows, oldest first. */
export const knownMigrations = (): Migration[] =>
  readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis, hash }) => ({ at: folderMillis, hash }));

/** Locks the schema against concurrent changes until the transaction ends. */
export const lockSchema = async (owner: pg.Client): Promise<void> =>
  void (await owner.query(`SELECT pg_advisory_xact_lock(${migrationLock})`));

/** Brings the schema up to date once, even if instances start together; refuses a schema newer than this program. */
export async function migrate(owner: pg.Client): Promise<{ applied: number }> {
  // Policies first, separately: combined with a long migration they would block everything until its end.
  await exclusively(owner, async () => {
    await appliedBefore(owner);
    await applyPolicies(owner);
  });
  return exclusively(owner, async () => {
    const applied = await applyMigrations(owner);
    if (applied > 0) await applyPolicies(owner);
    return { applied };
  });
}

/** Applies missing migrations up to one, inside the caller's transaction and without creating policies. */
export async function applyMigrations(owner: pg.Client, until = Infinity): Promise<number> {
  // Policies apply to the owner too: without this, a migration that fills a column would find no rows.
  await owner.query("SELECT set_config('app.operator', 'on', true)");
  const done = await appliedBefore(owner);
  const open = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => !done.has(folderMillis) && folderMillis <= until,
  );
  for (const file of open) {
    for (const statement of file.sql) await owner.query(statement);
    await owner.query("INSERT INTO schema_migrations (folder_millis, hash) VALUES ($1, $2)", [
      file.folderMillis,
      file.hash,
    ]);
  }
  return open.length;
}

/** The times of applied migrations; throws if one is unknown to this program. */
async function appliedBefore(owner: pg.Client): Promise<Set<number>> {
  await owner.query(
    "CREATE TABLE IF NOT EXISTS schema_migrations (folder_millis bigint PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  const { rows } = await owner.query<{ at: number }>("SELECT folder_millis AS at FROM schema_migrations");
  const known = new Set(knownMigrations().map(({ at }) => at));
  if (rows.some((row) => !known.has(Number(row.at))))
    throw new Error(
      "The database was written by a newer version of Boardroom. Start that version, or restore a backup.",
    );
  return new Set(rows.map((row) => Number(row.at)));
}

/** Runs `work` in one transaction while no other instance does. */
async function exclusively<T>(owner: pg.Client, work: () => Promise<T>, attempt = 1): Promise<T> {
  await owner.query("BEGIN");
  try {
    await lockSchema(owner);
    const result = await work();
    await owner.query("COMMIT");
    return result;
  } catch (error) {
    await owner.query("ROLLBACK");
    if ((error as { code?: unknown }).code !== "40P01" || attempt === attempts) throw error;
    return exclusively(owner, work, attempt + 1);
  }
}
