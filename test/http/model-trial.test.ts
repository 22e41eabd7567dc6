import { afterAll, beforeAll, expect, test } from "vitest";
import { formatLine } from "#contract/report.ts";
import type { Input } from "#contract/endpoint.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { getEngine, getModelSettings, saveModelAccount } from "#features/models/contract.ts";
import { listTrialQuestions, type ModelTrial, tryModelAccount } from "#features/models/trial/contract.ts";
import { changed, checksum } from "../checksum.ts";
import { accountAt, afterReading, answers, companyWithInvoices, inOrder, uses } from "../modelled.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

/** A model is tried on a company's own questions before it is connected: nothing of it is kept but what it cost. */
let standIn: StandIn;
let world: World;
beforeAll(async () => {
  standIn = await openStandIn();
  world = await openWorld({ AI_TIMEOUT_MS: "3000", AI_ALLOW_PRIVATE_ADDRESSES: "1" });
});
afterAll(async () => {
  await world?.close();
  await standIn?.close();
});

type Body = Input<typeof tryModelAccount>["body"];
/** A model server of the company's own, under another name for each test: a pause after failures is by model. */
const local = (model = "llama3.2"): Omit<Body, "question"> => ({
  provider: "ollama",
  baseUrl: standIn.url,
  apiKey: null,
  model,
  consent: false,
});
const tried = (member: Member, question: string, account = local()): Promise<ModelTrial> =>
  member.call(tryModelAccount, { body: { ...account, question } });
const textOf = (one: ModelTrial["model"]) => one && formatLine(one.line, one.figures);

const unknown = "Is the moon made of cheese?";

test("a question is answered by rules and by the model, and nothing is kept but the call", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  const { companyId } = member.user;
  standIn.answer(afterReading(answers("The moon is rock, and {f1} is open.")));
  const before = await checksum(world, companyId);
  const found = await tried(member, unknown);
  expect(found).toMatchObject({ engine: "ollama/llama3.2", replied: true, sentence: null, cost: { state: "zero" } });
  expect([found.rules.answered, textOf(found.model)]).toEqual([false, "The moon is rock, and $6,000 is open."]);
  expect(textOf((await tried(member, "How much is unpaid?")).rules)).toMatch(/6,000/);
  expect(changed(before, await checksum(world, companyId)).sort()).toEqual([
    "journal",
    "journal_heads",
    "model_calls",
    "model_months",
  ]);
  expect((await journalOf(world, member)).filter((action) => action.startsWith("models."))).toEqual([
    "models.tried",
    "models.tried",
  ]);
  expect(await member.call(listQuestions)).toEqual([]);
  const { connection, usage } = await member.call(getModelSettings);
  expect([connection, usage.engines.map(({ engine }) => engine)]).toEqual([null, ["ollama/llama3.2"]]);
  expect(await member.call(getEngine)).toEqual({ engine: "rules", paused: null });
});

test("a colleague is asked in it, and a proposal of the model becomes none", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  const { companyId } = member.user;
  const proposes = uses({
    tool: "propose_decision",
    input: {
      decisionType: "expense_approval",
      reason: "{f1} is coming in.",
      fields: [
        { name: "purpose", fact: null, text: "A new press" },
        { name: "amount", fact: null, text: "1,250" },
      ],
    },
  });
  const colleague = uses({ tool: "ask_colleague", input: { role: "CFO", question: "How much is unpaid?" } });
  const reads = uses({ tool: "explore_query", input: { subject: "invoices", measure: { of: "sum" } } });
  const before = await checksum(world, companyId);
  standIn.answer(inOrder(colleague, reads, answers("{f1} is unpaid."), reads, proposes, answers("Buy: {f2} is open.")));
  const { model, sentence } = await tried(member, "Shall we buy a press for 1,250?");
  expect([textOf(model), sentence]).toEqual([expect.stringMatching(/^Buy: \$6,000 is open\.$/), null]);
  expect(changed(before, await checksum(world, companyId))).not.toContain("decisions");
  expect(changed(before, await checksum(world, companyId))).not.toContain("agent_runs");
});

