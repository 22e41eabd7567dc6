import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { ensureBuilt } from "./built-parts.ts";

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
writeFileSync("dist/server/main.js", "");`,
    );
  const calls = () => readFileSync(join(folder, "calls.txt"), "utf8").trim().split("\n");
  return { folder, put, calls };
}

test("the server is built when it is missing and when a source of it is newer", () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
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

test("without a builder what was shipped is used, and what is missing is said", () => {
  const { folder, put } = packageIn({ withBuilder: false });
  expect(ensureBuilt("server", folder)).toBe(
    "The server is not built, and a production install cannot build it. Run `npm ci && npm run build` once, or ship dist/server.",
  );
  put("dist/server/main.js", "");
  expect(ensureBuilt("server", folder)).toBeNull();
});
