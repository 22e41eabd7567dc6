// Checks the law of ARCHITECTURE.md over the real imports: `node scripts/check-arrows.ts [root]`.
import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import {
  importFault,
  isBrowserCode,
  isForBrowser,
  isTest,
  nameFault,
  type Place,
  packageFault,
  placeOf,
  sightingFault,
} from "./arrows/law.ts";
import { readSource, resolveReference } from "./arrows/source.ts";

export interface Violation {
  file: string;
  line: number;
  what: string;
  law: string;
}

export interface Finding {
  files: number;
  imports: number;
  violations: Violation[];
}

interface Arrow {
  from: string;
  to: string;
  line: number;
  allowed: boolean;
}

/** Takes the files of a tree, path to text, and finds everything that breaks the law. */
export function checkFiles(files: ReadonlyMap<string, string>): Finding {
  const violations: Violation[] = [];
  const places = new Map<string, Place>();
  const arrows: Arrow[] = [];
  const builtins: Arrow[] = [];
  let imports = 0;
  const report = (file: string, line: number, what: string, law: string | null) => {
    if (law !== null) violations.push({ file, line, what, law });
  };

  for (const path of files.keys()) {
    report(path, 1, "is a forbidden name", nameFault(path));
    if (!path.startsWith("src/") || isTest(path)) continue;
    const place = placeOf(path);
    if (typeof place === "string") report(path, 1, "stands in no known place", place);
    else places.set(path, place);
  }

  for (const [path, place] of places) {
    if (!/\.tsx?$/.test(path)) continue;
    const source = readSource(path, files.get(path) ?? "");
    for (const sighting of source.sightings) {
      report(path, sighting.line, sighting.text, sightingFault(place, sighting.what));
    }
    for (const { specifier, typeOnly, line } of source.references) {
      imports += 1;
      const what = `imports ${specifier}`;
      const to = resolveReference(path, specifier);
      if (to === null) {
        report(path, line, what, packageFault(place, specifier));
        if (isBuiltin(specifier)) builtins.push({ from: path, to: specifier, line, allowed: true });
      } else if (!to.startsWith("src/")) {
        if (to !== "package.json") report(path, line, what, "src/ imports nothing from outside src/.");
      } else if (isTest(to)) {
        report(path, line, what, "Nothing imports a test.");
      } else {
        const target = placeOf(to);
        // A target without a place is reported where it stands.
        const fault = typeof target === "string" ? null : importFault(place, target, typeOnly);
        report(path, line, what, fault);
        arrows.push({ from: path, to, line, allowed: fault === null });
      }
    }
  }

  const reached = reachedByBrowser(places, arrows);
  for (const { from, to, line, allowed } of arrows) {
    const place = places.get(from);
    const target = placeOf(to);
    if (!allowed || !reached.has(from) || place === undefined || typeof target === "string") continue;
    if (!isForBrowser(target))
      report(from, line, `imports ${to}`, "The browser reaches this file, and only contract and rules.");
  }
  for (const { from, to, line } of builtins) {
    if (reached.has(from))
      report(from, line, `imports ${to}`, "The browser reaches this file and has no Node modules.");
  }
  for (const cycle of findCycles(arrows)) {
    report(
      cycle[0]?.from ?? "",
      cycle[0]?.line ?? 1,
      `imports in a circle: ${cycle.map(({ to }) => to).join(" → ")}`,
      "Imports form no circle.",
    );
  }

  violations.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  return { files: places.size, imports, violations };
}

/** Everything the browser's own files reach through imports, types included, as far as it is meant for them. */
function reachedByBrowser(places: ReadonlyMap<string, Place>, arrows: readonly Arrow[]): Set<string> {
  const targets = Map.groupBy(arrows, ({ from }) => from);
  const reached = new Set([...places].filter(([, place]) => isBrowserCode(place)).map(([path]) => path));
  for (const path of reached) {
    for (const { to } of targets.get(path) ?? []) {
      const place = places.get(to);
      if (place !== undefined && isForBrowser(place)) reached.add(to);
    }
  }
  return reached;
}

/** One circle for each arrow that closes one on a walk through all files. */
function findCycles(arrows: readonly Arrow[]): Arrow[][] {
  const targets = Map.groupBy(arrows, ({ from }) => from);
  const done = new Set<string>();
  const cycles: Arrow[][] = [];
  const walk = (file: string, trail: Arrow[]) => {
    for (const arrow of targets.get(file) ?? []) {
      const start = [...trail, arrow].findIndex(({ from }) => from === arrow.to);
      if (start !== -1) cycles.push([...trail.slice(start), arrow]);
      else if (!done.has(arrow.to)) walk(arrow.to, [...trail, arrow]);
    }
    done.add(file);
  };
  for (const file of targets.keys()) if (!done.has(file)) walk(file, []);
  return cycles;
}

export function readTree(root: string): Map<string, string> {
  const patterns = ["src/**/*", "scripts/**/*.{ts,mjs}", "test/**/*.ts", "bench/**/*.ts"];
  const entries = globSync(patterns, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((path) => [
      path.slice(join(root, "/").length).replaceAll("\\", "/"),
      /\.tsx?$/.test(path) ? readFileSync(path, "utf8") : "",
    ]),
  );
}

if (import.meta.main) {
  const { files, imports, violations } = checkFiles(readTree(process.argv[2] ?? process.cwd()));
  for (const { file, line, what, law } of violations) console.error(`${file}:${line} ${what}. ${law}`);
  console.log(`Arrows: ${files} files, ${imports} imports, ${violations.length} violations.`);
  if (files === 0) console.error("Nothing was read, so nothing was checked.");
  process.exitCode = violations.length > 0 || files === 0 ? 1 : 0;
}
