import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { formatLine, type Line } from "#contract/report.ts";
import { askAgents, listQuestions, type Question } from "#features/conversations/contract.ts";
import { getDecision, listDecisions, makeDecision, settleDecision } from "#features/decisions/contract.ts";
import { getDashboard } from "#features/dashboard/contract.ts";
import { startBriefing, startDailyBrief } from "#features/expertise/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { setTaskStatus } from "#features/orchestrator/contract.ts";
import { createTask, getTask } from "#features/tasks/contract.ts";
import { changeModelBudget, getModelSettings } from "#features/models/contract.ts";
import { getDraft, getRun, replayRun, stopRun } from "#features/runs/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { faults } from "../outside/model/faults.ts";
import type { Reply } from "../outside/model/protocol.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import {
  answers,
  companyWithInvoices,
  accountAt,
  connect,
  disconnect,
  inOrder,
  json,
  runsEnded,
  uses,
} from "../modelled.ts";
import { journalOf, type Member, openWorld, type World } from "../world.ts";

/** What a language model does in every skill: brief, colleagues, proposals, arguments, and sentences as they grow. */
let standIn: StandIn;
let world: World;
beforeAll(async () => {
  standIn = await openStandIn();
  world = await openWorld({
    AI_PROVIDER: "openai",
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: standIn.url,
    AI_BUDGET_USD: "10",
  });
});
afterEach(() => runsEnded(world));
afterAll(async () => {
  await world?.close();
  await standIn?.close();
});

const runOf = async (member: Member, runId: string) => (await member.call(getRun, { params: { id: runId } })).run;

async function finished(member: Member, runId: string) {
  await expect.poll(async () => (await runOf(member, runId)).status).not.toMatch(/queued|running/);
  return runOf(member, runId);
}

async function ask(member: Member, question: string): Promise<Question> {
  const { taskId, runId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  await finished(member, runId);
  const found = (await member.call(listQuestions)).find((one) => one.taskId === taskId);
  if (!found) throw new Error("The question is gone.");
  return found;
}

const query = { subject: "invoices", measure: { of: "sum" } };

test("a brief is led by the model's sentences; tables, concerns and proposals stay those of the rules", async () => {
  const { member, idOf } = await companyWithInvoices(world, "CFO");
  const before = standIn.journal.length;
  standIn.answer(({ messages }) => {
    const [, fact] = /\{(f\d+)\} \$6,000/.exec(messages[0]?.text ?? "") ?? [];
    return json({ headline: `Customers owe {${fact}}.`, points: ["Watch Acme."] });
  });
  const { runId } = await member.call(startBriefing, { params: { id: idOf("CFO") } });
  const run = await finished(member, runId);
  expect(run).toMatchObject({ status: "done", engine: "openai/gpt-6.1-terra", degraded: false });
  expect(formatLine(run.report?.headline ?? [], run.report?.figures ?? [])).toBe("Customers owe $6,000.");
  const [summary, ...others] = run.report?.sections ?? [];
  expect(summary).toMatchObject({ title: "Summary", lines: [["Watch Acme."]] });
  expect(others.some(({ table }) => table !== null)).toBe(true);
  expect(standIn.journal[before]?.messages[0]?.text).toContain("facts read before");
});

test("a daily brief is opened by the model on a day with news; its lines stay those of the rules", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  const before = standIn.journal.length;
  const brief = async () => {
    const { runId } = await member.call(startDailyBrief);
    const run = await finished(member, runId);
    return { run, shown: (await member.call(getDashboard)).brief };
  };
  const quiet = await brief();
  expect(quiet).toMatchObject({ run: { status: "done", engine: "rules", degraded: false }, shown: { opening: [] } });
  expect(standIn.journal.length).toBe(before);
  const points = Array.from({ length: 9 }, (_, days) => ({
    metricName: "daily_revenue",
    metricValue: days === 0 ? 50 : 100,
    measurementDate: addDays(dayIn(now(), "Europe/London"), -days),
  }));
  await member.call(recordMetrics, { body: { source: "manual", points } });
  standIn.answer(faults.refusal);
  const byRules = await brief();
  expect(byRules.run).toMatchObject({ engine: "rules", degraded: true });
  standIn.answer(({ messages }) => {
    const [, fact] = /\{(f\d+)\} \$50/.exec(messages[0]?.text ?? "") ?? [];
    return json({ headline: `Revenue fell to {${fact}}, half of usual.` });
  });
  const { run, shown } = await brief();
  expect(run).toMatchObject({ status: "done", engine: "openai/gpt-6.1-terra", cost: { state: "billed" } });
  const sentence = (line: Line = []) => formatLine(line, shown?.figures ?? []);
  expect(sentence(shown?.opening)).toBe("Revenue fell to $50, half of usual.");
  expect(sentence(shown?.headline)).toBe(`${sentence(shown?.opening)} No proposals are pending.`);
  expect(shown?.lines).toEqual(byRules.shown?.lines);
  expect(run.report?.sections).toEqual(byRules.run.report?.sections);
});

