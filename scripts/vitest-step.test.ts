import { expect, test } from "vitest";
import { join } from "node:path";
import { root } from "./node24.mjs";
import { chosenFiles, countReport, readCosts } from "./vitest-step.ts";

const path = join(root, "a.test.ts");
const file = (status: string, ...tests: string[]) => ({
  name: path,
  status,
  assertionResults: tests.map((one) => ({ status: one, fullName: `a ${one} test` })),
});

test("counts passed and failed tests", () => {
  const report = { testResults: [file("passed", "passed", "passed"), file("failed", "passed", "failed")] };
  expect(countReport(report, () => {})).toEqual({
    passed: 3,
    failed: 1,
    names: ["a failed test"],
    failedFiles: [{ path: "a.test.ts", passed: 1, failed: 1, names: ["a failed test"] }],
  });
});

test("counts and names a skipped test as failed", () => {
  const lines: string[] = [];
  const report = { testResults: [file("passed", "passed", "skipped", "todo")] };
  expect(countReport(report, (line) => lines.push(line))).toMatchObject({
    passed: 1,
    failed: 2,
    names: ["a skipped test", "a todo test"],
  });
  expect(lines).toEqual(["Not run (skipped): a skipped test", "Not run (todo): a todo test"]);
});

test("counts and names a file that does not load as failed", () => {
  const lines: string[] = [];
  expect(countReport({ testResults: [file("failed")] }, (line) => lines.push(line))).toMatchObject({
    passed: 0,
    failed: 1,
    names: [path],
  });
  expect(lines).toEqual([`Failed outside its tests: ${path}`]);
});

test("says why a file's tests did not run", () => {
  const report = { testResults: [{ ...file("failed", "skipped"), message: "The server did not start." }] };
  const { failed, names } = countReport(report, () => {});
  expect([failed, names]).toEqual([1, ["a skipped test", `${path}\n         The server did not start.`]]);
});

test("chooses files by the marks in their first lines", () => {
  const folder = "test/http";
  const all = chosenFiles({ folder });
  const marked = chosenFiles({ folder, only: "// On both databases: " });
  const unmarked = chosenFiles({ folder, without: "// On both databases: " });
  expect(marked).toContain("test/http/transaction.test.ts");
  expect(unmarked).toContain("test/http/front.test.ts");
  expect([...marked, ...unmarked].toSorted()).toEqual(all);
});

test("reads the costs of files", () => {
  const costs = [
    { path: "one.test.ts", processor: 1.5, elapsed: 3 },
    { path: "two.test.ts", processor: 0.25, elapsed: 0.5 },
  ];
  expect(readCosts(costs.map((cost) => `${JSON.stringify(cost)}\n`).join(""))).toEqual(costs);
});

test("names failed tests with the beginning of their reason", () => {
  const failed = {
    status: "failed",
    fullName: "a call",
    failureMessages: [`Expected 2\n  got 3 ${"x".repeat(10_000)}`],
  };
  const report = { testResults: [{ name: path, status: "failed", assertionResults: [failed] }] };
  const [name] = countReport(report, () => {}).names ?? [];
  expect(name).toMatch(/^a call\n +Expected 2\n +got 3 x+$/);
  expect(name?.length).toBeLessThan(700);
});
