import { afterAll, beforeAll, expect, test } from "vitest";
import { listCommunications } from "#features/communications/contract.ts";
import { askAgents } from "#features/conversations/contract.ts";
import {
  getDecision,
  giveReason,
  listDecisions,
  makeDecision,
  settleDecision,
  settleDecisions,
  undoDecisions,
} from "#features/decisions/contract.ts";
import { resolveForecast } from "#features/decisions/outcome/contract.ts";
import { getLedgerSummary } from "#features/decisions/ledger/contract.ts";
import { getExecutive } from "#features/executives/contract.ts";
import { exploreRows } from "#features/explore/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import { listPolicies } from "#features/authority/contract.ts";
import { stopRun } from "#features/runs/contract.ts";
import { changeTasks, createTask, getTask, listTasks, undoTasks, updateTask } from "#features/tasks/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { resetData } from "#features/setup/contract.ts";
import { undoReset } from "#features/setup/reset/contract.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
let owner: Member;
let approver: Member;
let other: Member;
let cfo: string;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" });
  owner = await world.member("owner");
  const team = await hire(owner, "CEO", "CFO", "Sales");
  cfo = team.find((agent) => agent.role === "CFO")?.id ?? "";
  approver = await colleague(world, owner, "approver");
  other = await colleague(world, owner, "approver");
});
afterAll(() => world?.close());

const invest = (purpose: string, extra: object = {}) =>
  owner.call(makeDecision, {
    body: {
      agentId: cfo,
      decisionType: "investment_evaluation",
      context: { ...testContexts.CFO.context, purpose, ...extra },
    },
  });
const settle = (who: Member, id: string, approved: boolean, reason?: string) =>
  who.call(settleDecision, { params: { id }, body: { approved, ...(reason ? { reason } : {}) } });
const undo = (who: Member, id: string) => who.send("POST", `/api/decisions/${id}/undo`);
const page = (id: string) => owner.call(getDecision, { params: { id } });
/** What a decision made itself: by kind and place in its plan. */
const effectsOf = async (id: string) =>
  (
    await world.asOwner<{ made: string }>(
      `SELECT 'task ' || effect_index AS made FROM tasks WHERE decision_id = $1 AND effect_index IS NOT NULL
       UNION ALL SELECT 'message ' || effect_index FROM communications WHERE decision_id = $1 AND effect_index IS NOT NULL
       ORDER BY 1`,
      [id],
    )
  ).map(({ made }) => made);
const plan = ["message 3", "message 4", "task 0", "task 1", "task 2"];
const exposureOf = async (id: string) =>
  (await world.asOwner<{ state: string }>("SELECT state FROM exposures WHERE decision_id = $1", [id])).map(
    ({ state }) => state,
  );
const grantsOf = async (id: string) =>
  (
    await world.asOwner<{ effect: string }>(
      "SELECT effect FROM grants WHERE decision_id = $1 AND granted_by = 'person'",
      [id],
    )
  ).map(({ effect }) => effect);

/** Two minutes later: its job is due now. */
async function endUndo(id: string): Promise<void> {
  await world.asOwner("UPDATE decisions SET undo_until = now() - interval '1 second' WHERE id = $1", [id]);
  await world.asOwner(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'decision-release' AND data->'input'->>'decisionId' = $1",
    [id],
  );
}
const released = (id: string) => expect.poll(async () => (await page(id)).decision.undoUntil).toBeNull();

test("an approval reserves its amount at once; tasks, messages and grants follow when it can no longer be undone", async () => {
  const { id } = await invest("waits");
  const settled = await settle(approver, id, true);
  const left = Date.parse(settled.undoUntil ?? "") - Date.parse(settled.settledAt ?? "");
  expect([settled.status, left]).toEqual(["approved", 120_000]);
  expect([await effectsOf(id), await exposureOf(id), await grantsOf(id)]).toEqual([[], ["reserved"], []]);
  expect((await page(id)).budget).toMatchObject({ after: 85_000 });
  await endUndo(id);
  await released(id);
  expect(await effectsOf(id)).toEqual(plan);
  expect([await exposureOf(id), await grantsOf(id)]).toEqual([["committed"], ["approval"]]);
  expect((await page(id)).budget).toMatchObject({ after: 85_000, committed: 85_000 });
  const created = (await page(id)).journal.filter(({ action }) => action === "task.created");
  expect(new Set(created.map(({ actor }) => actor))).toEqual(new Set([approver.username]));
});

