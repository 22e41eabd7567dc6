import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Takes a path, makes the folder and what is missing above it, open to its owner alone; throws what the system answers.
 * Node's own `recursive` tries for ever where the system says "no such file" to a new folder in one that exists, as /proc does.
 */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in between.
    if (!isFolder(folder)) throw error;
  }
}

/** Takes a path, says whether a folder is there. */
export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
