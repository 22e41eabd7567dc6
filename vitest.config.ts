import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** A limit only ends what hangs: on a machine that is busy with other things all takes many times as long as usual. */
const seconds = (count: number) => count * 1000;

/** Node loads the product itself, as it does in use: faster than through the transformations that unit tests need. */
const server = { deps: { external: [/\/src\/.*\.ts$/] } };

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  cacheDir: ".cache/vitest",
  test: {
    pool: "forks",
    maxWorkers: 2,
    // Files follow each other in two processes that load the product once: what a file changes there it changes back.
    isolate: false,
    setupFiles: ["test/costs.ts"],
    // Generated trials of unchanged calls are left out (test/unchanged-calls.ts); a step without any test fails all the same.
    passWithNoTests: true,
    environment: "node",
    expect: { poll: { timeout: seconds(60), interval: 50 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts", "eval/*.test.ts"],
          testTimeout: seconds(300),
          hookTimeout: seconds(240),
        },
      },
      {
        extends: true,
        test: {
          name: "engine",
          server,
          include: ["test/engine/**/*.test.ts"],
          testTimeout: seconds(300),
          hookTimeout: seconds(240),
        },
      },
      {
        extends: true,
        test: {
          name: "http",
          server,
          include: ["test/http/**/*.test.ts"],
          globalSetup: ["test/prepared.ts"],
          setupFiles: ["test/midnight.ts", "test/cheap-passwords.ts"],
          testTimeout: seconds(180),
          hookTimeout: seconds(240),
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          server,
          include: ["test/faults/**/*.test.ts"],
          globalSetup: ["test/prepared.ts"],
          testTimeout: seconds(600),
          hookTimeout: seconds(300),
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          server,
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/prepared.ts"],
          setupFiles: ["test/midnight.ts", "test/cheap-passwords.ts", "test/e2e/check-texts.ts"],
          testTimeout: seconds(240),
          hookTimeout: seconds(240),
        },
      },
    ],
  },
});
