import { constants, type Dirent } from "node:fs";
import { copyFile, lstat, mkdir, readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { now } from "#platform/clock.ts";

export type LiveCopy = { bytes: number; pauseMs: number };

/** A file that was written to so shortly before it was read may be written to again within the same tick of the clock. */
const restMs = 1_000;
const mostPasses = 4;
/** What the pause may have left to copy. */
const littleBytes = 48 * 1024 * 1024;

/**
 * Copies the folder of a database that is at work, so that it opens as after a crash at one moment. Most of it is
 * copied while the database writes on; `freeze` stops it for what has changed meanwhile, and gives how to go on.
 */
export async function copyLive(
  from: string,
  to: string,
  freeze: () => Promise<() => Promise<void>>,
): Promise<LiveCopy> {
  const seen = new Map<string, string>();
  await rm(to, { recursive: true, force: true });
  for (let pass = 1, copied = Infinity; pass <= mostPasses && copied > littleBytes; pass += 1)
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

/** Brings the copy in step with what stands in the folder now; gives how many bytes that took. */
async function copyChanged(from: string, to: string, seen: Map<string, string>): Promise<number> {
  const { files, folders } = await contentsOf(from);
  // The engine wants its empty folders too.
  for (const path of ["", ...folders]) await mkdir(join(to, path), { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const path of files) {
    const state = await lstat(join(from, path), { bigint: true }).catch(missing);
    if (!state) continue;
    const mark = `${state.size} ${state.mtimeNs} ${state.ino}`;
    if (seen.get(path) === mark) continue;
    const isAtRest = now().getTime() - Number(state.mtimeMs) > restMs;
    const copied = await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).then(
      () => true,
      missing,
    );
    if (copied) bytes += Number(state.size);
    if (copied && isAtRest) seen.set(path, mark);
    else seen.delete(path);
  }
  const here = new Set(files);
  for (const path of (await contentsOf(to)).files) if (!here.has(path)) await rm(join(to, path), { force: true });
  return bytes;
}

/** The database drops files of its own while they are copied. */
function missing(error: NodeJS.ErrnoException): null {
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

/** How many bytes the files of a folder have. */
export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const path of (await contentsOf(folder)).files)
    bytes += (await lstat(join(folder, path)).catch(missing))?.size ?? 0;
  return bytes;
}
