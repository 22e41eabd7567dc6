// Checks whether what is built is there and up to date, and builds it.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./node24.mjs";

type Part = {
  title: string;
  config: string;
  /** Where the build goes, and the file it writes last or with all others. */
  folder: string;
  result: string;
  sources: readonly string[];
};

const packages = ["package.json", "package-lock.json"];

const parts = {
  browser: {
    title: "browser part",
    config: "vite.config.ts",
    folder: join("dist", "web"),
    result: join(".vite", "manifest.json"),
    sources: [
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
      ...packages,
    ],
  },
  server: {
    title: "server",
    config: "vite.server.config.ts",
    folder: join("dist", "server"),
    result: "main.js",
    sources: [
      "src/{app,agency,connectors,contract,platform}/**/*.ts",
      "src/features/**/*.ts",
      "vite.server.config.ts",
      ...packages,
    ],
  },
} satisfies Record<string, Part>;

type PartName = keyof typeof parts;

/** Builds a part if it is missing or outdated. Returns why it cannot be used, or null. */
export function ensureBuilt(name: PartName, within = root): string | null {
  const part: Part = parts[name];
  const vite = join(within, "node_modules", "vite", "bin", "vite.js");
  if (!existsSync(vite)) {
    if (existsSync(join(within, part.folder, part.result))) return null;
    return `The ${part.title} is not built, and a production install cannot build it. Run \`npm ci && npm run build\` once, or ship ${part.folder}.`;
  }
  const reason = whyBuild(within, part);
  if (reason === null) return null;
  console.log(`Building the ${part.title}: ${reason}.`);
  const flags = ["build", "--config", part.config, "--logLevel", "warn"];
  const built = spawnSync(process.execPath, [vite, ...flags], { cwd: within, stdio: "inherit" });
  return built.status === 0 ? null : `The ${part.title} could not be built; see the output above.`;
}

/** A file of a part, which is built first if needed; without it the process ends and says why. */
export function builtFile(name: PartName, file: string): string {
  const fault = ensureBuilt(name);
  if (fault === null) return join(root, parts[name].folder, file);
  console.error(fault);
  process.exit(1);
}

/** Why a build is needed, in words; null if the built files are newer than all sources. */
function whyBuild(within: string, { folder, result, sources }: Part): string | null {
  const file = join(within, folder, result);
  if (!existsSync(file)) return "it is not built yet";
  const built = statSync(file).mtimeMs;
  const changed = globSync(sources, { cwd: within }).find((path) => newest(join(within, path)) > built);
  return changed === undefined ? null : `${changed} is newer than the built files`;
}

// Folders count too, because a deletion changes only them.
function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
