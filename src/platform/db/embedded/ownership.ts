import { randomUUID } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { makeFolder } from "#platform/folder.ts";
import { isLocal, isProvenDead, type LockHolder, thisProcess } from "./lock-holder.ts";

export type Ownership = { release(): Promise<void> };

/** Names the folder's owner; a person may delete it to release the folder. */
const holderName = "boardroom.lock";
/** The kernel's lock is on this file; it is never deleted, because another process may be about to lock it. */
const lockName = "kernel.lock";
const watchMs = 1_000;

const storedHolder = z.object({
  host: z.string(),
  pid: z.number(),
  bootId: z.string().nullable(),
  token: z.string(),
});

/**
 * Makes this process the only one on a data folder until released or dead; creates the folder if missing.
 *
 * Throws before writing anything if another process owns it or may own it: two processes on one folder would lose one's
 * commits. `onLost` reports that another process took the folder over, possible only after a person deleted the lock
 * file; stop writing then.
 */
export async function ownDataFolder(dir: string, onLost?: () => void): Promise<Ownership> {
  const folder = resolve(dir);
  makeFolder(folder);
  const me = thisProcess(randomUUID());
  const file = join(folder, holderName);
  const socket = await takeSocket(folder, () => inUse(folder, readHolder(file)));
  let lock: DatabaseSync | null = null;
  try {
    lock = takeKernelLock(folder, file);
    const holder = readHolder(file);
    if (holder && !isProvenDead(holder, me, folder)) throw unproven(folder, holder);
    await writeHolder(folder, file, me);
  } catch (error) {
    lock?.close();
    socket?.close();
    throw error;
  }
  const held = lock;
  const watch = setInterval(() => {
    const holder = readHolder(file);
    if (!holder || holder.token === me.token) return;
    clearInterval(watch);
    onLost?.();
  }, watchMs);
  watch.unref();
  return {
    async release() {
      clearInterval(watch);
      if (readHolder(file)?.token === me.token) rmSync(file, { force: true });
      held.close();
      await new Promise<void>((done) => (socket ? socket.close(() => done()) : done()));
    },
  };
}

// A second guard in case the kernel lock's file is deleted; it only works within one network namespace.
async function takeSocket(folder: string, refusal: () => Error): Promise<Server | null> {
  if (process.platform !== "linux") return null;
  const { dev, ino } = await stat(folder, { bigint: true });
  const server = createServer((visitor) => visitor.destroy());
  return new Promise((resolveSocket, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(error.code === "EADDRINUSE" ? refusal() : error));
    server.listen({ path: `\0boardroom-${dev}-${ino}` }, () => {
      server.unref();
      resolveSocket(server);
    });
  });
}

const sqliteBusy = 5;

/** Uses SQLite because Node cannot lock files. The kernel releases the lock when this process ends. */
function takeKernelLock(folder: string, file: string): DatabaseSync {
  const path = join(folder, lockName);
  // Only if missing: closing the file again would release a lock this process holds.
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === sqliteBusy) throw inUse(folder, readHolder(file));
    throw new Error(`The data folder cannot be locked: ${path}: ${message}. Use a folder on a disk of this machine.`);
  }
}

async function writeHolder(folder: string, file: string, me: LockHolder): Promise<void> {
  const draft = `${file}.${me.token}`;
  try {
    writeFileSync(draft, `${JSON.stringify(me)}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  if (isLocal(folder)) return;
  // Two machines may both have locked it, each on its own; the last one to write continues.
  await sleep(2 * watchMs);
  const holder = readHolder(file);
  if (holder?.token !== me.token) throw inUse(folder, holder);
}

function inUse(folder: string, holder: LockHolder | null): Error {
  const who = holder ? ` (process ${holder.pid} on ${holder.host})` : "";
  return new Error(
    `The data folder ${folder} is in use by another Boardroom${who}. Stop it first, or set DATA_DIR or DATABASE_URL.`,
  );
}

const unproven = (folder: string, { pid, host }: LockHolder): Error =>
  new Error(
    `The data folder ${folder} may still be in use by process ${pid} on ${host}. ` +
      `Check that it has stopped, delete ${join(folder, holderName)} and start again.`,
  );

/** Null if there is no readable lock file. */
function readHolder(file: string): LockHolder | null {
  try {
    return storedHolder.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}