test("what is undone is pending again, is in the journal, and can be decided anew", async () => {
  const { id } = await invest("undone");
  await settle(approver, id, true, "Looks good");
  const reply = await undo(approver, id);
  expect([reply.status, reply.json]).toEqual([
    200,
    expect.objectContaining({ status: "pending", approvedBy: null, reason: null, settledAt: null, undoUntil: null }),
  ]);
  const pending = await owner.call(listDecisions, { query: { status: "pending" } });
  expect(pending.map((decision) => decision.id)).toContain(id);
  await settle(owner, id, true);
  await endUndo(id);
  await released(id);
  expect(await effectsOf(id)).toEqual(plan);
  const lines = (await page(id)).journal.filter(({ action }) => /^decision\.(approved|undone)/.test(action));
  expect(lines.toSorted((a, b) => a.seq - b.seq).map(({ action, actor }) => [action, actor])).toEqual([
    ["decision.approved", approver.username],
    ["decision.undone", approver.username],
    ["decision.approved", owner.username],
  ]);
  const { items } = await owner.call(getFeed, { query: {} });
  expect(JSON.stringify(items)).toContain(`Approval undone by ${approver.username}`);
});

test("only the person who decided, or an admin, can undo it", async () => {
  const { id } = await invest("whose");
  await settle(approver, id, true);
  const refused = await undo(other, id);
  expect([refused.status, refused.text]).toEqual([403, `Only ${approver.username} or an admin can undo this`]);
  const stranger = await world.member("stranger");
  const [unknown, foreign] = [await undo(stranger, crypto.randomUUID()), await undo(stranger, id)];
  expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text]);
  expect((await page(id)).decision.status).toBe("approved");
  expect((await undo(owner, id)).status).toBe(200);
});

test("nothing is undone twice, nor what is pending, expired or too long ago", async () => {
  const { id } = await invest("twice");
  expect((await undo(owner, id)).text).toBe("There is nothing to undo: it is pending");
  await settle(owner, id, false);
  expect((await undo(owner, id)).status).toBe(200);
  const twice = await undo(owner, id);
  expect([twice.status, twice.text]).toEqual([409, "There is nothing to undo: it is pending"]);
  await settle(owner, id, false);
  await world.asOwner("UPDATE decisions SET undo_until = now() - interval '1 ms' WHERE id = $1", [id]);
  const late = await undo(owner, id);
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringMatching(`^Too late to undo. Already rejected by ${owner.username} at`),
  ]);
  const expired = await invest("expired");
  await world.asOwner("UPDATE decisions SET expires_at = now() - interval '1 second' WHERE id = $1", [expired.id]);
  await world.asOwner("UPDATE pgboss.job SET start_after = now() WHERE data->'input'->>'decisionId' = $1", [
    expired.id,
  ]);
  await expect.poll(async () => (await page(expired.id)).decision.closedReason).toBe("expired");
  expect((await undo(owner, expired.id)).text).toMatch(/^Expired without a response/);
});

test("what did not fit the year's budget counts while its approval waits, and no longer when it is undone", async () => {
  const { id } = await invest("too large", { investment: 450_000, projectedReturn: 900_000 });
  const yearOf = async () => (await owner.call(listPolicies)).limits.find(({ agentId }) => agentId === cfo);
  const before = await yearOf();
  expect(await exposureOf(id)).toEqual(["asked"]);
  await settle(owner, id, true);
  expect(await exposureOf(id)).toEqual(["reserved"]);
  expect((await yearOf())?.reserved).toBe((before?.reserved ?? 0) + 450_000);
  await undo(owner, id);
  expect(await exposureOf(id)).toEqual(["asked"]);
  expect(await yearOf()).toEqual(before);
});

