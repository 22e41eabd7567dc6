import { existsSync } from "node:fs";
import { copyFile, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { printResult, printFault, printProgress } from "#app/backup-words.ts";
import { BackupFault, syncFile } from "#platform/backup/file.ts";
import { requestBackup } from "#platform/backup/socket.ts";
import { takeBackup, type Taken } from "#platform/backup/take.ts";
import { now } from "#platform/clock.ts";
import { readConfig } from "#platform/config.ts";
import { ownDataFolder } from "#platform/db/embedded/ownership.ts";
import { openAsOwner } from "#platform/db/open.ts";
import { createLog, print } from "#platform/log.ts";
import { openSecrets } from "#platform/secrets.ts";
import { isFolder, makeFolder } from "#platform/folder.ts";

/** `npm run backup [-- --to <file>]`: writes one encrypted file, with or without a running server. */
try {
  const config = readConfig();
  const requested = requestedFile();
  const file = resolve(requested ?? join(config.dataDir, "backups", `boardroom-${stamp()}.backup`));
  // A mistyped path or an unmounted disk would hide the backup.
  if (requested && !isFolder(dirname(file)))
    throw new BackupFault(
      `The folder ${dirname(file)} does not exist. Create it or choose another one; nothing was written.`,
    );
  if (existsSync(file)) throw new BackupFault(`The file ${file} already exists. Nothing was written.`);
  const secrets = openSecrets(config, { mayCreate: false });
  makeFolder(dirname(file));
  printResult(file, config.databaseUrl ? await direct() : ((await throughServer()) ?? (await exclusively())), secrets);

  async function direct(): Promise<Taken> {
    const database = await openAsOwner(config, secrets, createLog("warn"));
    try {
      const anchors = join(config.dataDir, "anchors.jsonl");
      return await takeBackup({ ...database, anchors }, file, secrets, printProgress);
    } finally {
      await database.close();
    }
  }

  async function exclusively(): Promise<Taken> {
    const ownership = await ownDataFolder(config.dataDir);
    try {
      return await direct();
    } finally {
      await ownership.release();
    }
  }

  /** The server writes to its own folder; the file is then moved. */
  async function throughServer(): Promise<Taken | null> {
    const answer = await requestBackup(config.dataDir, printProgress);
    if (!answer) return null;
    print(`The running server wrote the backup; writes paused for ${answer.pauseMs} ms.`);
    await rename(answer.file, file).catch(async () => {
      await copyFile(answer.file, `${file}.part`);
      syncFile(`${file}.part`);
      await rename(`${file}.part`, file);
      await rm(answer.file);
    });
    return answer.taken;
  }
} catch (error) {
  printFault(error);
}

function requestedFile(): string | undefined {
  try {
    return parseArgs({ options: { to: { type: "string" } } }).values.to;
  } catch {
    throw new BackupFault("Usage: npm run backup -- --to <file>.");
  }
}

function stamp(): string {
  return now().toISOString().slice(0, 19).replaceAll(":", "-");
}
