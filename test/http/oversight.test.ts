import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "#agency/run/limits.ts";
import * as runs from "#agency/run/store.ts";
import { assign } from "#agency/run/start.ts";
import { defineSkillHandler } from "#agency/skill.ts";
import { work } from "#agency/work.ts";
import * as product from "#app/rooms.ts";
import { backgroundCompanies, jobContext } from "#features/accounts/service.ts";
import { listAgents, setAutonomy, setStatus } from "#features/agents/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import { getOrchestrator } from "#features/orchestrator/contract.ts";
import { setAutoPilot } from "#features/orchestrator/autopilot/contract.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import {
  checkOversight,
  closeFinding,
  getOversightPage,
  getOversightStatus,
  initializeOversight,
  stopOversight,
  undoIntervention,
} from "#features/oversight/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { read, write } from "#platform/db/transaction.ts";
import { background, queueDue } from "#platform/jobs/background.ts";
import { colleague } from "../samples.ts";
import { groundIn, jobOf, skillOf } from "../working.ts";
import { patienceMs } from "../patience.ts";
import { hire, journalOf, type Member, openOn, openWorld, operatorOf, testContexts, type World } from "../world.ts";

let world: World;
let second: World;
beforeAll(async () => {
  world = await openWorld();
  second = await openOn(world.config);
});
afterAll(async () => {
  await second?.close();
  await world?.close();
});

/** Uses a share of an agent's budget for the year. */
async function spend(member: Member, agentId: string, amount: number): Promise<void> {
  await world.asOwner(
    `INSERT INTO exposure_totals (company_id, agent_id, year, committed) VALUES ($1, $2, extract(year FROM now())::int, $3)
     ON CONFLICT (company_id, agent_id, year) DO UPDATE SET committed = excluded.committed`,
    [member.user.companyId, agentId, amount],
  );
}

/** A company with oversight on and an agent that used more than its whole budget. */
async function overspent(): Promise<{ member: Member; cfo: string }> {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  await member.call(initializeOversight);
  await spend(member, cfo?.id ?? "", 600_000);
  return { member, cfo: cfo?.id ?? "" };
}

const findingOf = async (member: Member, detector: string) => {
  const found = (await member.call(getOversightPage)).findings.find((one) => one.detector === detector);
  if (!found) throw new Error(`${detector} did not fire.`);
  return found;
};

test("it is off until it is initialized, then measures for 24 hours, and is off again after a stop", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO");
  expect(await member.call(getOversightStatus)).toMatchObject({ systemStatus: "INACTIVE", recentLogs: [] });
  expect((await member.send("POST", "/api/agi/check")).status).toBe(409);
  const on = await member.call(initializeOversight);
  expect(on).toMatchObject({ systemStatus: "MONITORING", heldAt: null, detectors: 15 });
  expect(on.agentStatuses.map(({ name, status }) => [name, status])).toEqual([
    ["Eleanor", "normal"],
    ["Marcus", "normal"],
  ]);
  expect(on.recentLogs).toMatchObject([{ level: "info", message: "Oversight initialized: 15 detectors, 2 agents" }]);
  expect(await member.call(checkOversight)).toMatchObject({ systemStatus: "MONITORING", openFindings: 0 });
  await world.asOwner("UPDATE oversight_states SET measured_until = now() - interval '1 hour' WHERE company_id = $1", [
    member.user.companyId,
  ]);
  expect(await member.call(checkOversight)).toMatchObject({ systemStatus: "NORMAL", measuredUntil: null });
  expect(await member.call(stopOversight)).toMatchObject({ systemStatus: "INACTIVE" });
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["oversight.initialized", "oversight.checked", "oversight.stopped"]),
  );
});

