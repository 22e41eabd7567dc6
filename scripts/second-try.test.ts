import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./node24.mjs";
import { listedFiles, type Result, trySecondTime } from "./second-try.ts";
import type { Count } from "./vitest-step.ts";

/** A step of three passed tests beside the failed files, which count as given when they run again. */
function stepOf(failed: string[], again: (path: string) => Count): Result {
  const failedFiles = failed.map((path) => ({ path, passed: 1, failed: 1, names: [`${path} fails\n     | at once`] }));
  return {
    step: { name: "http", again: async (path) => again(path) },
    count: {
      passed: 3 + failed.length,
      failed: failed.length,
      names: failedFiles.flatMap(({ names }) => names),
      failedFiles,
    },
  };
}

const green: Count = { passed: 2, failed: 0 };
const red: Count = { passed: 1, failed: 1, names: ["still red"] };

test("a file that passes at the second try counts, and is returned with its first error", async () => {
  const result = stepOf(["a.test.ts"], () => green);
  expect(await trySecondTime([result])).toEqual([
    { step: "http", path: "a.test.ts", error: "a.test.ts fails / at once" },
  ]);
  expect(result.count).toMatchObject({ passed: 5, failed: 0, names: [] });
});

test("a file that fails again stays failed", async () => {
  const result = stepOf(["a.test.ts", "b.test.ts"], (path) => (path === "a.test.ts" ? red : green));
  const passed = await trySecondTime([result]);
  expect(passed.map(({ path }) => path)).toEqual(["b.test.ts"]);
  expect(result.count).toMatchObject({ passed: 6, failed: 1, names: ["still red"] });
});

test("nothing is tried again when more than three files failed, in one step or several", async () => {
  const tried: string[] = [];
  const again = (path: string) => {
    tried.push(path);
    return green;
  };
  const results = [stepOf(["a", "b"], again), stepOf(["c", "d"], again)];
  expect(await trySecondTime(results)).toEqual([]);
  expect(tried).toEqual([]);
  expect(results.map(({ count }) => count.failed)).toEqual([2, 2]);
});

test("a check without test files is not tried again", async () => {
  const result: Result = { step: { name: "lint" }, count: { passed: 0, failed: 1 } };
  expect(await trySecondTime([result])).toEqual([]);
  expect(result.count.failed).toBe(1);
});

test("no file is listed twice: such a file is mended or deleted", () => {
  const twice = (text: string) => listedFiles(text).filter((path, at, all) => all.indexOf(path) !== at);
  const line = "| 2026-11-26 | `a.test.ts` | http | x |\n";
  expect(twice(line.repeat(2))).toEqual(["a.test.ts"]);
  expect(twice(readFileSync(join(root, "docs", "flaky.md"), "utf8"))).toEqual([]);
});
