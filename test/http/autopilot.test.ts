import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import * as rooms from "#app/rooms.ts";
import { agencyOf, handlersBySkill } from "#agency/agency.ts";
import { defineSkillHandler, type SkillHandler } from "#agency/skill.ts";
import { openHeld, runJobName } from "#agency/run/start.ts";
import { backgroundCompanies, jobContext } from "#features/accounts/service.ts";
import { setStatus } from "#features/agents/contract.ts";
import { team } from "#features/agents/store.ts";
import { getCycle, setAutoPilot } from "#features/orchestrator/autopilot/contract.ts";
import { runCycle } from "#features/orchestrator/autopilot/cycle/service.ts";
import { taskWork } from "#features/orchestrator/working/skills.ts";
import { getOrchestrator, setTaskStatus } from "#features/orchestrator/contract.ts";
import { assignmentOf } from "#features/orchestrator/working/service.ts";
import { acceptPlan, executeCommand } from "#features/plans/contract.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { createTask, getTask } from "#features/tasks/contract.ts";
import { startByAgent } from "#features/tasks/working/service.ts";
import { pending } from "#features/tasks/store.ts";
import { getFeed } from "#features/feed/contract.ts";
import { listNotifications } from "#features/notifications/contract.ts";
import { now, timeIn, travelTo } from "#platform/clock.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { background, bringSlotsForward, queueDue } from "#platform/jobs/background.ts";
import { colleague } from "../samples.ts";
import { initializeOversight, stopOversight } from "#features/oversight/contract.ts";
import { hire, type Member, openWorld, operatorOf, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const work = () => background(rooms, backgroundCompanies);
const pilot = async (member: Member) => (await member.call(getOrchestrator, { query: {} })).autoPilot;
const turnOn = (member: Member, frequency = 30) =>
  member.call(setAutoPilot, { body: { enabled: true, frequency, quietHours: null } });
const cycles = (member: Member) =>
  world.asOwner<{ id: string; number: number; status: string; sentence: string | null; runs: number }>(
    "SELECT id, number, status, sentence, runs FROM autopilot_cycles WHERE company_id = $1 ORDER BY number",
    [member.user.companyId],
  );

let slots = 0;
/** Makes a new slot due and makes instances check the clock at once. */
async function makeDue(member: Member, instances = 1): Promise<void> {
  slots += 1;
  await world.asOwner(
    `UPDATE job_slots SET next_at = date_trunc('seconds', $2::timestamptz) - interval '2 hours' + $3 * interval '1 second'
     WHERE company_id = $1 AND job = 'autopilot'`,
    [member.user.companyId, now(), slots],
  );
  const { platform } = world.boardroom;
  await Promise.all(Array.from({ length: instances }, () => queueDue(work(), operatorOf(world), platform)));
}

/** Makes a slot of auto-pilot due; gives its cycle. */
async function strike(member: Member) {
  const before = (await cycles(member)).length;
  await makeDue(member);
  await expect.poll(async () => (await cycles(member)).slice(before).map(({ status }) => status)).not.toEqual([]);
  await expect.poll(async () => (await cycles(member)).at(-1)?.status).not.toBe("running");
  const { id = "" } = (await cycles(member)).at(-1) ?? {};
  return member.call(getCycle, { params: { id } });
}

async function company(): Promise<Member> {
  const member = await world.member();
  await hire(member, "CEO", "CFO", "Customer Success", "Legal");
  await member.call(addSamples);
  return member;
}

async function planned(member: Member) {
  const plan = await member.call(executeCommand, { body: { prompt: "Collect everything that is overdue" } });
  await member.call(acceptPlan, { params: { id: plan.id } });
  return plan;
}

test("the setting is kept, its message says when it looks next, and only admins switch it", async () => {
  const member = await company();
  expect(await pilot(member)).toMatchObject({ enabled: false, frequency: 30, nextAt: null, dailyCap: 40, cycles: [] });
  const { message, autoPilot } = await member.call(setAutoPilot, { body: { enabled: true, frequency: 60 } });
  const next = timeIn(new Date(autoPilot.nextAt ?? ""), "Europe/London");
  expect(message).toContain(`Auto-pilot is on. Next run at ${next}`);
  expect(message).toContain("then every 60 minutes. At most 40 runs of agents a day, none from 20:00 to 07:00.");
  expect(await pilot(member)).toMatchObject({ enabled: true, frequency: 60, nextAt: autoPilot.nextAt });
  const off = await member.call(setAutoPilot, { body: { enabled: false, frequency: 60 } });
  expect(off.message).toBe("Auto-pilot is off. Agents start nothing on their own.");
  expect(await pilot(member)).toMatchObject({ enabled: false, frequency: 60, nextAt: null });
  const refused = await member.send("POST", "/api/orchestrator/autopilot", { body: { enabled: true, frequency: 45 } });
  expect(refused).toMatchObject({ status: 422, text: "The frequency must be 15, 30, 60, 120 or 240 minutes." });
  const other = await colleague(world, member, "member");
  expect((await other.send("POST", "/api/orchestrator/autopilot", { body: { enabled: true } })).status).toBe(403);
});

test("a cycle gives tasks to agents, says what it left and why; with nothing new the next is skipped", async () => {
  const member = await company();
  const plan = await planned(member);
  const waiting = await member.call(executeCommand, { body: { prompt: "Write a travel policy" } });
  const open = await member.call(createTask, { body: { title: "Water the plants" } });
  await turnOn(member);
  const first = await strike(member);
  expect(first).toMatchObject({ number: 1, status: "done", runs: 3, costUsd: 0 });
  expect(first.looked.map(({ name }) => name)).toContain("Overdue tasks");
  expect(first.did[0]).toMatchObject({ title: plan.tasks[0]?.title });
  expect(first.did[0]?.text).toMatch(/^Drafted by .+: Subject: Reminder: \$/);
  const why = (title: string) => first.left.find((one) => one.title === title);
  expect(why(open.title)).toMatchObject({ text: "No agent is assigned.", needsYou: true });
  // One item for a plan that is not accepted, not one for each of its tasks.
  expect(first.left.filter(({ href }) => href === `/console?plan=${waiting.id}`)).toEqual([
    {
      title: `${waiting.tasks.length} tasks of a plan that is not accepted`,
      text: "They start when you accept the plan.",
      href: `/console?plan=${waiting.id}`,
      needsYou: true,
    },
  ]);
  expect(why(waiting.tasks[0]?.title ?? "")).toBeUndefined();
  const task = await member.call(getTask, { params: { id: plan.tasks[0]?.id ?? "" } });
  expect(task).toMatchObject({ status: "in_progress" });
  expect(String(task.metadata["result"])).toContain("Dear ");
  // What is left for agents is done next; then nothing is new.
  const statuses: string[] = [];
  for (let at = 0; at < 4 && statuses.at(-1) !== "skipped"; at += 1) statuses.push((await strike(member)).status);
  expect(statuses.at(-1)).toBe("skipped");
  const skipped = await strike(member);
  expect(skipped).toMatchObject({
    status: "skipped",
    summary: "Skipped: nothing new",
    runs: 0,
    costUsd: 0,
    looked: [],
  });
  expect((await pilot(member)).cycles[0]).toMatchObject({ id: skipped.id });
  // Something a person did is new; it leaves nothing for an agent.
  await member.call(createTask, { body: { title: "Buy a ladder" } });
  expect((await strike(member)).summary).toBe("Skipped: nothing new");
});

test("a cycle names its part of the journal, and the feed shows that part alone", async () => {
  const member = await company();
  await planned(member);
  await turnOn(member);
  const first = await strike(member);
  await member.call(createTask, { body: { title: "Water the plants" } });
  const second = await strike(member);
  expect(first.journal).toMatchObject({ after: 0 });
  expect(second.journal.after).toBeGreaterThan(0);
  const titles = async ({ after, until }: typeof first.journal, q?: string) => {
    const query = { after: String(after), until: String(until), ...(q && { q }) };
    const { items } = await member.call(getFeed, { query });
    const all = items.flatMap((item) => [item, ...item.more]);
    for (const { id } of all) {
      expect(Number(id)).toBeGreaterThan(after);
      expect(Number(id)).toBeLessThanOrEqual(until);
    }
    return all.map(({ title }) => title);
  };
  expect(await titles(first.journal)).toContain("Auto-pilot cycle 1");
  expect(await titles(first.journal)).not.toContain("Water the plants");
  expect(await titles(second.journal)).toEqual(expect.arrayContaining(["Auto-pilot cycle 2", "Water the plants"]));
  expect(await titles(second.journal)).not.toContain("Auto-pilot cycle 1");
  expect(await titles(second.journal, "plants")).toEqual(["Water the plants"]);
  expect(await titles(first.journal, "plants")).toEqual([]);
  expect((await member.send("GET", "/api/feed?after=1e3")).status).toBe(400);
});

test("a slot has one cycle on any number of instances", async () => {
  const member = await company();
  await turnOn(member);
  await strike(member);
  for (let at = 0; at < 20; at += 1) {
    const before = (await cycles(member)).length;
    await makeDue(member, 3);
    await expect.poll(async () => (await cycles(member)).length).toBe(before + 1);
    await expect.poll(async () => (await cycles(member)).at(-1)?.status).not.toBe("running");
  }
  const all = await cycles(member);
  expect(all.map(({ number }) => number)).toEqual(all.map((_, at) => at + 1));
});

test("a task an agent cannot do comes back with the reason, and is tried again only when it changes", async () => {
  const member = await company();
  const [, cfo] = await hire(member, "CEO", "CFO");
  const task = await member.call(createTask, { body: { title: "Paint the office", assignedAgentId: cfo?.id ?? "" } });
  await turnOn(member);
  const cycle = await strike(member);
  expect(cycle.left.find(({ title }) => title === task.title)?.text).toMatch(
    /^This needs a person: your records don't answer it\./,
  );
  expect(await member.call(getTask, { params: { id: task.id } })).toMatchObject({ status: "pending" });
  expect((await member.call(getOrchestrator, { query: {} })).tasks.find(({ id }) => id === task.id)?.stuck).toMatch(
    /^This needs a person: your records don't answer it\./,
  );
  expect((await strike(member)).status).toBe("skipped");
});

test("a person's start is a run too: a draft stays with the task, an answer completes it, a paused agent gives it back", async () => {
  const member = await company();
  const plan = await planned(member);
  const start = (taskId: string) => member.call(setTaskStatus, { params: { taskId }, body: { status: "in_progress" } });
  const read = (id: string) => member.call(getTask, { params: { id } });
  const [first] = plan.tasks;
  await start(first?.id ?? "");
  await expect.poll(async () => String((await read(first?.id ?? "")).metadata["result"])).toContain("Dear ");
  expect(await read(first?.id ?? "")).toMatchObject({ status: "in_progress" });
  const [, cfo] = await hire(member, "CEO", "CFO");
  const question = await member.call(createTask, {
    body: { title: "How many invoices are overdue?", assignedAgentId: cfo?.id ?? "" },
  });
  await start(question.id);
  await expect.poll(async () => (await read(question.id)).status).toBe("completed");
  expect(String((await read(question.id)).metadata["result"])).toMatch(/\d/);
  const other = await member.call(createTask, { body: { title: "Count the chairs", assignedAgentId: cfo?.id ?? "" } });
  await member.call(setStatus, { params: { id: cfo?.id ?? "" }, body: { status: "paused" } });
  await start(other.id);
  await expect.poll(async () => String((await read(other.id)).metadata["stuck"])).toContain("is paused");
  expect(await read(other.id)).toMatchObject({ status: "pending" });
});

test("while agents are stopped it starts nothing, and goes on afterwards", async () => {
  const member = await company();
  await member.call(initializeOversight);
  await member.call(stopOversight);
  await turnOn(member);
  const { id } = await strike(member);
  expect(await member.call(getCycle, { params: { id } })).toMatchObject({
    summary: "Skipped: agents are stopped",
    runs: 0,
    did: [],
  });
  await member.call(initializeOversight);
  expect((await strike(member)).status).toBe("done");
});

/** A cycle that has begun, in a company with oversight on and tasks for agents. */
async function begun() {
  const member = await company();
  await planned(member);
  await member.call(initializeOversight);
  await turnOn(member);
  const id = crypto.randomUUID();
  await world.asOwner(
    `INSERT INTO autopilot_cycles (company_id, id, number, slot, frequency, events, seq, started_at, status)
     VALUES ($1, $2, 1, now(), 30, 1, 1, now(), 'running')`,
    [member.user.companyId, id],
  );
  await world.asOwner("UPDATE autopilots SET cycles = 1, failures = 4 WHERE company_id = $1", [member.user.companyId]);
  return { member, id, ctx: await jobContext(world.boardroom.platform, mintCompany(member.user.companyId)) };
}

test("a cycle that began before a stop starts nothing after it", async () => {
  const { member, id, ctx } = await begun();
  await member.call(stopOversight);
  await runCycle(ctx, id);
  expect(await member.call(getCycle, { params: { id } })).toMatchObject({
    summary: "Skipped: agents are stopped",
    runs: 0,
    did: [],
  });
  expect(
    (
      await world.asOwner("SELECT 1 FROM agent_runs WHERE company_id = $1 AND trigger = 'schedule'", [
        member.user.companyId,
      ])
    ).length,
  ).toBe(0);
});

test("a stop during a cycle ends it: the task goes back as it was, no other starts, and nothing failed", async () => {
  const { member, id, ctx } = await begun();
  const answer = { kind: "answer" as const, text: "Done." };
  const rules = async () => (await member.call(stopOversight), answer) as never;
  const skillHandlers = handlersBySkill([defineSkillHandler({ skill: { ...taskWork, rules } })]);
  await runCycle({ ...ctx, agency: { ...agencyOf(ctx), skillHandlers } }, id);
  expect(await member.call(getCycle, { params: { id } })).toMatchObject({
    summary: "Skipped: agents are stopped",
    runs: 1,
    did: [],
  });
  const [{ failures } = {}] = await world.asOwner("SELECT failures FROM autopilots WHERE company_id = $1", [
    member.user.companyId,
  ]);
  expect(failures).toBe(0);
  const { tasks } = await member.call(getOrchestrator, { query: {} });
  expect(tasks.map(({ status, stuck }) => [status, stuck])).toEqual(tasks.map(() => ["pending", null]));
  await member.call(initializeOversight);
  expect(await strike(member)).toMatchObject({ status: "done", runs: 3 });
});

test("a task starts with its run, and a cycle whose process died goes on where it was", async () => {
  const { member, id, ctx } = await begun();
  const death = Promise.withResolvers<never>();
  death.promise.catch(() => undefined);
  onTestFinished(() => death.reject(new Error("The process died.")));
  let runs = 0;
  const rules: typeof taskWork.rules = (session, task) => {
    runs += 1;
    return runs === 1 ? taskWork.rules(session, task) : death.promise;
  };
  const skillHandlers = handlersBySkill([
    { ...agencyOf(ctx).skillHandlers.get(taskWork.id), skill: { ...taskWork, rules } } as never,
  ]);
  void runCycle({ ...ctx, agency: { ...agencyOf(ctx), skillHandlers } }, id);
  await expect.poll(() => runs).toBe(2);
  const started = await world.asOwner<{ work_run: string; run: string }>(
    `SELECT t.metadata ->> 'workRun' AS work_run, r.id AS run FROM tasks t
     LEFT JOIN agent_runs r ON r.company_id = t.company_id AND r.input ->> 'taskId' = t.id::text
     WHERE t.company_id = $1 AND t.status = 'in_progress'`,
    [member.user.companyId],
  );
  expect(started).toHaveLength(2);
  expect(started.map(({ run }) => run)).toEqual(started.map(({ work_run: run }) => run));
  const seen = await member.call(getCycle, { params: { id } });
  expect(seen).toMatchObject({ status: "running", runs: 2 });
  expect(seen.did).toHaveLength(1);
  // The queue delivers the cycle again.
  await runCycle(ctx, id);
  const after = await member.call(getCycle, { params: { id } });
  expect(after).toMatchObject({ status: "done", runs: 3 });
  expect(after.did.slice(0, 1)).toEqual(seen.did);
  expect(after.did.filter(({ text }) => text.startsWith("Drafted"))).toHaveLength(2);
  expect(after.left[0]?.text).toMatch(/ was working on it when the cycle was interrupted\.$/);
});

test("two attempts of a cycle at once keep its limits; only the newer starts anything, and all is counted", async () => {
  const { member, id, ctx } = await begun();
  const [, cfo] = await hire(member, "CEO", "CFO");
  for (const at of [1, 2, 3])
    await member.call(createTask, {
      body: { title: `How many invoices are overdue? (${at})`, assignedAgentId: cfo?.id ?? "" },
    });
  const released = [1, 2, 3, 4, 5, 6].map(() => Promise.withResolvers<void>());
  released[0]?.resolve();
  let runs = 0;
  const rules: typeof taskWork.rules = async (session, task) => {
    session.spends({ state: "billed", usd: 0.25 });
    runs += 1;
    await released[runs - 1]?.promise;
    return taskWork.rules(session, task);
  };
  const skillHandlers = handlersBySkill([
    { ...agencyOf(ctx).skillHandlers.get(taskWork.id), skill: { ...taskWork, rules } } as never,
  ]);
  const attempt = () => runCycle({ ...ctx, agency: { ...agencyOf(ctx), skillHandlers } }, id);
  const show = () => member.call(getCycle, { params: { id } });
  const older = attempt();
  await expect.poll(() => runs).toBe(2);
  // The queue gave up waiting for the first attempt, which goes on all the same.
  const newer = attempt();
  await expect.poll(() => runs).toBe(3);
  released[1]?.resolve();
  await older;
  expect(await show()).toMatchObject({ status: "running", runs: 3, costUsd: 0.5, finishedAt: null });
  expect((await show()).did).toHaveLength(1);
  for (const { resolve } of released) resolve();
  await newer;
  const after = await show();
  expect(after).toMatchObject({ status: "done", runs: 3, costUsd: 0.75 });
  expect(after.did).toHaveLength(2);
  expect(after.left[0]?.text).toMatch(/ was working on it when the cycle was interrupted\.$/);
  expect(runs).toBe(3);
  const made = await world.asOwner("SELECT 1 FROM agent_runs WHERE company_id = $1 AND trigger = 'schedule'", [
    member.user.companyId,
  ]);
  expect(made).toHaveLength(3);
  expect(await pilot(member)).toMatchObject({ runsToday: 3, costToday: 0.75 });
});

test("a stop puts back a task whose cycle's worker is gone", async () => {
  const { member, ctx } = await begun();
  const run = await write(ctx, async (tx) => {
    const agents = await team(tx);
    const [task] = (
      await pending(
        tx,
        agents.map(({ id }) => id),
        10,
      )
    ).ready;
    const agent = agents.find(({ id }) => id === task?.assignedAgentId);
    if (!task || !agent) throw new Error("There is no task for an agent.");
    const opened = await openHeld(tx, assignmentOf(task, agent, "schedule", tx.now), crypto.randomUUID());
    expect(await startByAgent(tx, task, opened.id)).toBe(true);
    return opened.id;
  });
  await world.asOwner("UPDATE agent_runs SET lease_until = now() - interval '1 minute' WHERE id = $1", [run]);
  await member.call(stopOversight);
  await write(ctx, (tx) => tx.jobs.send(tx.db, runJobName, tx.company, { runId: run }));
  await expect
    .poll(() => world.asOwner("SELECT status FROM agent_runs WHERE id = $1", [run]), { timeout: 10_000 })
    .toEqual([{ status: "stopped" }]);
  const { tasks } = await member.call(getOrchestrator, { query: {} });
  expect(tasks.map(({ status, stuck }) => [status, stuck])).toEqual(tasks.map(() => ["pending", null]));
});

test("switched off during a cycle, it starts no other task", async () => {
  const { member, id, ctx } = await begun();
  const off = { body: { enabled: false, frequency: 30 } };
  const rules: typeof taskWork.rules = async (session, task) => (
    await member.call(setAutoPilot, off), taskWork.rules(session, task)
  );
  const skillHandlers = handlersBySkill([
    { ...agencyOf(ctx).skillHandlers.get(taskWork.id), skill: { ...taskWork, rules } } as never,
  ]);
  await runCycle({ ...ctx, agency: { ...agencyOf(ctx), skillHandlers } }, id);
  const cycle = await member.call(getCycle, { params: { id } });
  expect(cycle).toMatchObject({ summary: "Skipped: switched off", runs: 1 });
  expect(cycle.did).toHaveLength(1);
});

test("the daily cap holds back what is over it", async () => {
  const member = await company();
  await planned(member);
  await turnOn(member);
  await world.asOwner("UPDATE autopilots SET daily_cap = 1 WHERE company_id = $1", [member.user.companyId]);
  const cycle = await strike(member);
  expect(cycle.runs).toBe(1);
  expect(cycle.left.map(({ text }) => text)).toContain("The daily cap of 1 run is reached.");
  expect(await pilot(member)).toMatchObject({ runsToday: 1, dailyCap: 1 });
});

test("five failures in a row switch it off, with one notice", async () => {
  const member = await company();
  await turnOn(member);
  await world.asOwner("UPDATE autopilots SET seen = '5' WHERE company_id = $1", [member.user.companyId]);
  for (let at = 0; at < 5; at += 1) expect((await strike(member)).status).toBe("failed");
  expect(await pilot(member)).toMatchObject({ enabled: false, nextAt: null });
  expect((await pilot(member)).stopped).toMatch(/^Auto-pilot switched itself off after 5 failures in a row\./);
  const told = async () =>
    (await member.call(listNotifications, { query: {} })).items.filter(({ title }) => title.startsWith("Auto-pilot"));
  await expect.poll(async () => (await told()).length).toBe(1);
  await turnOn(member);
  await world.asOwner("UPDATE autopilots SET seen = '[]' WHERE company_id = $1", [member.user.companyId]);
  expect(await pilot(member)).toMatchObject({ enabled: true, stopped: null });
  expect((await strike(member)).status).not.toBe("failed");
});

test("it rests in quiet hours, also over a change of summer time", async () => {
  const member = await company();
  const clock = (minutes: number) => timeIn(new Date(now().getTime() + minutes * 60_000), "Europe/London");
  const { autoPilot } = await member.call(setAutoPilot, {
    body: { enabled: true, frequency: 15, quietHours: { from: clock(-60), to: clock(60) } },
  });
  const minutesAhead = (Date.parse(autoPilot.nextAt ?? "") - now().getTime()) / 60_000;
  expect(minutesAhead).toBeGreaterThan(58);
  expect(minutesAhead).toBeLessThan(76);
  await makeDue(member);
  await expect
    .poll(async () =>
      world.asOwner("SELECT 1 FROM job_claims WHERE company_id = $1 AND job = 'autopilot'", [member.user.companyId]),
    )
    .toHaveLength(1);
  expect(await cycles(member)).toEqual([]);
  // In London 03:00 is an hour earlier on 28 March 2027 than the day before, and an hour later on 31 October.
  for (const [moment, ends] of [
    ["2027-03-28T00:10:00Z", "2027-03-28T02:00:00Z"],
    ["2027-10-30T22:10:00Z", "2027-10-31T03:00:00Z"],
  ] as const) {
    const back = travelTo(new Date(moment));
    onTestFinished(back);
    const sleeper = await world.member();
    const night = await sleeper.call(setAutoPilot, {
      body: { enabled: true, frequency: 15, quietHours: { from: "23:00", to: "03:00" } },
    });
    back();
    const wakes = Date.parse(night.autoPilot.nextAt ?? "");
    expect(wakes).toBeGreaterThanOrEqual(Date.parse(ends));
    expect(wakes).toBeLessThan(Date.parse(ends) + 15 * 60_000);
  }
});

test("quiet hours of nearly the whole day leave the minutes they leave", async () => {
  const member = await company();
  const whole = { from: "00:00", to: "23:59" };
  for (const frequency of [15, 240]) {
    const { message, autoPilot } = await member.call(setAutoPilot, {
      body: { enabled: true, frequency, quietHours: whole },
    });
    expect(timeIn(new Date(autoPilot.nextAt ?? ""), "Europe/London")).toBe("23:59");
    expect(message).toContain("Next run at 23:59");
  }
});

test("a clock that jumps ahead catches up once; set back, the next slot is near again", async () => {
  const member = await company();
  await turnOn(member);
  await strike(member);
  const { connectOwner, platform } = world.boardroom;
  const back = travelTo(new Date(now().getTime() + 5 * 3_600_000));
  onTestFinished(back);
  await queueDue(work(), operatorOf(world), platform);
  await expect.poll(async () => (await cycles(member)).length).toBe(2);
  await expect.poll(async () => (await cycles(member)).at(-1)?.status).not.toBe("running");
  await queueDue(work(), operatorOf(world), platform);
  const ahead = Date.parse((await pilot(member)).nextAt ?? "");
  expect(ahead - now().getTime()).toBeLessThanOrEqual(30 * 60_000);
  back();
  await bringSlotsForward(work(), connectOwner, platform);
  expect(Date.parse((await pilot(member)).nextAt ?? "") - now().getTime()).toBeLessThanOrEqual(30 * 60_000);
  expect(await cycles(member)).toHaveLength(2);
});

/** The slot job's payload as it was queued last, after a look at the clock. */
async function queued(member: Member) {
  const [job] = await world.asOwner<{ input: { slot: string } }>(
    `SELECT data -> 'input' AS input FROM pgboss.job WHERE name = 'autopilot' AND data ->> 'company' = $1
     ORDER BY created_on DESC LIMIT 1`,
    [member.user.companyId],
  );
  if (!job) throw new Error("No slot was queued.");
  return job.input;
}
const deliver = (member: Member, input: object) => {
  const { platform } = world.boardroom;
  const company = mintCompany(member.user.companyId);
  return platform.database.transaction(company, (db) => platform.jobs.send(db, { name: "autopilot" }, company, input));
};
const minutesToNext = async (member: Member) =>
  (Date.parse((await pilot(member)).nextAt ?? "") - now().getTime()) / 60_000;

test("a slot that comes again after the clock was set back leads to the next one, without a second cycle", async () => {
  const member = await company();
  await turnOn(member);
  await strike(member);
  const { slot } = await queued(member);
  await world.asOwner("UPDATE job_slots SET next_at = $2 WHERE company_id = $1 AND job = 'autopilot'", [
    member.user.companyId,
    slot,
  ]);
  await queueDue(work(), operatorOf(world), world.boardroom.platform);
  await expect.poll(() => minutesToNext(member)).toBeLessThanOrEqual(30);
  expect(await cycles(member)).toHaveLength(1);
});

test("a slot job that waited until its slot was queued again leaves the slot to the second", async () => {
  const member = await company();
  await turnOn(member);
  await strike(member);
  const first = await queued(member);
  // Its row says that it was queued again an hour later.
  await deliver(member, { ...first, slot: new Date(Date.parse(first.slot) + 1_000).toISOString() });
  await makeDue(member);
  await expect.poll(async () => (await cycles(member)).length).toBe(2);
  await deliver(member, { ...first, slot: new Date(Date.parse(first.slot) + 2_000).toISOString() });
  await expect
    .poll(() =>
      world.asOwner(
        "SELECT 1 FROM pgboss.job WHERE name = 'autopilot' AND state <> 'completed' AND data ->> 'company' = $1",
        [member.user.companyId],
      ),
    )
    .toEqual([]);
  expect(await cycles(member)).toHaveLength(2);
});

test("a cycle whose job is gone fails after two hours, and the next begins; until then slots say why they wait", async () => {
  const { member, id } = await begun();
  await world.asOwner("UPDATE autopilots SET failures = 0 WHERE company_id = $1", [member.user.companyId]);
  await makeDue(member);
  await expect.poll(async () => (await cycles(member)).map(({ status }) => status)).toEqual(["running", "skipped"]);
  const [, waits] = await cycles(member);
  expect(waits?.sentence).toBe("the previous cycle is still running");
  await world.asOwner("UPDATE autopilot_cycles SET started_at = now() - interval '3 hours' WHERE id = $1", [id]);
  expect((await strike(member)).status).toBe("done");
  expect(await member.call(getCycle, { params: { id } })).toMatchObject({
    status: "failed",
    summary: "Failed: It did not finish in time",
  });
});

test("a cycle that takes long keeps no other company waiting", async () => {
  const [slow, other] = [await company(), await company()];
  for (const member of [slow, other]) {
    await planned(member);
    await turnOn(member);
  }
  const released = Promise.withResolvers<void>();
  let began = 0;
  const rules: typeof taskWork.rules = async (session, task) => {
    began += 1;
    if (session.ctx.company === slow.user.companyId) await released.promise;
    return taskWork.rules(session, task);
  };
  const handlers = agencyOf(world.boardroom.platform).skillHandlers as Map<string, SkillHandler>;
  const usual = handlers.get(taskWork.id);
  if (!usual) throw new Error("Tasks have no handler.");
  handlers.set(taskWork.id, { ...usual, skill: { ...taskWork, rules } } as SkillHandler);
  onTestFinished(() => void handlers.set(taskWork.id, usual));
  await makeDue(slow);
  await expect.poll(() => began).toBe(1);
  expect((await strike(other)).status).toBe("done");
  released.resolve();
  await expect.poll(async () => (await cycles(slow)).at(-1)?.status).toBe("done");
});

test("an agent's task is found behind any number of others, and what is left out is counted", async () => {
  const member = await world.member();
  const [, cfo] = await hire(member, "CEO", "CFO");
  const task = await member.call(createTask, {
    body: { title: "How many invoices are overdue?", assignedAgentId: cfo?.id ?? "", priority: "low" },
  });
  await world.asOwner(
    `INSERT INTO tasks (company_id, id, title, priority, grant_id, origin, created_at, updated_at)
     SELECT company_id, gen_random_uuid(), 'Call supplier ' || n, 'high', grant_id, origin, created_at, updated_at
     FROM tasks, generate_series(1, 150) AS n WHERE id = $1`,
    [task.id],
  );
  await turnOn(member);
  const cycle = await strike(member);
  expect(cycle.runs).toBe(1);
  const tasks = cycle.left.filter(({ title }) => title.startsWith("Call supplier"));
  expect(tasks).toHaveLength(30);
  expect(cycle.left).toContainEqual({
    title: "120 more pending tasks",
    text: "Not listed here.",
    href: "/orchestrator?tab=tasks",
    needsYou: false,
  });
  expect(cycle.looked.find(({ name }) => name === "Pending tasks")?.items).toBe(151);
});

test("only the tasks the next cycle takes are said to be its", async () => {
  const member = await company();
  const [, cfo] = await hire(member, "CEO", "CFO");
  for (const at of [1, 2, 3, 4, 5, 6, 7, 8])
    await member.call(createTask, {
      body: { title: `How many invoices are overdue? (${at})`, assignedAgentId: cfo?.id ?? "" },
    });
  await turnOn(member);
  const { left } = await strike(member);
  const said = (words: string) => left.filter(({ text }) => text === words).length;
  expect([said("The next cycle will start it."), said("A later cycle will start it.")]).toEqual([3, 2]);
});

test("quiet hours that never end are refused; changing them leaves the switch as it is in the journal", async () => {
  const member = await company();
  const set = (from: string, to: string) =>
    member.send("POST", "/api/orchestrator/autopilot", { body: { enabled: false, quietHours: { from, to } } });
  expect(await set("20:00", "20:00")).toMatchObject({
    status: 422,
    text: "Quiet hours must end at another time than they begin.",
  });
  await set("22:00", "06:00");
  await set("22:00", "06:00");
  expect(
    await world.asOwner("SELECT title FROM journal WHERE company_id = $1 AND action = 'autopilot.changed'", [
      member.user.companyId,
    ]),
  ).toEqual([{ title: "Auto-pilot quiet hours 22:00 to 06:00" }]);
});

test("a cycle counts what agents did, not the reflections it added, and names a task once", async () => {
  const member = await company();
  const late = await member.call(createTask, { body: { title: "File the return", dueOn: "2026-01-05" } });
  await turnOn(member);
  const cycle = await strike(member);
  expect(cycle.did).toEqual([]);
  expect(cycle.summary).toMatch(/^Left \d+ for you$/);
  expect(cycle.looked.find(({ name }) => name === "Reflections")?.found).toMatch(/^\d+ added$/);
  expect(cycle.left.filter(({ title, href }) => title.includes(late.title) || href?.includes(late.id))).toHaveLength(1);
});

test("the tasks of the orchestrator include closed ones, after those that are open", async () => {
  const member = await company();
  const made = async (title: string) => (await member.call(createTask, { body: { title } })).id;
  const [open, done, cancelled] = [await made("Open"), await made("Done"), await made("Cancelled")];
  const move = (taskId: string, status: "completed" | "cancelled") =>
    member.call(setTaskStatus, { params: { taskId }, body: { status } });
  await move(done, "completed");
  await move(cancelled, "cancelled");
  const { tasks } = await member.call(getOrchestrator, { query: {} });
  expect(tasks.map(({ id }) => id)).toEqual([
    open,
    expect.toBeOneOf([done, cancelled]),
    expect.toBeOneOf([done, cancelled]),
  ]);
});
