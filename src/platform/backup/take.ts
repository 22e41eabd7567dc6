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
  /** Opens a connection as the tables' owner. */
  connect: () => pg.Client;
  /** The file with the journals' anchors. */
  anchors: string;
};
export type Taken = { rows: number; tables: number; bytes: number; seconds: number };

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
    const fields = { database: source.kind, schema: migrations.at(-1)?.at ?? 0, mark: dump.mark };
    const { bytes } = await writeBackup(file, fields, dump.records(anchors, onProgress), secrets);
    await dump.end();
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, tables: tables.length, bytes, seconds: (performance.now() - started) / 1_000 };
  } finally {
    await owner.end().catch(() => undefined);
  }
}

/**
 * The file's anchors up to the dump, because none may be ahead of its journal. Anchors another instance wrote since are
 * added; lines missing from the file are not. Without a file, the database's anchors are used.
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
