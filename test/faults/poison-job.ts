import { startBriefing } from "#features/expertise/contract.ts";
import { getRun, stopRun } from "#features/runs/contract.ts";
import { getImport } from "#features/records/imports/contract.ts";
import { jobLimits } from "#platform/jobs/limits.ts";
import { hire, type Member, signIn, signUp } from "../world.ts";
import type { FaultOutcome } from "./fault.ts";
import type { Query } from "./ledger.ts";
import { isDone, putImport } from "./many-jobs.ts";
import { holdTimes, until } from "./noise.ts";
import { openPlace } from "./place.ts";
import { importFile } from "./record-file.ts";
import { type Server } from "./server.ts";
import { openStage } from "./stage.ts";

export type PoisonOptions = { database: "embedded" | "postgres"; say?: (line: string) => void };

/** How long anything here may take on a machine that is busy with other things. */
const patienceMs = 60_000;
/** All five pauses of the queue and more. */
const givenUpWithinMs = 600_000;
const stoppedWithinMs = 5_000;
/** What a job of another kind may take beside a poisoned one, in its own times; and what so short times may differ by. */
const slower = 2;
const slackMs = 1_000;
const faultyCsv = new URL("./faulty-csv.ts", import.meta.url).href;

/** Kills the process at every start of an import, and lets others work beside it. */
export async function killAtEveryStart({ database, say = () => undefined }: PoisonOptions): Promise<FaultOutcome> {
  return poison(database, async ({ start, place, others, startsOf, owner, violations }) => {
    // Long enough that nobody ends it before it is killed.
    const lines = Array.from({ length: 600_000 }, (_, at) => `${at},Vendor ${at}\n`).join("");
    let server = await start();
    const id = await importFile(server.url, owner, "vendors", `id,name\n${lines}`);
    for (let time = 1; time <= jobLimits.attempts; time += 1) {
      await until(async () => startsOf(server) > 0, true, patienceMs);
      if (startsOf(server) === 0) violations.push(`the job was not taken for the ${time}th time`);
      await others(server);
      server.signal("SIGKILL");
      await server.ended;
      // As if the time until it is missed were over, and the pause before the next attempt.
      const aged = await place.ask((ask) =>
        ask(
          `UPDATE pgboss.job SET heartbeat_on = now() - interval '1 hour', retry_delay = 0, retry_backoff = false
           WHERE name = 'record-import' AND state = 'active' RETURNING id`,
        ),
      );
      if (aged.length !== 1) violations.push(`the ${time}th kill found ${aged.length} jobs at work`);
      server = await start();
      say(`${database}: killed ${time} times`);
    }
    return {
      id,
      server,
      injected: `${jobLimits.attempts} times kill -9 as soon as one import of 600,000 lines was begun; its clock was moved on by an hour after each.`,
    };
  });
}

/** An import that throws at every start, with the real pauses between, while others work beside it. */
export async function throwAtEveryStart({ database, say = () => undefined }: PoisonOptions): Promise<FaultOutcome> {
  return poison(database, async ({ start, others, startsOf, owner, violations }) => {
    const server = await start();
    const id = await importFile(server.url, owner, "vendors", "id,name\n1,throw here\n");
    for (let time = 1; time <= jobLimits.attempts; time += 1) {
      const took = await until(async () => startsOf(server) >= time, true, givenUpWithinMs);
      if (startsOf(server) < time) violations.push(`the job was not taken for the ${time}th time`);
      say(`${database}: thrown ${time} times, the last pause was ${Math.round(took / 1000)} s`);
      await others(server);
    }
    return {
      id,
      server,
      injected: `${jobLimits.attempts} times an import whose reading throws, with the pauses of the queue as they are.`,
    };
  });
}

type Ground = {
  start: () => Promise<Server>;
  place: Awaited<ReturnType<typeof openPlace>>;
  /** Lets another company import, brief and stop. */
  others: (server: Server) => Promise<void>;
  /** How often a server took up the owner's import. */
  startsOf: (server: Server) => number;
  owner: Member;
  violations: string[];
};

