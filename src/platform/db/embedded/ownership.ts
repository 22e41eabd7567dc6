import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { now } from "#platform/clock.ts";
import { isAtWork, type LockHolder, thisProcess } from "./lock-holder.ts";
import { makeFolder } from "#platform/folder.ts";

export type Ownership = { release(): Promise<void> };

const lockName = "boardroom.lock";
const heartbeatMs = 1_000;
const watchMs = 2_200;
const settleMs = 200;

const storedHolder = z.object({
  host: z.string(),
  pid: z.number(),
  bootId: z.string().nullable(),
  processSpace: z.string().nullable(),
  started: z.string().nullable(),
  token: z.string(),
});

/**
 * Makes this process the only one on a data folder, until released or dead; creates the folder when it is missing.
 *
 * Throws within 3 s, without having written anything, when another process is at work there: two on one folder lose
 * every commit of one of them. `onLost` is told when another took the folder over, which happens only after this
 * process stood still for half a minute; stop writing then.
 */
export async function ownDataFolder(dir: string, onLost?: () => void): Promise<Ownership> {
  const folder = resolve(dir);
  makeFolder(folder);
  const me = thisProcess(randomUUID());
  const lock = join(folder, lockName);
  const socket = await takeSocket(folder, () => inUse(folder, readHolder(lock)));
  try {
    await takeLock(folder, lock, me);
  } catch (error) {
    socket?.close();
    throw error;
  }
  const heartbeat = setInterval(() => {
    const holder = readHolder(lock);
    if (!holder || holder.token === me.token) return beat(lock);
    clearInterval(heartbeat);
    onLost?.();
  }, heartbeatMs);
  heartbeat.unref();
  return {
    async release() {
      clearInterval(heartbeat);
      if (holds(lock, me)) rmSync(lock, { force: true });
      await new Promise<void>((done) => (socket ? socket.close(() => done()) : done()));
    },
  };
}

// The kernel frees an abstract socket with its process, also after kill -9; it is seen within one network namespace only.
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

async function takeLock(folder: string, lock: string, me: LockHolder): Promise<void> {
  const holder = readHolder(lock);
  if (holder && (await isAtWork(holder, me, { ageMs: ageMs(lock), moves: () => moves(lock) })))
    throw inUse(folder, holder);
  // Read again: another may have taken the stale lock meanwhile. Nothing of ours comes between this and the rename.
  const looked = performance.now();
  if (readHolder(lock)?.token !== holder?.token) throw inUse(folder, readHolder(lock));
  const draft = `${lock}.${me.token}`;
  try {
    writeFileSync(draft, `${JSON.stringify(me)}\n`, { mode: 0o600 });
    renameSync(draft, lock);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  // Held up in between, it may have taken the lock from somebody who was sure of it: their next heartbeat tells them.
  const isLate = performance.now() - looked > 0.9 * settleMs;
  await sleep(isLate ? watchMs : settleMs);
  if (!holds(lock, me)) throw inUse(folder, readHolder(lock));
}

function inUse(folder: string, holder: LockHolder | null): Error {
  const who = holder ? ` (process ${holder.pid} on ${holder.host})` : "";
  return new Error(
    `The data folder ${folder} is in use by another Boardroom${who}. Stop it first, or set DATA_DIR or DATABASE_URL.`,
  );
}

/** Null when there is no lock, or none that one can read. */
function readHolder(lock: string): LockHolder | null {
  try {
    return storedHolder.parse(JSON.parse(readFileSync(lock, "utf8")));
  } catch {
    return null;
  }
}

const holds = (lock: string, me: LockHolder): boolean => readHolder(lock)?.token === me.token;

function ageMs(lock: string): number {
  return now().getTime() - statSync(lock).mtimeMs;
}

async function moves(lock: string): Promise<boolean> {
  const before = statSync(lock).mtimeMs;
  await sleep(watchMs);
  return statSync(lock, { throwIfNoEntry: false })?.mtimeMs !== before;
}

function beat(lock: string): void {
  try {
    utimesSync(lock, now(), now());
  } catch {
    // The folder is gone or read-only; the engine will say so.
  }
}
