// The steps of `npm test`, in order. Started by test.mjs.
import { availableParallelism } from "node:os";
import { type Postgres, startPostgres } from "../test/postgres.ts";
import { ensureBuilt } from "./built-parts.mjs";
import { endRunning, type Print, runProgram } from "./commands.ts";
import { cleanTree, recordPassed } from "./passed.ts";
import { runSideBySide, type Scheduled } from "./schedule.ts";
import { haveSystemPackages } from "./system-packages.ts";
import { type Choice, chosenFiles, type Count, runVitest } from "./vitest-step.ts";

interface Step extends Scheduled {
  title: string;
  run: (print: Print) => Promise<Count>;
}

const given = process.argv.slice(2);
/** Every file on both databases, including nightly ones. */
const isAll = given.includes("--all");
const names = given.filter((name) => name !== "--all");

const passed: Count = { passed: 1, failed: 0 };
const failed: Count = { passed: 0, failed: 1 };

const check = (name: string, title: string, program: string, ...flags: string[]): Step => ({
  name,
  title,
  run: async (print) => ((await runProgram(program, flags, print, { env: oneThread })) === 0 ? passed : failed),
});
/** Of a Go program. Beside other steps a second thread only does work twice: each checks the types it needs anew. */
const oneThread = { GOMAXPROCS: "1" };

const nightly: Record<string, string> = isAll ? { TEST_NIGHTLY: "1" } : {};
const embedded = async () => ({ ...nightly, TEST_DATABASE: "embedded" });
let postgres: Promise<Postgres> | undefined;
/** One server for all steps; stopped at the end. */
async function onPostgres() {
  postgres ??= startPostgres();
  return { ...nightly, TEST_DATABASE: "postgres", TEST_DATABASE_URL: (await postgres).url };
}

/** Marks at the start of a test file's first line. */
const marks = {
  bothDatabases: "// On both databases: ",
  postgresOnly: "// On PostgreSQL only: ",
  nightly: "// Nightly: ",
};

const tests = (
  name: string,
  title: string,
  {
    project = name,
    choice,
    env = embedded,
    ...rest
  }: { project?: string; choice?: Choice; env?: () => Promise<Record<string, string>> } & Partial<Scheduled> = {},
): Step => ({
  name,
  title,
  ...rest,
  run: async (print) =>
    runVitest({ name, project, env: await env(), ...(choice ? { files: chosenFiles(choice) } : {}) }, print),
});

/** A build empties the folder these tests serve or start. */
const after = ["build", "build-server"];
const onEmbedded = isAll ? { without: marks.postgresOnly } : { only: marks.bothDatabases };
const daily = isAll ? {} : { without: marks.nightly };

const steps: Step[] = [
  {
    name: "system",
    title: "System packages",
    alone: true,
    run: async (print) => ({ passed: 0, failed: (await haveSystemPackages(print)) ? 0 : 1 }),
  },
  check("build", "Build of the browser part", "vite", "build"),
  check("build-server", "Build of the server", "vite", "build", "--config", "vite.server.config.ts"),
  check("types", "Types", "tsc", "-b", "--force", "--checkers", "1", "--builders", "1"),
  check("lint", "Lint", "oxlint", "--threads", "1"),
  tests("http-postgres", "HTTP tests on PostgreSQL", {
    project: "http",
    choice: { folder: "test/http", ...daily },
    env: onPostgres,
    after,
  }),
  journeys("browser", onPostgres, daily),
  tests("faults", "Faults", { choice: { folder: "test/faults", ...daily }, after }),
  check("unused", "Unused code", "knip"),
  // Tests and benchmarks do not count as use.
  check("unused-product", "Code the product does not use", "knip", "--production", "--config", "knip.production.json"),
  check("format", "Format", "biome", "format", "--reporter=summary", "."),
  check("arrows", "Arrows", "node", "scripts/check-arrows.ts"),
  tests("unit", "Unit tests"),
  tests("engine", "The engine of the embedded database"),
  tests("http-embedded", "HTTP tests on the embedded database", {
    project: "http",
    choice: { folder: "test/http", ...onEmbedded },
    after,
  }),
  ...(isAll ? [journeys("browser-embedded", embedded, daily)] : []),
];

