import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { changeModelBudget } from "#features/models/contract.ts";
import { getOrchestrator, queryOrchestrator } from "#features/orchestrator/contract.ts";
import { getRun, replayRun, stopRun } from "#features/runs/contract.ts";
import { faults } from "../outside/model/faults.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { answers, companyWithInvoices, inOrder, runsEnded, uses } from "../modelled.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

/** Queries of the orchestrator page that have no exact implementation are answered by a language model. */
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

const path = "/api/orchestrator/query";
const reads = uses({ tool: "explore_query", input: { subject: "invoices", measure: { of: "sum" } } });
const query = (member: Member, text: string) =>
  member.call(queryOrchestrator, { body: { query: text, priority: "medium" } });
const runOf = async (member: Member, id: string) => (await member.call(getRun, { params: { id } })).run;

test("a model answers a query with figures of what it read; the answer is remembered as the words of outsiders", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  const before = standIn.journal.length;
  standIn.answer(inOrder(reads, answers("Acme owes {f1} for the lamps.")));
  const answer = await query(member, "Which lamps does Acme still owe us?");
  expect(answer).toMatchObject({
    answered: true,
    title: "Answer",
    summary: "Acme owes $6,000 for the lamps.",
    figures: [{ value: 6_000, source: { href: expect.stringMatching(/^\/explore\?/) } }],
    rows: [],
    engine: "openai/gpt-6.1-terra",
    cost: { state: "billed" },
  });
  expect(answer.cost.usd).toBeGreaterThan(0);
  const run = await runOf(member, answer.runId);
  expect(run).toMatchObject({ status: "done", engine: answer.engine, cost: answer.cost, degraded: false });
  // No proposal of such a run would reach a person.
  const [asked] = standIn.journal.slice(before);
  expect(asked?.tools.map(({ id }) => id).filter((id) => /propose|decision_types/.test(id))).toEqual([]);
  expect((await journalOf(world, member)).filter((action) => action.startsWith("orchestrator."))).toEqual([
    "orchestrator.answered",
  ]);
  const origins = "SELECT origin FROM memories WHERE company_id = $1 AND content_type = 'answer'";
  expect(await world.asOwner(origins, [member.user.companyId])).toEqual([{ origin: "external" }]);
  const sent = standIn.journal.length;
  expect((await member.call(replayRun, { params: { id: answer.runId } })).difference).toBe(null);
  expect(standIn.journal.length).toBe(sent);
  const stranger = await world.member();
  expect((await stranger.send("GET", `/api/runs/${answer.runId}`)).status).toBe(404);
});

test("after a first reply that takes longer than a request may, the model still reads", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  const read = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now");
  onTestFinished(() => clock.mockRestore());
  const replies = inOrder(reads, answers("Acme owes {f1} for the lamps."));
  const before = standIn.journal.length;
  standIn.answer((asked) => {
    // As if ten seconds had passed.
    clock.mockImplementation(() => read() + 10_000);
    return replies(asked);
  });
  const answer = await query(member, "Which lamps does Acme still owe us?");
  clock.mockRestore();
  expect(answer.summary).toBe("Acme owes $6,000 for the lamps.");
  expect(JSON.stringify(standIn.journal.slice(before))).not.toContain("Too much for now");
  expect(await runOf(member, answer.runId)).toMatchObject({ status: "done", degraded: false });
});

test("exact queries stay with rules, at no cost, and so does a query with a key", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  const before = standIn.journal.length;
  for (const text of ["Analyze team performance", "What are our top 3 priorities?", "Which customers are at risk?"]) {
    const answer = await query(member, text);
    expect(answer, text).toMatchObject({ engine: "rules", cost: { state: "zero" } });
    expect(await runOf(member, answer.runId)).toMatchObject({ engine: "rules", degraded: false });
  }
  const headers = { "idempotency-key": "one" };
  const body = { query: "How much do customers owe us?" };
  const [first, second] = [
    await member.send("POST", path, { body, headers }),
    await member.send("POST", path, { body, headers }),
  ];
  expect(first).toMatchObject({ status: 200, json: { engine: "rules", answered: true } });
  expect(second.json).toEqual(first.json);
  expect(standIn.journal.length).toBe(before);
});

