// `npm run licences`: writes docs/third-party.md; fails on a licence that is not on the list.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { root } from "./node24.mjs";

export type Package = { name: string; version: string; licence: string };

/** Licences that let anyone use and redistribute the product, whatever its own licence. */
const allowed = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "Unlicense",
]);

/** Whether an SPDX expression grants an allowed licence: one of an OR, all of an AND. */
export function isAllowed(licence: string): boolean {
  const plain = licence.trim().replace(/^\((.*)\)$/, "$1");
  if (/[()]/.test(plain)) return false;
  return plain.split(" OR ").some((choice) => choice.split(" AND ").every((part) => allowed.has(part.trim())));
}

export type Lock = { packages: Record<string, { version?: string; license?: string; dev?: boolean }> };

/** The licence that a package states in its text alone. */
function licenceIn(name: string): string {
  const folder = join(root, "node_modules", name);
  const file = readdirSync(folder).find((one) => /^licen[cs]e(?:\.\w+)?$/i.test(one));
  const isMit = file !== undefined && readFileSync(join(folder, file), "utf8").startsWith("The MIT License (MIT)");
  return isMit ? "MIT" : "none stated";
}

/** All packages of a production install. */
export function productionPackages(lock: Lock): Package[] {
  const found = Object.entries(lock.packages).flatMap(([path, { version = "", license = "none stated", dev }]) =>
    path === "" || dev ? [] : [{ name: path.split("node_modules/").at(-1) ?? path, version, licence: license }],
  );
  return sorted(found);
}

/** Builds a part in memory; returns the packages whose code it contains. */
async function bundledPackages(config: string): Promise<Package[]> {
  const fileName = "licences.json";
  const built = await build({
    configFile: join(root, config),
    logLevel: "error",
    build: { write: false, license: { fileName } },
  });
  if (!("output" in built)) throw new Error("The build gave no files.");
  const file = built.output.find((one) => one.fileName === fileName);
  if (file?.type !== "asset") throw new Error("The build gave no licences.");
  const stated = JSON.parse(String(file.source)) as { name: string; version: string; identifier?: string | null }[];
  return sorted(
    stated.map(({ name, version, identifier }) => ({ name, version, licence: identifier ?? licenceIn(name) })),
  );
}

/** The packages whose code is in the built server. A production install does not fetch them again. */
export const packagesInServer = (): Promise<Package[]> => bundledPackages("vite.server.config.ts");

const sorted = (packages: Package[]): Package[] =>
  packages.toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The page from the lock file and the build, with a sentence for every licence that is not allowed. */
export async function thirdParty(): Promise<{ page: string; faults: string[] }> {
  const installed = productionPackages(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock);
  const [server, browser] = [await packagesInServer(), await bundledPackages("vite.config.ts")];
  const faults = [...installed, ...server, ...browser]
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ name, version, licence }) => `${name} ${version}: the licence "${licence}" is not on the list.`);
  return { page: pageOf(installed, server, browser), faults };
}

const rows = (packages: readonly Package[]): string =>
  packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`).join("\n");

const pageOf = (
  installed: readonly Package[],
  server: readonly Package[],
  browser: readonly Package[],
): string => `# Third-party software
Written by \`npm run licences\`; do not edit. The notices themselves: in each package's folder in \`node_modules\`, for the built
server in \`dist/server/licences.md\`, and for what the browser loads at \`/licences.md\` of a running instance.

## In a production install: ${installed.length}
The \`node-*\` packages bring Node.js itself, one of them per machine. PGlite carries PostgreSQL, under the PostgreSQL licence.

| package | version | licence |
|---|---|---|
${rows(installed)}

## In the built server: ${server.length}
| package | version | licence |
|---|---|---|
${rows(server)}

## In the browser part: ${browser.length}
| package | version | licence |
|---|---|---|
${rows(browser)}

The style sheet is made with Tailwind CSS (MIT). The typeface is Inter, © The Inter Project Authors, under the SIL Open Font License 1.1:
[its text](../src/ui/fonts/OFL.txt).

## Data
\`src/app/demo-data/daily-sales.csv\`, for the demo company (\`npm run demo\`), tests, pictures and measurements. 739 days of sales of a UK online gift shop, derived
from "Online Retail II" (Chen, D., 2019, UCI Machine Learning Repository, [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/))
through a daily series published under the MIT licence; changed: sums per day, closed days are interpolated.
`;

if (import.meta.main) {
  const { page, faults } = await thirdParty();
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) writeFileSync(join(root, "docs", "third-party.md"), page);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