test("of an undo and the effects, the first wins", async () => {
  const won = { undo: 0, effects: 0 };
  for (let round = 0; round < 12; round += 1) {
    const { id } = await invest(`race ${round}`);
    await settle(owner, id, true);
    await world.asOwner("UPDATE decisions SET undo_until = now() + interval '300 ms' WHERE id = $1", [id]);
    await world.asOwner(
      "UPDATE pgboss.job SET start_after = now() WHERE name = 'decision-release' AND data->'input'->>'decisionId' = $1",
      [id],
    );
    await new Promise((resolve) => setTimeout(resolve, round * 40));
    const answers = await Promise.all(Array.from({ length: 4 }, () => undo(owner, id)));
    const undone = answers.filter(({ status }) => status === 200).length;
    expect(undone).toBeLessThanOrEqual(1);
    if (undone === 0) await released(id);
    const made = await effectsOf(id);
    expect([(await page(id)).decision.status, made]).toEqual(undone === 1 ? ["pending", []] : ["approved", plan]);
    won[undone === 1 ? "undo" : "effects"] += 1;
  }
  expect(Math.min(won.undo, won.effects)).toBeGreaterThan(0);
}, 60_000);

test("a deadline that passes while a rejection can be undone gives an hour more", async () => {
  const { id } = await invest("deadline");
  await settle(owner, id, false);
  await world.asOwner("UPDATE decisions SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
  await undo(owner, id);
  const { expiresAt } = (await page(id)).decision;
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3_500_000);
  const jobs = await world.asOwner(
    "SELECT 1 FROM pgboss.job WHERE name = 'decision-expiry' AND state = 'created' AND start_after > now() AND start_after < now() + interval '2 hours' AND data->'input'->>'decisionId' = $1",
    [id],
  );
  expect(jobs).toHaveLength(1);
});

test("effects that can no longer run leave the decision pending, and say why", async () => {
  const { id } = await invest("broken");
  await settle(owner, id, true);
  await world.asOwner(
    "UPDATE decisions SET working = jsonb_set(working, '{effects,0,action}', '\"gone\"') WHERE id = $1",
    [id],
  );
  await endUndo(id);
  await expect.poll(async () => (await page(id)).decision.status).toBe("pending");
  expect(await effectsOf(id)).toEqual([]);
  const line = (await page(id)).journal.find(({ action }) => action === "decision.undone");
  expect(line).toMatchObject({
    actor: "Boardroom",
    details: { problem: expect.stringContaining("no longer supports") },
  });
});

test("a reason can follow a rejection, reaches the agent with the message, and is found in Explore", async () => {
  const { id } = await invest("why");
  await settle(approver, id, false);
  const reason = (who: Member) =>
    who.send("POST", `/api/decisions/${id}/reason`, { body: { reason: "Too expensive" } });
  expect((await reason(other)).status).toBe(403);
  expect(
    (await (await world.member()).send("POST", `/api/decisions/${id}/reason`, { body: { reason: "x" } })).status,
  ).toBe(404);
  expect(await approver.call(giveReason, { params: { id }, body: { reason: "Too expensive" } })).toMatchObject({
    status: "rejected",
    reason: "Too expensive",
  });
  expect(await effectsOf(id)).toEqual([]);
  await endUndo(id);
  await released(id);
  expect(await effectsOf(id)).toEqual(["message 0"]);
  const sent = await owner.call(listCommunications, { query: {} });
  expect(sent.find(({ subject }) => subject.startsWith("Rejected: "))).toMatchObject({ content: "Too expensive" });
  expect((await reason(approver)).status).toBe(409);
  expect(await journalOf(world, owner)).toContain("decision.reason_given");
  const filters = [{ field: "reason", test: "contains", values: ["Too expensive"] }];
  const found = await owner.call(exploreRows, { query: { q: JSON.stringify({ subject: "decisions", filters }) } });
  expect(found.total.rows).toBe(1);
});

test("what a reset took away while its effects waited comes back with them, once", async () => {
  const fresh = await world.member("reset");
  const team = await hire(fresh, "CEO", "CFO");
  const agentId = team.find(({ role }) => role === "CFO")?.id ?? "";
  const { id } = await fresh.call(makeDecision, { body: { agentId, ...testContexts.CFO } });
  await fresh.call(settleDecision, { params: { id }, body: { approved: true } });
  await fresh.call(resetData);
  const jobs = () =>
    world.asOwner(
      "SELECT state FROM pgboss.job WHERE name = 'decision-release' AND data->'input'->>'decisionId' = $1",
      [id],
    );
  await endUndo(id);
  await expect.poll(jobs).toEqual([{ state: "completed" }]);
  await fresh.call(undoReset);
  expect(await effectsOf(id)).toEqual([]);
  await endUndo(id);
  await expect.poll(async () => (await fresh.call(getDecision, { params: { id } })).decision.undoUntil).toBeNull();
  expect(await effectsOf(id)).toEqual(plan);
});

