import { reflect } from "#features/brain/patterns/contract.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAgents, setAutonomy } from "#features/agents/contract.ts";
import { listPolicies } from "#features/authority/contract.ts";
import { getDecision, makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { editExecutive, getExecutive } from "#features/executives/contract.ts";
import { changeConfig, getConfig } from "#features/identity/config/contract.ts";
import { getIdentity, initializeProfile, listProfiles } from "#features/identity/contract.ts";
import {
  changePromotionRule,
  listPromotionRules,
  proposeDemotion,
  proposePromotion,
} from "#features/identity/promotions/contract.ts";
import { changeReporting, listTeamWork } from "#features/identity/reporting/contract.ts";
import { createTask, updateTask } from "#features/tasks/contract.ts";
import { patienceMs } from "../patience.ts";
import { colleague, makeEligible } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "0" });
});
afterAll(() => world?.close());

const ids = async (member: Member, ...roles: Parameters<typeof hire>[1][]) => {
  const team = await hire(member, ...roles);
  return Object.fromEntries(team.map(({ role, id }) => [role, id])) as Record<string, string>;
};
const of = (id: string | undefined) => ({ params: { id: id ?? "" } });
const identityOf = (member: Member, id: string | undefined) => member.call(getIdentity, of(id));

/** Gives an agent a task and closes it by hand; agents leave it alone because it is closed in the same breath. */
async function finish(member: Member, agentId: string, title: string, result: boolean): Promise<string> {
  const task = await member.call(createTask, {
    body: { title, assignedAgentId: agentId, dueDate: "2030-01-01T00:00:00.000Z" },
  });
  if (result)
    await world.asOwner(`UPDATE tasks SET metadata = metadata || '{"result":"Done"}' WHERE id = $1`, [task.id]);
  await member.call(updateTask, { params: { id: task.id }, body: { status: "completed" } });
  return task.id;
}

const untilFinished = async (member: Member, id: string, tasks: number) =>
  expect
    .poll(async () => (await identityOf(member, id)).performanceMetrics.finishedTasks, { timeout: patienceMs })
    .toBe(tasks);

test("an empty company has no profiles, an agent without one still has an identity, and initializing is repeatable", async () => {
  const member = await world.member();
  expect(await member.call(listProfiles)).toEqual([]);
  const { CFO: cfo } = await ids(member, "CFO");
  const before = await identityOf(member, cfo);
  expect(before).toMatchObject({ agent: { id: cfo }, profile: null, promotionHistory: [] });
  expect(before.performanceMetrics).toMatchObject({ score: null, finishedTasks: 0, promotionProgress: 0 });
  expect(before.performanceMetrics.errors).toMatchObject({ rate: null, interval: null });
  const after = await member.call(initializeProfile, { ...of(cfo), body: {} });
  await member.call(initializeProfile, of(cfo));
  expect(after.profile).toMatchObject({
    agentId: cfo,
    agentType: "CFO",
    roleTier: "executive",
    personality: "strategic",
    performanceScore: null,
    taskCount: 0,
    promotionCount: 0,
    defaultResponseLength: "medium",
    escalationBehavior: "conservative",
    voiceStyle: "strategic",
    successRate: null,
    revenueImpact: null,
    promotionStatus: "active",
    lastReflectionDate: null,
    style: "strategic voice, medium answers, conservative escalation",
  });
  expect(after.profile?.historyLog[0]?.text).toMatch(/\(CFO\): profile initialized$/);
  const { createdAt } = await member.call(reflect);
  expect((await identityOf(member, cfo)).profile?.lastReflectionDate).toBe(createdAt);
  expect((await member.call(listProfiles))[0]).toEqual((await identityOf(member, cfo)).profile);
  const { promotionHistory } = await identityOf(member, cfo);
  expect(promotionHistory).toMatchObject([
    { fromRole: null, toRole: "executive", promotionType: "initial", approvedBy: member.username },
  ]);
  expect((await member.call(listProfiles)).map(({ agentId }) => agentId)).toEqual([cfo]);
  expect((await journalOf(world, member)).filter((action) => action === "agent.profile_initialized")).toHaveLength(1);
});