test("a task by a model ends with a draft whose numbers are facts, with a proposal, or comes back; nothing is sent", async () => {
  const { member, idOf } = await companyWithInvoices(world, "CFO");
  const worked = async (title: string, ...replies: [Reply, ...Reply[]]) => {
    standIn.answer(inOrder(...replies));
    const { id: taskId } = await member.call(createTask, { body: { title, assignedAgentId: idOf("CFO") } });
    await member.call(setTaskStatus, { params: { taskId }, body: { status: "in_progress" } });
    const ended = "SELECT 1 FROM agent_runs WHERE input ->> 'taskId' = $1 AND status NOT IN ('queued', 'running')";
    await expect.poll(() => world.asOwner(ended, [taskId])).toHaveLength(1);
    return member.call(getTask, { params: { id: taskId } });
  };
  const body = "Dear Acme,\n\n{f1} is open, and 777 more.\n\nKind regards";
  const written = { answered: true, headline: "A letter about {f1}.", points: [], missing: [] };
  const drafted = await worked(
    "Write to Acme about what is open",
    uses({ tool: "explore_query", input: query }),
    json({ ...written, draft: { subject: "Open: {f1}", body } }),
  );
  expect(drafted).toMatchObject({ status: "in_progress" });
  expect(JSON.stringify(drafted)).toContain("$6,000 is open, and 777 (unverified) more.");
  expect(JSON.stringify(drafted)).toContain("Subject: Open: $6,000");

  const fields = [
    { name: "purpose", fact: null, text: "A new press" },
    { name: "amount", fact: null, text: "1,250" },
  ];
  await worked(
    "Decide whether to spend 1,250 on a new press",
    uses({ tool: "propose_decision", input: { decisionType: "expense_approval", reason: "It is needed.", fields } }),
    json({ ...written, headline: "I propose it.", draft: null }),
  );
  const pending = await member.call(listDecisions, { query: { status: "pending" } });
  expect(pending).toMatchObject([{ decisionType: "expense_approval", context: { amount: 1_250 } }]);

  const stuck = await worked("Find out what Acme thinks", json({ ...written, answered: false, draft: null }));
  expect(stuck).toMatchObject({ status: "pending" });
});

test("a model that fails leaves the brief of the rules, marked, with the reason", async () => {
  const { member, idOf } = await companyWithInvoices(world, "CFO");
  standIn.answer({ status: 400, body: { error: { message: "no" } } });
  const { runId } = await member.call(startBriefing, { params: { id: idOf("CFO") } });
  const run = await finished(member, runId);
  expect(run).toMatchObject({ status: "done", engine: "rules", degraded: true });
  expect(run.sentence).toMatch(/OpenAI/);
  expect(run.report?.sections.length).toBeGreaterThan(0);
});

test("the CEO puts the executives' briefs together, each figure from its own executive", async () => {
  const { member, idOf } = await companyWithInvoices(world, "CEO", "CFO", "Sales");
  standIn.answer(({ instructions, messages }) => {
    const [, fact] = /\{(f\d+)\} \$6,000/.exec(messages[0]?.text ?? "") ?? [];
    const who = /You are [^,]+, ([^.]+?) of the company/.exec(instructions)?.[1] ?? "";
    return json({ headline: fact ? `${who}: {${fact}} is open.` : `${who}: nothing.`, points: [] });
  });
  const { runId } = await member.call(startBriefing, { params: { id: idOf("CEO") } });
  const { run, delegated } = await member.call(getRun, { params: { id: (await finished(member, runId)).id } });
  expect(formatLine(run.report?.headline ?? [], run.report?.figures ?? [])).toMatch(/: \$6,000 is open\.$/);
  expect(delegated.map(({ agentRole, engine }) => `${agentRole}: ${engine}`).toSorted()).toEqual([
    "CFO: openai/gpt-6.1-terra",
    "Sales: openai/gpt-6.1-terra",
  ]);
  expect(delegated.find(({ agentRole }) => agentRole === "CFO")?.said).toMatch(/\$6,000 is open\.$/);
});

