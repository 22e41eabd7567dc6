import { constants, type Dirent } from "node:fs";
import { copyFile, lstat, mkdir, readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { now } from "#platform/clock.ts";

export type LiveCopy = { bytes: number; pauseMs: number };

/** A file modified this recently may change again within the same tick of the file system's clock. */
const settledMs = 1_000;
const maxPasses = 4;
/** The most the pause may have left to copy. */
const maxPausedBytes = 48 * 1024 * 1024;

/**
 * Copies the folder of a running database to a state that opens as after a crash. Most of it is copied while the
 * database keeps writing; `freeze` pauses it for the rest and returns a function that resumes it.
 */
export async function copyLive(
  from: string,
  to: string,
  freeze: () => Promise<() => Promise<void>>,
): Promise<LiveCopy> {
  const seen = new Map<string, string>();
  await rm(to, { recursive: true, force: true });
  for (let pass = 1, copied = Infinity; pass <= maxPasses && copied > maxPausedBytes; pass += 1)
    copied = await copyChanged(from, to, seen);
  const thaw = await freeze();
  const paused = performance.now();
  try {
    await copyChanged(from, to, seen);
  } finally {
    await thaw();
  }
  const pauseMs = Math.round(performance.now() - paused);
  return { bytes: await sizeOf(to), pauseMs };
}

/** Copies changed files and deletes removed ones; returns the bytes copied. */
async function copyChanged(from: string, to: string, seen: Map<string, string>): Promise<number> {
  const { files, folders } = await contentsOf(from);
  // The engine needs its empty folders too.
  for (const path of ["", ...folders]) await mkdir(join(to, path), { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const path of files) {
    const state = await lstat(join(from, path), { bigint: true }).catch(ignoreMissing);
    if (!state) continue;
    const mark = `${state.size} ${state.mtimeNs} ${state.ino}`;
    if (seen.get(path) === mark) continue;
    const isAtRest = now().getTime() - Number(state.mtimeMs) > settledMs;
    const copied = await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).then(
      () => true,
      ignoreMissing,
    );
    if (copied) bytes += Number(state.size);
    if (copied && isAtRest) seen.set(path, mark);
    else seen.delete(path);
  }
  const here = new Set(files);
  for (const path of (await contentsOf(to)).files) if (!here.has(path)) await rm(join(to, path), { force: true });
  return bytes;
}

/** The database deletes files while they are copied. */
function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

async function contentsOf(folder: string): Promise<{ files: string[]; folders: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const path = (entry: Dirent): string => relative(folder, join(entry.parentPath, entry.name));
  return {
    files: entries.filter((entry) => entry.isFile()).map(path),
    folders: entries.filter((entry) => entry.isDirectory()).map(path),
  };
}

export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const path of (await contentsOf(folder)).files)
    bytes += (await lstat(join(folder, path)).catch(ignoreMissing))?.size ?? 0;
  return bytes;
}
