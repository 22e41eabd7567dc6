import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Persona } from "#agency/persona.ts";
import { handlersBySkill } from "#agency/agency.ts";
import { runJobs } from "#agency/run/job.ts";
import { limits } from "#agency/run/limits.ts";
import { assign } from "#agency/run/start.ts";
import * as runs from "#agency/run/store.ts";
import { type SkillHandler, defineSkillHandler } from "#agency/skill.ts";
import { AppError } from "#contract/errors.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { stopRun } from "#features/runs/contract.ts";
import { type Ctx, type JobSender } from "#platform/context.ts";
import { openNoticeListener } from "#platform/db/notice-listener.ts";
import { read, write } from "#platform/db/transaction.ts";
import { openJobs } from "#platform/jobs.ts";
import { rowCounts } from "../checksum.ts";
import { groundIn, skillOf, withAgency } from "../working.ts";
import { patienceMs } from "../patience.ts";
import { journalOf, openWorld, type World } from "../world.ts";

/**
 * Runs that begin where they were assigned, and what becomes of them when that goes wrong; with workers of the test's
 * own.
 */
let world: World;
const usual = { ...limits };
beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
});
afterEach(() => void Object.assign(limits, usual));
afterAll(() => world.close());

type Tested = ReturnType<typeof skillOf>;

/** One instance's workers for these handlers; gives its queue. */
async function instance(...handlers: SkillHandler[]): Promise<JobSender> {
  const { platform } = world.boardroom;
  const notices = await openNoticeListener(platform.database, platform.log);
  const jobs = await openJobs(platform.database, notices, platform.log, platform.count);
  onTestFinished(async () => {
    await jobs.finish();
    await jobs.stop();
    await notices.stop();
  });
  await jobs.work(runJobs(), withAgency({ ...platform, jobs }, { skillHandlers: handlersBySkill(handlers) }));
  return jobs;
}

const ground = (jobs: JobSender) => groundIn(world, jobs);

const assigned = (ctx: Ctx, agent: Persona, skill: Tested, about = "it") =>
  write(ctx, (tx) => assign(tx, { agent, skill, input: { about }, origin: "owner", trigger: "person" }));

async function found(ctx: Ctx, id: string): Promise<runs.RunRow> {
  const row = await read(ctx, (tx) => runs.find(tx, id));
  if (!row) throw new Error("The run is gone.");
  return row;
}
const becomes = (ctx: Ctx, id: string, status: string) =>
  expect.poll(async () => (await found(ctx, id)).status, { interval: 20 }).toBe(status);

const jobsOf = (id: string) =>
  world.asOwner<{ state: string; seconds: number }>(
    `SELECT state::text, extract(epoch FROM start_after - now())::float8 AS seconds FROM pgboss.job
     WHERE data->'input'->>'runId' = $1 ORDER BY start_after`,
    [id],
  );

test("a run begins with the commit that assigned it, is done once, and leaves nothing in the queue", async () => {
  let done = 0;
  const delivered: string[] = [];
  const skill = skillOf("hands.once", (session) =>
    session.step("Work", async () => {
      done += 1;
      return `${(await jobsOf(session.runId)).length} in the queue`;
    }),
  );
  const jobs = await instance(
    defineSkillHandler({ skill, deliver: async (_tx, _run, output) => void delivered.push(output) }),
  );
  const { ctx, agent, member } = await ground(jobs);
  const runId = await assigned(ctx, agent, skill);
  expect((await found(ctx, runId)).attempts).toBe(1);
  await becomes(ctx, runId, "done");
  // While it is worked on its job stands there, for the case that its worker dies.
  expect(delivered).toEqual(["1 in the queue"]);
  expect(await jobsOf(runId)).toEqual([]);
  expect(done).toBe(1);
  expect((await journalOf(world, member)).filter((action) => action.startsWith("run."))).toEqual([
    "run.started",
    "run.finished",
  ]);
  const { actorKind, agentId } = (
    await world.asOwner<{ actorKind: string; agentId: string }>(
      `SELECT actor_kind AS "actorKind", agent_id AS "agentId" FROM journal WHERE resource_id = $1 AND action = 'run.finished'`,
      [runId],
    )
  )[0] ?? { actorKind: "", agentId: "" };
  expect([actorKind, agentId]).toEqual(["agent", agent.id]);
});