test("a colleague is asked, answers with their own reads, and cannot be asked in a circle", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  standIn.answer(({ instructions, messages }) => {
    const last = messages.at(-1)?.text ?? "";
    if (instructions.includes("Chief Executive"))
      return last.includes("Which debts")
        ? uses({ tool: "ask_colleague", input: { role: "CFO", question: "Who owes us most?" } })
        : answers("The CFO says {f1}.");
    return last.includes("{f1}")
      ? answers("Acme owes {f1}.")
      : uses(
          { tool: "explore_query", input: query },
          { tool: "ask_colleague", input: { role: "CEO", question: "Which debts keep you awake?" } },
        );
  });
  const asked = await ask(member, "@CEO Which debts keep you awake?");
  expect(formatLine(asked.answer?.line ?? [], asked.answer?.figures ?? [])).toBe("The CFO says $6,000.");
  const { run, delegated } = await member.call(getRun, { params: { id: asked.runId } });
  expect(run.origin).toBe("external");
  expect(delegated.map(({ agentRole, status }) => [agentRole, status])).toEqual([["CFO", "done"]]);
});

test("what a model proposes becomes a decision by its formula; its numbers are facts or the person's own", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  const propose = (fields: object[]) =>
    uses({
      tool: "propose_decision",
      input: { decisionType: "expense_approval", reason: "The press is needed, {f1} is coming in.", fields },
    });
  const purpose = { name: "purpose", fact: null, text: "A new press" };
  const before = standIn.journal.length;
  standIn.answer(
    inOrder(
      uses({ tool: "explore_query", input: query }, { tool: "decision_types", input: {} }),
      propose([purpose, { name: "amount", fact: null, text: "9,999" }]),
      propose([purpose, { name: "amount", fact: "f9", text: null }]),
      propose([purpose, { name: "amount", fact: null, text: "1,250" }]),
      answers("I propose it, since {f1} is open."),
    ),
  );
  const asked = await ask(member, "Shall we spend 1,250 on a new press?");
  expect(asked.answered).toBe(true);
  const [decision, ...more] = await member.call(listDecisions, { query: { status: "pending" } });
  expect(more).toEqual([]);
  expect(decision).toMatchObject({
    decisionType: "expense_approval",
    engine: "openai/gpt-6.1-terra",
    context: { amount: 1_250, purpose: "A new press" },
  });
  const texts = standIn.journal.slice(before).map(({ messages }) => messages.at(-1)?.text ?? "");
  expect(texts[1]).toContain("expense_approval: Expense approval");
  expect(texts[2]).toContain("9,999 stands neither in the question nor in a fact");
  expect(texts[3]).toContain('There is no fact "f9"');
});

test("money of another currency fills no field of a decision", async () => {
  const { member, idOf } = await companyWithInvoices(world, "CFO");
  await world.asOwner("UPDATE invoices SET currency = 'JPY', amount = amount * 1000 WHERE company_id = $1", [
    member.user.companyId,
  ]);
  const reads = uses({ tool: "explore_query", input: query });
  const proposes = (amount: object) =>
    uses({
      tool: "propose_decision",
      input: {
        decisionType: "expense_approval",
        reason: "It is needed.",
        fields: [
          { name: "purpose", fact: null, text: "A new press" },
          { name: "amount", ...amount },
        ],
      },
    });
  const before = standIn.journal.length;
  const [cited, typed] = [proposes({ fact: "f1", text: null }), proposes({ fact: null, text: "€7,000" })];
  standIn.answer(inOrder(reads, cited, typed, answers("They owe {f1}.")));
  const asked = await ask(member, "Shall we spend €7,000 of what they owe us on a new press?");
  expect(formatLine(asked.answer?.line ?? [], asked.answer?.figures ?? [])).toBe("They owe ¥6,000,000.");
  const texts = standIn.journal.slice(before).map(({ messages }) => messages.at(-1)?.text);
  expect(texts[2]).toContain("f1 is in JPY; amount needs USD.");
  expect(texts[3]).toContain("amount needs USD, not €7,000.");
  expect(await member.call(listDecisions, { query: { status: "pending" } })).toEqual([]);
  standIn.answer(({ messages }) => {
    const [, fact = "f1"] = /\{(f\d+)\} ¥6,000,000/.exec(messages.at(-1)?.text ?? "") ?? [];
    return messages.at(-1)?.role === "tool" ? argues(0.9, { found: [{ input: "expectedReturn", fact }] }) : reads;
  });
  const body = {
    agentId: idOf("CFO"),
    decisionType: "expense_approval",
    context: { amount: 900, purpose: "A lamp" },
  } as const;
  const { id } = await member.call(makeDecision, { body });
  const arguedOf = async () => (await member.call(getDecision, { params: { id } })).argued;
  await expect.poll(async () => (await arguedOf())?.status).toBe("done");
  expect((await arguedOf())?.argument).toMatchObject({ found: [] });
});