test("the feed shows the start and the stop of oversight, and auto-pilot says that it is stopped", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO");
  await member.call(setAutoPilot, { body: { enabled: true, frequency: 30, quietHours: null } });
  await member.call(initializeOversight);
  const pilot = async () => (await member.call(getOrchestrator, { query: {} })).autoPilot;
  expect(await pilot()).toMatchObject({ enabled: true, isHeld: false, nextAt: expect.any(String) });
  await member.call(stopOversight);
  expect(await pilot()).toMatchObject({ enabled: true, isHeld: true, nextAt: null });
  const { message } = await member.call(setAutoPilot, { body: { enabled: true, frequency: 60 } });
  expect(message).toBe("Auto-pilot is on, but autonomous work is stopped. Turn it on in AGI Oversight.");
  await member.call(initializeOversight);
  expect(await pilot()).toMatchObject({ enabled: true, isHeld: false, nextAt: expect.any(String) });
  const by = member.user.username;
  const { items } = await member.call(getFeed, {});
  expect(
    items.filter(({ href }) => href === "/oversight").map(({ title, description }) => [title, description]),
  ).toEqual([
    ["AGI oversight initialized", `15 detectors watch 2 agents, started by ${by}`],
    ["AGI oversight stopped; autonomous work is on hold", `No run was under way, stopped by ${by}`],
    ["AGI oversight initialized", `15 detectors watch 2 agents, started by ${by}`],
  ]);
});

test("an agent over its budget pace is paused once, and the owner undoes it", async () => {
  const { member, cfo } = await overspent();
  expect(await member.call(checkOversight)).toMatchObject({ systemStatus: "ALERT", openFindings: 2 });
  expect(await member.call(checkOversight)).toMatchObject({ openFindings: 2 });
  expect((await member.call(listAgents))[0]?.status).toBe("paused");
  const found = await findingOf(member, "budget_pace");
  expect(found).toMatchObject({
    intervention: "pause",
    done: "Marcus is paused. Its work stops; pending proposals stay.",
    stands: true,
  });
  const approver = await colleague(world, member, "approver");
  expect((await approver.send("POST", `/api/agi/findings/${found.id}/undo`)).status).toBe(403);
  expect((await member.call(getOversightPage)).undoable).toEqual([found.id]);
  const page = await member.call(undoIntervention, { params: { id: found.id } });
  expect(page).toMatchObject({ interventions: { total: 1, undone: 1 }, undoable: [] });
  expect((await member.call(listAgents))[0]?.status).toBe("active");
  expect((await member.send("POST", `/api/agi/findings/${found.id}/undo`)).text).toBe("Already undone");
  // What a person undid is not done again.
  expect(await member.call(checkOversight)).toMatchObject({ openFindings: 1 });
  expect((await member.call(listAgents))[0]?.status).toBe("active");
  const near = await findingOf(member, "near_limit");
  await member.call(closeFinding, { params: { id: near.id } });
  expect(await member.call(getOversightStatus)).toMatchObject({ systemStatus: "MONITORING", openFindings: 0 });
  // Much worse than what was closed is a new finding.
  await spend(member, cfo, 900_000);
  expect(await member.call(checkOversight)).toMatchObject({ systemStatus: "ALERT", openFindings: 2 });
  await spend(member, cfo, 0);
  expect(await member.call(checkOversight)).toMatchObject({ systemStatus: "MONITORING", openFindings: 0 });
});

test("an undo leaves alone what a person changed since", async () => {
  const { member, cfo } = await overspent();
  await member.call(checkOversight);
  await member.call(setStatus, { params: { id: cfo }, body: { status: "inactive", reason: "On leave" } });
  const { id } = await findingOf(member, "budget_pace");
  await member.call(undoIntervention, { params: { id } });
  expect((await member.call(listAgents))[0]?.status).toBe("inactive");
});

/** Makes a run of the agent that was refused a change. */
async function bypass({ user }: Member, agent: string): Promise<void> {
  const run = crypto.randomUUID();
  await world.asOwner(
    `INSERT INTO agent_runs (company_id, id, agent_id, agent_name, agent_role, skill, label, trigger, input, fingerprint,
       origin, status, engine, cost_state, cost_usd, created_at)
     VALUES ($1, $2::uuid, $3, 'Marcus', 'CFO', 'test', 'Look at cash', 'person', '{}', $2::uuid::text, 'system', 'done', 'rules',
       'billed', 0, now())`,
    [user.companyId, run, agent],
  );
  await world.asOwner(
    `INSERT INTO agent_run_steps (company_id, run_id, position, key, title, tool, status, result, started_at, finished_at)
     VALUES ($1, $2, 0, 'Close', 'Close a task', 'tasks_create', 'failed', '{"code": "forbidden"}', now(), now())`,
    [user.companyId, run],
  );
}
const statusOfFirst = async (member: Member) => (await member.call(listAgents))[0]?.status;
const undoFinding = async (member: Member, detector: string) =>
  member.call(undoIntervention, { params: { id: (await findingOf(member, detector)).id } });

