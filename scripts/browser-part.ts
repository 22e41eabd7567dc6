// The browser part of the product: is it built, is it older than its sources, build it.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const sources = [
  "src/ui",
  "src/web",
  "src/contract",
  "src/features/**/web",
  "src/features/**/contract.ts",
  "src/features/**/rules.ts",
  "src/features/*/*/*.ts",
  "vite.config.ts",
  "scripts/calls-only.ts",
  "scripts/first-page.ts",
  "package.json",
  "package-lock.json",
];

/** Builds the browser part when it is missing or older than its sources. Returns why it cannot be served, or null. */
export function ensureBrowserPart(root: string): string | null {
  const reason = whyBuild(root);
  if (reason === null) return null;
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  if (!existsSync(vite)) {
    if (existsSync(join(root, "dist", "web", "index.html"))) return null;
    return "The browser part is not built and a production install cannot build it: run `npm ci && npm run build` once, or ship dist/web.";
  }
  console.log(`Building the browser part: ${reason}.`);
  const built = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], { cwd: root, stdio: "inherit" });
  return built.status === 0 ? null : "The browser part could not be built; the lines above say why.";
}

/** Why a build is due, in words, or null when the built files are newer than everything they are made of. */
export function whyBuild(root: string): string | null {
  const manifest = join(root, "dist", "web", ".vite", "manifest.json");
  if (!existsSync(manifest) || !existsSync(join(root, "dist", "web", "index.html"))) return "it is not built yet";
  const built = statSync(manifest).mtimeMs;
  const changed = globSync(sources, { cwd: root }).find((path) => newest(join(root, path)) > built);
  return changed === undefined ? null : `${changed} is newer than the built files`;
}

// Folders count as well: deleting a file changes nothing else.
function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