const argues = (confidence: number, more: object = {}): Reply =>
  json({
    headline: "The debtors' {f1} would pay it back.",
    points: [],
    options: [{ title: "Lease it", detail: "No purchase, {f1} stays free." }],
    risks: ["Acme may pay late"],
    found: [
      { input: "expectedReturn", fact: "f1" },
      { input: "nonsense", fact: "f1" },
    ],
    confidence,
    ...more,
  });

test("a proposal is argued in the background: its numbers stay, its confidence can only fall", async () => {
  const { member, idOf } = await companyWithInvoices(world, "CFO");
  const reads = uses({ tool: "explore_query", input: query });
  const propose = (purpose: string) =>
    member.call(makeDecision, {
      body: { agentId: idOf("CFO"), decisionType: "expense_approval", context: { amount: 900, purpose } },
    });
  const pageOf = async (id: string) => member.call(getDecision, { params: { id } });
  const arguedOf = async (id: string) => (await pageOf(id)).argued;
  standIn.answer(({ messages }) => (messages.at(-1)?.role === "tool" ? argues(0.99) : reads));
  const sure = await propose("A lamp");
  expect(sure.engine).toBe("rules");
  await expect.poll(async () => (await arguedOf(sure.id))?.status).toBe("done");
  const after = await pageOf(sure.id);
  expect(after.decision).toMatchObject({ confidence: sure.confidence, exposure: sure.exposure });
  const { argument, engine, cost } = after.argued ?? {};
  expect([engine, cost?.state]).toEqual(["openai/gpt-6.1-sol", "billed"]);
  expect(formatLine(argument?.headline ?? [], argument?.figures ?? [])).toMatch(
    /^The debtors' \$[\d,]+ would pay it back\.$/,
  );
  expect(argument).toMatchObject({ risks: ["Acme may pay late"], options: [{ title: "Lease it" }] });
  standIn.answer(({ messages }) => (messages.at(-1)?.role === "tool" ? argues(0.1) : reads));
  const unsure = await propose("A chandelier");
  await expect.poll(async () => (await pageOf(unsure.id)).decision.confidence).toBe(0.1);
  expect(await journalOf(world, member)).toContain("decision.doubted");
  const rows = await world.asOwner<{ details: object }>(
    "SELECT details FROM journal WHERE company_id = $1 AND action = 'decision.doubted'",
    [member.user.companyId],
  );
  expect(rows).toEqual([{ details: expect.objectContaining({ from: unsure.confidence, to: 0.1 }) }]);
});

test("a proposal that is settled before it is argued is not argued, and no failure is recorded", async () => {
  const { member, idOf } = await companyWithInvoices(world, "CFO");
  const before = standIn.journal.length;
  standIn.answer(({ model }) => (model.endsWith("sol") ? argues(0.5) : answers("Later.", { wait: 3_000 })));
  // As many runs as a company may have at once, so that the argument waits.
  for (const question of ["Who owes us most?", "Who owes us least?"])
    await member.call(askAgents, { body: { question, urgency: "high" } });
  const body = { decisionType: "expense_approval", context: { amount: 900, purpose: "A lamp" } } as const;
  const { id } = await member.call(makeDecision, { body: { agentId: idOf("CFO"), ...body } });
  await member.call(settleDecision, { params: { id }, body: { approved: false, reason: "Too dear." } });
  const arguedOf = async () => (await member.call(getDecision, { params: { id } })).argued;
  expect(await arguedOf()).toMatchObject({ status: "queued" });
  await expect.poll(async () => (await arguedOf())?.status).not.toMatch(/queued|running/);
  expect(await arguedOf()).toMatchObject({ status: "done", argument: null });
  expect(standIn.journal.slice(before).filter(({ model }) => model.endsWith("sol"))).toEqual([]);
  expect(await journalOf(world, member)).not.toContain("run.failed");
});