test("a server that hangs, breaks, talks nonsense or is gone gives one sentence, and nothing is connected", async () => {
  const { member } = await companyWithInvoices(world, "CEO");
  const failures = [
    ["hangs", { wait: 10_000 }, /did not answer|took too long|in time/],
    ["breaks", { status: 500, body: { error: { message: "Out of memory" } } }, /./],
    ["html", { status: 200, body: "<html>" }, /./],
    ["talks", { text: "I am a teapot." }, /./],
  ] as const;
  for (const [model, reply, sentence] of failures) {
    standIn.answer(reply);
    const found = await tried(member, unknown, local(model));
    expect([model, found.model, found.replied]).toEqual([model, null, model === "talks"]);
    expect(found.sentence).toMatch(sentence);
    expect(found.rules.line).not.toEqual([]);
  }
  const gone = await openStandIn();
  const address = gone.url;
  await gone.close();
  const found = await tried(member, unknown, { ...local("gone"), baseUrl: address });
  expect([found.model, found.replied]).toEqual([null, false]);
  expect(found.sentence).toMatch(/reach/);
  expect((await member.call(getModelSettings)).connection).toBe(null);
});

test("an answer without a fact behind it is not shown", async () => {
  const { member } = await companyWithInvoices(world, "CEO");
  standIn.answer(answers("It is made of 4,711 pounds of cheese."));
  const found = await tried(member, unknown);
  expect([found.model, found.replied]).toEqual([null, true]);
  expect(found.sentence).toBeTruthy();
});

test("a provider outside gets nothing without consent, and then without names and addresses of people", async () => {
  const { member } = await companyWithInvoices(world, "CEO");
  standIn.answer(afterReading(answers("It is {f1}.")));
  const question = `Does ${member.username} of jo@example.com owe us money?`;
  const outside = { ...accountAt(standIn.url, { apiKey: crypto.randomUUID() }), consent: false };
  const before = standIn.journal.length;
  const refused = await member.send("POST", "/api/models/trial", { body: { ...outside, question } });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Agree that")]);
  for (const one of [
    { ...outside, consent: true, apiKey: null },
    { ...local(), model: null },
    { ...local(), baseUrl: "http://a:b@127.0.0.1/" },
  ])
    expect((await member.send("POST", "/api/models/trial", { body: { ...one, question } })).status).toBe(400);
  expect(standIn.journal.length).toBe(before);
  expect(textOf((await tried(member, question, { ...outside, consent: true })).model)).toBe("It is $6,000.");
  const sent = JSON.stringify(standIn.journal.slice(before).map(({ body }) => body));
  expect([sent.includes("jo@example.com"), sent.includes(member.username)]).toEqual([false, false]);
  // Control: a server of the company's own is told who is meant.
  await tried(member, question);
  expect(JSON.stringify(standIn.journal.at(-1)?.body)).toContain(member.username);
  const [entry] = await world.asOwner<{ details: object }>(
    "SELECT details FROM journal WHERE company_id = $1 AND action = 'models.tried' ORDER BY seq",
    [member.user.companyId],
  );
  expect(entry?.details).toMatchObject({ provider: "openai", consent: true, answered: true });
});

test("the questions are the person's own, refused ones first, then examples; commands and what continues another are left out", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  const none = await world.member();
  expect(await none.call(listTrialQuestions)).toEqual([]);
  const examples = await member.call(listTrialQuestions);
  expect(new Set(examples).size).toBe(3);
  // The company has invoices and nothing else.
  standIn.answer(afterReading(answers("{f1}.")));
  for (const one of examples) {
    const { rules } = await tried(member, one);
    expect([one, rules.answered, rules.figures.some(({ value }) => value)]).toEqual([one, true, true]);
  }
  const asked = ["How much is unpaid?", unknown, "And in March?", unknown, "Launch a product by 1 March"];
  for (const question of asked) {
    const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
    const done = async () => (await member.call(listQuestions)).find((one) => one.taskId === taskId)?.status;
    await expect.poll(done, { timeout: 30_000 }).toBe("done");
  }
  const own = await member.call(listTrialQuestions);
  expect(own.slice(0, 2)).toEqual([unknown, "How much is unpaid?"]);
  expect(own).toHaveLength(3);
  expect(examples).toContain(own[2]);
});

test("where a company has an account already, its key and address are kept for a trial of another model", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  const account = accountAt(standIn.url, { apiKey: crypto.randomUUID() });
  await member.call(saveModelAccount, { body: account });
  standIn.answer(afterReading(answers("None.")));
  const other = { ...account, apiKey: null, model: "gpt-6-luna", consent: false };
  expect((await tried(member, unknown, other)).engine).toBe("openai/gpt-6-luna");
  expect(standIn.journal.at(-1)?.key).toBe(account.apiKey);
  const { connection } = await member.call(getModelSettings);
  expect(connection?.accounts.map(({ model }) => model)).toEqual([account.model]);
});
