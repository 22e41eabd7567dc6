// On both databases: jobs are fetched in parallel.
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { now, travelTo } from "#platform/clock.ts";
import { type CompanyId, mintCompany } from "#platform/context.ts";
import type { Database } from "#platform/db/database.ts";
import { openNoticeListener } from "#platform/db/notice-listener.ts";
import { jobLimits } from "#platform/jobs/limits.ts";
import { defineJob, type Job, type Jobs, openJobs } from "#platform/jobs.ts";
import type { Log } from "#platform/log.ts";
import { openWorld, type World } from "../world.ts";

/**
 * Jobs without a free worker, and jobs that hang, are returned to the queue or cannot be read; the test starts its own
 * workers.
 */
let world: World;
let company: CompanyId;
const usual = { ...jobLimits };
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  company = mintCompany((await world.member()).user.companyId);
});
afterEach(async () => {
  Object.assign(jobLimits, usual);
  await world.asOwner("DELETE FROM pgboss.job");
});
afterAll(() => world?.close());

/** A kind of job the product has a queue for. */
const kind = { name: "agent-run" };
const input = z.strictObject({ about: z.string() });

type Failure = { job: string; attempt: number };

/** An instance that works on one kind of job; returns its queue and its reported failures. */
async function instance(
  job: Omit<Job<typeof input, null>, "name" | "input">,
  database: Database = world.boardroom.database,
): Promise<{ jobs: Jobs; failed: Failure[]; failures: () => number }> {
  const failed: Failure[] = [];
  let times = 0;
  const { log } = world.boardroom.platform;
  const failureLog = Object.assign(Object.create(log) as Log, {
    warn: (about: object, message: string) => message === "a job failed" && failed.push(about as Failure),
  });
  const notices = await openNoticeListener(database, log);
  const jobs = await openJobs(database, notices, failureLog, (name) => void (name === "job_failures" && (times += 1)));
  onTestFinished(async () => {
    Object.assign(jobLimits, { lastMoment: 0 });
    await jobs.finish();
    await jobs.stop();
    await notices.stop();
  });
  await jobs.work([defineJob({ ...kind, input, ...job })], null);
  return { jobs, failed, failures: () => times };
}

const queued = (about: string, jobs: Jobs) =>
  world.boardroom.database.transaction(company, (db) => jobs.send(db, kind, company, { about }));

/** Starts a job immediately on a reserved worker of the instance. */
const begun = (jobs: Jobs) =>
  world.boardroom.database.transaction(company, async (db) => {
    const reservation = jobs.reserve(db, kind);
    if (!reservation) throw new Error("No worker is free.");
    reservation(company, null);
  });

const rows = () =>
  world.asOwner<{ about: string; state: string; tries: number }>(
    "SELECT data->'input'->>'about' AS about, state::text, retry_count AS tries FROM pgboss.job WHERE name = $1 ORDER BY created_on",
    [kind.name],
  );

test("a job without a free worker returns to the queue unchanged, and another instance runs it", async () => {
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const job = (name: string) => ({
    begin: () => gate.promise,
    run: async (_runtime: null, _company: CompanyId, { about }: { about: string }) =>
      void done.push(`${name}: ${about}`),
  });
  const one = await instance(job("one"));
  await begun(one.jobs);
  await queued("first", one.jobs);
  // On restart the fetchers check the queue even if all workers are reserved.
  await one.jobs.rest(true);
  await one.jobs.rest(false);
  await instance(job("two"));
  await expect.poll(() => done).toEqual(["two: first"]);
  await expect.poll(async () => (await rows()).filter(({ state }) => state !== "completed")).toEqual([]);
  gate.resolve();
});

test("a job waits for its time where the clock of the process was set back", async () => {
  const done: string[] = [];
  const { jobs } = await instance({ run: async (_runtime, _company, { about }) => void done.push(about) });
  const back = travelTo(new Date(Date.now() - 6 * 86_400_000));
  try {
    for (const [about, ms] of [
      ["later", 3_600_000],
      ["now", 0],
    ] as const)
      await world.boardroom.database.transaction(company, (db) =>
        jobs.send(db, kind, company, { about }, { at: new Date(now().getTime() + ms) }),
      );
    await expect.poll(() => done).toEqual(["now"]);
  } finally {
    back();
  }
  expect((await rows()).filter(({ state }) => state === "created").map(({ about }) => about)).toEqual(["later"]);
});

test("each job runs for the company of its row and sees its rows only, fetched or started immediately", async () => {
  const other = mintCompany((await world.member("other")).user.companyId);
  const { database } = world.boardroom;
  const ran: { company: string; about: string; seen: string[] }[] = [];
  const work = async (at: CompanyId, about: string) => {
    const seen = await database.transaction(at, async (db) => (await db.execute("SELECT company_id FROM users")).rows);
    ran.push({ company: at, about, seen: seen.map((row) => String(row["company_id"])) });
  };
  const { jobs } = await instance({
    concurrency: 2,
    begin: (_runtime, at, given) => work(at, String(given)),
    run: (_runtime, at, { about }) => work(at, about),
  });
  const expected = [company, other, other, company].map((at, place) => ({
    company: at,
    about: `${at} ${place}`,
    seen: [at],
  }));
  for (const { company: at, about } of expected.slice(0, 2))
    await database.transaction(at as CompanyId, async (db) => jobs.reserve(db, kind)?.(at as CompanyId, about));
  await expect.poll(() => ran.length).toBe(2);
  for (const { company: at, about } of expected.slice(2))
    await database.transaction(at as CompanyId, (db) => jobs.send(db, kind, at as CompanyId, { about }));
  await expect.poll(() => ran.length).toBe(4);
  expect(ran.toSorted((one, two) => one.about.slice(-1).localeCompare(two.about.slice(-1)))).toEqual(expected);
});