test("an answer is shown while it is written, also after a reload, and can be stopped", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  // Longer than any look at it takes: what ends it is the stop.
  const words = "word ".repeat(2_000);
  standIn.answer(
    inOrder(uses({ tool: "explore_query", input: query }), answers(`They owe {f1}. ${words}`, { pause: 40 })),
  );
  const { runId } = await member.call(askAgents, { body: { question: "What do they owe?", urgency: "high" } });
  const draft = async () => {
    const found = await member.call(getDraft, { params: { id: runId } });
    return formatLine(found.lines[0] ?? [], found.figures);
  };
  await expect.poll(draft).toMatch(/^They owe \$6,000\. word/);
  expect((await runOf(member, runId)).engine).toBe("openai/gpt-6.1-terra");
  const first = await draft();
  await expect.poll(async () => (await draft()).length).toBeGreaterThan(first.length);
  await member.call(stopRun, { params: { id: runId } });
  expect((await finished(member, runId)).status).toBe("stopped");
  expect(await draft()).toBe("");
});

test("what a model wrote before it used an action is shown no longer once it reads on", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  const begins = { text: '{"answered":true,"headline":"I will look at the invoices', pause: 150 };
  const more = { ...query, limit: 3 };
  standIn.answer(
    inOrder(
      uses({ tool: "explore_query", input: query }),
      { ...uses({ tool: "explore_query", input: more }), ...begins },
      answers("They owe {f1}.", { wait: 2_500 }),
    ),
  );
  const { runId } = await member.call(askAgents, { body: { question: "What do they owe?", urgency: "high" } });
  const draft = async () => {
    const found = await member.call(getDraft, { params: { id: runId } });
    return formatLine(found.lines[0] ?? [], found.figures);
  };
  await expect.poll(draft).toMatch(/^I will/);
  await expect.poll(draft).toBe("");
  expect((await runOf(member, runId)).status).toBe("running");
  expect((await finished(member, runId)).status).toBe("done");
});

test("a run is replayed from its record: the same result, no call, no effect; a changed record is named", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  standIn.answer(inOrder(uses({ tool: "explore_query", input: query }), answers("They owe {f1}.")));
  const { runId } = await ask(member, "What do they owe?");
  const asked = standIn.journal.length;
  const before = await journalOf(world, member);
  const again = await member.call(replayRun, { params: { id: runId } });
  expect(again.difference).toBe(null);
  expect(again.calls.map(({ title }) => title)).toEqual(["Ask gpt-6.1-terra", "Ask gpt-6.1-terra"]);
  // What it shows is what was sent.
  const sent = standIn.journal.at(-1);
  expect(sent?.instructions).toContain(again.instructions);
  const shown = again.calls.flatMap(({ messages }) =>
    messages.map(({ text }) => text.replace(/^explore_query:\n/, "")),
  );
  expect(shown).toEqual(sent?.messages.filter(({ role }) => role !== "assistant").map(({ text }) => text));
  expect(again.calls[1]?.messages.at(-1)?.text).toContain("{f1} $6,000");
  expect(again.calls[1]?.reply).toContain("They owe {f1}.");
  expect([standIn.journal.length, await journalOf(world, member)]).toEqual([asked, before]);
  await world.asOwner("UPDATE agent_runs SET output = jsonb_set(output, '{answered}', 'false') WHERE id = $1", [runId]);
  expect((await member.call(replayRun, { params: { id: runId } })).difference).toBe(
    "The steps are the same, the result is another one.",
  );
  await world.asOwner("UPDATE agent_run_steps SET key = 'other' WHERE run_id = $1 AND position = 1", [runId]);
  expect((await member.call(replayRun, { params: { id: runId } })).difference).toBe(
    'Step 2, "Query the company\'s rows", would be asked in other words today.',
  );
  await world.asOwner("UPDATE agent_runs SET input = '{}' WHERE id = $1", [runId]);
  expect((await member.call(replayRun, { params: { id: runId } })).difference).toBe(
    "The record has the form of an earlier version.",
  );
});

