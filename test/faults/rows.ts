import { fault as hostileAssistant } from "./r38-hostile-assistant.ts";
import { fault as hostileServers } from "./r39-hostile-tools.ts";
import { jobLimits } from "#platform/jobs/limits.ts";
import { fault as backups } from "./backup-trial.ts";
import { fault as starts } from "./bad-starts.ts";
import { endlessBytes } from "./bytes-under-way.ts";
import { cutCommits } from "./cut-commits.ts";
import { deliveriesTrial } from "./deliveries-trial.ts";
import { fault as fullDisks } from "./disk-full.ts";
import { endlessQuery } from "./endless-query.ts";
import { type Fault, type FaultOutcome, onEach, postgresOf } from "./fault.ts";
import { fault as stops } from "./graceful-stop.ts";
import { fault as hostileInput } from "./hostile-input.ts";
import { hangAJob } from "./hung-job.ts";
import { instanceLoop } from "./instance-loop.ts";
import { judged } from "./judged-kills.ts";
import { fault as kills } from "./kill-loop.ts";
import { mailTrial } from "./mail-trial.ts";
import { migrations } from "./migrate-populated.ts";
import { overload } from "./overload.ts";
import { killAtEveryStart, throwAtEveryStart } from "./poison-job.ts";
import { fault as hostileModel } from "./hostile-model.ts";
import { restarts } from "./reconnect-storm.ts";
import { fault as repeats } from "./repeats.ts";
import { restartLoop } from "./restart-loop.ts";
import { killRunInstances, killRuns } from "./run-kills.ts";
import { fault as secondProcess } from "./second-process.ts";
import { trySlots } from "./slots.ts";
import { slowReaders } from "./slow-consumers.ts";
import { latency, lockedTable, stalled } from "./slow-database.ts";
import { soak } from "./soak.ts";
import { syncTrial } from "./sync-trial.ts";

