import { afterAll, beforeAll, expect, test } from "vitest";
import { setStatus } from "#features/agents/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { getOrchestrator, queryOrchestrator, runMonitor, setTaskStatus } from "#features/orchestrator/contract.ts";
import { acceptPlan, discardPlan, executeCommand, getPlan } from "#features/plans/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { resetData } from "#features/setup/contract.ts";
import { undoReset } from "#features/setup/reset/contract.ts";
import { createTask, updateTask } from "#features/tasks/contract.ts";
import { listWork } from "#features/tasks/load/contract.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const dashboard = (by: Member, q?: string) => by.call(getOrchestrator, { query: q ? { q } : {} });
const ask = (by: Member, query: string) => by.call(queryOrchestrator, { body: { query, priority: "medium" } });
const add = (by: Member, kind: string, fields: object) =>
  by.call(addRecord, { body: { kind, source: "manual", fields } as never });
const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(new Date());
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test("a new company has nothing on its orchestrator", async () => {
  const member = await world.member();
  expect(await dashboard(member)).toMatchObject({
    stats: { activeTasks: 0, activeInitiatives: 0, totalMemories: 0, totalReflections: 0, overdue: 0, inProgress: 0 },
    tasks: [],
    initiatives: [],
    memory: [],
    reflections: [],
  });
});

test("the tiles count open tasks, active initiatives, memory and reflections", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO");
  await member.call(addSamples);
  const plan = await member.call(executeCommand, { body: { prompt: "Collect everything that is overdue" } });
  // Until the plan is accepted its tasks are listed and marked, but counted nowhere.
  const held = await dashboard(member);
  expect(held.stats).toMatchObject({ activeTasks: 0, activeInitiatives: 0 });
  expect(held.tasks.map(({ planId }) => planId)).toEqual(plan.tasks.map(() => plan.id));
  const { rows, total, held: waiting } = await member.call(listWork);
  expect([rows.length, total, waiting]).toEqual([plan.tasks.length, 0, plan.tasks.length]);
  const performance = await ask(member, "team performance");
  expect(performance.rows.map(({ text }) => text).join()).not.toMatch(/[1-9] open/);
  const due = async () =>
    (
      await world.asOwner<{ due: number }>(
        "SELECT coalesce(sum(due), 0)::int AS due FROM dashboard_days WHERE company_id = $1",
        [member.user.companyId],
      )
    )[0]?.due;
  expect(await due()).toBe(0);
  await member.call(acceptPlan, { params: { id: plan.id } });
  expect(await due()).toBe(plan.tasks.length);
  const [first] = plan.tasks;
  // By a person: an agent might give it back in the meantime.
  await member.call(updateTask, { params: { id: first?.id ?? "" }, body: { assignedUserId: member.user.id } });
  await member.call(setTaskStatus, { params: { taskId: first?.id ?? "" }, body: { status: "in_progress" } });
  const after = await dashboard(member);
  expect(after.stats).toMatchObject({ activeTasks: plan.tasks.length, inProgress: 1, activeInitiatives: 1 });
  expect(after.tasks.find(({ id }) => id === first?.id)).toMatchObject({ status: "in_progress", estimatedHours: 1 });
  await member.call(setTaskStatus, { params: { taskId: first?.id ?? "" }, body: { status: "completed" } });
  expect((await dashboard(member)).initiatives[0]).toMatchObject({
    progress: String(Math.round(100 / plan.tasks.length)),
    status: "active",
  });
  expect(
    await member.send("PUT", `/api/orchestrator/tasks/${first?.id}/status`, { body: { status: "in_progress" } }),
  ).toMatchObject({ status: 409, text: "Already completed; restart it first" });
});