function journeys(name: string, env: typeof embedded, which: Partial<Choice>): Step {
  const title = `Browser journeys${name === "browser" ? "" : " on the embedded database"}`;
  const step = tests(name, title, { project: "e2e", choice: { folder: "test/e2e", ...which }, env, after });
  return {
    ...step,
    run: async (print) => {
      const fault = ensureBuilt("browser");
      if (fault === null) return step.run(print);
      print(`${fault}\n`);
      return failed;
    },
  };
}

/** The steps named in the command; `http` means both of its runs. */
function chosenSteps(): Step[] {
  const unknown = names.find((name) => !steps.some((step) => isNamed(step, name)));
  if (unknown !== undefined) {
    console.error(`Unknown step "${unknown}". Steps: ${steps.map(({ name }) => name).join(", ")}.`);
    process.exit(1);
  }
  return names.length === 0 ? steps : steps.filter((step) => names.some((name) => isNamed(step, name)));
}

const isNamed = (step: Step, name: string) => step.name === name || step.name.startsWith(`${name}-`);

const stopPostgres = async () => (await postgres?.catch(() => undefined))?.stop();
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(signal, () => {
    endRunning();
    void stopPostgres().finally(() => process.exit(code));
  });
}

const tree = cleanTree();
const chosen = chosenSteps();
const counts = new Map<Step, Count & { seconds: number }>();
const started = performance.now();
const secondsSince = (moment: number) => (performance.now() - moment) / 1000;

/** Output of parallel steps is held back until each has ended. */
async function runStep(step: Step): Promise<void> {
  const isOnly = chosen.length === 1;
  let output = "";
  const print: Print = (text) => (isOnly ? void process.stdout.write(text) : void (output += text));
  const start = performance.now();
  const count = await step.run(print).catch((error: unknown) => {
    print(`${error instanceof Error ? error.stack : String(error)}\n`);
    return failed;
  });
  const seconds = secondsSince(start);
  counts.set(step, { ...count, seconds });
  console.log(`\n=== ${step.title} (${seconds.toFixed(1)} s)\n${output.trimEnd()}`);
}

// Each step of tests works in two processes, which wait much of the time.
await runSideBySide(chosen, availableParallelism(), runStep);
await stopPostgres();

const results = chosen.flatMap((step) => {
  const count = counts.get(step);
  return count ? [{ step, ...count }] : [];
});
const slowest = results
  .flatMap(({ step, files = [] }) => files.map((file) => ({ step: step.name, ...file })))
  .toSorted((one, other) => other.processor - one.processor)
  .slice(0, 10);
const lines = results.flatMap(({ step, passed, failed, seconds, names = [] }) => [
  `${failed === 0 ? "ok  " : "FAIL"} ${step.name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s  ${passed} passed, ${failed} failed`,
  ...names.map((name) => `     failed: ${name}`),
]);
const costs = slowest.map(
  ({ step, path, processor, elapsed }) =>
    `     ${processor.toFixed(1).padStart(6)} s of processor time, ${elapsed.toFixed(1).padStart(6)} s elapsed  ${path} (${step})`,
);
const total = {
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
};
const hasPassed = total.failed === 0 && total.passed > 0;
if (hasPassed && names.length === 0 && tree !== null && tree === cleanTree()) recordPassed(tree);
console.log(`\n${lines.join("\n")}`);
if (costs.length > 0) console.log(`\nThe slowest files:\n${costs.join("\n")}`);
console.log(`\n${secondsSince(started).toFixed(1)} s\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = hasPassed ? 0 : 1;
