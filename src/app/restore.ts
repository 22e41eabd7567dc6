import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { printFault, printProgress } from "#app/backup-words.ts";
import { BackupFault } from "#platform/backup/file.ts";
import { checkBackup } from "#platform/backup/restore.ts";
import { readConfig } from "#platform/config.ts";
import { ownDataFolder } from "#platform/db/embedded/ownership.ts";
import { openAsOwner } from "#platform/db/open.ts";
import { createLog, print } from "#platform/log.ts";
import { openSecrets } from "#platform/secrets.ts";

/** `npm run restore -- <file> [--replace]`: checks a backup from end to end, then loads it in one transaction. */
const closers: (() => Promise<unknown>)[] = [];
try {
  const started = performance.now();
  const { file, replace } = readArguments();
  const config = readConfig();
  const secrets = openSecrets(config, { mayCreate: false });
  print(`Checking ${file} …`);
  const backup = await checkBackup(file, secrets);
  const { header, rows, bytes } = backup;
  print(`The backup of ${header.at} (version ${header.product}, ${header.database}) is complete: ${rows} rows.`);
  if (!config.databaseUrl) {
    const ownership = await ownDataFolder(config.dataDir);
    closers.push(() => ownership.release());
  }
  const database = await openAsOwner(config, secrets, createLog("warn"));
  closers.push(() => database.close());
  const owner = database.connect();
  await owner.connect();
  closers.push(() => owner.end());
  const anchors = join(config.dataDir, "anchors.jsonl");
  for (const note of await backup.put(owner, { replace, anchors, onProgress: printProgress })) print(note);
  if (config.anchorsCopy?.kind === "file" && existsSync(config.anchorsCopy.path))
    print(
      `${config.anchorsCopy.path} may hold anchors newer than the backup. Move it aside before you start the server.`,
    );
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  print(`Restored ${rows} rows from ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s, into ${database.kind}.`);
  print("Run npm run audit:verify, then npm start.");
} catch (error) {
  printFault(error);
} finally {
  for (const close of closers.toReversed()) await close().catch(() => undefined);
}

function readArguments(): { file: string; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { replace: { type: "boolean" } } });
    const [file] = positionals;
    if (positionals.length === 1 && file) return { file: resolve(file), replace: values.replace ?? false };
  } catch {
    // The error below covers this.
  }
  throw new BackupFault("Usage: npm run restore -- <file> [--replace].");
}