test("a query needs words, a known priority and an active agent", async () => {
  const member = await world.member();
  for (const body of [
    { query: "" },
    { query: "   " },
    { query: "x", priority: "critical" },
    { query: 5 },
    {},
    { query: "x".repeat(2_001) },
  ])
    expect((await member.send("POST", "/api/orchestrator/query", { body })).status, JSON.stringify(body)).toBe(400);
  expect(
    await member.send("POST", "/api/orchestrator/query", { body: { query: "Analyze team performance" } }),
  ).toMatchObject({
    status: 409,
    text: "No agent is active. Add agents on the dashboard first.",
  });
  const viewer = await colleague(world, member, "viewer");
  expect(
    (await viewer.send("POST", "/api/orchestrator/query", { body: { query: "Analyze team performance" } })).status,
  ).toBe(403);
  expect((await viewer.send("POST", "/api/orchestrator/monitor")).status).toBe(403);
});

test("team performance, worked out by hand", async () => {
  const member = await world.member();
  const [ceo, cfo, cto] = await hire(member, "CEO", "CFO", "CTO");
  const task = async (title: string, assignedAgentId: string | undefined, status?: "completed", dueDate?: string) => {
    const made = await member.call(createTask, {
      body: { title, assignedAgentId: assignedAgentId ?? null, dueDate: dueDate ?? null },
    });
    if (status) await member.call(updateTask, { params: { id: made.id }, body: { status } });
  };
  await task("One", cfo?.id, "completed");
  await task("Two", cfo?.id, "completed");
  await task("Three", ceo?.id, "completed");
  await task("Four", ceo?.id, undefined, daysFromNow(-2));
  await task("Five", cto?.id);
  await member.call(setStatus, { params: { id: cto?.id ?? "" }, body: { status: "paused" } });
  const answer = await ask(member, "Analyze team performance");
  expect(answer).toMatchObject({ title: "Team performance", answered: true, engine: "rules" });
  expect(answer.summary).toBe(
    `The team completed 3 tasks in the last 30 days; 1 open task is overdue. ${cfo?.name} completed most (2). ${cto?.name} is paused.`,
  );
  expect(answer.rows.map(({ title, text }) => [title, text])).toEqual([
    [cfo?.name, "2 completed in 30 days, 0 open, 0 overdue."],
    [ceo?.name, "1 completed in 30 days, 1 open, 1 overdue."],
    [cto?.name, "0 completed in 30 days, 1 open, 0 overdue, paused."],
  ]);
});

test("agents who completed equally many tasks are all named", async () => {
  const member = await world.member();
  const team = await hire(member, "CEO", "CFO", "CTO", "CMO");
  const complete = async (count: number) => {
    for (const { id } of team.slice(0, count)) {
      const made = await member.call(createTask, { body: { title: "One", assignedAgentId: id } });
      await member.call(updateTask, { params: { id: made.id }, body: { status: "completed" } });
    }
  };
  await complete(2);
  const [one, other] = [team[0]?.name ?? "", team[1]?.name ?? ""].toSorted();
  expect((await ask(member, "Analyze team performance")).summary).toContain(
    `${one} and ${other} completed most (1 each).`,
  );
});

test("the top three priorities, worked out by hand", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  const invoice = (number: string, customerName: string, amount: number, dueOn: string, status = "open") =>
    add(member, "invoices", {
      number,
      customerName,
      amount,
      dueOn,
      direction: "receivable",
      status,
      issuedOn: "2026-01-01",
      currency: "USD",
    });
  await invoice("A-1", "Alder", 400, "2026-02-01");
  await invoice("A-2", "Birch", 4_000, "2026-03-01");
  await invoice("A-4", "Dogwood", 9_000, "2026-02-01", "disputed");
  await invoice("A-3", "Cedar", 40, "2199-01-01");
  await member.call(createTask, { body: { title: "Old task", priority: "low", dueDate: daysFromNow(-1) } });
  await member.call(createTask, { body: { title: "Coming task", priority: "high", dueDate: daysFromNow(2) } });
  const answer = await ask(member, "What are our top 3 priorities this week?");
  // Overdue first; of these by amount: 4,000, 400, then the task without one.
  expect(answer.rows.map(({ title }) => title)).toEqual([
    "Collect $4,000 from Birch",
    "Collect $400 from Alder",
    "Old task",
  ]);
  expect(answer.rows[0]?.suggestion).toMatchObject({ title: "Ask Birch to pay A-2" });
  // A dispute is settled before it is collected.
  expect(JSON.stringify(answer)).not.toContain("Dogwood");
  expect(answer.summary).toMatch(/^Collect \$4,000 from Birch first\./);
  // A suggested task is a body that tasks take.
  const { suggestion } = answer.rows[0] ?? {};
  if (!suggestion) throw new Error("Nothing was suggested.");
  expect((await member.call(createTask, { body: suggestion })).title).toBe("Ask Birch to pay A-2");
});

