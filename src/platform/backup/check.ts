import { createHash } from "node:crypto";
import { type BackupFile, BackupFault, damagedBackup, newerBackup } from "#platform/backup/file.ts";
import type { DumpRecord, DumpTable, Manifest } from "#platform/backup/records.ts";
import { knownMigrations } from "#platform/db/migrate.ts";

/** Callbacks while a backup is read: none to check it, a database's to restore it. */
export type BackupVisitor = {
  begin?(manifest: Manifest): Promise<void>;
  lines?(table: DumpTable, bytes: Buffer): Promise<void>;
  table?(table: DumpTable): Promise<void>;
  anchors?(bytes: Buffer): Promise<void>;
};

/** Reads a backup from manifest to end and checks each table's row count and checksum. */
export async function readBackup(
  backup: BackupFile,
  visitor: BackupVisitor,
): Promise<{ rows: number; tables: number }> {
  let manifest: Manifest | null = null;
  let at = 0;
  let hash = createHash("sha256");
  let rows = 0;
  const current = (): DumpTable => {
    const table = manifest?.tables[at];
    if (!table) throw damagedBackup();
    return table;
  };
  for await (const record of backup.records()) {
    if ((record.kind === "manifest") !== (manifest === null)) throw damagedBackup();
    if (record.kind === "manifest") {
      manifest = record.value;
      requireKnown(backup, manifest);
      await visitor.begin?.(manifest);
    } else if (record.kind === "lines") {
      hash.update(record.bytes);
      await visitor.lines?.(current(), record.bytes);
    } else if (record.kind === "table end") {
      requireMatchingEnd(record, current(), hash.digest("hex"));
      await visitor.table?.(current());
      rows += record.value.rows;
      hash = createHash("sha256");
      at += 1;
    } else if (at !== manifest?.tables.length) throw damagedBackup();
    else if (record.kind === "anchors") await visitor.anchors?.(record.bytes);
  }
  return { rows, tables: at };
}

function requireMatchingEnd(
  { value }: Extract<DumpRecord, { kind: "table end" }>,
  table: DumpTable,
  sha256: string,
): void {
  if (value.sha256 !== sha256 || value.rows !== table.rows) throw damagedBackup();
}

/** A migration this program lacks, or has with other content, means a schema it cannot create. */
function requireKnown({ header }: BackupFile, { migrations }: Manifest): void {
  const known = new Map(knownMigrations().map(({ at, hash }) => [at, hash]));
  const unknown = migrations.find(({ at, hash }) => known.get(at) !== hash);
  if (!unknown) return;
  if (!known.has(unknown.at)) throw newerBackup(` (${header.product})`);
  throw new BackupFault("The backup was written by another build of Boardroom, with other migrations.");
}
