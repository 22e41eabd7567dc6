// On both databases: the whole path through the product.
import { tasksIn } from "../planned.ts";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAgents, setAutonomy, setStatus } from "#features/agents/contract.ts";
import { listCommunications } from "#features/communications/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { getDecision, listDecisions, makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { getImport, importMetrics, listMetrics, type MetricImport } from "#features/metrics/contract.ts";
import { initializeAgents, resetData } from "#features/setup/contract.ts";
import { listTasks, updateTask } from "#features/tasks/contract.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

let world: World;
let owner: Member;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.member("owner");
});
afterAll(() => world?.close());

const retail = readFileSync(new URL("../../src/app/demo-data/daily-sales.csv", import.meta.url), "utf8");
const columns = {
  metricName: "daily_revenue",
  dateColumn: "date",
  valueColumn: "revenue",
  dateFormat: "YYYY-MM-DD",
} as const;

async function importCsv(fileName: string, body: string): Promise<MetricImport> {
  const started = await owner.call(importMetrics, { query: { fileName, ...columns, currency: "GBP" }, body });
  return expect
    .poll(() => owner.call(getImport, { params: { id: started.id } }))
    .toMatchObject({ status: expect.stringMatching(/done|failed/) })
    .then(() => owner.call(getImport, { params: { id: started.id } }));
}

test("a new company sees an empty dashboard without invented figures", async () => {
  const dashboard = await owner.call(getDashboard);
  expect(dashboard.metrics).toEqual({
    dailyRevenue: null,
    activeAgents: 0,
    totalAgents: 0,
    decisionsToday: 0,
    efficiencyScore: null,
  });
  expect(dashboard.firstSteps).toEqual({ company: true, workforce: false, data: false, decided: false });
});

test("a CSV with bad lines imports nothing and names each line", async () => {
  const lines = retail.trimEnd().split("\n");
  lines[2] = "2009-12-02,many";
  lines[4] = "2009-13-02,1";
  const result = await importCsv("bad.csv", lines.join("\n"));
  expect(result).toMatchObject({ status: "failed", badCount: 2, added: 0 });
  expect(result.badLines).toEqual([
    { line: 3, sentence: '"many" is not a number.' },
    { line: 5, sentence: 'Day: "2009-13-02" is not a date.' },
  ]);
  expect(await owner.call(listMetrics, { query: { name: "daily_revenue" } })).toEqual([]);
  expect((await journalOf(world, owner)).at(-1)).toBe("metric.import_failed");
});

test("decimal commas are read by the whole column; a day to come is refused", async () => {
  const plain = {
    metricName: "orders_value",
    dateColumn: "Datum",
    valueColumn: "Umsatz",
    dateFormat: "DD.MM.YYYY",
  } as const;
  const send = async (rows: string) => {
    const query = { fileName: "umsatz.csv", ...plain };
    const { id } = await owner.call(importMetrics, { query, body: `\ufeffDatum;Umsatz\r\n${rows}` });
    await expect.poll(async () => (await owner.call(getImport, { params: { id } })).status).toMatch(/done|failed/);
    return owner.call(getImport, { params: { id } });
  };
  const late = await send("01.02.2024;2.500\r\n02.02.2024;10,5\r\n;\r\n02.02.2999;1\r\n");
  expect(late).toMatchObject({ status: "failed", badCount: 1, added: 0 });
  expect(late.badLines.map((bad) => bad.line)).toEqual([5]);
  const unclear = await send("01.02.2024;2.500\r\n02.02.2024;3.500\r\n");
  expect(unclear).toMatchObject({ status: "failed", added: 0 });
  expect(unclear.sentence).toContain('2.500 in "Umsatz" could be');
  expect(await send("01.02.2024;2.500\r\n02.02.2024;10,5\r\n;\r\n")).toMatchObject({ status: "done", added: 2 });
  const points = await owner.call(listMetrics, { query: { name: "orders_value" } });
  expect(points.map((point) => point.metricValue)).toEqual([2500, 10.5]);
});

test("a figure of a day that has not come is refused", async () => {
  const points = [{ metricName: "daily_revenue", metricValue: 1, measurementDate: "2150-01-01" }];
  const reply = await owner.send("POST", "/api/metrics", { body: { source: "manual", points } });
  expect([reply.status, reply.text]).toEqual([422, "2150-01-01 is in the future."]);
});

test("the retail series is imported once, in pounds, with its own dates", async () => {
  const result = await importCsv("daily-sales.csv", retail);
  expect(result).toMatchObject({ status: "done", added: 739, sentence: "739 days added." });
  expect((await journalOf(world, owner)).at(-1)).toBe("metric.imported");
  const { metrics, revenue } = await owner.call(getDashboard);
  expect(metrics.dailyRevenue).toBe(1626);
  expect(revenue).toMatchObject({ date: "2011-12-09", source: "csv", currency: "GBP" });
  expect(revenue?.last30).toHaveLength(30);
  const before = await world.asOwner("SELECT * FROM company_metrics ORDER BY metric_name, measurement_date");
  const again = await importCsv("daily-sales.csv", retail);
  expect(again).toMatchObject({ status: "done", added: 0, changed: 0, unchanged: 739 });
  expect(await world.asOwner("SELECT * FROM company_metrics ORDER BY metric_name, measurement_date")).toEqual(before);
});