test("two findings that paused an agent keep it paused until both are undone", async () => {
  const { member, cfo } = await overspent();
  await member.call(checkOversight);
  await bypass(member, cfo);
  expect(await member.call(checkOversight)).toMatchObject({ systemStatus: "CRITICAL" });
  expect(await findingOf(member, "limit_bypass")).toMatchObject({ intervention: "pause" });
  const { status } = await undoFinding(member, "budget_pace");
  expect(status.recentLogs[0]?.message).toBe(
    `Marcus (CFO) stays paused because of another finding, undone by ${member.user.username}`,
  );
  expect(await statusOfFirst(member)).toBe("paused");
  await undoFinding(member, "limit_bypass");
  expect(await statusOfFirst(member)).toBe("active");
});

test("an open finding does not hide the next occasion", async () => {
  const { member, cfo } = await overspent();
  await bypass(member, cfo);
  await member.call(checkOversight);
  const first = await findingOf(member, "limit_bypass");
  // Activating it takes a reason, which the journal keeps.
  const path = `/api/agents/${cfo}/status`;
  expect(await member.send("PUT", path, { body: { status: "active" } })).toMatchObject({
    status: 422,
    text: "Oversight paused Marcus. Write why it may work again.",
  });
  expect((await member.send("PUT", path, { body: { status: "active", reason: "  " } })).status).toBe(422);
  // Nor is it taken over without one: it could then be activated without a reason.
  expect(await member.send("PUT", path, { body: { status: "paused" } })).toMatchObject({
    status: 422,
    text: "Oversight paused Marcus. Write why you set it to paused.",
  });
  await member.call(setStatus, { params: { id: cfo }, body: { status: "active", reason: "A test run" } });
  expect(
    await world.asOwner(
      "SELECT details->>'reason' AS reason FROM journal WHERE action = 'agent.status_changed' AND resource_id = $1 AND details->>'to' = 'active'",
      [cfo],
    ),
  ).toEqual([{ reason: "A test run" }]);
  await member.call(checkOversight);
  expect(await statusOfFirst(member)).toBe("active");
  await bypass(member, cfo);
  const { recentLogs } = await member.call(checkOversight);
  expect(recentLogs.filter(({ message }) => message.startsWith("Over: "))).toEqual([]);
  expect((await findingOf(member, "limit_bypass")).id).not.toBe(first.id);
  expect(await statusOfFirst(member)).toBe("paused");
});

test("an undo leaves alone what a person decided since, though it looks the same", async () => {
  const { member, cfo } = await overspent();
  await member.call(checkOversight);
  for (const status of ["active", "paused"] as const)
    await member.call(setStatus, { params: { id: cfo }, body: { status, reason: "I decide" } });
  expect(await findingOf(member, "budget_pace")).toMatchObject({ intervention: "pause", stands: false });
  await undoFinding(member, "budget_pace");
  expect(await statusOfFirst(member)).toBe("paused");
});

test("a person who pauses what oversight paused keeps it paused, once and in the journal", async () => {
  const { member, cfo } = await overspent();
  await member.call(checkOversight);
  const paused = async () => (await journalOf(world, member)).filter((one) => one === "agent.status_changed").length;
  const before = await paused();
  const own = { status: "paused", reason: "It stays so" } as const;
  for (const _ of [1, 2]) await member.call(setStatus, { params: { id: cfo }, body: own });
  expect(await paused()).toBe(before + 1);
  expect(await findingOf(member, "budget_pace")).toMatchObject({ intervention: "pause", stands: false });
  await undoFinding(member, "budget_pace");
  expect(await statusOfFirst(member)).toBe("paused");
});

test("a person who sets the autonomy that oversight lowered to the same keeps it there", async () => {
  const { member, cfo } = await overspent();
  const autonomy = async () => (await member.call(listAgents))[0]?.systemProps.autonomyLevel;
  await member.call(setAutonomy, { params: { id: cfo }, body: { autonomyLevel: "propose" } });
  await world.asOwner("UPDATE agents SET lowered_by_oversight = true WHERE id = $1", [cfo]);
  const set = async () => (await journalOf(world, member)).filter((one) => one === "agent.autonomy_changed").length;
  const before = await set();
  for (const _ of [1, 2]) await member.call(setAutonomy, { params: { id: cfo }, body: { autonomyLevel: "propose" } });
  expect(await set()).toBe(before + 1);
  expect(await autonomy()).toBe("propose");
  expect(await world.asOwner("SELECT lowered_by_oversight AS marked FROM agents WHERE id = $1", [cfo])).toEqual([
    { marked: false },
  ]);
});

