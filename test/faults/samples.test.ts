// Nightly: servers, databases and their connections are cut, filled and killed again and again; http and engine tests hold each promise daily.
import { expect, test } from "vitest";
import { tryBackup } from "./backup-trial.ts";
import { holdBytes } from "./bytes-under-way.ts";
import { cutCommits } from "./cut-commits.ts";
import { deliveriesTrial } from "./deliveries-trial.ts";
import { endlessQuery } from "./endless-query.ts";
import type { FaultOutcome } from "./fault.ts";
import { attackByModel } from "./hostile-model.ts";
import { stopBesideHostileInput } from "./hostile-stop.ts";
import { instanceLoop } from "./instance-loop.ts";
import { killJudged } from "./judged-kills.ts";
import { killLoop } from "./kill-loop.ts";
import { mailTrial } from "./mail-trial.ts";
import { migratePopulated } from "./migrate-populated.ts";
import { overload } from "./overload.ts";
import { killAtEveryStart } from "./poison-job.ts";
import { restartUnder } from "./reconnect-storm.ts";
import { restartLoop } from "./restart-loop.ts";
import { trySlots } from "./slots.ts";
import { stopReading } from "./slow-consumers.ts";
import { latency, stalled } from "./slow-database.ts";
import { syncTrial } from "./sync-trial.ts";

/** A machine that is busy with other things takes many times as long. */
const patienceMs = 900_000;
const seed = 20_261_120;
const say = (): void => undefined;

/** A little of each row of the table of faults that is not tried elsewhere; `npm run faults` does much more of each. */
const samples: Record<string, (time: number) => Promise<Pick<FaultOutcome, "violations" | "isVoid" | "hit">>> = {
  "kill -9 under load loses nothing on the embedded database": () => killLoop("embedded", 1, seed, say, true),
  "kill -9 under load loses nothing on PostgreSQL": () => killLoop("postgres", 1, seed, say, true),
  // A job is done so soon that two kills may all fall between two of them.
  "of two instances killed in turn the other does every job once": (time) =>
    instanceLoop({ count: 2, runs: 2, seed: seed + time, jobs: 120, everyMs: 700, hurry: true, say }),
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
  "a backup under load restores, moves to the other database and back, and bad ones are refused": () =>
    tryBackup("embedded", { filler: 0, seed, isSample: true }),
  "after a restart every open page comes back, and none is read again more than once in two seconds": () =>
    restartUnder("embedded", 50),
  // Large notices fill what the system buffers in a moment.
  "a socket that stops reading is closed, costs little and slows nobody": () =>
    stopReading({ sockets: 20, notices: 2_000, padding: 4_000 }),
  "SIGTERM is heard while a file of cells as long as they may be is imported": () =>
    stopBesideHostileInput("embedded", 1),
  "an import whose process is killed at every start is given up after the fifth and says so": () =>
    killAtEveryStart({ database: "postgres" }),
  "two instances migrate a populated database once, also when one is killed in the middle": () =>
    migratePopulated({ rows: 100_000, kills: 1, seed }),
  "kill -9 inside an intervention, its undoing or an outcome leaves it done or not done": () => killJudged(1),
  // Whichever looks at the clock first may begin all of a few cycles.
  "each slot of auto-pilot has one cycle on two instances": () => trySlots(10, 2, say),
  "uploads that never end and answers that are never read cost a bounded amount of memory": () =>
    holdBytes("embedded", 20, say),
  "no answer of a model makes /livez late, or its memory stay": () =>
    attackByModel(["10,000 numbers after texts were read", "300 KB streamed", "deep JSON", "5,000 uses"], 1),
  "deliveries survive kills, lost answers and a receiver that is down": () =>
    deliveriesTrial({ deliveries: 300, kills: 3, downMs: 240_000, seed, say }),
  "every email is answered once at most, and as it deserves, through kills and lost answers": () =>
    mailTrial({ mails: 100, kills: 9, seed, say }),
  "a first reading that is killed loses and doubles nothing": () =>
    syncTrial({ records: 5_000, kills: 2, seed: 36, say }),
};

test.each(Object.entries(samples))(
  "%s",
  async (_name, sample) => {
    let outcome = await sample(0);
    // What hit nothing says nothing.
    for (let time = 1; time < 5 && outcome.isVoid && outcome.violations.length === 0; time += 1)
      outcome = await sample(time);
    expect(outcome.violations).toEqual([]);
    expect(outcome.isVoid, outcome.hit).toBe(false);
  },
  patienceMs,
);