test("performance appears with the fifth finished task, follows reopened ones, and the roster shows it", async () => {
  const member = await world.member();
  const { Legal: legal = "" } = await ids(member, "Legal");
  await member.call(initializeProfile, of(legal));
  for (const each of [1, 2, 3, 4]) await finish(member, legal, `Case ${each}`, true);
  await untilFinished(member, legal, 4);
  expect((await identityOf(member, legal)).profile?.performanceScore).toBeNull();
  const last = await finish(member, legal, "Case 5", false);
  await untilFinished(member, legal, 5);
  const { performanceMetrics: metrics, profile } = await identityOf(member, legal);
  // 4 of 5 with a result and all on time; only these two parts have data, so 25 and 15 become 62.5 and 37.5.
  expect(metrics.score).toBe(87.5);
  expect(metrics.parts.map(({ id, score, applied }) => [id, score, applied])).toEqual([
    ["outcomes", null, 0],
    ["results", 80, 62.5],
    ["onTime", 100, 37.5],
    ["edits", null, 0],
    ["cost", null, 0],
  ]);
  expect(metrics.parts[0]?.from).toBe("0 of 10 resolved forecasts needed");
  expect(metrics).toMatchObject({ promotionProgress: 10, errors: { rate: 0 }, weeks: [{ performance: 87.5 }] });
  expect(profile).toMatchObject({ performanceScore: "87.5", taskCount: 5, errorRate: "0.00", speedScore: 100 });
  const roster = await member.call(listAgents);
  expect(roster[0]?.performance).toBe(87.5);
  expect(await member.call(listTeamWork)).toEqual([{ agentId: legal, doneIn7Days: 5 }]);
  await member.call(updateTask, { params: { id: last }, body: { status: "pending" } });
  await untilFinished(member, legal, 4);
  const again = (await identityOf(member, legal)).performanceMetrics;
  expect(again).toMatchObject({ score: null, errors: { reversals: 1, rate: 25 } });
  expect((await member.call(listAgents))[0]?.performance).toBeNull();
});

test("approved money whose forecast came true counts, also where it is returns", async () => {
  const member = await world.member();
  const { CFO: cfo = "" } = await ids(member, "CFO");
  const evidence = [{ kind: "Document", reference: "Campaign report", value: "as measured", asOf: "2026-11-01" }];
  const lines = [
    { name: "Search", current: 40_000, returns: 120_000 },
    { name: "Fairs", current: 40_000, returns: 40_000 },
  ];
  const { id, metadata } = await member.call(makeDecision, {
    body: { agentId: cfo, decisionType: "budget_allocation", context: { lines, evidence } },
  });
  expect(metadata.returns?.amount).toBeGreaterThan(0);
  await member.call(settleDecision, { params: { id }, body: { approved: true } });
  await world.asOwner("ALTER TABLE forecasts DISABLE TRIGGER forecasts_are_frozen");
  await world.asOwner(
    `UPDATE forecasts SET held = true, metric = 'revenue', resolution = 'human', resolved_at = now(), resolved_by = $2
     WHERE decision_id = $1 AND position = 0`,
    [id, member.user.id],
  );
  await world.asOwner("ALTER TABLE forecasts ENABLE TRIGGER forecasts_are_frozen");
  await finish(member, cfo, "Count again", true);
  await untilFinished(member, cfo, 1);
  const { fields } = (await identityOf(member, cfo)).performanceMetrics;
  expect(fields.find((field) => field.id === "revenueImpact")?.value).toBeCloseTo(metadata.returns?.amount ?? 0, 2);
});

