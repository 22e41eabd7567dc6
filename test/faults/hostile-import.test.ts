// Nightly: every start of an import is killed; given-up holds the promise daily, R20 does it at length.
import { expect, test } from "vitest";
import { stopBesideHostileInput } from "./hostile-stop.ts";
import { killAtEveryStart } from "./poison-job.ts";

test("SIGTERM is heard while a file of cells as long as they may be is imported", async () => {
  const { violations, isVoid } = await stopBesideHostileInput("embedded", 1);
  expect(violations).toEqual([]);
  expect(isVoid).toBe(false);
}, 400_000);

test("an import whose process is killed at every start is given up after the fifth and says so", async () => {
  const { violations, isVoid } = await killAtEveryStart({ database: "postgres" });
  expect(violations).toEqual([]);
  expect(isVoid).toBe(false);
}, 900_000);