test("customer risks, worked out by hand: two signs or more", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  const customer = (name: string, usage30: number, usagePrior30: number) =>
    add(member, "customers", { name, status: "active", usage30, usagePrior30 });
  await customer("Alder", 60, 100);
  await customer("Birch", 60, 100);
  await customer("Cedar", 95, 100);
  for (const customerName of ["Alder", "Cedar"])
    await add(member, "tickets", {
      title: "Deliver the report",
      kind: "promise",
      priority: "medium",
      status: "open",
      openedOn: "2026-01-01",
      dueOn: "2026-02-01",
      customerName,
    });
  const answer = await ask(member, "Which customers are at risk?");
  // Alder: activity down 40%, an open promise, an overdue ticket. Cedar: a promise that is overdue. Birch: one sign.
  expect(answer.rows.map(({ title, text }) => [title, text])).toEqual([
    ["Alder", "Activity down 40%, 1 open promise, 1 overdue ticket."],
    ["Cedar", "1 open promise, 1 overdue ticket."],
  ]);
  expect(answer.summary).toMatch(/^2 customers show two or more signs of leaving/);
});

test("other queries are answered as questions are, and only answers are remembered", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  await member.call(addSamples);
  expect((await ask(member, "How much do customers owe us?")).summary).toMatch(/owe/);
  const strange = await ask(member, "Write a poem about the sea");
  expect(strange).toMatchObject({ answered: false, method: "", missing: [] });
  const { memory, stats } = await dashboard(member);
  expect(stats).toMatchObject({ totalMemories: 1, newMemories: 1 });
  expect(memory[0]).toMatchObject({ contentType: "answer", importance: 5, tags: ["answer", "medium"] });
  // Recalled by its words, and by nothing else.
  expect((await dashboard(member, "customers owe")).memory).toHaveLength(1);
  expect((await dashboard(member, "zebra")).memory).toEqual([]);
  expect(await journalOf(world, member)).toContain("orchestrator.answered");
});

test("hostile text in a query stays text", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  for (const query of [
    "'; DROP TABLE memories; --",
    "<script>alert(1)</script>",
    "Analyze team performance \u202e {{7*7}}",
    "%".repeat(500),
  ])
    expect((await ask(member, query)).summary, query).not.toBe("");
  expect((await dashboard(member, "'; %_\\")).memory).toEqual(expect.any(Array));
});

test("a query without a word is refused", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  for (const query of ["  ", "\u202e\u2066", " \u200f "])
    expect(await member.send("POST", "/api/orchestrator/query", { body: { query } }), query).toMatchObject({
      status: 400,
      text: expect.stringContaining("Write a query"),
    });
  expect((await ask(member, "\u202e Analyze team performance \u2066")).query).toBe("Analyze team performance");
});

