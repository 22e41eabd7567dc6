// The steps of `npm test`, in order. Started by test.mjs.
import { availableParallelism } from "node:os";
import { type Postgres, startPostgres } from "../test/postgres.ts";
import { ensureBuilt, type PartName } from "./built-parts.mjs";
import { endRunning, type Print, runProgram } from "./commands.ts";
import { cleanTree, recordPassed } from "./passed.ts";
import { digestOf, passedDigests } from "./digest.ts";
import { runSideBySide, type Scheduled } from "./schedule.ts";
import { listSecondTries, trySecondTime } from "./second-try.ts";
import { haveSystemPackages } from "./system-packages.ts";
import { type Choice, chosenFiles, type Count, runVitest } from "./vitest-step.ts";

interface Step extends Scheduled {
  title: string;
  run: (print: Print) => Promise<Count>;
  /** Runs one of its test files alone. */
  again?: (path: string) => Promise<Count>;
  /** Patterns of the files it is about, besides those every test rests on: unchanged since it passed, it is left out. */
  subject?: readonly string[];
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
/** Builds a part of the product unless it is up to date: commands that tests start would build it once more. */
const build = (part: PartName, title: string): Step =>
  check(
    part === "browser" ? "build" : `build-${part}`,
    title,
    "node",
    "--eval",
    `import("./scripts/built-parts.mjs").then(({ builtFile }) => builtFile("${part}", "."))`,
  );

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
  }: { project?: string; choice?: Choice; env?: () => Promise<Record<string, string>> } & Partial<Step> = {},
): Step => ({
  name,
  title,
  ...rest,
  run: async (print) =>
    runVitest({ name, project, env: await env(), ...(choice ? { files: chosenFiles(choice) } : {}) }, print),
  again: async (path) =>
    runVitest({ name: `${name}-again`, project, env: await env(), files: [path] }, (text) =>
      process.stdout.write(text),
    ),
});

/** What every test of the running product rests on. */
const ground = ["package-lock.json", "vitest.config.ts", "scripts/vitest-step.ts", "test/*.ts", "migrations/**/*"];

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
  build("browser", "Build of the browser part"),
  build("server", "Build of the server"),
  check("lint", "Lint and types", "oxlint", "--threads", "1", "--type-check"),
  // What server and browser share is checked above as part of the server's program.
  check("types-web", "Types of the browser part", "tsc", "-p", "tsconfig.web.json", "--incremental", "false"),
  tests("http-postgres", "HTTP tests on PostgreSQL", {
    project: "http",
    choice: { folder: "test/http", ...daily },
    env: onPostgres,
    after,
  }),
  journeys("browser", onPostgres, daily),
  tests("faults", "Faults", {
    choice: { folder: "test/faults", ...daily },
    after,
    subject: [
      "src/{platform,agency,app}/**/*.ts",
      "src/features/**/*{service,store,jobs}.ts",
      "test/{faults,outside}/**/*",
      "scripts/*.mjs",
    ],
  }),
  check("unused", "Unused code", "knip"),
  // Tests and benchmarks do not count as use.
  check("unused-product", "Code the product does not use", "knip", "--production", "--config", "knip.production.json"),
  check("format", "Format", "biome", "format", "--reporter=summary", "."),
  check("arrows", "Arrows", "node", "scripts/check-arrows.ts"),
  tests("unit", "Unit tests"),
  tests("engine", "The engine of the embedded database", {
    subject: ["src/platform/db/**/*.ts", "test/engine/**/*.ts"],
  }),
  tests("http-embedded", "HTTP tests on the embedded database", {
    project: "http",
    choice: { folder: "test/http", ...onEmbedded },
    after,
    subject: [
      "src/platform/**/*.ts",
      "src/{agency,features}/**/*{store,tables}.ts",
      ...chosenFiles({ folder: "test/http", ...onEmbedded }),
    ],
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
const passedSteps = passedDigests("steps");
const digestOfStep = ({ subject }: Step) => subject && digestOf([...ground, ...subject]);
const digests = new Map(chosenSteps().map((step) => [step, digestOfStep(step)]));
/** Steps named in the command always run, and nightly all do. */
const isUnchanged = (step: Step) => {
  const digest = digests.get(step);
  return digest !== undefined && !isAll && names.length === 0 && passedSteps.has(step.name, digest);
};
const unchanged = chosenSteps().filter(isUnchanged);
const chosen = chosenSteps().filter((step) => !unchanged.includes(step));
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
const secondTries = isAll ? [] : await trySecondTime([...counts].map(([step, count]) => ({ step, count })));
await stopPostgres();
passedSteps.record(
  Object.fromEntries(
    [...counts].flatMap(([step, { failed }]) => {
      const digest = digests.get(step);
      return failed === 0 && digest !== undefined ? [[step.name, digest]] : [];
    }),
  ),
);

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
listSecondTries(secondTries, new Date().toISOString().slice(0, 10));
const left = unchanged.map(
  ({ name }) => `same ${name.padEnd(16)}  unchanged since it passed; npm test -- ${name} runs it`,
);
console.log(`\n${[...lines, ...left].join("\n")}`);
if (secondTries.length > 0) {
  const tries = secondTries.map(({ step, path, error }) => `     ${path} (${step}): ${error}`);
  console.log(`\nPassed at the second try, now in docs/flaky.md:\n${tries.join("\n")}`);
}
if (costs.length > 0) console.log(`\nThe slowest files:\n${costs.join("\n")}`);
console.log(`\n${secondsSince(started).toFixed(1)} s\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = hasPassed ? 0 : 1;