test("where the model fails or its budget is used up rules answer, and the run says why", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  standIn.answer(faults.refusal);
  const refused = await query(member, "How much do customers owe us?");
  expect(refused).toMatchObject({ answered: true, engine: "rules", summary: expect.stringContaining("$6,000") });
  const sentence = expect.stringContaining("refused to answer");
  expect(await runOf(member, refused.runId)).toMatchObject({ degraded: true, sentence });
  await member.call(changeModelBudget, { body: { company: 0.001, agent: 0.001 } });
  const before = standIn.journal.length;
  const unpaid = await query(member, "Write a poem about the sea");
  expect(unpaid).toMatchObject({ answered: false, engine: "rules", cost: { state: "zero" } });
  expect(await runOf(member, unpaid.runId)).toMatchObject({ degraded: true });
  expect(standIn.journal.length).toBe(before);
  // Only an answer is remembered.
  expect((await member.call(getOrchestrator, { query: {} })).stats.totalMemories).toBe(1);
});

test("a query that waits for its model can be stopped; nothing is remembered or recorded of it", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  standIn.answer(faults.silent);
  const waiting = member.send("POST", path, { body: { query: "Which lamps are late?" } });
  const running =
    "SELECT id FROM agent_runs WHERE company_id = $1 AND skill = 'orchestrator.query' AND status = 'running'";
  const found = () => world.asOwner<{ id: string }>(running, [member.user.companyId]);
  await expect.poll(found).toHaveLength(1);
  const [run] = await found();
  await member.call(stopRun, { params: { id: run?.id ?? "" } });
  expect(await waiting).toMatchObject({ status: 409, text: "Stopped by a person." });
  expect((await member.call(getOrchestrator, { query: {} })).memory).toEqual([]);
  expect(await journalOf(world, member)).not.toContain("orchestrator.answered");
});

/** Takes the run away from whoever works on it, as another worker does once its lease is over. */
const takeOver = (member: Member, change: string): Promise<unknown> =>
  world.asOwner(`UPDATE agent_runs SET ${change} WHERE company_id = $1 AND status = 'running'`, [
    member.user.companyId,
  ]);

test.each([
  [
    "was stopped",
    "UPDATE agent_runs SET status = 'stopped', lease_token = NULL, sentence = 'What it was about was deleted.'",
    "What it was about was deleted.",
  ],
  ["is gone", "DELETE FROM agent_runs", "This work was deleted before it ended."],
])("the person who waits for a run that %s reads why", async (_what, change, sentence) => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  standIn.answer(async () => {
    await world.asOwner(`${change} WHERE company_id = $1 AND status = 'running'`, [member.user.companyId]);
    return { text: "{}" };
  });
  const reply = await member.send("POST", path, { body: { query: "Which lamps are late?" } });
  expect([reply.status, reply.text]).toEqual([409, sentence]);
});

test.each([
  ["works on it", "lease_token = gen_random_uuid()", "status = 'stopped'"],
  ["has ended it", "status = 'failed', lease_token = NULL", "status = 'failed'"],
])("a query whose run another worker took over, which %s, is refused in a sentence", async (_what, change, end) => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  for (const isNoticedByStep of [true, false]) {
    standIn.answer(async () => {
      await takeOver(member, change);
      return isNoticedByStep ? { text: "{}" } : faults.silent;
    });
    const reply = await member.send("POST", path, { body: { query: "Which lamps are late?" } });
    expect([reply.status, reply.text]).toEqual([409, "Another worker took over this work. Its run shows the result."]);
    await takeOver(member, end);
  }
  expect(await journalOf(world, member)).not.toContain("orchestrator.answered");
});
