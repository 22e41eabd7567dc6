import type { Database } from "#platform/db/database.ts";

/** The server's version, and whether it writes to disk before confirming. */
export async function describeServer(database: Database): Promise<{ version: string; survivesPowerLoss: boolean }> {
  const [row] = await database.query<{ version: string; survives: boolean }>(
    `SELECT current_setting('server_version') AS version,
       current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off' AS survives`,
  );
  return { version: row?.version ?? "unknown", survivesPowerLoss: row?.survives ?? false };
}
