import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listDecisions } from "#features/decisions/contract.ts";
import { executeCommand, listPlans } from "#features/plans/contract.ts";
import { getRun, replayRun, stopRun } from "#features/runs/contract.ts";
import { getTask, listTasks } from "#features/tasks/contract.ts";
import { faults } from "../outside/model/faults.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { companyWithInvoices, inOrder, json, runsEnded, uses } from "../modelled.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

/** Commands that no playbook understands are planned by a language model. */
let standIn: StandIn;
let world: World;
beforeAll(async () => {
  standIn = await openStandIn();
  const env = { AI_PROVIDER: "openai", OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: standIn.url };
  world = await openWorld({ ...env, AI_BUDGET_USD: "10" });
});
afterEach(() => runsEnded(world));
afterAll(async () => {
  await world?.close();
  await standIn?.close();
});

const command = "Sort out the old lamps with Acme Ltd";
const execute = (member: Member, prompt = command) => member.call(executeCommand, { body: { prompt } });
const reads = uses({ tool: "explore_query", input: { subject: "invoices", measure: { of: "sum" } } });
const nothing = { tasks: [], initiatives: [], recommendations: [], proposals: [], missing: [] };
const task = {
  role: "CFO",
  title: "Agree with Acme Ltd on {f1}",
  reason: "{f1} is open, and 777 more.",
  fact: "f1",
  priority: "high",
  dueInDays: 3,
  hours: 2,
};
const plans = (more: object = {}) =>
  json({
    ...nothing,
    headline: "Acme Ltd has {f1} open, so the CFO settles it first.",
    tasks: [task],
    initiatives: [{ role: "CFO", title: "Settle {f1}", reason: "It is open.", priority: "low", dueInDays: 30 }],
    recommendations: [{ title: "Ask for payment up front", reason: "{f1} is open.", priority: "low" }],
    proposals: [{ role: "CFO", title: "Send Acme Ltd a letter", reason: "It goes out.", dueInDays: 5, hours: 1 }],
    ...more,
  });

test("a model plans from what it reads: the server writes the numbers, and nothing starts before it is accepted", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  standIn.answer(inOrder(reads, plans()));
  const plan = await execute(member);
  expect(plan).toMatchObject({
    status: "proposed",
    engine: "openai/gpt-6.1-sol",
    cost: { state: "billed" },
    summary: "Acme Ltd has $6,000 open, so the CFO settles it first.",
    tasks: [
      {
        title: "Agree with Acme Ltd on $6,000",
        reason: "$6,000 is open, and 777 (unverified) more.",
        priority: "high",
        assignedAgent: { role: "CFO" },
        href: expect.stringMatching(/^\/explore\?/),
      },
    ],
    initiatives: [{ title: "Settle $6,000" }],
    recommendations: [{ title: "Ask for payment up front", description: "$6,000 is open." }],
    proposals: [{ title: "Send Acme Ltd a letter", decisionId: null, taskId: null }],
  });
  // A sum is its own evidence: its rows are in Explore, not among what was read.
  expect(plan.evidence).toEqual([]);
  const made = await member.call(getTask, { params: { id: plan.tasks[0]?.id ?? "" } });
  expect(made).toMatchObject({ status: "pending", metadata: { awaitsPlan: plan.id } });
  expect(await member.call(listDecisions)).toEqual([]);
  expect(await journalOf(world, member)).toContain("plan.proposed");
  // Its words follow from records of outsiders.
  const origins = "SELECT origin FROM tasks WHERE id = $1 UNION SELECT origin FROM plans WHERE id = $2";
  expect(await world.asOwner(origins, [made.id, plan.id])).toEqual([{ origin: "external" }]);
  const stranger = await world.member();
  expect((await stranger.send("GET", `/api/plans/${plan.id}`)).status).toBe(404);
  // The same result from the record, without a call.
  const before = standIn.journal.length;
  const replayed = await member.call(replayRun, { params: { id: plan.runId ?? "" } });
  expect([replayed.difference, standIn.journal.length]).toEqual([null, before]);
});

test("the same command gives the same plan without another call; one that a playbook understands asks no model", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  standIn.answer(inOrder(reads, plans()));
  const plan = await execute(member);
  const before = standIn.journal.length;
  expect((await execute(member, `  ${command.toUpperCase()}`)).id).toBe(plan.id);
  const collected = await execute(member, "Collect everything that is overdue");
  expect(collected).toMatchObject({ engine: "rules", cost: { state: "zero" } });
  for (const prompt of ["How much do customers owe us?", "Do not remind any customer"])
    expect(await execute(member, prompt)).toMatchObject({ status: "empty", engine: "rules" });
  expect(standIn.journal.length).toBe(before);
});

test("a model that finds nothing to do, and one that fails, leave no tasks and commands that give some", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  standIn.answer(json({ ...nothing, headline: "No record names a lamp." }));
  const empty = await execute(member);
  expect(empty).toMatchObject({ status: "empty", engine: "openai/gpt-6.1-sol", tasks: [], proposals: [] });
  expect(empty.summary).toBe("No record names a lamp. This is based on none of your company's data.");
  expect(empty.examples).toHaveLength(3);
  standIn.answer(faults.refusal);
  const refused = await execute(member, "Sort out the new lamps with Acme Ltd");
  expect(refused).toMatchObject({ status: "empty", engine: "rules" });
  expect(refused.summary).toMatch(/^(?:I do not know how to plan this|Should I )/);
  const { run } = await member.call(getRun, { params: { id: refused.runId ?? "" } });
  expect(run).toMatchObject({ degraded: true, sentence: expect.stringContaining("refused to answer") });
  expect(await member.call(listTasks, {})).toEqual([]);
});

test("a plan that is being made can be stopped; nothing is left of it", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  standIn.answer(faults.silent);
  const waiting = member.send("POST", "/api/console/execute", { body: { prompt: command } });
  const running = "SELECT id FROM agent_runs WHERE company_id = $1 AND skill = 'plans.command' AND status = 'running'";
  const found = () => world.asOwner<{ id: string }>(running, [member.user.companyId]);
  await expect.poll(found).toHaveLength(1);
  const [run] = await found();
  await member.call(stopRun, { params: { id: run?.id ?? "" } });
  expect(await waiting).toMatchObject({ status: 409, text: "Stopped by a person." });
  expect((await member.call(listPlans)).plans).toEqual([]);
  expect(await member.call(listTasks, {})).toEqual([]);
});

/** Takes the run away from whoever works on it, as another worker does once its lease is over. */
const takeOver = (member: Member, change: string): Promise<unknown> =>
  world.asOwner(`UPDATE agent_runs SET ${change} WHERE company_id = $1 AND status = 'running'`, [
    member.user.companyId,
  ]);

test.each([
  ["works on it", "lease_token = gen_random_uuid()", "status = 'stopped'"],
  ["has ended it", "status = 'failed', lease_token = NULL", "status = 'failed'"],
])("a command whose run another worker took over, which %s, is refused in a sentence", async (_what, change, end) => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  for (const isNoticedByStep of [true, false]) {
    standIn.answer(async () => {
      await takeOver(member, change);
      return isNoticedByStep ? { text: "{}" } : faults.silent;
    });
    const reply = await member.send("POST", "/api/console/execute", { body: { prompt: command } });
    expect([reply.status, reply.text]).toEqual([409, "Another worker took over this work. Its run shows the result."]);
    await takeOver(member, end);
  }
  expect((await member.call(listPlans)).plans).toEqual([]);
});