test("a hold whose finding is over or closed can be ended without measuring anew", async () => {
  const { member } = await overspent();
  const { companyId } = member.user;
  await member.call(checkOversight);
  await world.asOwner("UPDATE authority_states SET held_at = now() WHERE company_id = $1", [companyId]);
  await world.asOwner("UPDATE oversight_states SET measured_until = NULL WHERE company_id = $1", [companyId]);
  expect(await member.call(checkOversight)).toMatchObject({ systemStatus: "ALERT", heldAt: expect.any(String) });
  const resumed = await member.call(initializeOversight);
  expect(resumed).toMatchObject({ systemStatus: "ALERT", heldAt: null, measuredUntil: null, openFindings: 2 });
  expect(resumed.recentLogs[0]).toMatchObject({
    level: "INTERVENTION",
    message: `Autonomous work resumed by ${member.user.username}`,
  });
  expect(await journalOf(world, member)).toContain("oversight.resumed");
});

test("of concurrent undos one wins, and concurrent checks find something once", async () => {
  const { member } = await overspent();
  const checks = await Promise.all([1, 2, 3].map(() => member.send("POST", "/api/agi/check")));
  expect(checks.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await journalOf(world, member)).filter((one) => one === "oversight.found")).toHaveLength(2);
  const { id } = await findingOf(member, "budget_pace");
  const undos = await Promise.all([1, 2, 3].map(() => member.send("POST", `/api/agi/findings/${id}/undo`)));
  expect(undos.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test("the clock checks a company once across instances, and only where oversight is on", async () => {
  const { member, cfo } = await overspent();
  const idle = await world.member();
  const due = () =>
    world.asOwner("SELECT job FROM job_slots WHERE company_id = ANY($1) AND job = 'oversight-check'", [
      [member.user.companyId, idle.user.companyId],
    ]);
  expect(await due()).toHaveLength(1);
  await world.asOwner(
    "UPDATE job_slots SET next_at = date_trunc('seconds', now()) - interval '1 minute' WHERE company_id = $1 AND job = $2",
    [member.user.companyId, "oversight-check"],
  );
  const clock = background(product, backgroundCompanies);
  await Promise.all(
    [world, second].map((instance) => queueDue(clock, operatorOf(instance), instance.boardroom.platform)),
  );
  await expect.poll(async () => (await member.call(getOversightStatus)).openFindings, { timeout: 20_000 }).toBe(2);
  expect((await journalOf(world, member)).filter((one) => one === "oversight.found")).toHaveLength(2);
  expect((await member.call(listAgents)).find(({ id }) => id === cfo)?.status).toBe("paused");
  await member.call(stopOversight);
  expect(await due()).toHaveLength(0);
});

test("checks by the clock that find nothing new share one line of the log", async () => {
  const member = await world.member();
  await hire(member, "CFO");
  await member.call(initializeOversight);
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  const clock = product.schedule.find(({ name }) => name === "oversight-check");
  for (let slot = 0; slot < 3; slot += 1) await write(ctx, (tx) => clock?.run(tx, ctx.now) ?? Promise.resolve());
  const { recentLogs, lastCheck } = await member.call(getOversightStatus);
  expect(recentLogs.map(({ message }) => message)).toEqual([
    "Check: 15 detectors, nothing new",
    "Oversight initialized: 15 detectors, 1 agent",
  ]);
  expect(lastCheck).not.toBeNull();
});

test("a stop ends what is under way within 5 s though a worker hangs, and nothing starts on its own until it is on", async () => {
  const { ctx, agent, member } = await groundIn(world);
  await member.call(initializeOversight);
  const delivered: string[] = [];
  let hang = (): void => undefined;
  const hanging = new Promise<void>((go) => (hang = go));
  const skill = skillOf("test.hold", async () => {
    await hanging;
    return "too late";
  });
  const job = jobOf([defineSkillHandler({ skill, deliver: async (_tx, _run, output) => void delivered.push(output) })]);
  const begin = (trigger: "person" | "event", about: string) =>
    write(ctx, (tx) =>
      assign(tx, { agent, skill, input: { about }, origin: "owner", trigger, notBefore: new Date("2199-01-01") }),
    );
  const ids = [await begin("event", "one"), await begin("person", "two")];
  await world.asOwner("UPDATE agent_runs SET not_before = NULL WHERE id = $1", [ids[0]]);
  const over = job.run(world.boardroom.platform, ctx.company, { runId: ids[0] ?? "" });
  const statusOf = async (id: string | undefined) => (await read(ctx, (tx) => runs.find(tx, id ?? "")))?.status;
  await expect.poll(() => statusOf(ids[0])).toBe("running");
  const began = performance.now();
  expect(await member.call(stopOversight)).toMatchObject({ systemStatus: "INACTIVE" });
  await expect.poll(() => Promise.all(ids.map(statusOf)), { timeout: patienceMs }).toEqual(["stopped", "stopped"]);
  expect(performance.now() - began).toBeLessThan(patienceMs);
  hang();
  await over;
  expect(delivered).toEqual([]);
  await expect(begin("event", "three")).rejects.toThrow("Autonomous work is on hold");
  const byClock = { agent, skill, input: { about: "four" }, origin: "owner", trigger: "schedule" } as const;
  await expect(work(ctx, byClock, "wait")).rejects.toThrow("Autonomous work is on hold");
  // A person's own question still runs.
  const { runId } = await member.call(startBriefing, { params: { id: agent.id } });
  await expect
    .poll(async () => (await member.call(getRun, { params: { id: runId } })).run.status, { timeout: 30_000 })
    .toBe("done");
  await member.call(initializeOversight);
  expect(await begin("event", "three")).toBeTruthy();
});

test("a worker that never looks has no effects after a stop", async () => {
  const { ctx, agent, member } = await groundIn(world);
  const usual = limits.checkEvery;
  Object.assign(limits, { checkEvery: 600_000 });
  try {
    const delivered: string[] = [];
    let hang = (): void => undefined;
    const hanging = new Promise<void>((go) => (hang = go));
    const skill = skillOf("test.blind", async () => {
      await hanging;
      return "too late";
    });
    const job = jobOf([
      defineSkillHandler({ skill, deliver: async (_tx, _run, output) => void delivered.push(output) }),
    ]);
    const id = await write(ctx, (tx) =>
      assign(tx, {
        agent,
        skill,
        input: { about: "it" },
        origin: "owner",
        trigger: "event",
        notBefore: new Date("2199-01-01"),
      }),
    );
    await world.asOwner("UPDATE agent_runs SET not_before = NULL WHERE id = $1", [id]);
    const over = job.run(world.boardroom.platform, ctx.company, { runId: id });
    await expect.poll(async () => (await read(ctx, (tx) => runs.find(tx, id)))?.status).toBe("running");
    await member.call(stopOversight);
    hang();
    await over;
    expect(delivered).toEqual([]);
    expect(await read(ctx, (tx) => runs.find(tx, id))).toMatchObject({ status: "stopped" });
  } finally {
    Object.assign(limits, { checkEvery: usual });
  }
});

test("a stop makes execute read as propose", async () => {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  const body = { agentId: cfo?.id ?? "", ...testContexts.CFO };
  await member.call(setAutonomy, { params: { id: body.agentId }, body: { autonomyLevel: "execute" } });
  await member.call(initializeOversight);
  await member.call(stopOversight);
  const held = await member.call(makeDecision, { body });
  expect(held.authorization.reasons).toContain("Autonomous work is on hold, so Marcus may only propose");
});

test("another company sees and changes nothing of it", async () => {
  const { member } = await overspent();
  await member.call(checkOversight);
  const { id } = await findingOf(member, "budget_pace");
  const stranger = await world.member();
  await stranger.call(initializeOversight);
  expect((await stranger.send("POST", `/api/agi/findings/${id}/undo`)).status).toBe(404);
  expect((await stranger.send("POST", `/api/agi/findings/${id}/close`)).status).toBe(404);
  expect((await stranger.call(getOversightPage)).findings).toEqual([]);
  await stranger.call(stopOversight);
  expect((await member.call(getOversightStatus)).systemStatus).toBe("ALERT");
});