test("a forecast is resolved only when the approval can no longer be undone", async () => {
  const { id } = await invest("forecast");
  await settle(owner, id, true);
  const early = await owner.send("POST", `/api/decisions/${id}/forecasts/0/resolve`, { body: { held: true } });
  expect([early.status, early.text]).toEqual([409, "Wait until the approval can no longer be undone"]);
});

test("several are settled and undone at once, each as if alone", async () => {
  const [one, two, three] = [await invest("one"), await invest("two"), await invest("three")];
  await settle(owner, three.id, false);
  const ids = [one.id, two.id, three.id];
  const stranger = await world.member();
  const foreign = await stranger.call(listDecisions);
  const refused = await stranger.send("POST", "/api/decisions/settle", { body: { ids, approved: true } });
  expect([refused.status, foreign]).toEqual([404, []]);
  expect((await page(one.id)).decision.status).toBe("pending");
  const unknown = await owner.send("POST", "/api/decisions/settle", {
    body: { ids: [one.id, crypto.randomUUID()], approved: true },
  });
  expect([unknown.status, (await page(one.id)).decision.status]).toEqual([404, "pending"]);
  const answer = await owner.call(settleDecisions, { body: { ids, approved: true, reason: "All good" } });
  expect(answer.done).toEqual([one.id, two.id]);
  expect(answer.skipped).toMatchObject([{ id: three.id, sentence: expect.stringMatching(/^Already rejected by/) }]);
  expect((await page(two.id)).decision).toMatchObject({ status: "approved", reason: "All good" });
  const undone = await owner.call(undoDecisions, { body: { ids: answer.done } });
  expect([undone.done, undone.skipped]).toEqual([answer.done, []]);
  expect((await page(two.id)).decision.status).toBe("pending");
});

test("a test proposal counts nowhere: not in tasks, budget, record, messages or queries", async () => {
  const fresh = await world.member("tester");
  const team = await hire(fresh, "CEO", "CFO");
  const body = { agentId: team.find(({ role }) => role === "CFO")?.id ?? "", ...testContexts.CFO };
  const sample = await fresh.call(makeDecision, { body: { ...body, isTest: true } });
  expect(sample).toMatchObject({ isTest: true, status: "pending", requiresApproval: true });
  expect(sample.authorization.limits.map(({ name }) => name)).toContain("Limit per decision");
  // The same request in earnest is not the test again.
  const earnest = await fresh.call(makeDecision, { body });
  expect([earnest.isTest, earnest.id === sample.id]).toEqual([false, false]);
  await fresh.call(settleDecision, { params: { id: earnest.id }, body: { approved: false } });
  const before = {
    limits: await fresh.call(listPolicies),
    messages: await fresh.call(listCommunications, { query: {} }),
    tasks: await fresh.call(listTasks, { query: {} }),
  };
  expect(await fresh.call(settleDecision, { params: { id: sample.id }, body: { approved: true } })).toMatchObject({
    status: "approved",
    isTest: true,
  });
  expect((await fresh.call(getDashboard)).pendingDecisions).toEqual([]);
  await endUndo(sample.id);
  await expect
    .poll(async () => (await fresh.call(getDecision, { params: { id: sample.id } })).decision.undoUntil)
    .toBeNull();
  expect(await effectsOf(sample.id)).toEqual([]);
  expect(await world.asOwner("SELECT 1 FROM exposures WHERE decision_id = $1", [sample.id])).toEqual([]);
  expect({
    limits: await fresh.call(listPolicies),
    messages: await fresh.call(listCommunications, { query: {} }),
    tasks: await fresh.call(listTasks, { query: {} }),
  }).toEqual(before);
  await world.asOwner("ALTER TABLE forecasts DISABLE TRIGGER forecasts_are_frozen");
  await world.asOwner("UPDATE forecasts SET due_on = current_date - 1 WHERE decision_id = $1", [sample.id]);
  await world.asOwner("ALTER TABLE forecasts ENABLE TRIGGER forecasts_are_frozen");
  const resolve = { params: { id: sample.id, position: "0" }, body: { held: true } };
  await expect(fresh.call(resolveForecast, resolve)).rejects.toThrow("a test is never measured");
  for (const subject of ["decisions", "forecasts"]) {
    const found = await fresh.call(exploreRows, { query: { q: JSON.stringify({ subject }) } });
    expect([subject, found.total.rows]).toEqual([subject, subject === "decisions" ? 1 : 0]);
  }
  const { items } = await fresh.call(getFeed, { query: {} });
  expect(JSON.stringify(items)).toContain(`Proposed: Test: ${sample.title}`);
});

