import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Print, runProgram } from "./commands.ts";
import { root } from "./node24.mjs";

export interface Count {
  passed: number;
  failed: number;
  /** What failed, by its full name with the reason, for the end of the run. */
  names?: string[];
  /** What each file of tests took. */
  files?: FileCost[];
}

/** What a file of tests took, in seconds. */
export interface FileCost {
  path: string;
  /** Processor time of the process it ran in and of the programs it started, not of a database server. */
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

/** As much of a reason as helps where only the end of a run is kept. */
const mostOfReason = 600;

const withReason = (name: string, reason = ""): string =>
  reason === "" ? name : `${name}\n${reason.slice(0, mostOfReason).replaceAll(/^/gm, "         ")}`;

/** Counts a report. A skipped test proves nothing and a file that does not load hides its tests: both failed. */
export function countReport(report: Report, say: (line: string) => void): Count {
  const count = { passed: 0, failed: 0, names: [] as string[] };
  for (const file of report.testResults) {
    let failedHere = 0;
    for (const test of file.assertionResults) {
      if (test.status === "passed") count.passed += 1;
      else {
        failedHere += 1;
        count.names.push(withReason(test.fullName, test.failureMessages?.[0]));
      }
      if (test.status !== "passed" && test.status !== "failed") say(`Not run (${test.status}): ${test.fullName}`);
    }
    if (file.status === "failed" && failedHere === 0) {
      say(`Failed outside its tests: ${file.name}`);
      failedHere = 1;
      count.names.push(withReason(file.name, file.message));
    }
    count.failed += failedHere;
  }
  return count;
}

/** Which files of a folder a step runs, by the marks in their first lines. */
export interface Choice {
  folder: string;
  /** Only files with this mark. */
  only?: string;
  /** No files with this mark. */
  without?: string;
}

/** The test files of a folder, relative to the root; a mark is how a first line begins. */
export function chosenFiles({ folder, only, without }: Choice): string[] {
  const files = globSync(`${folder}/**/*.test.ts`, { cwd: root }).toSorted();
  if (only === undefined && without === undefined) return files;
  return files.filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return (only === undefined || text.startsWith(only)) && (without === undefined || !text.startsWith(without));
  });
}

export interface VitestStep {
  /** The name of the step, also of its report. */
  name: string;
  /** A project of vitest.config.ts. */
  project: string;
  /** All files of the project when not given. */
  files?: string[];
  env?: Record<string, string>;
}

/** Runs files of one project of vitest.config.ts. */
export async function runVitest({ name, project, files, env = {} }: VitestStep, print: Print): Promise<Count> {
  if (files?.length === 0) throw new Error(`No file of ${name} has its mark.`);
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
    print(count.passed === 0 ? "Not one test ran.\n" : "The run failed outside its tests.\n");
    count.failed = 1;
  }
  return { ...count, files: existsSync(costs) ? readCosts(readFileSync(costs, "utf8")) : [] };
}

/** Reads the lines that test/costs.ts wrote. */
export const readCosts = (lines: string): FileCost[] =>
  lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as FileCost);
