import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { countForOperator } from "#features/accounts/operator/store.ts";
import type { Config } from "#platform/config.ts";
import { ownDataFolder } from "#platform/db/embedded/ownership.ts";
import { asOperator } from "#platform/db/operator.ts";
import { openAsOwner } from "#platform/db/open.ts";
import { createLog } from "#platform/log.ts";
import { openSecrets } from "#platform/secrets.ts";
import { makeFolder } from "#platform/folder.ts";

const note = z.strictObject({ username: z.string(), password: z.string(), prepared: z.boolean() });
/** The demo's sign-in, and whether it was fully prepared. */
export type Note = z.infer<typeof note>;

const notePath = (config: Config): string => join(config.dataDir, "demo.json");

/** The demo's note in the data folder, or null. */
export function readNote(config: Config): Note | null {
  if (!existsSync(notePath(config))) return null;
  return note.parse(JSON.parse(readFileSync(notePath(config), "utf8")));
}

/** A demo that is not fully prepared is prepared again next time. */
export function writeNote(config: Config, content: Note): void {
  makeFolder(config.dataDir);
  writeFileSync(notePath(config), `${JSON.stringify(content)}\n`, { mode: 0o600 });
  chmodSync(notePath(config), 0o600);
}

/** Refuses a folder or database that holds anything but a demo. */
export async function findDemo(config: Config): Promise<{ isThere: boolean }> {
  const { dataDir, databaseUrl } = config;
  const isEmpty = !existsSync(dataDir) || readdirSync(dataDir).length === 0;
  if (!databaseUrl && isEmpty) return { isThere: false };
  if (!databaseUrl && !readNote(config))
    throw new Error(
      `The folder ${dataDir} holds data that is not a demo; nothing was changed. Set DATA_DIR to another folder.`,
    );
  const { demos, others } = await countCompanies(config);
  if (others > 0) {
    const companies = others === 1 ? "a company that is not a demo" : `${others} companies that are not demos`;
    const [where, advice] = databaseUrl
      ? ["database", "set DATABASE_URL to an empty one"]
      : [`folder ${dataDir}`, "set DATA_DIR to another one"];
    throw new Error(`The ${where} holds ${companies}: start it with npm start, or ${advice} for a demo.`);
  }
  return { isThere: demos > 0 };
}

async function countCompanies(config: Config): Promise<{ demos: number; others: number }> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    if (!config.databaseUrl) {
      const ownership = await ownDataFolder(config.dataDir);
      closers.push(() => ownership.release());
      if (!existsSync(join(config.dataDir, "database"))) return { demos: 0, others: 0 };
    }
    const database = await openAsOwner(config, openSecrets(config), createLog("warn"));
    closers.push(() => database.close());
    return await asOperator(database.connect, countForOperator);
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

/** Empties a demo's folder, after `findDemo` checked that it holds nothing else. */
export function clearDemo(config: Config): void {
  if (config.databaseUrl)
    throw new Error("A demo in PostgreSQL can only be recreated in an empty database; nothing was removed.");
  if (!existsSync(config.dataDir)) return;
  for (const name of readdirSync(config.dataDir)) rmSync(join(config.dataDir, name), { recursive: true });
}
