// Checks whether the browser part is built and up to date, and builds it.
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
  "scripts/visitor-pages.ts",
  "package.json",
  "package-lock.json",
];

/** Builds the browser part if it is missing or outdated. Returns why it cannot be served, or null. */
export function ensureBrowserPart(root: string): string | null {
  const reason = whyBuild(root);
  if (reason === null) return null;
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  if (!existsSync(vite)) {
    if (existsSync(join(root, "dist", "web", "index.html"))) return null;
    return "The browser part is not built, and a production install cannot build it. Run `npm ci && npm run build` once, or ship dist/web.";
  }
  console.log(`Building the browser part: ${reason}.`);
  const built = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], { cwd: root, stdio: "inherit" });
  return built.status === 0 ? null : "The browser part could not be built; see the output above.";
}

/** Why a build is needed, in words; null if the built files are newer than all sources. */
export function whyBuild(root: string): string | null {
  const manifest = join(root, "dist", "web", ".vite", "manifest.json");
  if (!existsSync(manifest) || !existsSync(join(root, "dist", "web", "index.html"))) return "it is not built yet";
  const built = statSync(manifest).mtimeMs;
  const changed = globSync(sources, { cwd: root }).find((path) => newest(join(root, path)) > built);
  return changed === undefined ? null : `${changed} is newer than the built files`;
}

// Folders count too, because a deletion changes only them.
function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
