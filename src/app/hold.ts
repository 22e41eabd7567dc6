import { parseArgs } from "node:util";
import { holdAll, requestHold } from "#app/hold-all.ts";
import * as rooms from "#app/rooms.ts";
import { pluralize } from "#contract/format.ts";
import { now } from "#platform/clock.ts";
import { readConfig } from "#platform/config.ts";
import { ownDataFolder } from "#platform/db/embedded/ownership.ts";
import { openDatabase } from "#platform/db/open.ts";
import { catalogOf } from "#platform/journal/event.ts";
import { createLog, print, printErrors } from "#platform/log.ts";
import { hashingEmbedder } from "#platform/embedding/hashing.ts";
import { openModels } from "#platform/model/models.ts";
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
    const installation = {
      dataDir: config.dataDir,
      startedAt: now(),
      undoSeconds: 0,
      snapshots: () => null,
      hasCompany: async () => true,
    };
    const platform = {
      database,
      secrets,
      log,
      // A run that waits for a worker ends when one takes it up.
      jobs: { send: nothing, sendToMany: nothing, drop: nothing, deliver: nothing, reserve: () => null },
      count: () => undefined,
      events: catalogOf(rooms.events),
      agency: {},
      subjects: new Map(),
      models: {
        calls: openModels({ allowsPrivate: false, timeout: 1_000, rung: null }, () => undefined),
        operator: null,
        operatorBudget: 0,
        asksConsent: false,
        allowsPrivate: false,
      },
      embedder: hashingEmbedder,
      installation,
    };
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
