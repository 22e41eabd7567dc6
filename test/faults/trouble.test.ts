// Nightly: the database is slow, stuck and away; database and turns hold the refusals daily, R4 and R5 do it at length.
import { expect, test } from "vitest";
import { cutCommits } from "./cut-commits.ts";
import { endlessQuery } from "./endless-query.ts";
import type { FaultOutcome } from "./fault.ts";
import { overload } from "./overload.ts";
import { restartLoop } from "./restart-loop.ts";
import { latency, stalled } from "./slow-database.ts";

/** A machine that is busy with other things takes many times as long. */
const patienceMs = 600_000;

/** Samples of R4, R5 and R25; `npm run faults` does more of each. */
const seed = 20_261_120;
const say = (): void => undefined;

const samples: Record<string, () => Promise<FaultOutcome>> = {
  "while PostgreSQL restarts everything is 503 with Retry-After, and afterwards all is well": () =>
    restartLoop({ runs: 2, seed, say, pauseMs: [300, 600] }),
  "a connection that is cut at its COMMIT costs a 503, and the change is whole or not there": () =>
    cutCommits({ runs: 4, seed, say }),
  "requests are cut after 5 s when the database is 2 s late": () => latency({ rounds: 1, seconds: 9, say }),
  "of 500 requests to a database at a standstill 200 wait": () => stalled({ rounds: 1, seconds: 4, say }),
  "an endless statement on the embedded engine is canceled, and costs nobody else anything": () =>
    endlessQuery({ rounds: 1, say }),
  "offered five times what it can do it turns away and goes on": () =>
    overload({ database: "postgres", seconds: 3, times: 5, say }),
};

test.each(Object.entries(samples))(
  "%s",
  async (_name, sample) => {
    const outcome = await sample();
    expect(outcome.violations).toEqual([]);
    expect(outcome.isVoid, outcome.hit).toBe(false);
  },
  patienceMs,
);
