import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, expect } from "vitest";

const kept = globalThis as { processorBefore?: number };

/** Seconds of processor time of this process and of the programs it started that have ended. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  const stat = "/proc/self/stat";
  // Fields 16 and 17, in hundredths of a second; the second field is a name that may hold anything.
  const fields = existsSync(stat) ? (readFileSync(stat, "utf8").split(") ").at(-1) ?? "").split(" ") : [];
  return (user + system) / 1e6 + (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / 100;
}

/** Tells the step that runs the tests what each file took: several may run in one process, one after the other. */
const started = performance.now();
const before = kept.processorBefore ?? 0;
afterAll(() => {
  const now = processorSeconds();
  kept.processorBefore = now;
  const costs = process.env["TEST_COSTS"];
  if (!costs) return;
  const path = relative(process.cwd(), expect.getState().testPath ?? "");
  const cost = { path, processor: now - before, elapsed: (performance.now() - started) / 1000 };
  appendFileSync(costs, `${JSON.stringify(cost)}\n`);
});
