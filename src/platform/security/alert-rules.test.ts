import { expect, test } from "vitest";
import { alertsOf, type Readings } from "./alert-rules.ts";

const quiet: Readings = {
  jobs: [{ kind: "feed", dead: 0, oldestSeconds: 600 }],
  refused: 10,
  foreign: 0,
  broken: [],
  backupHours: 26,
  spending: { companies: 0, share: 0.8 },
};

test("nothing fires at its limit", () => expect(alertsOf(quiet)).toEqual([]));

test.each<[Partial<Readings>, string]>([
  [{ jobs: [{ kind: "feed", dead: 1, oldestSeconds: 0 }] }, "dead_job:feed"],
  [{ jobs: [{ kind: "feed", dead: 0, oldestSeconds: 601 }] }, "oldest_job"],
  [{ refused: 11 }, "refusals"],
  [{ foreign: 1 }, "foreign_ids"],
  [{ broken: ["anchors"] }, "audit_broken"],
  [{ backupHours: 26.1 }, "backup_age"],
  [{ backupHours: null }, "backup_age"],
  [{ spending: { companies: 1, share: 0.81 } }, "model_budget"],
])("%j fires %s alone", (change, kind) => {
  const found = alertsOf({ ...quiet, ...change });
  expect(found.map((one) => one.kind)).toEqual([kind]);
  expect(found[0]?.detail).toMatch(/^\S.*\.$/);
});
