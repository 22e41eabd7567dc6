// `npm run archive [-- <file>]`: writes what runs, built, with its packages and Node, for machines of this platform.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensureBuilt } from "./built-parts.mjs";
import { root } from "./node24.mjs";

const parts = ["package.json", "package-lock.json", ".npmrc", "README.md", "CHANGELOG.md", "migrations", "scripts"];
const moreParts = ["src", "docs", "deploy", "dist"];

/** Installs what runs into a folder: the built program, and the packages of a production install. */
export function installInto(folder: string): void {
  const fault = ensureBuilt("browser") ?? ensureBuilt("server");
  if (fault !== null) throw new Error(fault);
  for (const part of [...parts, ...moreParts])
    cpSync(join(root, part), join(folder, part), { recursive: true, preserveTimestamps: true });
  const flags = ["ci", "--omit=dev", "--ignore-scripts", "--loglevel=error"];
  execFileSync("npm", flags, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

/** Starts the program with the Node of the archive, or with the machine's where it brings none. */
const start = `#!/bin/sh
cd "$(dirname "$0")" || exit 1
for node in node_modules/node-*/bin/node node; do
  command -v "$node" >/dev/null && exec "$node" scripts/start.mjs "$@"
done
echo "This needs Node 24 or later: install it from https://nodejs.org." >&2
exit 1
`;

/** Writes the archive; its one folder is called boardroom. */
export function writeArchive(file: string): void {
  const above = mkdtempSync(join(tmpdir(), "boardroom-archive-"));
  try {
    const folder = join(above, "boardroom");
    installInto(folder);
    // Only for programs that are compiled against Node.
    for (const path of globSync("node_modules/node-*/{include,share}", { cwd: folder }))
      rmSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, "start"), start);
    chmodSync(join(folder, "start"), 0o755);
    execFileSync("tar", ["-czf", file, "-C", above, "boardroom"], { stdio: "inherit" });
  } finally {
    rmSync(above, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (import.meta.main) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const file = resolve(process.argv[2] ?? `boardroom-${version}-${process.platform}-${process.arch}.tar.gz`);
  if (existsSync(file)) {
    console.error(`${file} exists already; nothing was written.`);
    process.exit(1);
  }
  writeArchive(file);
  console.log(file);
}
