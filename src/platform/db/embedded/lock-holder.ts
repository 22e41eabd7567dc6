import { readFileSync, statfsSync } from "node:fs";
import { hostname } from "node:os";

/** Who holds a data folder, as written in its lock file. */
export type LockHolder = {
  host: string;
  pid: number;
  /** Changes with every start of the machine; null where the system does not tell. */
  bootId: string | null;
  /** Differs for each taking of the lock. */
  token: string;
};

/** Gives this process as a holder. */
export function thisProcess(token: string): LockHolder {
  return { host: hostname(), pid: process.pid, bootId: bootId(), token };
}

/** File systems of Linux that only one kernel can have open: ext, XFS, Btrfs, tmpfs, ZFS, F2FS, overlay, bcachefs. */
const localTypes = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x2fc12fc1, 0xf2f52010, 0x794c7630, 0xca451a4e,
]);

/** Says whether a folder is on a disk of this machine, as far as is known: then no other kernel can be at work in it. */
export const isLocal = (folder: string): boolean =>
  process.platform === "linux" && localTypes.has(statfsSync(folder).type);

/**
 * Says whether `me`, who holds the kernel's lock, may take that for a proof that the holder is dead. The kernel frees a
 * lock only with its process, but over a network it may know its own locks alone.
 */
export const isProvenDead = (holder: LockHolder, me: LockHolder, folder: string): boolean =>
  isLocal(folder) || (holder.bootId === me.bootId && holder.host === me.host);

function bootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null;
  }
}
