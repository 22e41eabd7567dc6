// On both databases: jobs are fetched side by side.
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { type CompanyId, mintCompany } from "#platform/context.ts";
import type { Database } from "#platform/db/database.ts";
import { openNoticeListener } from "#platform/db/notice-listener.ts";
import { jobLimits } from "#platform/jobs/limits.ts";
import { defineJob, type Job, type Jobs, openJobs } from "#platform/jobs.ts";
import type { Log } from "#platform/log.ts";
import { openWorld, type World } from "../world.ts";

/** What becomes of jobs that find no hand, never end, are handed back or cannot be read; with workers of the test's own. */
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

/** An instance that works on one kind of job; gives its queue and what it says has failed. */
async function instance(
  job: Omit<Job<typeof input, null>, "name" | "input">,
  database: Database = world.boardroom.database,
): Promise<{ jobs: Jobs; failed: Failure[]; counted: () => number }> {
  const failed: Failure[] = [];
  let times = 0;
  const { log } = world.boardroom.platform;
  const noted = Object.assign(Object.create(log) as Log, {
    warn: (about: object, said: string) => said === "a job failed" && failed.push(about as Failure),
  });
  const notices = await openNoticeListener(database, log);
  const jobs = await openJobs(database, notices, noted, (name) => void (name === "job_failures" && (times += 1)));
  onTestFinished(async () => {
    Object.assign(jobLimits, { lastMoment: 0 });
    await jobs.finish();
    await jobs.stop();
    await notices.stop();
  });
  await jobs.work([defineJob({ ...kind, input, ...job })], null);
  return { jobs, failed, counted: () => times };
}

const queued = (about: string, jobs: Jobs) =>
  world.boardroom.database.transaction(company, (db) => jobs.send(db, kind, company, { about }));

/** Begins something at once, in a hand of the instance. */
const begun = (jobs: Jobs) =>
  world.boardroom.database.transaction(company, async (db) => {
    const hand = jobs.reserve(db, kind);
    if (!hand) throw new Error("No hand is free.");
    hand(company, null);
  });

const rows = () =>
  world.asOwner<{ about: string; state: string; tries: number }>(
    "SELECT data->'input'->>'about' AS about, state::text, retry_count AS tries FROM pgboss.job ORDER BY created_on",
  );

test("a job that finds no hand free goes back whole, and another instance does it meanwhile", async () => {
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
  // Beginning again its workers look into the queue, whoever has their hands.
  await one.jobs.rest(true);
  await one.jobs.rest(false);
  await instance(job("two"));
  await expect.poll(() => done).toEqual(["two: first"]);
  await expect.poll(async () => (await rows()).filter(({ state }) => state !== "completed")).toEqual([]);
  // As soon as there is a hand, what waits is looked for here.
  gate.resolve();
});

test("what went back is taken up by the same instance as soon as a hand is free", async () => {
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

test("work that never ends loses its hand and fails, whether it was fetched or begun at once", async () => {
  jobLimits.longest = 300;
  const never = new Promise<void>(() => undefined);
  const done: string[] = [];
  const { jobs, failed, counted } = await instance({
    begin: () => never,
    run: async (_runtime, _company, { about }) => (about === "hangs" ? never : void done.push(about)),
  });
  // What has failed is not due again while this is looked at.
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
  expect(counted()).toBe(2);
  expect((await rows()).find(({ about }) => about === "hangs")?.state).toBe("retry");
});

test("a job that was handed back and taken up elsewhere is not completed by whoever had it before", async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The line of the one that ends is slow: what it says about its job comes when another has it.
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
  // Its workers have said by now whatever they had to say.
  await finished;
  expect(await rows()).toMatchObject([{ about: "work", state: "active", tries: 1 }]);
  second.resolve();
  await expect.poll(async () => (await rows())[0]?.state).toBe("completed");
});

test("a job that is interrupted at every start is given up after the fifth", async () => {
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

test("a row that cannot be read fails as any job does, to its end, and stands in nobody's way", async () => {
  const done: string[] = [];
  const gone: string[] = [];
  const { jobs, failed, counted } = await instance({
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
  expect(counted()).toBeGreaterThanOrEqual(4);
  // All its workers are there for what comes next.
  await queued("next", jobs);
  await expect.poll(() => done).toEqual(["whole", "next"]);
  expect(gone).toEqual([]);
});
