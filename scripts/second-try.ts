import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./node24.mjs";
import type { Count, FailedFile } from "./vitest-step.ts";

/** A run in which more files fail is red at once: chance does not explain that many. */
export const mostSecondTries = 3;

export interface SecondTry {
  step: string;
  path: string;
  /** The first error of the first try, on one line. */
  error: string;
}

export interface Result {
  step: { name: string; again?: (path: string) => Promise<Count> };
  count: Count;
}

/**
 * Runs each failed test file once more, alone, and puts what it counts then in place of what it counted before. Returns
 * the files that passed.
 */
export async function trySecondTime(results: readonly Result[]): Promise<SecondTry[]> {
  const failed = results.flatMap((result) => (result.count.failedFiles ?? []).map((file) => ({ result, file })));
  if (failed.length > mostSecondTries) return [];
  const passed: SecondTry[] = [];
  for (const { result, file } of failed) {
    const again = await result.step.again?.(file.path);
    if (!again) continue;
    replaceCount(result.count, file, again);
    if (again.failed === 0) passed.push({ step: result.step.name, path: file.path, error: firstError(file) });
  }
  return passed;
}

function replaceCount(count: Count, first: FailedFile, second: Count): void {
  count.passed += second.passed - first.passed;
  count.failed += second.failed - first.failed;
  count.names = [...(count.names ?? []).filter((name) => !first.names.includes(name)), ...(second.names ?? [])];
}

const firstError = ({ names }: FailedFile): string =>
  (names[0] ?? "").replaceAll(/\s+/g, " ").replaceAll("|", "/").trim().slice(0, 200);

const list = join(root, "docs", "flaky.md");

/** Paths of the test files in the list, once per line. */
export const listedFiles = (text: string): string[] =>
  [...text.matchAll(/^\| [\d-]{10} \| `([^`]+)`/gm)].map(([, path = ""]) => path);

/** Adds what passed at the second try to docs/flaky.md. */
export function listSecondTries(passed: readonly SecondTry[], day: string): void {
  if (passed.length === 0) return;
  const lines = passed.map(({ step, path, error }) => `| ${day} | \`${path}\` | ${step} | ${error} |\n`);
  writeFileSync(list, `${readFileSync(list, "utf8").trimEnd()}\n${lines.join("")}`);
}
