// Nightly: two instances migrate a populated database, again and again; engine/migrate holds the promise daily, R22 does it at length.
import { expect, test } from "vitest";
import { migratePopulated } from "./migrate-populated.ts";

test("two instances migrate a populated database once, also when one is killed in the middle", async () => {
  const outcome = await migratePopulated({ rows: 100_000, kills: 1, seed: 20_261_120 });
  expect(outcome.violations).toEqual([]);
  expect(outcome.killedIn).toHaveLength(1);
  expect(outcome.acknowledged).toBeGreaterThan(0);
});
