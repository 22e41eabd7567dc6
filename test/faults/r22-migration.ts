import type { Fault, FaultOutcome } from "./fault.ts";
import { migratePopulated, readyWithinMs } from "./migrate-populated.ts";
import { planted } from "./next-version.ts";

export const fault: Fault = {
  id: "R22",
  title: "a migration of a populated database",
  promise: `Two instances of a next version that start at once migrate once; killed anywhere in it the database is as before and the next start does it again; both are ready within ${readyWithinMs} ms, no row is lost or changed, and the old program goes on beside them.`,
  async run({ runs, rows, seed, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    if (!databases.includes("postgres")) return outcomes;
    const kills = Math.min(runs, 5);
    say(`${rows} rows, ${kills} kills, seed ${seed}`);
    const outcome = await migratePopulated({ rows, kills, seed }, say);
    outcomes["postgres"] = {
      injected: `${kills} times two instances of a next version started at the same moment on ${rows} rows of ${planted.table}, and the one that migrated was killed with -9 at a random point; all but the last time the other one at the same moment. No released version changes a big table yet, so the next one is a copy of this checkout with a planted migration: a column, an UPDATE of every row, an index. An old instance under load ran beside all of it.`,
      hit: `${outcome.killedIn.length} kills fell inside the migration, in the statements (pg_stat_activity, just before the kill): ${outcome.killedIn.join("; ")}.`,
      figures: {
        ready: `both instances ${Math.round(outcome.readyMs)} ms after the last kill${outcome.late}.`,
        beside: `the old program acknowledged ${outcome.acknowledged} writes, all of them there, and answered ${outcome.refused} with 503.`,
        checked:
          "a checksum over every row of the company in every table, the planted column aside; that column in every row; the ledger of the company of the load.",
      },
      isVoid: outcome.killedIn.length === 0 || outcome.acknowledged === 0,
      violations: outcome.violations,
    };
    return outcomes;
  },
};
