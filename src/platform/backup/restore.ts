import { existsSync, writeFileSync } from "node:fs";
import type pg from "pg";
import { readBackup } from "#platform/backup/check.ts";
import type { Progress } from "#platform/backup/dump.ts";
import { type Header, openBackup } from "#platform/backup/file.ts";
import { load } from "#platform/backup/load.ts";
import { now } from "#platform/clock.ts";
import { forgetFolder, setAside } from "#platform/journal/anchor-file.ts";
import type { Secrets } from "#platform/secrets.ts";

/** A backup that was read completely and verified, not yet restored. */
export type Checked = {
  header: Header;
  bytes: number;
  rows: number;
  put(owner: pg.Client, options: { replace: boolean; anchors: string; onProgress: Progress }): Promise<string[]>;
};

/** Reads a whole backup without changing anything; throws BackupFault if it cannot be restored here. */
export async function checkBackup(file: string, secrets: Secrets): Promise<Checked> {
  const backup = await openBackup(file, secrets);
  const { rows } = await readBackup(backup, {});
  return {
    header: backup.header,
    bytes: backup.bytes,
    rows,
    async put(owner, { replace, anchors, onProgress }) {
      const isSameKey = backup.header.auditPrint === secrets.auditPrint;
      const loaded = await load(owner, backup, { replace, isSameKey, secrets, onProgress });
      return restoreAnchors(anchors, loaded.anchors, isSameKey);
    },
  };
}

/** Restores the anchors with their journals; existing ones are renamed. Returns notes for the operator. */
function restoreAnchors(file: string, backedUp: Buffer, isSameKey: boolean): string[] {
  const notes: string[] = [];
  forgetFolder(file);
  if (existsSync(file)) {
    const kept = setAside(file, now());
    notes.push(`The anchors of the journals that were here before are kept in ${kept}.`);
  }
  if (backedUp.length === 0) return notes;
  writeFileSync(isSameKey ? file : `${file}.of-another-key`, backedUp, { mode: 0o600 });
  if (!isSameKey)
    notes.push(
      `AUDIT_KEY differs from the one the backup was written with. Its anchors cannot be verified and are kept in ${file}.of-another-key.`,
    );
  return notes;
}
