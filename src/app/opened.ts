import { type Config, readConfig } from "#platform/config.ts";
import type { Database } from "#platform/db/database.ts";
import { ownDataFolder } from "#platform/db/embedded/ownership.ts";
import { type OpenDatabase, openDatabase } from "#platform/db/open.ts";
import { createLog, type Log } from "#platform/log.ts";
import { openSecrets, type Secrets } from "#platform/secrets.ts";

export type Opened = {
  config: Config;
  database: Database;
  connectOwner: OpenDatabase["connectOwner"];
  secrets: Secrets;
  log: Log;
  close(): Promise<void>;
};

/** Opens the database for an operator's command. With the embedded one the server must be stopped. */
export async function openForOperator(): Promise<Opened> {
  const config = readConfig();
  const log = createLog("warn");
  const ownership = config.databaseUrl ? null : await ownDataFolder(config.dataDir);
  try {
    const secrets = openSecrets(config);
    const { database, connectOwner } = await openDatabase(config, secrets, log, []);
    const close = async (): Promise<void> => {
      await database.close();
      await ownership?.release();
    };
    return { config, database, connectOwner, secrets, log, close };
  } catch (error) {
    await ownership?.release();
    throw error;
  }
}