test("a promotion waits for a person, changes the tier once, and its history cannot be rewritten", async () => {
  const member = await world.member();
  const { Sales: sales = "" } = await ids(member, "Sales", "CEO");
  expect((await member.send("POST", `/api/agents/${sales}/promotion`)).status).toBe(409);
  await member.call(initializeProfile, of(sales));
  const early = await member.send("POST", `/api/agents/${sales}/promotion`);
  expect([early.status, early.text]).toEqual([
    409,
    "Grace does not meet the rules for Senior Advisor yet: tasks 0, needs 50 or more; error rate —, needs under 5%; performance —, needs 75 or more.",
  ]);
  await makeEligible(world, sales);
  const { profile, performanceMetrics } = await identityOf(member, sales);
  expect(profile).toMatchObject({ eligibleFor: "advisor", promotionStatus: "eligible" });
  // 1 of 60: Wilson's interval.
  expect(performanceMetrics.errors).toMatchObject({ rate: 1.67, interval: [0.29, 8.86] });
  expect(performanceMetrics.next?.isEligible).toBe(true);
  const viewer = await colleague(world, member, "viewer");
  expect((await viewer.send("POST", `/api/agents/${sales}/promotion`)).status).toBe(403);
  const { decisionId } = await member.call(proposePromotion, of(sales));
  expect(await member.call(proposePromotion, of(sales))).toEqual({ decisionId });
  const { decision } = await member.call(getDecision, of(decisionId));
  expect(decision).toMatchObject({
    decisionType: "promotion",
    status: "pending",
    title: "Promote Grace (Sales) from Executive to Senior Advisor",
  });
  expect((await identityOf(member, sales)).profile).toMatchObject({
    promotionStatus: "pending",
    roleTier: "executive",
    pendingDecisionId: decisionId,
  });
  await member.call(settleDecision, { ...of(decisionId), body: { approved: true } });
  const after = await identityOf(member, sales);
  expect(after.profile).toMatchObject({ roleTier: "advisor", promotionCount: 1, pendingDecisionId: null });
  expect(after.promotionHistory[0]).toMatchObject({
    fromRole: "executive",
    toRole: "advisor",
    promotionType: "automatic",
    reason: "60 tasks, 1.67% errors, score 98.1",
    performanceAtPromotion: 98.1,
    approvedBy: member.username,
    decisionId,
  });
  await expect(
    world.asOwner("UPDATE promotion_history SET reason = 'Better' WHERE agent_id = $1", [sales]),
  ).rejects.toThrow("never rewritten");
  const down = await member.call(proposeDemotion, { ...of(sales), body: { reason: "Two wrong quotes" } });
  await member.call(settleDecision, { ...of(down.decisionId), body: { approved: true } });
  const demoted = await identityOf(member, sales);
  expect(demoted.profile).toMatchObject({ roleTier: "executive", promotionCount: 1 });
  expect(demoted.promotionHistory.map(({ promotionType }) => promotionType)).toEqual([
    "demotion",
    "automatic",
    "initial",
  ]);
  expect((await journalOf(world, member)).filter((action) => action === "agent.tier_changed")).toHaveLength(2);
});

test("admins edit the promotion rules by version, and eligibility follows", async () => {
  const member = await world.member();
  const { CTO: cto = "" } = await ids(member, "CTO");
  await member.call(initializeProfile, of(cto));
  await makeEligible(world, cto);
  expect(await member.call(listPromotionRules)).toMatchObject([
    {
      promotedRole: "advisor",
      version: 1,
      minTaskCount: 50,
      maxErrorRate: 5,
      minPerformanceScore: 75,
      changedBy: "default",
    },
    {
      promotedRole: "board_member",
      currentRole: "advisor",
      minTaskCount: 200,
      maxErrorRate: 3,
      minPerformanceScore: 85,
    },
  ]);
  const body = { version: 1, minTaskCount: 100, maxErrorRate: 5, minPerformanceScore: 75 };
  const changed = await member.call(changePromotionRule, { params: { tier: "advisor" }, body });
  expect(changed[0]).toMatchObject({ version: 2, minTaskCount: 100, changedBy: member.username });
  expect((await identityOf(member, cto)).profile?.eligibleFor).toBeNull();
  expect((await member.send("PUT", "/api/agents/promotion-rules/advisor", { body })).status).toBe(409);
  expect((await member.send("PUT", "/api/agents/promotion-rules/executive", { body })).status).toBe(404);
});

