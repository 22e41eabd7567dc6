import { expect, test } from "vitest";
import { tryBackup } from "./backup-trial.ts";

/** A sample; `npm run faults -- R23` takes a hundred times the rows. */
test.each(["embedded", "postgres"] as const)(
  "a backup of %s under load restores, moves and is held to its checksums",
  async (kind) => {
    const trial = await tryBackup(kind, { filler: 3_000, seed: 20_261_120, isSample: true });
    expect(trial.violations).toEqual([]);
    expect(trial.acknowledged).toBeGreaterThan(0);
    expect(trial.refused).toBeGreaterThan(40);
  },
);