test("a run that rules finished is replayed with the failure of its model", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  standIn.answer(inOrder(uses({ tool: "explore_query", input: query }), faults.refusal));
  const { runId } = await ask(member, "How much do customers owe us?");
  expect(await runOf(member, runId)).toMatchObject({ engine: "rules", degraded: true });
  const asked = standIn.journal.length;
  expect((await member.call(replayRun, { params: { id: runId } })).difference).toBe(null);
  expect(standIn.journal.length).toBe(asked);
});

test("a company spends at most what the operator allows, and sets its own limits once it pays itself", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  const budgetOf = async () => (await member.call(getModelSettings)).budget;
  expect(await budgetOf()).toMatchObject({ company: 10, agent: 5, most: 10 });
  const change = (company: number, agent: number) =>
    member.send("PUT", "/api/models/budget", { body: { company, agent } });
  const sentence = "The operator of this server pays at most $10 a month. Connect your own model to spend more";
  for (const [company, agent] of [
    [10.01, 5],
    [5, 11],
  ] as const)
    expect(await change(company, agent)).toMatchObject({ status: 400, text: sentence });
  await member.call(changeModelBudget, { body: { company: 8, agent: 2 } });
  expect(await budgetOf()).toMatchObject({ company: 8, agent: 2 });
  await connect(member, accountAt(standIn.url), { isOpen: true });
  await member.call(changeModelBudget, { body: { company: 100, agent: 50 } });
  expect(await budgetOf()).toMatchObject({ company: 100, agent: 50, most: null });
  // What it set for its own money is not what it may spend of the operator's.
  await disconnect(member);
  expect(await budgetOf()).toMatchObject({ company: 10, agent: 10, most: 10 });
});

test("what a run spends of the operator's money is limited, even if its company connects another meanwhile", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  const spend = (usd: number) =>
    world.asOwner("UPDATE model_months SET counted = $2 WHERE company_id = $1", [member.user.companyId, usd]);
  const engineOf = async (question: string) => (await runOf(member, (await ask(member, question)).runId)).engine;
  const before = standIn.journal.length;
  standIn.answer(async ({ number }) => {
    if (number > before + 2) return answers("They owe {f1}.");
    if (number > before + 1) return uses({ tool: "explore_query", input: query });
    await spend(10);
    await connect(member, accountAt(standIn.url), { isOpen: true });
    await member.call(changeModelBudget, { body: { company: 100, agent: 100 } });
    return uses({ tool: "explore_query", input: query });
  });
  const { runId } = await ask(member, "How much do customers owe us?");
  expect(await runOf(member, runId)).toMatchObject({ engine: "rules", degraded: true });
  expect(standIn.journal.length).toBe(before + 1);
  // Its own money has its own limit, and does not count against the operator's.
  expect((await member.call(getModelSettings)).budget).toMatchObject({ company: 100, most: null, counted: 0 });
  expect(await engineOf("What do they owe?")).toBe("openai/gpt-6.1-terra");
  await disconnect(member);
  const { budget } = await member.call(getModelSettings);
  expect([budget.company, budget.most, budget.counted > 10]).toEqual([10, 10, true]);
  expect(await engineOf("What do they owe us?")).toBe("rules");
});

test("what a company spent of its own money leaves it all of what the operator allows", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  const engineOf = async (question: string) => (await runOf(member, (await ask(member, question)).runId)).engine;
  standIn.answer(({ messages }) =>
    messages.length > 1 ? answers("They owe {f1}.") : uses({ tool: "explore_query", input: query }),
  );
  await connect(member, accountAt(standIn.url), { isOpen: true });
  expect(await engineOf("What do they owe?")).toBe("openai/gpt-6.1-terra");
  await world.asOwner("UPDATE model_months SET counted = 50 WHERE company_id = $1", [member.user.companyId]);
  await disconnect(member);
  expect((await member.call(getModelSettings)).budget).toMatchObject({ company: 10, most: 10, counted: 0 });
  expect(await engineOf("What do they owe us?")).toBe("openai/gpt-6.1-terra");
});