test("monitoring finds what is wrong; a repeated finding updates its reflection", async () => {
  const member = await world.member();
  const [ceo] = await hire(member, "CEO", "CFO");
  expect(await member.call(runMonitor)).toMatchObject({ found: 0, added: 0, summary: "0 findings, 0 new." });
  const late = await member.call(createTask, {
    body: { title: "Late task", assignedAgentId: ceo?.id ?? null, dueDate: daysFromNow(-3) },
  });
  await add(member, "subscriptions", {
    name: "shop.example",
    kind: "domain",
    status: "active",
    amount: 20,
    interval: "year",
    renewsOn: daysFromNow(5).slice(0, 10),
  });
  const points = Array.from({ length: 20 }, (_, at) => ({
    metricName: "daily_orders",
    metricValue: at === 19 ? 900 : 100 + (at % 5),
    measurementDate: new Date(Date.UTC(2026, 5, 1 + at)).toISOString().slice(0, 10),
  }));
  await member.call(recordMetrics, { body: { source: "manual", points } });
  expect(await member.call(runMonitor)).toMatchObject({ found: 3, added: 3 });
  expect(await member.call(runMonitor)).toMatchObject({ found: 3, added: 0 });
  const { reflections, stats } = await dashboard(member);
  expect(stats).toMatchObject({ totalReflections: 3, newReflections: 3 });
  expect(new Set(reflections.map(({ trigger }) => trigger))).toEqual(
    new Set(["Overdue task", "Expiring service", "Unusual figure"]),
  );
  expect(reflections.find(({ trigger }) => trigger === "Overdue task")).toMatchObject({
    times: 2,
    confidence: "100",
    href: `/?task=${late.id}`,
    actionTaken: "None, reported to you.",
  });
  const feed = await member.call(getFeed, {});
  expect(feed.items.some(({ title }) => title === "Monitoring completed")).toBe(true);
  // Completed, the task is found no more; its reflection stays as it was last seen.
  await member.call(updateTask, { params: { id: late.id }, body: { status: "completed" } });
  expect(await member.call(runMonitor)).toMatchObject({ found: 2, added: 0 });
});

test("a reset takes what is about runs, decisions and agents; plans stay, and its undo brings all of it back", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO", "Customer Success");
  await member.call(addSamples);
  const { id } = await member.call(executeCommand, { body: { prompt: "Collect everything that is overdue" } });
  const plan = await member.call(acceptPlan, { params: { id } });
  await world.asOwner("UPDATE decisions SET created_at = created_at - interval '5 days' WHERE company_id = $1", [
    member.user.companyId,
  ]);
  await ask(member, "Analyze team performance");
  await member.call(runMonitor);
  // What was decided and written comes into memory by the clock.
  const shown = async () => {
    const { memory, ...rest } = await dashboard(member);
    return { ...rest, memory: memory.filter(({ contentType }) => contentType === "answer") };
  };
  const before = await shown();
  const triggers = ({ reflections }: typeof before) => new Set(reflections.map(({ trigger }) => trigger));
  expect(before.memory).toHaveLength(1);
  expect(triggers(before)).toEqual(new Set(["Waiting approval", "Expiring service"]));

  await member.call(resetData);
  const after = await shown();
  expect(after.memory).toEqual([]);
  expect(triggers(after)).toEqual(new Set(["Expiring service"]));
  expect(await member.call(getPlan, { params: { id } })).toMatchObject({
    status: "accepted",
    runId: null,
    tasks: plan.tasks.map(() => ({ assignedTo: "Unassigned" })),
    initiatives: plan.initiatives.map(() => ({ owner: null })),
    proposals: plan.proposals.map(() => ({ decisionId: null, refused: "A reset deleted it." })),
  });

  await member.call(undoReset, { body: {} });
  expect(await shown()).toEqual(before);
  expect(await member.call(getPlan, { params: { id } })).toEqual(plan);
});

test("a task is stuck by how long it has been in progress, not by its age", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  const { id } = await member.call(createTask, { body: { title: "Old task begun today" } });
  await world.asOwner("UPDATE tasks SET created_at = created_at - interval '40 days' WHERE id = $1", [id]);
  await member.call(updateTask, { params: { id }, body: { status: "in_progress" } });
  expect(await member.call(runMonitor)).toMatchObject({ found: 0 });
  await world.asOwner("UPDATE tasks SET started_at = started_at - interval '15 days' WHERE id = $1", [id]);
  await member.call(runMonitor);
  const { reflections } = await dashboard(member);
  expect(reflections).toMatchObject([
    {
      trigger: "Stuck task",
      observation: expect.stringMatching(/^"Old task begun today" was started on /),
      analysis: "It has been in progress for more than 14 days.",
    },
  ]);
});

