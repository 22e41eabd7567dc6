import type pg from "pg";
import { openDump, type Progress } from "#platform/backup/dump.ts";
import { writeBackup } from "#platform/backup/file.ts";
import type { Manifest } from "#platform/backup/records.ts";
import type { Database } from "#platform/db/database.ts";
import { parseAnchor } from "#platform/journal/anchor-chain.ts";
import { folderOf, readLines } from "#platform/journal/anchor-file.ts";
import { linesFrom, reachOf } from "#platform/journal/anchors.ts";
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
  const owner = source.connect();
  await owner.connect();
  try {
    const dump = await openDump(owner);
    const { tables, migrations } = dump.manifest;
    const anchors = await anchorsAsOf(owner, source.anchors, dump.manifest);
    const said = { database: source.kind, schema: migrations.at(-1)?.at ?? 0, mark: dump.mark };
    const { bytes } = await writeBackup(file, said, dump.records(anchors, onProgress), secrets);
    await dump.end();
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, tables: tables.length, bytes, seconds: (performance.now() - started) / 1_000 };
  } finally {
    await owner.end().catch(() => undefined);
  }
}

/**
 * The file's anchors up to the moment of the dump, as none may be ahead of the journal it comes with. What another instance
 * anchored since is added, what the file lacks of its own is not; where this folder has no file, all are the database's.
 */
async function anchorsAsOf(owner: pg.Client, file: string, { tables }: Manifest): Promise<Buffer> {
  const hasAnchors = tables.some(({ name }) => name === "anchors");
  const kept = hasAnchors ? await linesFrom(owner, 1) : [];
  const end = kept.at(-1)?.n ?? 0;
  const lines = await readLines(file);
  const pieces: Buffer[] = [];
  const add = (line: string): void => void pieces.push(Buffer.from(`${line}\n`));
  let last = 0;
  for await (const line of lines ?? []) {
    const n = parseAnchor(line)?.n ?? 0;
    if (!line || n > end) continue;
    last = Math.max(n, last);
    add(line);
  }
  const isWhole = lines === null || (hasAnchors && last >= (await reachOf(owner, folderOf(file))));
  for (const { n, line } of isWhole ? kept : []) if (n > last) add(line);
  return Buffer.concat(pieces);
}
