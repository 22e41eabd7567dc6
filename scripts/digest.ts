import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./node24.mjs";

/** A hash of the files that match, by path and content, and of further texts. */
export function digestOf(patterns: readonly string[], ...texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of [...new Set(patterns.flatMap(filesOf))].toSorted()) hash.update(`${path}\0${fileHash(path)}\0`);
  for (const text of texts) hash.update(`${text}\0`);
  return hash.digest("hex");
}

const found = new Map<string, string[]>();
function filesOf(pattern: string): string[] {
  const kept = found.get(pattern);
  if (kept) return kept;
  const options = { cwd: root, withFileTypes: true } as const;
  const files = globSync(pattern, options)
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  if (files.length === 0) throw new Error(`No file matches ${pattern}.`);
  found.set(pattern, files);
  return files;
}

const hashes = new Map<string, string>();
function fileHash(path: string): string {
  const hash = hashes.get(path) ?? createHash("sha256").update(readFileSync(path)).digest("hex");
  hashes.set(path, hash);
  return hash;
}

/** Digests at which something passed last, by name, in a file of the packages' cache: `npm ci` forgets them. */
export function passedDigests(name: string) {
  const file = join(root, "node_modules", ".cache", "boardroom", `${name}.json`);
  const read = () => (existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>) : {});
  return {
    has: (key: string, digest: string): boolean => read()[key] === digest,
    record(digests: Record<string, string>): void {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ ...read(), ...digests }, null, 1));
    },
  };
}
