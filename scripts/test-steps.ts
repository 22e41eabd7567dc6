// The steps of `npm test`, in order. Started by test.mjs.
import { type Postgres, startPostgres } from "../test/postgres.ts";
import { ensureBrowserPart } from "./browser-part.ts";
import { endRunning, runProgram } from "./commands.ts";
import { root } from "./node24.mjs";
import { haveSystemPackages } from "./system-packages.ts";
import { type Count, runVitest } from "./vitest-step.ts";

interface Step {
  name: string;
  title: string;
  run: () => Promise<Count>;
}

const passed: Count = { passed: 1, failed: 0 };
const failed: Count = { passed: 0, failed: 1 };
let postgres: Postgres | undefined;

const check = (name: string, title: string, program: string, ...flags: string[]): Step => ({
  name,
  title,
  run: async () => ((await runProgram(program, flags)) === 0 ? passed : failed),
});

const embedded = { TEST_DATABASE: "embedded" };
const http = { files: ["test/http/**/*.test.ts"], minutes: 90 };

const steps: Step[] = [
  {
    name: "system",
    title: "System packages",
    run: async () => ({ passed: 0, failed: (await haveSystemPackages()) ? 0 : 1 }),
  },
  check("format", "Format", "biome", "format", "--reporter=summary", "."),
  check("lint", "Lint", "oxlint"),
  check("types", "Types", "tsc", "-b", "--force"),
  check("arrows", "Arrows", "node", "scripts/check-arrows.ts"),
  check("unused", "Unused code", "knip"),
  check("build", "Build of the browser part", "vite", "build"),
  {
    name: "unit",
    title: "Unit tests",
    run: () =>
      runVitest("unit", {
        name: "unit",
        files: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
        minutes: 90,
        env: embedded,
      }),
  },
  {
    name: "http-embedded",
    title: "HTTP tests on the embedded database",
    run: () => runVitest("http", { ...http, name: "http-embedded", env: embedded }),
  },
  { name: "http-postgres", title: "HTTP tests on PostgreSQL", run: httpOnPostgres },
  {
    name: "faults",
    title: "Faults",
    run: () => runVitest("faults", { name: "faults", files: ["test/faults/**/*.test.ts"], minutes: 90, env: {} }),
  },
  { name: "browser", title: "Browser journeys", run: browserJourneys },
];

async function httpOnPostgres(): Promise<Count> {
  try {
    postgres = await startPostgres();
    const env = { TEST_DATABASE: "postgres", TEST_DATABASE_URL: postgres.url };
    return await runVitest("http", { ...http, name: "http-postgres", env });
  } finally {
    await postgres?.stop();
    postgres = undefined;
  }
}

async function browserJourneys(): Promise<Count> {
  const fault = ensureBrowserPart(root);
  if (fault !== null) {
    console.error(fault);
    return failed;
  }
  return await runVitest("e2e", { name: "browser", files: ["test/e2e/**/*.test.ts"], minutes: 90, env: embedded });
}

/** The steps the command names; `http` stands for both of its runs. */
function chosenSteps(names: string[]): Step[] {
  const unknown = names.find((name) => !steps.some((step) => isNamed(step, name)));
  if (unknown !== undefined) {
    console.error(`There is no step "${unknown}". Steps: ${steps.map(({ name }) => name).join(", ")}.`);
    process.exit(1);
  }
  return names.length === 0 ? steps : steps.filter((step) => names.some((name) => isNamed(step, name)));
}

const isNamed = (step: Step, name: string) => step.name === name || step.name.startsWith(`${name}-`);

for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(signal, () => {
    endRunning();
    void (postgres?.stop() ?? Promise.resolve()).finally(() => process.exit(code));
  });
}

const total: Count = { passed: 0, failed: 0 };
const lines: string[] = [];
for (const step of chosenSteps(process.argv.slice(2))) {
  console.log(`\n=== ${step.title}`);
  const start = performance.now();
  const count = await step.run().catch((error: unknown) => {
    console.error(error);
    return failed;
  });
  total.passed += count.passed;
  total.failed += count.failed;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  lines.push(
    `${count.failed === 0 ? "ok  " : "FAIL"} ${step.name.padEnd(14)} ${seconds.padStart(6)} s  ${count.passed} passed, ${count.failed} failed`,
    ...(count.names ?? []).map((name) => `     failed: ${name}`),
  );
}
console.log(`\n${lines.join("\n")}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