test("as many priorities as the query asks for, of all there are", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  for (let at = 0; at < 60; at++)
    await member.call(createTask, {
      body: { title: `Task ${at}`, priority: "low", dueDate: daysFromNow(at === 59 ? -30 : 2) },
    });
  const five = await ask(member, "What are our top 5 priorities this week?");
  expect(five.title).toBe("Top 5 priorities");
  expect(five.rows).toHaveLength(5);
  expect(five.summary).toBe("Task 59 first. It leads 60 pending proposals, open tasks and overdue invoices.");
  expect((await ask(member, "Top ten priorities")).rows).toHaveLength(10);
  expect((await ask(member, "What are our priorities this week?")).rows).toHaveLength(3);
});

test("however many priorities are asked for, an answer suggests at most three tasks", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  for (let at = 0; at < 5; at++)
    await add(member, "invoices", {
      number: `L-${at}`,
      customerName: `Debtor ${at}`,
      amount: 100 + at,
      currency: "USD",
      status: "open",
      direction: "receivable",
      issuedOn: "2026-01-02",
      dueOn: "2026-02-02",
    });
  const { rows } = await ask(member, "What are our top 5 priorities this week?");
  expect(rows).toHaveLength(5);
  expect(rows.flatMap(({ suggestion }) => suggestion?.title ?? [])).toEqual([
    "Ask Debtor 4 to pay L-4",
    "Ask Debtor 3 to pay L-3",
    "Ask Debtor 2 to pay L-2",
  ]);
});

test("initiatives are counted beyond what the list shows", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  const ids: string[] = [];
  for (let at = 0; at < 54; at++) {
    const prompt = `Launch the ${String.fromCharCode(65 + (at % 26)).repeat(2 + Math.floor(at / 26))}x edition`;
    ids.push((await member.call(executeCommand, { body: { prompt } })).id);
  }
  for (const id of ids.slice(0, 52)) await member.call(acceptPlan, { params: { id } });
  const [one] = (await dashboard(member)).initiatives;
  if (!one) throw new Error("There is no initiative.");
  await member.call(discardPlan, { params: { id: ids[53] ?? "" } });
  const { stats, initiatives } = await dashboard(member);
  expect(initiatives).toHaveLength(50);
  expect(stats).toMatchObject({
    activeInitiatives: 52,
    pendingInitiatives: 1,
    openInitiatives: 53,
    totalInitiatives: 54,
  });
});

test("a query has one line in the feed, also if other agents were asked", async () => {
  const member = await world.member();
  await hire(member, "CEO", "Sales");
  await member.call(addSamples);
  const titles = async () => (await member.call(getFeed, {})).items.map(({ title }) => title);
  const before = (await titles()).length;
  for (const query of ["Which deals will close this month?", "Analyze team performance", "What is our win rate?"]) {
    const answer = await ask(member, query);
    expect(answer.answered, query).toBe(true);
  }
  const after = await titles();
  expect(after.slice(0, after.length - before)).toEqual([
    "What is our win rate?",
    "Analyze team performance",
    "Which deals will close this month?",
  ]);
});

test("deals that will close are open ones, and the biggest vendors are those who cost most", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO", "Sales");
  for (const [name, stage, amount, day] of [
    ["Alder rollout", "negotiation", 4_000, { expectedCloseOn: today }],
    ["Birch pilot", "won", 9_000, { closedOn: today, expectedCloseOn: today }],
  ] as const)
    await add(member, "deals", { name, stage, amount, currency: "USD", openedOn: "2026-01-02", ...day });
  for (const [number, vendorName, amount] of [
    ["B-1", "Many Small Bills", 10],
    ["B-2", "Many Small Bills", 10],
    ["B-3", "Many Small Bills", 10],
    ["B-4", "One Big Bill", 5_000],
  ] as const)
    await add(member, "invoices", {
      number,
      vendorName,
      amount,
      currency: "USD",
      status: "open",
      direction: "payable",
      issuedOn: today,
      dueOn: today,
    });
  for (const query of ["Which deals close this month?", "Which deals will close this month?"]) {
    const { summary } = await ask(member, query);
    expect(summary).toContain("Alder rollout");
    expect(summary).not.toContain("Birch pilot");
  }
  expect((await ask(member, "Who are our biggest vendors?")).summary).toMatch(
    /^(?:\S+ \(CFO\): )?.*One Big Bill.*\$5,000/,
  );
});