test("an investment over the limit waits for a person, and approving it has its effects once", async () => {
  const [, cfo] = await hire(owner, "CEO", "CFO", "Sales");
  const proposed = await owner.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  expect(proposed).toMatchObject({
    number: 1,
    status: "pending",
    agentRole: "CFO",
    engine: "rules",
    requiresApproval: true,
  });
  expect(proposed.authorization.limits[0]?.over).toBe(35_000);
  const same = await owner.call(makeDecision, { body: { agentId: cfo?.id ?? "", ...testContexts.CFO } });
  expect(same.id).toBe(proposed.id);

  const said = await owner.call(listCommunications);
  expect(new Set(said.map((message) => message.receiver?.role ?? message.recipient))).toEqual(
    new Set(["CEO", "Owner"]),
  );
  expect(said).toHaveLength(2);

  const approved = await owner.call(settleDecision, {
    params: { id: proposed.id },
    body: { approved: true, probability: 0.7 },
  });
  expect(approved).toMatchObject({ status: "approved", approvedBy: owner.username });
  const tasks = await owner.call(listTasks);
  const page = await owner.call(getDecision, { params: { id: proposed.id } });
  expect(tasks.length).toBe(tasksIn(page.working.effects).length);
  expect(tasks.length).toBeGreaterThan(0);
  expect(page.effects.length).toBe(page.working.effects.length + said.length);
  expect(page.budget).toMatchObject({ yearBudget: 500_000, committed: 85_000, after: 85_000 });
  expect(page.journal.map((line) => line.action)).toEqual(
    expect.arrayContaining(["decision.proposed", "decision.approved", "task.created", "communication.sent"]),
  );
  const again = await owner.send("POST", `/api/decisions/${proposed.id}/approve`, { body: { approved: false } });
  expect(again.status).toBe(409);
  expect(again.text).toMatch(new RegExp(`^Already approved by ${owner.username} at \\d\\d:\\d\\d$`));
  const dangling = await world.asOwner("SELECT 1 FROM tasks WHERE grant_id IS NULL");
  expect(dangling).toEqual([]);
});

test("a rejected lead keeps its reason and tells the agent", async () => {
  const sales = (await owner.call(listAgents)).find((agent) => agent.role === "Sales");
  const lead = await owner.call(makeDecision, { body: { agentId: sales?.id ?? "", ...testContexts.Sales } });
  const body = { approved: false, reason: "Too early" };
  const rejected = await owner.call(settleDecision, { params: { id: lead.id }, body });
  expect(rejected).toMatchObject({
    status: "rejected",
    reason: "Too early",
    rejectedBy: owner.username,
    approvedBy: null,
  });
  const [told] = await owner.call(listCommunications);
  expect(told).toMatchObject({ receiverAgentId: sales?.id, content: "Too early" });
  expect((await journalOf(world, owner)).slice(-2)).toEqual(["decision.rejected", "communication.sent"]);
});

test("a task is completed by name, cannot be completed twice, and can be restarted", async () => {
  const [task] = await owner.call(listTasks);
  const params = { id: task?.id ?? "" };
  const done = await owner.call(updateTask, { params, body: { status: "completed" } });
  expect(done).toMatchObject({ status: "completed", completedBy: owner.username });
  const twice = await owner.send("PUT", `/api/tasks/${params.id}`, { body: { status: "completed" } });
  expect([twice.status, twice.text]).toEqual([409, "Already completed"]);
  expect(await owner.call(updateTask, { params, body: { status: "pending" } })).toMatchObject({
    status: "pending",
    completedBy: null,
  });
  expect((await journalOf(world, owner)).slice(-2)).toEqual(["task.updated", "task.updated"]);
});

test("an executive is switched off, changes its level, and decides nothing while off", async () => {
  const ceo = (await owner.call(listAgents)).find((agent) => agent.role === "CEO");
  const params = { id: ceo?.id ?? "" };
  await owner.call(setStatus, { params, body: { status: "paused" } });
  expect((await owner.call(getDashboard)).metrics).toMatchObject({ activeAgents: 2, totalAgents: 3 });
  const refused = await owner.send("POST", "/api/agents/make-decision", {
    body: { agentId: params.id, ...testContexts.CEO },
  });
  expect(refused.status).toBe(409);
  await owner.call(setStatus, { params, body: { status: "active" } });
  const after = await owner.call(setAutonomy, { params, body: { autonomyLevel: "execute" } });
  expect(after.systemProps.autonomyLevel).toBe("execute");
  const market = await owner.call(makeDecision, { body: { agentId: params.id, ...testContexts.CEO } });
  expect(market).toMatchObject({ status: "pending", authorization: { verdict: "ask", bound: "Oversight" } });
});

test("a reset counts what it deleted and keeps tasks, figures and the journal", async () => {
  const tasks = (await owner.call(listTasks)).length;
  const { resetItems } = await owner.call(resetData);
  expect(resetItems).toMatchObject({ agents: 3, decisions: 3 });
  expect(resetItems.communications).toBeGreaterThan(4);
  expect(await owner.call(listAgents)).toEqual([]);
  expect(await owner.call(listDecisions)).toEqual([]);
  expect(await owner.call(listCommunications)).toEqual([]);
  expect((await owner.call(listTasks)).map((task) => task.assignedAgent)).toEqual(Array(tasks).fill(null));
  expect((await owner.call(getDashboard)).metrics.dailyRevenue).toBe(1626);
  expect((await journalOf(world, owner)).at(-1)).toBe("company.reset");
});

test("initialising creates the eight, and says the truth when repeated", async () => {
  const first = await owner.call(initializeAgents);
  expect(first).toEqual({ message: expect.stringContaining("8 agents ready. They work by rules"), created: 8 });
  const second = await owner.call(initializeAgents);
  expect(second).toEqual({ message: first.message, created: 0 });
  const team = await owner.call(listAgents);
  const ceo = team.find((agent) => agent.role === "CEO");
  expect(team.filter((agent) => agent.systemProps.reportsTo === ceo?.id)).toHaveLength(7);
});
