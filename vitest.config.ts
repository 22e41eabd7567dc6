import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const seconds = (count: number) => count * 1000;

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  cacheDir: ".cache/vitest",
  test: {
    pool: "forks",
    maxWorkers: 2,
    environment: "node",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
          testTimeout: seconds(20),
          hookTimeout: seconds(60),
        },
      },
      {
        extends: true,
        test: {
          name: "http",
          include: ["test/http/**/*.test.ts"],
          testTimeout: seconds(30),
          hookTimeout: seconds(120),
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["test/faults/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: seconds(120),
          hookTimeout: seconds(120),
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: seconds(60),
          hookTimeout: seconds(120),
        },
      },
    ],
  },
});
