import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { runProgram } from "./commands.ts";
import { root } from "./node24.mjs";

export interface Count {
  passed: number;
  failed: number;
  /** What failed, by its full name, for the end of the run. */
  names?: string[];
}

interface Report {
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** Counts a report. A skipped test proves nothing and a file that does not load hides its tests: both failed. */
export function countReport(report: Report, say: (line: string) => void): Count {
  const count = { passed: 0, failed: 0, names: [] as string[] };
  for (const file of report.testResults) {
    let failedHere = 0;
    for (const test of file.assertionResults) {
      if (test.status === "passed") count.passed += 1;
      else {
        failedHere += 1;
        count.names.push(test.fullName);
      }
      if (test.status !== "passed" && test.status !== "failed") say(`Not run (${test.status}): ${test.fullName}`);
    }
    if (file.status === "failed" && failedHere === 0) {
      say(`Failed outside its tests: ${file.name}`);
      failedHere = 1;
      count.names.push(file.name);
    }
    count.failed += failedHere;
  }
  return count;
}

/** Runs one project of vitest.config.ts. */
export async function runVitest(
  project: string,
  { name, files, minutes, env }: { name: string; files: string[]; minutes: number; env: Record<string, string> },
): Promise<Count> {
  if (globSync(files, { cwd: root }).length === 0) {
    console.log(`No tests yet in ${files.join(", ")}.`);
    return { passed: 0, failed: 0 };
  }
  const output = join(root, ".cache", "test", `${name}.json`);
  mkdirSync(dirname(output), { recursive: true });
  rmSync(output, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${output}`];
  const code = await runProgram("vitest", ["run", "--project", project, ...reporters], { minutes, env });
  if (!existsSync(output)) {
    console.error("The run ended without a report.");
    return { passed: 0, failed: 1 };
  }
  const count = countReport(JSON.parse(readFileSync(output, "utf8")) as Report, (line) => console.error(line));
  if (count.failed === 0 && (code !== 0 || count.passed === 0)) {
    console.error(count.passed === 0 ? "Not one test ran." : "The run failed outside its tests.");
    count.failed = 1;
  }
  return count;
}
