import { parseArgs } from "node:util";
import { holdAll, requestHold } from "#app/hold-all.ts";
import { operatorPlatform } from "#app/operator-platform.ts";
import * as rooms from "#app/rooms.ts";
import { pluralize } from "#contract/format.ts";
import { readConfig } from "#platform/config.ts";
import { ownDataFolder } from "#platform/db/embedded/ownership.ts";
import { openDatabase } from "#platform/db/open.ts";
import { createLog, print, printErrors } from "#platform/log.ts";
import { openSecrets } from "#platform/secrets.ts";

/** `npm run hold`: stops everything autonomous in every company, with or without a running server. */
const closers: (() => Promise<unknown>)[] = [];
try {
  refuseArguments();
  const config = readConfig();
  const companies = (config.databaseUrl ? null : await requestHold(config.dataDir)) ?? (await directly());
  print(`Everything autonomous is stopped in ${pluralize(companies, "company", "companies")}.`);
  print("Runs end within 5 seconds. Where it was on, an admin resumes it with Initialize AGI Oversight.");

  async function directly(): Promise<number> {
    if (!config.databaseUrl) {
      const ownership = await ownDataFolder(config.dataDir);
      closers.push(() => ownership.release());
    }
    const log = createLog("warn");
    const secrets = openSecrets(config, { mayCreate: false });
    const { database, connectOwner } = await openDatabase(config, secrets, log, []);
    closers.push(() => database.close());
    const nothing = async () => undefined;
    // Nothing needs to be sent: a queued run ends when a worker picks it up.
    const jobs = { send: nothing, sendToMany: nothing, drop: nothing, deliver: nothing, reserve: () => null };
    const platform = operatorPlatform({ database, secrets, log, jobs }, config.dataDir, rooms.events);
    return holdAll(platform, connectOwner);
  }
} catch (error) {
  printErrors([error instanceof Error ? error.message : String(error)]);
  process.exitCode = 1;
} finally {
  for (const close of closers.toReversed()) await close();
}

function refuseArguments(): void {
  try {
    parseArgs({ options: {} });
  } catch {
    throw new Error("Usage: npm run hold");
  }
}