async function poison(
  database: "embedded" | "postgres",
  attack: (ground: Ground) => Promise<{ id: string; server: Server; injected: string }>,
): Promise<FaultOutcome> {
  await using stage = openStage("poison");
  const place = await stage.place(database);
  const violations: string[] = [];
  const times = holdTimes(violations);
  const took = { before: [] as Took[], beside: [] as Took[] };
  const start = () => stage.start({ ...place.env, LOG_LEVEL: "debug" }, ["--import", faultyCsv]);
  const first = await start();
  const owner = await signUp(first.url, "owner");
  const other = await signUp(first.url, "other");
  const [cfo] = await hire(other, "CFO");
  const brief = async () => (await other.call(startBriefing, { params: { id: cfo?.id ?? "" }, body: {} })).runId;
  const pattern = await brief();
  await until(
    async () => (await other.call(getRun, { params: { id: pattern } })).run.status === "done",
    true,
    patienceMs,
  );
  await end(first);
  const waiting = await place.ask((ask) => addWaiting(ask, pattern, 2 * jobLimits.attempts));

  const work = async (server: Server): Promise<Took> => {
    const by = await as(server, other);
    const timed = async (task: () => Promise<() => Promise<boolean>>): Promise<number> => {
      const began = performance.now();
      await until(await task(), true, patienceMs);
      return performance.now() - began;
    };
    const [importMs, stopMs, briefMs] = await Promise.all([
      timed(async () => {
        const id = await putImport(by, took.beside.length);
        return () => isDone(by, id);
      }),
      timed(async () => {
        const id = waiting.pop() ?? "";
        await by.call(stopRun, { params: { id } });
        return async () => (await by.call(getRun, { params: { id } })).run.status === "stopped";
      }),
      timed(async () => {
        const { runId } = await by.call(startBriefing, { params: { id: cfo?.id ?? "" }, body: {} });
        return async () => (await by.call(getRun, { params: { id: runId } })).run.status === "done";
      }),
    ]);
    return { importMs, stopMs, briefMs };
  };
  const quiet = await start();
  for (let time = 0; time < jobLimits.attempts; time += 1) took.before.push(await work(quiet));
  await end(quiet);

  const company = owner.user.companyId;
  const { id, server, injected } = await attack({
    start: async () => {
      const server = await start();
      Object.assign(owner, await as(server, owner));
      return server;
    },
    place,
    async others(server) {
      took.beside.push(await work(server));
    },
    startsOf: (server) =>
      server
        .output()
        .split("\n")
        .filter(
          (line) => line.includes('"job":"record-import"') && line.includes(company) && line.includes('"msg":"job"'),
        ).length,
    owner,
    violations,
  });
  const found = () => owner.call(getImport, { params: { id } });
  await until(async () => (await found()).status === "failed", true, givenUpWithinMs);
  const { status, sentence } = await found();
  if (status !== "failed" || !/^[A-Z].*: the import did not finish in 5 attempts\. /.test(sentence ?? ""))
    violations.push(`the import is ${status} and says: ${sentence}`);
  await end(server);
  const rows = await place.ask(async (ask) => ({
    jobs: await ask<{ state: string }>("SELECT state::text FROM pgboss.job WHERE name = 'record-import'"),
    told: await ask<{ severity: string }>(
      "SELECT severity FROM journal WHERE action = 'record.import_failed' AND resource_id::text = $1",
      [id],
    ),
  }));
  // Nobody starts it again.
  const [jobs, told] = [rows.jobs.map(({ state }) => state), rows.told.map(({ severity }) => severity)];
  if (jobs.join() !== "failed") violations.push(`the queue has its job ${jobs.join(", ")}`);
  if (told.join() !== "warning") violations.push(`the journal tells of it ${told.length} times: ${told.join(", ")}`);
  const slowest = (which: keyof Took, all: Took[]) => Math.max(0, ...all.map((one) => one[which]));
  const compare = (which: keyof Took) =>
    `${Math.round(slowest(which, took.before))} ms before, ${Math.round(slowest(which, took.beside))} ms beside it`;
  for (const which of ["importMs", "briefMs"] as const)
    times.hold(
      `another company's ${which === "importMs" ? "import of figures" : "briefing"} was done`,
      slowest(which, took.beside),
      slower * slowest(which, took.before) + slackMs,
    );
  times.hold("another company's run was stopped", slowest("stopMs", took.beside), stoppedWithinMs);
  return {
    injected,
    hit: `given up after ${jobLimits.attempts} attempts: "${sentence}"`,
    figures: {
      others: `another company at each attempt, the slowest: import of figures ${compare("importMs")}; briefing ${compare("briefMs")}; stop of a run that waits ${compare("stopMs")}${times.said()}.`,
    },
    isVoid: took.beside.length < jobLimits.attempts,
    violations,
  };
}

type Took = { importMs: number; stopMs: number; briefMs: number };

const as = async (server: Server, member: Member): Promise<Member> =>
  Object.assign({ ...member }, await signIn(server.url, member));

async function end(server: Server | null, signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
  server?.signal(signal);
  await server?.ended;
}

/** Adds runs like another one that wait for an hour, gives their ids. */
async function addWaiting(ask: Query, pattern: string, count: number): Promise<string[]> {
  const rows = await ask<{ id: string }>(
    `INSERT INTO agent_runs SELECT w.* FROM agent_runs r, generate_series(1, $2::int) AS n, LATERAL jsonb_populate_record(r, jsonb_build_object(
       'id', gen_random_uuid(), 'status', 'queued', 'output', NULL, 'started_at', NULL, 'finished_at', NULL, 'attempts', n * 0,
       'not_before', now() + interval '1 hour', 'created_at', now())) AS w
     WHERE r.id = $1 RETURNING id`,
    [pattern, count],
  );
  return rows.map(({ id }) => id);
}
