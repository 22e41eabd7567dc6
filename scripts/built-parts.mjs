// Checks whether what is built is there and up to date, and builds it. Plain JavaScript: what strips types would stay in
// the memory of the server that starts next in the same process.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./node24.mjs";

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {string} config
 * @property {string} folder where the build goes
 * @property {string} result the file it writes last
 * @property {readonly string[]} sources
 */

/** npm writes the last one at every install. */
const packages = ["package.json", "package-lock.json", "node_modules/.package-lock.json"];

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
    result: "licences.md",
    sources: [
      "src/{app,agency,connectors,contract,platform}/**/*.ts",
      "src/features/**/*.ts",
      "vite.server.config.ts",
      ...packages,
    ],
  },
};

/** @typedef {keyof typeof parts} PartName */

/**
 * Builds a part if it is missing or outdated. Returns why it cannot be used, or null.
 * @param {PartName} name
 * @returns {string | null}
 */
export function ensureBuilt(name, within = root) {
  /** @type {Part} */
  const part = parts[name];
  const vite = join(within, "node_modules", "vite", "bin", "vite.js");
  const result = join(within, part.folder, part.result);
  if (!existsSync(vite)) {
    if (existsSync(result)) {
      warnIfOutdated(within, part, result);
      return null;
    }
    return `The ${part.title} is not built, and a production install cannot build it. Run \`npm ci && npm run build\` once, or ship ${part.folder}.`;
  }
  const reason = whyBuild(within, part, result);
  if (reason === null) return null;
  // To standard error, as a command may print a file.
  console.error(`Building the ${part.title}: ${reason}.`);
  const flags = ["build", "--config", part.config, "--logLevel", "warn"];
  const built = spawnSync(process.execPath, [vite, ...flags], { cwd: within, stdio: ["inherit", 2, 2] });
  if (built.status === 0) return null;
  rmSync(result, { force: true });
  return `The ${part.title} could not be built; see the output above.`;
}

/**
 * Only warns: the times in an image or an archive say little.
 * @param {string} within
 * @param {Part} part
 * @param {string} result
 */
function warnIfOutdated(within, { sources, ...part }, result) {
  const files = sources.filter((source) => source.endsWith(".ts"));
  const reason = whyBuild(within, { ...part, sources: files }, result);
  if (reason !== null) console.error(`The ${part.title} may be outdated: ${reason}. Run \`npm ci && npm run build\`.`);
}

/**
 * A file of a part, which is built first if needed; without it the process ends and says why.
 * @param {PartName} name
 * @param {string} file
 */
export function builtFile(name, file) {
  const fault = ensureBuilt(name);
  if (fault === null) return join(root, parts[name].folder, file);
  console.error(fault);
  process.exit(1);
}

/**
 * Why a build is needed, in words; null if the built files are newer than all sources.
 * @param {string} within
 * @param {Part} part
 * @param {string} result
 */
function whyBuild(within, { sources }, result) {
  if (!existsSync(result)) return "it is not built yet";
  const built = statSync(result).mtimeMs;
  const changed = globSync(sources, { cwd: within }).find((path) => newest(join(within, path)) > built);
  return changed === undefined ? null : `${changed} is newer than the built files`;
}

/**
 * Folders count too, because a deletion changes only them.
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