test("of two people who make two agents report to each other, one is refused", async () => {
  const member = await world.member();
  const { CFO: cfo = "", Sales: sales = "", CEO: ceo = "" } = await ids(member, "CEO", "CFO", "Sales");
  const line = (id: string, reportsTo: string | null, was: string | null) =>
    member.send("PUT", `/api/agents/${id}/reporting`, { body: { reportsTo, was } });
  const both = await Promise.all([line(cfo, sales, ceo), line(sales, cfo, ceo)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const team = await member.call(listAgents);
  const lead = (id: string) => team.find((agent) => agent.id === id)?.systemProps.reportsTo ?? null;
  expect(new Set([lead(cfo), lead(sales)])).toEqual(new Set([ceo, lead(cfo) === ceo ? cfo : sales]));
  // The same through the form that edits an agent.
  const follower = lead(cfo) === ceo ? cfo : sales;
  const { updatedAt } = await member.call(getExecutive, of(follower));
  const other = follower === cfo ? sales : cfo;
  const edited = await member.send("PUT", `/api/agents/${follower}`, { body: { updatedAt, reportsTo: other } });
  expect(edited.status).toBe(422);
  // Who looked at an older chart is told.
  const late = await line(other, ceo, ceo);
  expect([late.status, late.text]).toEqual([
    409,
    `Someone else just moved ${other === cfo ? "Marcus" : "Grace"}. Look at the chart and try again.`,
  ]);
  const moved = await member.call(changeReporting, { ...of(other), body: { reportsTo: ceo, was: follower } });
  expect(moved.systemProps.reportsTo).toBe(ceo);
  expect((await line(ceo, cfo, null)).text).toBe("The CEO reports to no one");
  expect((await line(cfo, cfo, lead(cfo))).status).toBeGreaterThanOrEqual(409);
  const stranger = await world.member();
  const foreign = await stranger.send("PUT", `/api/agents/${cfo}/reporting`, { body: { reportsTo: null, was: null } });
  expect([foreign.status, foreign.text]).toEqual([404, "Not found"]);
});

test("a configuration is validated, stored, and sets what the agent may use alone", async () => {
  const member = await world.member();
  const { CFO: cfo = "" } = await ids(member, "CFO");
  expect(await member.call(getConfig, of(cfo))).toMatchObject({
    voiceStyle: "strategic",
    riskTolerance: 50,
    defaultTaskType: "",
  });
  const put = (body: object) => member.send("PUT", `/api/agents/${cfo}/config`, { body });
  const good = { voiceStyle: "analytical", riskTolerance: 100, defaultTaskType: "Review" };
  expect((await put({ ...good, riskTolerance: 101 })).status).toBe(400);
  expect((await put({ ...good, riskTolerance: -5 })).status).toBe(400);
  const untyped = await put({ ...good, defaultTaskType: " " });
  expect([untyped.status, untyped.text.includes("Please specify default task type")]).toEqual([400, true]);
  const unvoiced = await put({ ...good, voiceStyle: "" });
  expect([unvoiced.status, unvoiced.text.includes("Please select a voice style")]).toEqual([400, true]);
  const alone = async () => (await member.call(listPolicies)).limits.find(({ agentId }) => agentId === cfo);
  expect(await alone()).toMatchObject({ alone: 37_500, aloneSource: "Risk tolerance 50: 75% of $50,000" });
  const { version } = await member.call(getConfig, of(cfo));
  expect((await put({ ...good, version })).status).toBe(200);
  expect(await member.call(getConfig, of(cfo))).toMatchObject(good);
  expect(await alone()).toMatchObject({ alone: 40_000, aloneSource: "Asks early: at 80% of $50,000" });
  await member.call(changeConfig, {
    ...of(cfo),
    body: {
      voiceStyle: "analytical",
      riskTolerance: 100,
      defaultTaskType: "Review",
      escalationBehavior: "independent",
    },
  });
  expect(await alone()).toMatchObject({ alone: 50_000 });
  await member.call(editExecutive, {
    ...of(cfo),
    body: { updatedAt: (await member.call(getExecutive, of(cfo))).updatedAt, decisionAuthority: "medium" },
  });
  expect(await alone()).toMatchObject({ alone: 25_000, aloneSource: "Medium authority: half of $50,000" });
  await member.call(setAutonomy, { ...of(cfo), body: { autonomyLevel: "execute" } });
  const stranger = await world.member();
  for (const path of [`config/${cfo}`, `${cfo}/identity`])
    expect((await stranger.send("GET", `/api/agents/${path}`)).text).toBe("Not found");
  // Of two saves from the same version the second is refused and keeps nothing; without a version it overwrites.
  const stale = await put({ ...good, riskTolerance: 0, version });
  expect([stale.status, stale.text]).toEqual([
    409,
    "Someone changed Marcus's configuration since you opened it. What you typed is still here.",
  ]);
  expect(await member.call(getConfig, of(cfo))).toMatchObject({ riskTolerance: 100 });
  expect((await journalOf(world, member)).filter((action) => action === "agent.config_changed")).toHaveLength(2);
});
