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
  needFaults,
  type Needs,
  type Place,
  packageFault,
  placeOf,
  rooms,
  sightingFault,
  tableFault,
  tablesDefinedIn,
  tablesNamedIn,
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

const lawFile = "scripts/arrows/law.ts";

/** Finds everything in a tree (path to text) that breaks the law, given the rooms' needs. */
export function checkFiles(files: ReadonlyMap<string, string>, needs: Needs = rooms): Finding {
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
    const place = placeOf(path, needs);
    if (typeof place === "string") report(path, 1, "is in no known place", place);
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
        const target = placeOf(to, needs);
        // A target without a place is reported itself.
        const fault = typeof target === "string" ? null : importFault(place, target, typeOnly, needs);
        report(path, line, what, fault);
        arrows.push({ from: path, to, line, allowed: fault === null });
      }
    }
  }

  const reached = reachedByBrowser(places, arrows);
  for (const { from, to, line, allowed } of arrows) {
    const place = places.get(from);
    const target = placeOf(to, needs);
    if (!allowed || !reached.has(from) || place === undefined || typeof target === "string") continue;
    if (!isForBrowser(target))
      report(from, line, `imports ${to}`, "The browser reaches this file, and only contract and rules.");
  }
  for (const { from, to, line } of builtins) {
    if (reached.has(from))
      report(from, line, `imports ${to}`, "The browser reaches this file and has no Node modules.");
  }
  for (const fault of needFaults(needs)) report(lawFile, 1, "has an invalid declaration", fault);
  for (const { room, needed } of unusedNeeds(needs, places.keys(), arrows))
    report(lawFile, 1, `says that ${room} needs ${needed}`, "A room declares what it uses, and nothing else.");
  reportForeignTables(files, places, report);
  for (const cycle of findCycles(arrows)) {
    report(
      cycle[0]?.from ?? "",
      cycle[0]?.line ?? 1,
      `imports in a cycle: ${cycle.map(({ to }) => to).join(" → ")}`,
      "Imports form no cycle.",
    );
  }

  violations.sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  return { files: places.size, imports, violations };
}

const roomOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1];

/** Declared needs that no import uses, among existing rooms. */
function unusedNeeds(needs: Needs, places: Iterable<string>, arrows: readonly Arrow[]) {
  const there = new Set([...places].map(roomOf));
  const used = new Set(arrows.map(({ from, to }) => `${roomOf(from)} ${roomOf(to)}`));
  return Object.entries(needs).flatMap(([room, all]) =>
    all
      .filter((needed) => there.has(room) && there.has(needed) && !used.has(`${room} ${needed}`))
      .map((needed) => ({ room, needed })),
  );
}

/** Reports every table of another room named in a file's SQL. */
function reportForeignTables(
  files: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, Place>,
  report: (file: string, line: number, what: string, law: string | null) => void,
): void {
  const owners = new Map<string, string>();
  for (const [path, code] of files) {
    const room = roomOf(path);
    if (room && path.endsWith("/tables.ts")) for (const table of tablesDefinedIn(code)) owners.set(table, room);
  }
  for (const [path, place] of places) {
    const code = files.get(path) ?? "";
    for (const { table, at } of tablesNamedIn(code)) {
      const owner = owners.get(table);
      if (owner) report(path, code.slice(0, at).split("\n").length, `names ${table}`, tableFault(place, owner));
    }
  }
}

/** All files the browser's code reaches through imports, including types, as far as they are meant for it. */
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

/** One cycle for each import that closes one. */
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
  const patterns = ["src/**/*", "scripts/**/*.{ts,mjs}", "test/**/*.ts", "bench/**/*.ts", "eval/**/*.ts"];
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
  if (files === 0) console.error("No files were read.");
  process.exitCode = violations.length > 0 || files === 0 ? 1 : 0;
}
