import { readFileSync, readlinkSync } from "node:fs";
import { hostname, uptime } from "node:os";

/** Who holds a data folder, as written in its lock file. */
export type LockHolder = {
  host: string;
  pid: number;
  /** Changes with every start of the machine; null where the system does not tell. */
  bootId: string | null;
  /** Process numbers mean something only within one of these; null where there are none. */
  processSpace: string | null;
  /** Tells a process from a later one with the same number; null where the system does not tell. */
  started: string | null;
  /** Differs for each taking of the lock. */
  token: string;
};

/** What the heartbeat of a lock file says: how old it is, in ms, and whether it moves when watched. */
export type Pulse = { ageMs: number; moves(): Promise<boolean> };

const silentMs = 30_000;

/** Gives this process as a holder. */
export function thisProcess(token: string): LockHolder {
  return {
    host: hostname(),
    pid: process.pid,
    bootId: fileText("/proc/sys/kernel/random/boot_id"),
    processSpace: linkText("/proc/self/ns/pid"),
    started: startOf(process.pid),
    token,
  };
}

/**
 * Says whether the holder of a lock is still at work, judged by `me`.
 *
 * Two containers may share a host name and a kernel, two machines a host name: process numbers are trusted only where
 * both are seen from one process space, everything else by the heartbeat.
 */
export async function isAtWork(holder: LockHolder, me: LockHolder, pulse: Pulse): Promise<boolean> {
  const oneKernel = holder.bootId !== null && holder.bootId === me.bootId;
  if (oneKernel && holder.processSpace !== null && holder.processSpace === me.processSpace)
    return holder.started !== null && startOf(holder.pid) === holder.started;
  if (holder.host !== me.host) return pulse.ageMs < silentMs;
  if (me.bootId === null) return pulse.ageMs < uptime() * 1000 && processExists(holder.pid);
  if (oneKernel) return pulse.ageMs < silentMs;
  return pulse.ageMs < silentMs && (await pulse.moves());
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

// The 22nd word: the process's start in ticks since boot. The second word, its name, may contain spaces and brackets.
function startOf(pid: number): string | null {
  const status = fileText(`/proc/${pid}/stat`);
  const words = status?.slice(status.lastIndexOf(")") + 2).split(" ");
  return words?.[0] === "Z" ? null : (words?.[19] ?? null);
}

function fileText(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}

function linkText(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
