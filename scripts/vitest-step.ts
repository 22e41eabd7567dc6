import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Print, runProgram } from "./commands.ts";
import { root } from "./node24.mjs";

export interface Count {
  passed: number;
  failed: number;
  /** Names of failed tests with their reasons, for the end of the run. */
  names?: string[];
  /** Test files with a failed test, relative to the root, and what each counts. */
  failedFiles?: FailedFile[];
  /** The cost of each test file. */
  files?: FileCost[];
}

export interface FailedFile {
  path: string;
  passed: number;
  failed: number;
  names: string[];
}

/** The cost of a test file, in seconds. */
export interface FileCost {
  path: string;
  /** Processor time of its process and the programs it started, without database servers. */
  processor: number;
  elapsed: number;
}

interface Report {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** The most characters of a reason. */
const maxReasonLength = 600;

const withReason = (name: string, reason = ""): string =>
  reason === "" ? name : `${name}\n${reason.slice(0, maxReasonLength).replaceAll(/^/gm, "         ")}`;

/** Counts a report. Skipped tests and files that do not load count as failed, because they prove nothing. */
export function countReport(report: Report, print: (line: string) => void): Count {
  const count = { passed: 0, failed: 0, names: [] as string[], failedFiles: [] as FailedFile[] };
  for (const file of report.testResults) {
    let passedHere = 0;
    let failedHere = 0;
    const names: string[] = [];
    for (const test of file.assertionResults) {
      if (test.status === "passed") passedHere += 1;
      else {
        failedHere += 1;
        names.push(withReason(test.fullName, test.failureMessages?.[0]));
      }
      if (test.status !== "passed" && test.status !== "failed") print(`Not run (${test.status}): ${test.fullName}`);
    }
    const isExplained = file.assertionResults.some(({ status }) => status === "failed");
    if (file.status === "failed" && !isExplained) {
      print(`Failed outside its tests: ${file.name}`);
      failedHere = Math.max(failedHere, 1);
      names.push(withReason(file.name, file.message));
    }
    count.passed += passedHere;
    count.failed += failedHere;
    count.names.push(...names);
    if (failedHere > 0) {
      count.failedFiles.push({ path: relative(root, file.name), passed: passedHere, failed: failedHere, names });
    }
  }
  return count;
}

/** Selects a folder's test files by the marks in their first lines. */
export interface Choice {
  folder: string;
  /** Only files with this mark. */
  only?: string;
  /** No files with this mark. */
  without?: string;
}

/** A folder's test files relative to the root; a mark is the start of the first line. */
export function chosenFiles({ folder, only, without }: Choice): string[] {
  const files = globSync(`${folder}/**/*.test.ts`, { cwd: root }).toSorted();
  if (only === undefined && without === undefined) return files;
  return files.filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return (only === undefined || text.startsWith(only)) && (without === undefined || !text.startsWith(without));
  });
}

export interface VitestStep {
  /** The name of the step and its report. */
  name: string;
  /** A project in vitest.config.ts. */
  project: string;
  /** All files of the project by default. */
  files?: string[];
  env?: Record<string, string>;
}

export async function runVitest({ name, project, files, env = {} }: VitestStep, print: Print): Promise<Count> {
  if (files?.length === 0) throw new Error(`No file matches the step ${name}.`);
  const output = join(root, ".cache", "test", `${name}.json`);
  const costs = join(root, ".cache", "test", `${name}.costs`);
  mkdirSync(dirname(output), { recursive: true });
  for (const path of [output, costs]) rmSync(path, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${output}`];
  const code = await runProgram("vitest", ["run", "--project", project, ...reporters, ...(files ?? [])], print, {
    minutes: 90,
    env: { ...env, TEST_COSTS: costs },
  });
  if (!existsSync(output)) {
    print("The run ended without a report.\n");
    return { passed: 0, failed: 1 };
  }
  const count = countReport(JSON.parse(readFileSync(output, "utf8")) as Report, (line) => print(`${line}\n`));
  if (count.failed === 0 && (code !== 0 || count.passed === 0)) {
    print(count.passed === 0 ? "No test ran.\n" : "The run failed outside its tests.\n");
    count.failed = 1;
  }
  return { ...count, files: existsSync(costs) ? readCosts(readFileSync(costs, "utf8")) : [] };
}

/** Parses the lines written by test/costs.ts. */
export const readCosts = (lines: string): FileCost[] =>
  lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as FileCost);
