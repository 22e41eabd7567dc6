import { existsSync } from "node:fs";
import { copyFile, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { tellEnd, tellFault, tellProgress } from "#app/backup-words.ts";
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

/** `npm run backup [-- --to <file>]`: writes one encrypted file; beside a running server, or without one. */
try {
  const config = readConfig();
  const asked = askedFile();
  const file = resolve(asked ?? join(config.dataDir, "backups", `boardroom-${stamp()}.backup`));
  // Behind a mistyped path, or a disk that is not mounted, nobody would find it again.
  if (asked && !isFolder(dirname(file)))
    throw new BackupFault(`There is no folder ${dirname(file)}. Make it, or name another one; nothing was written.`);
  if (existsSync(file)) throw new BackupFault(`There is a file ${file} already. Nothing was written.`);
  const secrets = openSecrets(config, { mayCreate: false });
  makeFolder(dirname(file));
  tellEnd(file, config.databaseUrl ? await direct() : ((await throughServer()) ?? (await alone())), secrets);

  async function direct(): Promise<Taken> {
    const database = await openAsOwner(config, secrets, createLog("warn"));
    try {
      const anchors = join(config.dataDir, "anchors.jsonl");
      return await takeBackup({ ...database, anchors }, file, secrets, tellProgress);
    } finally {
      await database.close();
    }
  }

  async function alone(): Promise<Taken> {
    const ownership = await ownDataFolder(config.dataDir);
    try {
      return await direct();
    } finally {
      await ownership.release();
    }
  }

  /** The server writes into its own folder; what it wrote is moved to where it was wanted. */
  async function throughServer(): Promise<Taken | null> {
    const answer = await requestBackup(config.dataDir, tellProgress);
    if (!answer) return null;
    print(`The running server made it; writes waited ${answer.pauseMs} ms.`);
    await rename(answer.file, file).catch(async () => {
      await copyFile(answer.file, `${file}.part`);
      syncFile(`${file}.part`);
      await rename(`${file}.part`, file);
      await rm(answer.file);
    });
    return answer.taken;
  }
} catch (error) {
  tellFault(error);
}

function askedFile(): string | undefined {
  try {
    return parseArgs({ options: { to: { type: "string" } } }).values.to;
  } catch {
    throw new BackupFault("Use: npm run backup -- --to <file>.");
  }
}

function stamp(): string {
  return now().toISOString().slice(0, 19).replaceAll(":", "-");
}