/** Every row of the table of faults; `npm run faults` tries them in this order. */
export const rows: readonly Fault[] = [
  kills,
  {
    id: "R2",
    title: "several instances, killed in turn",
    promise:
      "Of several instances on one PostgreSQL any may die at any moment: what was answered 2xx is there, each job takes effect exactly once and none is lost, those of the dead are taken again within 65 s, two instances share the jobs 30 to 70 %, and a tab on one instance hears what is decided on another.",
    run: async (options) => {
      const { runs, seed, jobs = 10_000, say } = options;
      const outcomes: Record<string, FaultOutcome> = {};
      for (const count of postgresOf(options).length > 0 ? [2, 4] : [])
        outcomes[`${count} instances`] = await instanceLoop({ count, runs, seed, jobs, everyMs: 10_000, say });
      return outcomes;
    },
  },
  {
    id: "R4",
    title: "the database restarts, and connections are cut",
    promise:
      "While PostgreSQL is away everything is answered 503 with Retry-After, never 500 and never not at all; within 5 s after it is back all is well, with every connection of the pool; what was answered 2xx is there and nothing is there in part. A connection that is cut in the middle of COMMIT costs its caller a 503, and the change is there as a whole or not at all.",
    run: async (options) => {
      const { runs, seed, say } = options;
      const outcomes: Record<string, FaultOutcome> = {};
      if (postgresOf(options).length === 0) return outcomes;
      outcomes["restarts"] = await restartLoop({ runs, seed, say, pauseMs: [5_000, 10_000] });
      outcomes["cut commits"] = await cutCommits({ runs, seed, say });
      return outcomes;
    },
  },
  {
    id: "R5",
    title: "the database is slow or stuck",
    promise:
      "While the database is 2 s late, a table is locked or nothing comes back at all, /livez is answered in less than 100 ms, every request is answered within 5 s or cut with 503 and Retry-After, at most 200 wait and the next one is turned away at once, and within 5 s after it is over all is well. The embedded engine cancels a query that passed its deadline, without a restart, and is free within 3 s.",
    run: async ({ runs, databases, say }) => {
      // Further rounds would find nothing new.
      const rounds = Math.min(runs, 10);
      return {
        ...(databases.includes("postgres") && {
          "2 s late": await latency({ rounds, seconds: 20, say }),
          "a locked table": await lockedTable({ rounds, seconds: 30, say }),
          "a standstill": await stalled({ rounds, seconds: 8, say }),
        }),
        ...(databases.includes("embedded") && { "an endless query": await endlessQuery({ rounds, say }) }),
      };
    },
  },
  {
    id: "R25",
    title: "five times what it can do",
    promise:
      "Offered 5 times its capacity, the product goes on doing at least 80 % of its best, tells the others 429 or 503 with Retry-After in less than 100 ms, and within 10 s after it is over all is as before.",
    run: ({ databases, say }) => onEach(databases, (database) => overload({ database, seconds: 15, times: 5, say })),
  },
  repeats,
  backups,
  secondProcess,
  fullDisks,
  stops,
  restarts,
  slowReaders,
  {
    id: "R20",
    title: "executives at work while processes die, and poisoned jobs",
    promise:
      "Every acknowledged question and briefing comes to one answer, or to one failure in words; no step that was done is done again, no task is completed twice, a run has one message at most and is worked on by one instance at a time, none is left half done, and the journal is one chain. A job that kills its process or throws at every start is given up after 5 attempts and says so; other kinds of jobs and the stop of a run do not wait behind it.",
    run: async ({ runs, seed, databases, say }) => {
      const outcomes = await onEach(databases, (database) => killRuns(database, { runs, seed, say }));
      if (databases.includes("postgres")) outcomes["2 instances"] = await killRunInstances({ runs, seed, say });
      // Nearly all of it is waiting.
      const poisoned = databases.flatMap((database) => [
        killAtEveryStart({ database, say }).then((one) => (outcomes[`${database}, killed at every start`] = one)),
        throwAtEveryStart({ database, say }).then((one) => (outcomes[`${database}, throws at every start`] = one)),
      ]);
      await Promise.all(poisoned);
      return outcomes;
    },
  },
  {
    id: "R21",
    title: "a job that hangs",
    promise: `A job that never comes back keeps neither its lease nor its worker longer than ${jobLimits.longest / 1000} s, is taken again once, and its effect is there once, also when the hung attempt goes on later; jobs of other kinds do not wait for it.`,
    run: async ({ databases, seconds, say }) => {
      const longestMs = seconds ? seconds * 1000 : jobLimits.longest;
      // Nearly all of it is waiting.
      const outcomes = databases.map(async (database) => [database, await hangAJob(database, longestMs, say)] as const);
      return Object.fromEntries(await Promise.all(outcomes));
    },
  },
  migrations,
  {
    id: "R24",
    title: "a soak: memory and descriptors",
    promise:
      "However long it is at work with requests, sockets, jobs, hostile upgrades and texts, its descriptors and connections return to where they were; at rest and collected, its whole process on PostgreSQL, its JavaScript heaps and buffers on the embedded database are at most 32 MiB larger than before; and the p99 of its answers in the last tenth is at most 50 ms more than twice that in the first.",
    run: ({ databases, seconds = 600, say }) => onEach(databases, (database) => soak(database, seconds, say)),
  },
  starts,
  hostileInput,
  judged,
  {
    id: "R31",
    title: "one schedule on two instances",
    promise:
      "Each slot of auto-pilot has exactly one cycle on two instances, also if it comes again after a clock was set back.",
    run: (options) => {
      const { jobs: slots = 1_000, say } = options;
      const companies = Math.min(100, slots);
      return onEach(postgresOf(options), () => trySlots(companies, Math.ceil(slots / companies), say));
    },
  },
  endlessBytes,
  hostileModel,
  {
    id: "R34",
    title: "deliveries",
    promise:
      "Whatever dies or gets lost on the way, each intent is delivered at least once and, where the receiver honours ids, exactly once; none after it was cancelled; in order within a key.",
    run: async ({ seed, jobs: deliveries = 10_000, seconds = 3_600, runs, say }) => ({
      "2 instances": await deliveriesTrial({
        deliveries,
        kills: Math.min(runs, 30),
        downMs: seconds * 1_000,
        seed,
        say,
      }),
    }),
  },
  {
    id: "R35",
    title: "mail",
    promise:
      "Whatever dies, gets lost or comes twice: every email that deserves an answer has exactly one, to its sender; no other has any; none is lost; and what the receiving server left in doubt waits for a person and is never sent again.",
    run: async ({ seed, jobs: mails = 1_000, runs, say }) => ({
      "2 instances": await mailTrial({ mails, kills: Math.min(runs, 30), seed, say }),
    }),
  },
  {
    id: "R36",
    title: "a first reading of a connected service, killed",
    promise:
      "A reading of many records goes on where it was killed, without a lost or doubled record, and its memory does not grow with their number.",
    run: async ({ seed, jobs: records = 100_000, runs, say }) => ({
      postgres: await syncTrial({ records, kills: Math.min(runs, 10), seed, say }),
    }),
  },
  hostileAssistant,
  hostileServers,
];
