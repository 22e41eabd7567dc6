import type { Fault, FaultOutcome } from "./fault.ts";
import { cutCommits } from "./cut-commits.ts";
import { restartLoop } from "./restart-loop.ts";

export const fault: Fault = {
  id: "R4",
  title: "the database restarts, and connections are cut",
  promise:
    "While PostgreSQL is away everything is answered 503 with Retry-After, never 500 and never not at all; within 5 s after it is back all is well, with every connection of the pool; what was answered 2xx is there and nothing is there in part. A connection that is cut in the middle of COMMIT costs its caller a 503, and the change is there as a whole or not at all.",
  async run({ runs, seed, databases, say }) {
    const outcomes: Record<string, FaultOutcome> = {};
    if (!databases.includes("postgres")) return outcomes;
    outcomes["restarts"] = await restartLoop({ runs, seed, say, pauseMs: [5_000, 10_000] });
    outcomes["cut commits"] = await cutCommits({ runs, seed, say });
    return outcomes;
  },
};