test("a verb that is rolled back begins nothing, and keeps no hand", async () => {
  let done = 0;
  const skill = skillOf("hands.rolled-back", (session) => session.step("Work", async () => `${(done += 1)}`));
  const jobs = await instance(defineSkillHandler({ skill }));
  const { ctx, agent } = await ground(jobs);
  // More often than there are hands.
  for (let time = 0; time < 10; time += 1)
    await expect(
      write(ctx, async (tx) => {
        await assign(tx, { agent, skill, input: { about: "it" }, origin: "owner", trigger: "person" });
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
  const runId = await assigned(ctx, agent, skill);
  expect((await found(ctx, runId)).attempts).toBe(1);
  await becomes(ctx, runId, "done");
  expect(done).toBe(1);
});

test("a company has two runs under way on all instances together, the others wait and follow", async () => {
  let [now, most] = [0, 0];
  const pair = Promise.withResolvers<void>();
  const skill = skillOf("hands.two", (session) =>
    session.step("Work", async () => {
      now += 1;
      most = Math.max(most, now);
      // However slow the machine is: the first waits for a second one.
      if (now === 2) pair.resolve();
      await pair.promise;
      await sleep(150);
      now -= 1;
      return "done";
    }),
  );
  const one = await instance(defineSkillHandler({ skill }));
  const two = await instance(defineSkillHandler({ skill }));
  const { ctx, agent } = await ground(one);
  const beside: Ctx = { ...ctx, jobs: two };
  const ids = await Promise.all(
    ["a", "b", "c", "d", "e", "f"].map((about, at) => assigned(at % 2 ? ctx : beside, agent, skill, about)),
  );
  for (const id of ids) await becomes(ctx, id, "done");
  expect(most).toBe(2);
  expect(
    (await Promise.all(ids.map(async (id) => (await found(ctx, id)).attempts))).every((times) => times === 1),
  ).toBe(true);
});

test("an instance works on eight at once, whichever way they came", async () => {
  let now = 0;
  const gate = Promise.withResolvers<void>();
  const skill = skillOf("hands.eight", (session) =>
    session.step("Work", async () => {
      now += 1;
      await gate.promise;
      return "done";
    }),
  );
  const jobs = await instance(defineSkillHandler({ skill }));
  const assignedTo: { ctx: Ctx; id: string }[] = [];
  const grounds = [];
  for (let at = 0; at < 6; at += 1) grounds.push(await ground(jobs));
  for (const { ctx, agent } of grounds) {
    assignedTo.push({ ctx, id: await assigned(ctx, agent, skill, "here") });
    // The other half is queued by an instance that has no workers.
    const away: Ctx = { ...ctx, jobs: world.boardroom.platform.jobs };
    assignedTo.push({ ctx, id: await assigned(away, agent, skill, "there") });
  }
  await expect.poll(() => now).toBe(8);
  await sleep(1_500);
  expect(now).toBe(8);
  gate.resolve();
  for (const { ctx, id } of assignedTo) await becomes(ctx, id, "done");
  expect(now).toBe(12);
});

test("a run whose instance died before it began, or while it worked, is brought back by its job when the lease is over", async () => {
  let steps = 0;
  const skill = skillOf("hands.died", async (session) => {
    await session.step("Count", async () => (steps += 1));
    return "done";
  });
  const { platform } = world.boardroom;
  // It keeps a hand and never does anything with it.
  const dead: JobSender = { ...platform.jobs, reserve: () => () => undefined };
  const { ctx, agent } = await ground(dead);
  const runId = await assigned(ctx, agent, skill);
  const [left] = await jobsOf(runId);
  expect(left).toMatchObject({ state: "created" });
  expect(left?.seconds).toBeGreaterThan(limits.lease / 1_000 - 5);
  expect(left?.seconds).toBeLessThan(limits.lease / 1_000 + 5);
  await instance(defineSkillHandler({ skill }));
  await sleep(300);
  expect([steps, (await found(ctx, runId)).status]).toEqual([0, "running"]);
  await world.asOwner("UPDATE agent_runs SET lease_until = now() - interval '1 s' WHERE id = $1", [runId]);
  await world.asOwner("UPDATE pgboss.job SET start_after = now() WHERE data->'input'->>'runId' = $1", [runId]);
  await becomes(ctx, runId, "done");
  expect([steps, (await found(ctx, runId)).attempts]).toEqual([1, 2]);
});

test("a run that breaks off for a passing reason where it was assigned waits, and comes back through the queue", async () => {
  let [first, second] = [0, 0];
  const skill = skillOf("hands.again", async (session) => {
    await session.step("Count", async () => (first += 1));
    return session.step("Break once", async () => {
      second += 1;
      if (second === 1) throw new AppError("unavailable", "Service temporarily unavailable");
      return "done";
    });
  });
  const jobs = await instance(defineSkillHandler({ skill }));
  const { ctx, agent } = await ground(jobs);
  const runId = await assigned(ctx, agent, skill);
  await becomes(ctx, runId, "queued");
  const [soonest, ...others] = await jobsOf(runId);
  expect(others).toEqual([]);
  expect(soonest?.seconds).toBeGreaterThan(5);
  expect(soonest?.seconds).toBeLessThan(12);
  await world.asOwner("UPDATE agent_runs SET not_before = now() WHERE id = $1", [runId]);
  await world.asOwner("UPDATE pgboss.job SET start_after = now() WHERE data->'input'->>'runId' = $1", [runId]);
  await becomes(ctx, runId, "done");
  expect([first, second, (await found(ctx, runId)).attempts]).toEqual([1, 2, 2]);
});

test("a run that was begun where it was assigned stops at once", async () => {
  const skill = skillOf("hands.stop", (session) => session.step("Wait", () => new Promise<string>(() => undefined)));
  const jobs = await instance(defineSkillHandler({ skill }));
  const { ctx, agent, member } = await ground(jobs);
  const runId = await assigned(ctx, agent, skill);
  const asked = Date.now();
  await member.call(stopRun, { params: { id: runId } });
  await becomes(ctx, runId, "stopped");
  expect(Date.now() - asked).toBeLessThan(patienceMs);
});

test("beyond what may wait, a question and a briefing are refused in a sentence, and nothing changes", async () => {
  Object.assign(limits, { queued: 2 });
  // Nobody works here, so that all of them wait.
  const { member, agent } = await ground(world.boardroom.platform.jobs);
  const question = () =>
    member.send("POST", askAgents.path, { body: { question: "How much is overdue?", urgency: "high" } });
  const brief = () => member.send("POST", startBriefing.path.replace(":id", agent.id));
  expect((await question()).status).toBe(200);
  expect((await brief()).status).toBe(200);
  const before = await rowCounts(world, member.user.companyId);
  for (const refused of [await question(), await brief()])
    expect([refused.status, refused.text]).toEqual([
      409,
      "2 runs are already waiting. Try again when some have finished.",
    ]);
  expect(await rowCounts(world, member.user.companyId)).toEqual(before);
  // Another company is not concerned.
  const stranger = await ground(world.boardroom.platform.jobs);
  expect((await stranger.member.send("POST", startBriefing.path.replace(":id", stranger.agent.id))).status).toBe(200);
});
