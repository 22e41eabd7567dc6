import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { ensureBuilt } from "./built-parts.mjs";
import { root } from "./node24.mjs";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

/** A package in a folder of its own; its build writes down that it was called. */
function packageIn({ withBuilder }: { withBuilder: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), "boardroom-built-"));
  made.push(folder);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  put("src/app/main.ts", "");
  put("src/features/tasks/web/page.tsx", "");
  if (withBuilder)
    put(
      "node_modules/vite/bin/vite.js",
      `const { appendFileSync, mkdirSync, writeFileSync } = require("node:fs");
appendFileSync("calls.txt", process.argv.slice(2).join(" ") + "\\n");
mkdirSync("dist/server", { recursive: true });
writeFileSync("dist/server/licences.md", "");
if (require("node:fs").existsSync("breaks")) process.exit(1);`,
    );
  const calls = () => readFileSync(join(folder, "calls.txt"), "utf8").trim().split("\n");
  return { folder, put, calls };
}

test("the server is built when it is missing and when a source of it is newer", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { folder, put, calls } = packageIn({ withBuilder: true });
  const call = "build --config vite.server.config.ts --logLevel warn";
  const soon = Date.now() / 1000 + 60;
  for (const change of [
    () => expect(ensureBuilt("server", folder)).toBeNull(),
    () => expect(ensureBuilt("server", folder)).toBeNull(),
    () => {
      put("src/features/tasks/web/page.tsx", "changed");
      utimesSync(join(folder, "src/features/tasks/web/page.tsx"), soon, soon);
      expect(ensureBuilt("server", folder)).toBeNull();
    },
  ]) {
    change();
    expect(calls()).toEqual([call]);
  }
  utimesSync(join(folder, "src/app/main.ts"), soon, soon);
  expect(ensureBuilt("server", folder)).toBeNull();
  expect(calls()).toEqual([call, call]);
  expect(log.mock.calls.flat()).toEqual([
    "Building the server: it is not built yet.",
    "Building the server: src/app/main.ts is newer than the built files.",
  ]);
  log.mockRestore();
});

test("what a broken build left behind is built again", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { folder, put, calls } = packageIn({ withBuilder: true });
  put("breaks", "");
  expect(ensureBuilt("server", folder)).toBe("The server could not be built; see the output above.");
  rmSync(join(folder, "breaks"));
  expect(ensureBuilt("server", folder)).toBeNull();
  expect(calls()).toHaveLength(2);
  log.mockRestore();
});

test("without a builder what was shipped is used, and what is missing is said", () => {
  const { folder, put } = packageIn({ withBuilder: false });
  expect(ensureBuilt("server", folder)).toBe(
    "The server is not built, and a production install cannot build it. Run `npm ci && npm run build` once, or ship dist/server.",
  );
  put("dist/server/licences.md", "");
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(ensureBuilt("server", folder)).toBeNull();
  expect(log).not.toHaveBeenCalled();
  const soon = Date.now() / 1000 + 60;
  utimesSync(join(folder, "src/app/main.ts"), soon, soon);
  expect(ensureBuilt("server", folder)).toBeNull();
  expect(log.mock.calls.flat()).toEqual([
    "The server may be outdated: src/app/main.ts is newer than the built files. Run `npm ci && npm run build`.",
  ]);
  log.mockRestore();
});

/** Packages that a file and what it imports need when they run from their sources. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  // Comments name types of what is not loaded.
  const code = readFileSync(file, "utf8").replaceAll(/\/\*.*?\*\//gs, "");
  const sources = [...code.matchAll(/(?:^(?:import|export) (?!type ).*? from |^} from |^import |import\()"([^"]+)"/gm)];
  return sources.flatMap(([, source = ""]) => {
    if (source.startsWith("node:")) return [];
    if (source.startsWith("#")) return packagesOf(join(root, "src", source.slice(1)), seen);
    if (source.startsWith(".")) return packagesOf(join(dirname(file), source), seen);
    return [
      source
        .split("/")
        .slice(0, source.startsWith("@") ? 2 : 1)
        .join("/"),
    ];
  });
}

test("what runs from its sources in a production install needs only packages it has", () => {
  const files = globSync(["src/**/worker.ts", "scripts/{start,run,built-parts,node24}.mjs"], { cwd: root });
  expect(files.length).toBeGreaterThanOrEqual(7);
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { dependencies: object };
  const needed = new Set(files.flatMap((file) => packagesOf(join(root, file))));
  expect([...needed].filter((name) => !(name in dependencies))).toEqual([]);
  expect([...needed]).toEqual(expect.arrayContaining(["@electric-sql/pglite", "@energetic-ai/embeddings", "unpdf"]));
  expect(packagesOf(join(root, "src/features/tasks/contract.ts"))).toContain("zod");
});
