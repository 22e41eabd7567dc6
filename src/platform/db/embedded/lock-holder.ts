import { readFileSync, statfsSync } from "node:fs";
import { hostname } from "node:os";

/** Who holds a data folder, as written in its lock file. */
export type LockHolder = {
  host: string;
  pid: number;
  /** Changes with every boot of the machine; null if the system does not provide it. */
  bootId: string | null;
  /** Unique per acquired lock. */
  token: string;
};

export function thisProcess(token: string): LockHolder {
  return { host: hostname(), pid: process.pid, bootId: bootId(), token };
}

/** Linux file systems that only one kernel can mount: ext, XFS, Btrfs, tmpfs, ZFS, F2FS, overlay, bcachefs. */
const localTypes = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x2fc12fc1, 0xf2f52010, 0x794c7630, 0xca451a4e,
]);

/** Whether the folder is known to be on a local disk, which no other kernel can be using. */
export const isLocal = (folder: string): boolean =>
  process.platform === "linux" && localTypes.has(statfsSync(folder).type);

/**
 * Whether holding the kernel's lock proves that the previous holder is dead. The kernel releases a lock only with its
 * process, but on a network file system it may know only its own locks.
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
