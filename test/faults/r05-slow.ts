import { endlessQuery } from "./endless-query.ts";
import type { Fault, FaultOutcome } from "./fault.ts";
import { latency, lockedTable, stalled } from "./slow-database.ts";

/** Further rounds would find nothing new. */
const mostRounds = 10;

export const fault: Fault = {
  id: "R5",
  title: "the database is slow or stuck",
  promise:
    "While the database is 2 s late, a table is locked or nothing comes back at all, /livez is answered in less than 100 ms, every request is answered within 5 s or cut with 503 and Retry-After, at most 200 wait and the next one is turned away at once, and within 5 s after it is over all is well. The embedded engine cancels a query that passed its deadline, without a restart, and is free within 3 s.",
  async run({ runs, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    const rounds = Math.min(runs, mostRounds);
    if (databases.includes("postgres")) {
      outcomes["2 s late"] = await latency({ rounds, seconds: 20, say });
      outcomes["a locked table"] = await lockedTable({ rounds, seconds: 30, say });
      outcomes["a standstill"] = await stalled({ rounds, seconds: 8, say });
    }
    if (databases.includes("embedded")) outcomes["an endless query"] = await endlessQuery({ rounds, say });
    return outcomes;
  },
};