test("a returned job runs on the same instance as soon as a worker is free", async () => {
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const { jobs } = await instance({
    begin: () => gate.promise,
    run: async (_runtime, _company, { about }) => void done.push(about),
  });
  await begun(jobs);
  await queued("first", jobs);
  await jobs.rest(true);
  await jobs.rest(false);
  await expect.poll(async () => (await rows()).map(({ state, tries }) => [state, tries])).toEqual([["created", 0]]);
  gate.resolve();
  await expect.poll(() => done).toEqual(["first"]);
});

test("a hanging job loses its worker and fails, whether it was fetched or started immediately", async () => {
  jobLimits.longest = 300;
  const never = new Promise<void>(() => undefined);
  const done: string[] = [];
  const { jobs, failed, failures } = await instance({
    begin: () => never,
    run: async (_runtime, _company, { about }) => (about === "hangs" ? never : void done.push(about)),
  });
  // Delays the retry past the end of this test.
  await world.asOwner("UPDATE pgboss.queue SET retry_delay = retry_delay * 1000 WHERE name = $1", [kind.name]);
  onTestFinished(async () => {
    await world.asOwner("UPDATE pgboss.queue SET retry_delay = retry_delay / 1000 WHERE name = $1", [kind.name]);
  });
  await queued("hangs", jobs);
  await queued("behind it", jobs);
  await expect.poll(() => done).toEqual(["behind it"]);
  await begun(jobs);
  await queued("behind what was begun", jobs);
  await expect.poll(() => done).toEqual(["behind it", "behind what was begun"]);
  expect(failed.map(({ attempt }) => attempt)).toEqual([1, 0]);
  expect(failures()).toBe(2);
  expect((await rows()).find(({ about }) => about === "hangs")?.state).toBe("retry");
});

test("a returned job that another instance runs is not completed by its first instance", async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The first instance's completion is delayed until another instance has the job.
  const { database } = world.boardroom;
  const slow: Database = {
    ...database,
    query: async (text, values) => {
      if (/state = 'completed'/.test(text)) await first.promise;
      return database.query(text, values);
    },
  };
  let taken = 0;
  const hangs = { run: () => ((taken += 1), second.promise) };
  jobLimits.lastMoment = 0;
  const one = await instance(hangs, slow);
  await queued("work", one.jobs);
  await expect.poll(() => taken).toBe(1);
  const finished = one.jobs.finish();
  await instance(hangs);
  await expect.poll(() => taken).toBe(2);
  first.resolve();
  await finished;
  expect(await rows()).toMatchObject([{ about: "work", state: "active", tries: 1 }]);
  second.resolve();
  await expect.poll(async () => (await rows())[0]?.state).toBe("completed");
});

test("a job interrupted at every start fails for good after the fifth", async () => {
  const never = new Promise<void>(() => undefined);
  const gone: string[] = [];
  let starts = 0;
  const hangs = {
    run: () => ((starts += 1), never),
    dead: async (_runtime: null, _company: CompanyId, { about }: { about: string }) => void gone.push(about),
  };
  jobLimits.lastMoment = 0;
  let { jobs } = await instance(hangs);
  await queued("poison", jobs);
  for (let time = 1; time <= 5; time += 1) {
    await expect.poll(() => starts).toBe(time);
    await jobs.finish();
    ({ jobs } = await instance(hangs));
  }
  await expect.poll(() => gone).toEqual(["poison"]);
  expect(starts).toBe(5);
});

test("an unreadable row fails like any job and blocks no other", async () => {
  const done: string[] = [];
  const gone: string[] = [];
  const { jobs, failed, failures } = await instance({
    run: async (_runtime, _company, { about }) => void done.push(about),
    dead: async (_runtime, _company, { about }) => void gone.push(about),
  });
  const put = (data: string) =>
    world.asOwner(
      `INSERT INTO pgboss.job (name, data, retry_limit, dead_letter, retry_delay, expire_seconds)
       SELECT name, $1::jsonb, 1, dead_letter, 0, 60 FROM pgboss.queue WHERE name = $2`,
      [data, kind.name],
    );
  await put(JSON.stringify({ company, input: { about: 7 } }));
  await put("null");
  await queued("whole", jobs);
  await expect.poll(() => done).toEqual(["whole"]);
  const states = async () =>
    (await world.asOwner<{ state: string }>("SELECT state::text FROM pgboss.job WHERE name = $1", [kind.name]))
      .map(({ state }) => state)
      .toSorted();
  await expect.poll(states).toEqual(["completed", "failed", "failed"]);
  const attempts = () => failed.filter(({ job }) => job === kind.name).map(({ attempt }) => attempt);
  await expect.poll(() => attempts().toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2]);
  expect(failures()).toBeGreaterThanOrEqual(4);
  await queued("next", jobs);
  await expect.poll(() => done).toEqual(["whole", "next"]);
  expect(gone).toEqual([]);
});