test("a test proposal is listed and marked while no count includes it, pending or settled", async () => {
  const fresh = await world.member("counter");
  const team = await hire(fresh, "CEO", "CFO");
  const agentId = team.find(({ role }) => role === "CFO")?.id ?? "";
  const propose = (isTest: boolean) => fresh.call(makeDecision, { body: { agentId, ...testContexts.CFO, isTest } });
  const counts = async () => {
    const { waiting, metrics, decisionsSettled, decisionsPerDay } = await fresh.call(getDashboard);
    const { found, pending, settled } = await fresh.call(getLedgerSummary);
    const { pendingDecisions } = await fresh.call(getExecutive, { params: { id: agentId } });
    const perDay = decisionsPerDay.reduce((sum: number, count) => sum + (count ?? 0), 0);
    const proposed = [metrics.decisionsToday, perDay];
    const open = [waiting, decisionsSettled.waiting, pending.count, pending.endingToday, pendingDecisions.length];
    return { found, proposed, open, settled: [decisionsSettled.byPeople, settled.approved] };
  };
  const sample = await propose(true);
  const none = { found: 0, proposed: [0, 0], open: [0, 0, 0, 0, 0], settled: [0, 0] };
  expect(await counts()).toEqual(none);
  expect((await fresh.call(getLedgerSummary)).foundTests).toBe(1);
  expect((await fresh.call(getDashboard)).pendingDecisions).toMatchObject([{ id: sample.id, isTest: true }]);
  await propose(false);
  const one = { ...none, found: 1, proposed: [1, 1], open: [1, 1, 1, 0, 1] };
  expect(await counts()).toEqual(one);
  await settle(fresh, sample.id, true);
  expect(await counts()).toEqual(one);
  // The first step asks for any decision; a sample one is what a company without data gets.
  expect((await fresh.call(getDashboard)).firstSteps.decided).toBe(true);
  await world.asOwner("SELECT dashboard_recount($1)", [fresh.user.companyId]);
  expect(await counts()).toEqual(one);
});

test("a bulk change of tasks is taken back whole: status, hours, assignee, counts and journal; what changed since stays", async () => {
  const fresh = await world.member("tasker");
  const stranger = await world.member("stranger");
  const [ceo] = await hire(fresh, "CEO", "CFO");
  const day = new Date(Date.now() - 86_400_000).toISOString();
  const add = (title: string, more: object = {}) => fresh.call(createTask, { body: { title, dueDate: day, ...more } });
  const [one, two, three] = [await add("One", { assignedAgentId: ceo?.id }), await add("Two"), await add("Three")];
  const ids = [one.id, two.id, three.id];
  await fresh.call(updateTask, { params: { id: two.id }, body: { status: "in_progress" } });
  const state = async () => {
    const tasks = await fresh.call(listTasks, { query: {} });
    return [tasks.toSorted((a, b) => a.title.localeCompare(b.title)), (await fresh.call(getDashboard)).efficiency];
  };
  const before = await state();
  const completed = await fresh.call(changeTasks, { body: { ids, status: "completed" } });
  expect(Date.parse(completed.undoUntil ?? "") - Date.now()).toBeGreaterThan(100_000);
  const undoAll = (who: Member) => who.send("POST", "/api/tasks/bulk/undo", { body: { ids } });
  expect((await undoAll(stranger)).status).toBe(404);
  const undone = await fresh.call(undoTasks, { body: { ids } });
  expect([undone.changed.toSorted(), undone.skipped]).toEqual([ids.toSorted(), []]);
  expect(await state()).toEqual(before);
  const [line] = (await fresh.call(getFeed, { query: {} })).items;
  expect([line?.description, line?.more.length]).toEqual([`Change undone by ${fresh.username}`, 2]);
  // Once is enough.
  const again = await fresh.call(undoTasks, { body: { ids: [one.id] } });
  expect(again.skipped).toEqual([{ id: one.id, title: "One", reason: "Changed since" }]);
  // To a person: an agent would start work on what is in progress.
  await fresh.call(changeTasks, { body: { ids, assignedUserId: fresh.user.id } });
  await fresh.call(updateTask, { params: { id: three.id }, body: { status: "in_progress" } });
  await world.asOwner(
    "UPDATE tasks SET undo = jsonb_set(undo, '{until}', '\"2026-01-01T00:00:00.000Z\"') WHERE id = $1",
    [two.id],
  );
  const late = await fresh.call(undoTasks, { body: { ids } });
  expect(late.changed).toEqual([one.id]);
  expect(Object.fromEntries(late.skipped.map(({ title, reason }) => [title, reason]))).toEqual({
    Two: "Too late to undo",
    Three: "Changed since",
  });
  const tasks = await fresh.call(listTasks, { query: {} });
  expect(tasks.find(({ id }) => id === one.id)?.assignedAgentId).toBe(ceo?.id);
  expect((await journalOf(world, fresh)).filter((action) => action === "task.updated")).toHaveLength(12);
});

