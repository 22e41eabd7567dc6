import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type pg from "pg";
import { openDump, type Progress } from "#platform/backup/dump.ts";
import { writeBackup } from "#platform/backup/file.ts";
import type { Database } from "#platform/db/database.ts";
import type { Secrets } from "#platform/secrets.ts";

export type Source = {
  kind: Database["kind"];
  /** Gives a connection that owns the tables. */
  connect: () => pg.Client;
  /** Where the anchors of the journals stand. */
  anchors: string;
};
export type Taken = { rows: number; tables: number; bytes: number; seconds: number };

/** Writes a backup of a database as it is now. */
export async function takeBackup(
  source: Source,
  file: string,
  secrets: Secrets,
  onProgress: Progress = () => undefined,
): Promise<Taken> {
  const started = performance.now();
  // Before the moment of the dump: an anchor must never be ahead of the journal it comes with.
  const anchors = existsSync(source.anchors) ? await readFile(source.anchors) : Buffer.alloc(0);
  const owner = source.connect();
  await owner.connect();
  try {
    const dump = await openDump(owner);
    const { tables, migrations } = dump.manifest;
    const said = { database: source.kind, schema: migrations.at(-1)?.at ?? 0, mark: dump.mark };
    const { bytes } = await writeBackup(file, said, dump.records(anchors, onProgress), secrets);
    await dump.end();
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, tables: tables.length, bytes, seconds: (performance.now() - started) / 1_000 };
  } finally {
    await owner.end().catch(() => undefined);
  }
}
