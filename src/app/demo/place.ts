import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { countForOperator } from "#features/accounts/store.ts";
import type { Config } from "#platform/config.ts";
import { ownDataFolder } from "#platform/db/embedded/ownership.ts";
import { asOperator } from "#platform/db/operator.ts";
import { openAsOwner } from "#platform/db/open.ts";
import { createLog } from "#platform/log.ts";
import { openSecrets } from "#platform/secrets.ts";
import { makeFolder } from "#platform/folder.ts";

const note = z.strictObject({ username: z.string(), password: z.string(), prepared: z.boolean() });
/** Who signs in to a demo, and whether it was prepared to its end. */
export type Note = z.infer<typeof note>;

const noteIn = (config: Config): string => join(config.dataDir, "demo.json");

/** The note a demo left in its data folder; null where there is none. */
export function readNote(config: Config): Note | null {
  if (!existsSync(noteIn(config))) return null;
  return note.parse(JSON.parse(readFileSync(noteIn(config), "utf8")));
}

/** Writes the note; what is not prepared to its end is prepared anew the next time. */
export function writeNote(config: Config, content: Note): void {
  makeFolder(config.dataDir);
  writeFileSync(noteIn(config), `${JSON.stringify(content)}\n`, { mode: 0o600 });
  chmodSync(noteIn(config), 0o600);
}

/** Refuses in a sentence a folder or database with anything in it that is no demo; says whether a demo is there. */
export async function lookAt(config: Config): Promise<{ isThere: boolean }> {
  const { dataDir, databaseUrl } = config;
  const isEmpty = !existsSync(dataDir) || readdirSync(dataDir).length === 0;
  if (!databaseUrl && isEmpty) return { isThere: false };
  if (!databaseUrl && !readNote(config))
    throw new Error(
      `The folder ${dataDir} holds data and is no demo: nothing in it was touched. Set DATA_DIR to another.`,
    );
  const { demos, others } = await count(config);
  if (others > 0) {
    const companies = others === 1 ? "a company that is no demo" : `${others} companies that are no demo`;
    const [where, advice] = databaseUrl
      ? ["database", "set DATABASE_URL to an empty one"]
      : [`folder ${dataDir}`, "set DATA_DIR to another one"];
    throw new Error(`The ${where} holds ${companies}: start it with npm start, or ${advice} for a demo.`);
  }
  return { isThere: demos > 0 };
}

async function count(config: Config): Promise<{ demos: number; others: number }> {
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

/** Empties the folder of a demo, after `lookAt` found nothing else in it. */
export function clear(config: Config): void {
  if (config.databaseUrl)
    throw new Error("A demo in a PostgreSQL database is made anew in an empty database: nothing was removed.");
  if (!existsSync(config.dataDir)) return;
  for (const name of readdirSync(config.dataDir)) rmSync(join(config.dataDir, name), { recursive: true });
}