test("a question whose run has ended stays closed, one that is still worked on is open again", async () => {
  const fresh = await world.member("asker");
  await hire(fresh, "CEO", "CFO");
  const { taskId, runId } = await fresh.call(askAgents, { body: { question: "What is overdue?", urgency: "low" } });
  const cancel = () => fresh.call(changeTasks, { body: { ids: [taskId], status: "cancelled" } });
  await cancel();
  expect((await fresh.call(undoTasks, { body: { ids: [taskId] } })).changed).toEqual([taskId]);
  await cancel();
  await fresh.call(stopRun, { params: { id: runId } });
  // A run that has begun ends at its next step.
  await expect
    .poll(() => world.asOwner("SELECT 1 FROM agent_runs WHERE id = $1 AND finished_at IS NULL", [runId]))
    .toEqual([]);
  expect(await fresh.call(undoTasks, { body: { ids: [taskId] } })).toEqual({
    changed: [],
    skipped: [{ id: taskId, title: "What is overdue?", reason: "Its run has ended" }],
  });
  expect(await fresh.call(getTask, { params: { id: taskId } })).toMatchObject({ status: "cancelled" });
});

test("an undone task goes back to a person only while they are active", async () => {
  const fresh = await world.member("leaver");
  const [agent] = await hire(fresh, "CEO");
  const [left, stays] = [await colleague(world, fresh, "member"), await colleague(world, fresh, "member")];
  const taskOf = (member: Member) =>
    fresh.call(createTask, { body: { title: "Call them", assignedUserId: member.user.id } });
  const [one, two] = [await taskOf(left), await taskOf(stays)];
  const ids = [one.id, two.id];
  await fresh.call(changeTasks, { body: { ids, assignedAgentId: agent?.id ?? "" } });
  await world.asOwner("UPDATE users SET is_active = false WHERE id = $1", [left.user.id]);
  await fresh.call(undoTasks, { body: { ids } });
  const assignees = (await fresh.call(listTasks)).map(({ id, assignedUserId }) => [id, assignedUserId]);
  expect(Object.fromEntries(assignees)).toEqual({ [one.id]: null, [two.id]: stays.user.id });
});

test("of many pending decisions the control center gets the real ones before tests", async () => {
  const fresh = await world.member("tested");
  const team = await hire(fresh, "CEO", "CFO");
  const agentId = team.find(({ role }) => role === "CFO")?.id ?? "";
  const propose = (isTest: boolean, purpose: string) =>
    fresh.call(makeDecision, {
      body: {
        agentId,
        decisionType: "investment_evaluation",
        context: { ...testContexts.CFO.context, purpose },
        isTest,
      },
    });
  const real = await propose(false, "van");
  // Of equally urgent ones the newest comes first.
  for (let at = 0; at < 20; at += 1) await propose(true, `test ${at}`);
  const { pendingDecisions, waiting } = await fresh.call(getDashboard);
  expect([pendingDecisions.length, pendingDecisions[0]?.id, waiting]).toEqual([20, real.id, 1]);
});
