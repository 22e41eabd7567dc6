import { spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk of its own, so small that it can be filled to the last byte. */
export type SmallDisk = {
  path: string;
  freeMb(): number;
  /** Takes room until so much is left; 0 writes until the disk itself says that it is full. */
  leave(mb: number): void;
  /** Gives all that was taken back. */
  giveBack(): void;
  remove(): void;
};

const block = Buffer.alloc(64 * 1024, 1);
const mebibyte = 1024 ** 2;

/** Mounts a disk in memory; null where that is not allowed, which takes root. */
export function mountSmallDisk(mb: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), "boardroom-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mb}m,mode=755`, "tmpfs", path]);
  if (mounted.status !== 0) {
    rmSync(path, { recursive: true });
    return null;
  }
  const filler = openSync(join(path, "filler"), "w");
  let size = 0;
  const free = () => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  /** False when not one byte more went in. */
  const take = (bytes: number): boolean => {
    try {
      const taken = writeSync(filler, block, 0, bytes, size);
      size += taken;
      return taken > 0;
    } catch {
      return false;
    }
  };
  const unmount = () => {
    spawnSync("umount", ["-l", path]);
    rmSync(path, { recursive: true, force: true });
  };
  process.once("exit", unmount);
  return {
    path,
    freeMb: () => free() / mebibyte,
    leave(leftMb) {
      while (free() > leftMb * mebibyte && take(Math.min(block.length, free() - leftMb * mebibyte)));
      if (leftMb === 0) while (take(4096));
    },
    giveBack() {
      ftruncateSync(filler, 0);
      size = 0;
    },
    remove() {
      process.off("exit", unmount);
      closeSync(filler);
      unmount();
    },
  };
}
