import { createHash } from "node:crypto";
import { type BackupFile, BackupFault, damaged, newer } from "#platform/backup/file.ts";
import type { DumpRecord, DumpTable, Manifest } from "#platform/backup/records.ts";
import { knownMigrations } from "#platform/db/migrate.ts";

/** What is done with a backup while it is read: once with nothing, to see that it is whole, once with a database. */
export type Reading = {
  begin?(manifest: Manifest): Promise<void>;
  lines?(table: DumpTable, bytes: Buffer): Promise<void>;
  table?(table: DumpTable): Promise<void>;
  anchors?(bytes: Buffer): Promise<void>;
};

/** Reads a backup from its manifest to its end and holds each table against its count and checksum. */
export async function readBackup(backup: BackupFile, reading: Reading): Promise<{ rows: number; tables: number }> {
  let manifest: Manifest | null = null;
  let at = 0;
  let hash = createHash("sha256");
  let rows = 0;
  const current = (): DumpTable => {
    const table = manifest?.tables[at];
    if (!table) throw damaged();
    return table;
  };
  for await (const record of backup.records()) {
    if ((record.kind === "manifest") !== (manifest === null)) throw damaged();
    if (record.kind === "manifest") {
      manifest = record.value;
      requireKnown(backup, manifest);
      await reading.begin?.(manifest);
    } else if (record.kind === "lines") {
      hash.update(record.bytes);
      await reading.lines?.(current(), record.bytes);
    } else if (record.kind === "table end") {
      requireWhole(record, current(), hash.digest("hex"));
      await reading.table?.(current());
      rows += record.value.rows;
      hash = createHash("sha256");
      at += 1;
    } else if (at !== manifest?.tables.length) throw damaged();
    else if (record.kind === "anchors") await reading.anchors?.(record.bytes);
  }
  return { rows, tables: at };
}

function requireWhole({ value }: Extract<DumpRecord, { kind: "table end" }>, table: DumpTable, sha256: string): void {
  if (value.sha256 !== sha256 || value.rows !== table.rows) throw damaged();
}

/** A migration this program does not have, or has otherwise, means a schema it cannot bring about. */
function requireKnown({ header }: BackupFile, { migrations }: Manifest): void {
  const known = new Map(knownMigrations().map(({ at, hash }) => [at, hash]));
  const strange = migrations.find(({ at, hash }) => known.get(at) !== hash);
  if (!strange) return;
  if (!known.has(strange.at)) throw newer(` (${header.product})`);
  throw new BackupFault("The backup was written by another build of Boardroom, with other migrations.");
}
