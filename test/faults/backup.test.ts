// Nightly: a loaded company moves between both databases; engine/restore and snapshots hold the promise daily, R23 does it at length.
import { expect, test } from "vitest";
import { tryBackup } from "./backup-trial.ts";

/** A sample: from the embedded database to PostgreSQL and back. `npm run faults -- R23` begins on either, with many rows. */
test("a backup under load restores, moves to the other database and back, and bad ones are refused", async () => {
  const trial = await tryBackup("embedded", { filler: 0, seed: 20_261_120, isSample: true });
  expect(trial.violations).toEqual([]);
  expect(trial.acknowledged).toBeGreaterThan(0);
  expect(trial.duringBackup).toBeGreaterThan(0);
  expect(trial.refused).toBeGreaterThan(40);
});
