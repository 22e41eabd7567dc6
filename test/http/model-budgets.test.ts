import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { jobContext } from "#features/accounts/service.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { getFeed } from "#features/feed/contract.ts";
import {
  changeModelBudget,
  changeModelPrivacy,
  getEngine,
  getModelSettings,
  saveModelAccount,
  setModelPrice,
  testModel,
} from "#features/models/contract.ts";
import { schedule } from "#features/models/jobs.ts";
import { reserve, settle } from "#features/models/accounting/service.ts";
import { getRun } from "#features/runs/contract.ts";
import { mintCompany } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import type { Attempt } from "#platform/model/models.ts";
import { faults } from "../outside/model/faults.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { groundIn } from "../working.ts";
import { accountAt, afterReading, connect, disconnect } from "../modelled.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

let standIn: StandIn;
let world: World;
beforeAll(async () => {
  standIn = await openStandIn();
  world = await openWorld({ AI_ALLOW_PRIVATE_ADDRESSES: "1" });
});
afterAll(async () => {
  await world.close();
  await standIn.close();
});

const model = "gpt-6.1-terra";
const bodyOf = (more: Parameters<typeof accountAt>[1] = {}) => accountAt(standIn.url, more);
const byAnswer = { body: { accountId: null } };
const answers = {
  text: JSON.stringify({ answered: false, headline: "Yes.", points: [], missing: [] }),
  usage: { input: 1_000, output: 100 },
};

async function asked(member: Member, question: string) {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  const found = async () => (await member.call(listQuestions)).find((one) => one.taskId === taskId);
  await expect.poll(async () => (await found())?.status).toBe("done");
  return (await member.call(getRun, { params: { id: (await found())?.runId ?? "" } })).run;
}

test("a company connects its own model with consent; the key is sealed, and only its own runs use it", async () => {
  const [member, stranger] = [await world.member(), await world.member()];
  await hire(member, "CEO");
  await hire(stranger, "CEO");
  expect((await member.call(getModelSettings)).connection).toBeNull();
  const { connection, hidesPersonalDetails } = await member.call(saveModelAccount, { body: bodyOf() });
  expect(hidesPersonalDetails).toBe(true);
  expect(connection).toMatchObject({
    setBy: "company",
    accounts: [{ provider: "openai", keyEnd: "9f3a", consent: { by: member.user.username } }],
  });
  const stored = await world.asOwner("SELECT * FROM model_accounts");
  expect(JSON.stringify(stored)).not.toContain("sk-of-the-company");
  expect(JSON.stringify(await member.call(getModelSettings))).not.toContain("sk-of-the-company");
  standIn.answer(afterReading(answers));
  const run = await asked(member, "Is the moon made of cheese?");
  expect(run).toMatchObject({ engine: `openai/${model}`, cost: { state: "billed", usd: 0.0045 } });
  const before = standIn.journal.length;
  expect((await asked(stranger, "Is the moon made of cheese?")).engine).toBe("rules");
  expect(standIn.journal.length).toBe(before);
  expect((await stranger.call(getModelSettings)).connection).toBeNull();
  const { usage, budget } = await member.call(getModelSettings);
  expect(usage.agents[0]).toMatchObject({ role: "CEO", calls: 2, usd: 0.0045, counted: 0.0045, limit: 5 });
  expect(budget).toMatchObject({ company: 40, agent: 5, counted: 0.0045, reserved: 0 });
  await disconnect(member);
  expect((await asked(member, "Is the sun cold?")).engine).toBe("rules");
  const journal = await journalOf(world, member);
  for (const action of ["models.connected", "models.disconnected"]) expect(journal).toContain(action);
  expect(journal.join()).not.toContain("9f3a");
});

test("without consent, a key or an address it may call nothing is connected", async () => {
  const member = await world.member();
  const send = async (more: object) => {
    const { status, text } = await member.send("PUT", "/api/models/accounts", { body: bodyOf(more) });
    return [status, text];
  };
  expect(await send({ consent: false })).toEqual([400, "Agree that the company's data is sent to this provider"]);
  expect(await send({ apiKey: null })).toEqual([400, "Enter the key of OpenAI"]);
  expect(await send({ baseUrl: "http://169.254.169.254/latest" })).toEqual([
    400,
    "This server may not call that address. Ask the operator to allow private addresses",
  ]);
  expect(await send({ baseUrl: "ftp://models.example" })).toEqual([400, expect.stringContaining("https://")]);
  expect(await send({ provider: "openai-compatible", baseUrl: null })).toEqual([
    400,
    "Enter the address of the server",
  ]);
  expect((await member.call(getModelSettings)).connection).toBeNull();
  expect((await member.send("POST", "/api/models/test", byAnswer)).text).toBe("No language model is connected");
});

test("a test makes one real call, says what it took, and counts against the month", async () => {
  const member = await world.member();
  await connect(member, bodyOf());
  standIn.answer({ ...answers, usage: { input: 20, output: 2 } });
  const tested = await member.call(testModel, byAnswer);
  expect(tested).toMatchObject({ ok: true, engine: `openai/${model}`, cost: { state: "billed", usd: 0.00003 } });
  expect((await member.call(getModelSettings)).budget.counted).toBe(0.00003);
  expect(await journalOf(world, member)).toContain("models.tested");
});

test("a provider that refuses its key is told once, until another key is entered", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  await connect(member, bodyOf({ apiKey: "sk-that-is-refused" }));
  expect(await member.call(getEngine)).toEqual({ engine: `openai/${model}`, paused: null });
  standIn.answer(faults.wrongKey);
  const run = await asked(member, "Is the moon made of cheese?");
  expect(run).toMatchObject({ engine: "rules", degraded: true });
  const paused = "OpenAI refused the API key. Enter a valid key. Agents use rules until it answers.";
  expect((await member.call(getEngine)).paused).toBe(paused);
  // Later runs do not ask it again.
  const before = standIn.journal.length;
  expect(await asked(member, "Is the sun cold?")).toMatchObject({ engine: "rules", degraded: true });
  expect(standIn.journal.length).toBe(before);
  const stranger = await world.member();
  await connect(stranger, bodyOf({ apiKey: "sk-of-another" }));
  expect((await stranger.call(getEngine)).paused).toBeNull();
  await connect(member, bodyOf({ apiKey: "sk-that-is-valid" }));
  standIn.answer(afterReading(answers));
  expect((await asked(member, "Is the sea sweet?")).engine).toBe(`openai/${model}`);
  expect((await member.call(getEngine)).paused).toBeNull();
});

test("a model that thinks for longer than a request may take is waited for", async () => {
  const member = await world.member();
  await connect(member, bodyOf());
  standIn.answer(() => ({ wait: 8_500, text: answers.text, usage: { input: 20, output: 2 } }));
  expect(await member.call(testModel, byAnswer)).toMatchObject({ ok: true, cost: { state: "billed", usd: 0.00003 } });
});

test("a budget that is used up stops the model, the work goes on by rules, and raising it lifts the stop", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  await connect(member, bodyOf());
  await member.call(changeModelBudget, { body: { company: 40, agent: 0.000001 } });
  const before = standIn.journal.length;
  standIn.answer(afterReading(answers));
  const run = await asked(member, "Is the moon made of cheese?");
  expect([run.engine, run.status]).toEqual(["rules", "done"]);
  expect(standIn.journal.length).toBe(before);
  const titles = async () => (await member.call(getFeed, { query: {} })).items.map(({ title }) => title);
  expect((await titles()).filter((title) => title.includes("used up"))).toHaveLength(1);
  await asked(member, "Is the sun cold?");
  expect((await titles()).filter((title) => title.includes("used up"))).toHaveLength(1);
  await member.call(changeModelBudget, { body: { company: 40, agent: 5 } });
  expect((await asked(member, "Is the sea sweet?")).engine).toBe(`openai/${model}`);
});

test("parallel calls with the largest outputs never exceed a cap of 0.50 USD, at any settled cost", async () => {
  const { member, ctx, agent } = await groundIn(world);
  await member.call(changeModelBudget, { body: { company: 0.5, agent: 0.5 } });
  const caller = { runId: null, agentId: agent.id, purpose: "answer" as const, paidBy: "company" as const };
  let allowed = 0;
  let most = 0;
  const attempt = (counted: number): Attempt => ({
    engine: "openai/x",
    accountId: null,
    rung: "text",
    usage: null,
    cost: { state: "billed", usd: counted },
    counted,
    milliseconds: 1,
    failure: null,
    warnings: [],
  });
  await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      for (let round = 0; round < 5; round += 1) {
        const largest = 0.06 + 0.001 * at;
        const call = await reserve(ctx, caller, largest);
        const { budget } = await member.call(getModelSettings);
        most = Math.max(most, budget.counted + budget.reserved);
        if (!call) continue;
        allowed += 1;
        await settle(ctx, call, attempt(largest / (1 + (at % 3))));
        // A second time changes nothing.
        await settle(ctx, call, attempt(largest));
      }
    }),
  );
  const { budget } = await member.call(getModelSettings);
  expect(allowed).toBeGreaterThan(5);
  expect(most).toBeLessThanOrEqual(0.5);
  expect([budget.counted <= 0.5, budget.reserved]).toEqual([true, 0]);
});

test("a call whose process died counts at the most it can have cost", async () => {
  const { member, ctx } = await groundIn(world);
  const caller = { runId: null, agentId: null, purpose: "answer" as const, paidBy: "company" as const };
  await reserve(ctx, caller, 0.25);
  await world.asOwner("UPDATE model_calls SET asked_at = now() - interval '1 hour' WHERE company_id = $1", [
    member.user.companyId,
  ]);
  await reserve(ctx, caller, 0);
  expect((await member.call(getModelSettings)).budget).toMatchObject({ counted: 0.25, reserved: 0 });
});

const priced = { provider: "openai" as const, model, validFrom: "2026-01-01", input: 10, cachedInput: 1, output: 20 };

test("a price an admin sets counts from its day on, for what is reserved and what is settled", async () => {
  const member = await world.member();
  expect((await member.send("PUT", "/api/models/prices", { body: priced })).text).toContain(
    "Connect this provider first",
  );
  await connect(member, bodyOf());
  standIn.answer(() => ({ text: answers.text, usage: { input: 1_000, output: 100 } }));
  expect((await member.call(testModel, byAnswer)).cost).toEqual({ state: "billed", usd: 0.0015 });
  const { prices } = await member.call(setModelPrice, { body: priced });
  expect(prices).toEqual([
    {
      provider: "openai",
      model,
      input: 10,
      output: 20,
      own: { validFrom: "2026-01-01", by: member.user.username, at: expect.any(String) },
    },
  ]);
  const later = await member.call(setModelPrice, { body: { ...priced, validFrom: "2099-01-01", input: 99 } });
  expect([later.prices[0]?.input, later.laterPrices]).toEqual([
    10,
    [{ model, input: 99, output: 20, validFrom: "2099-01-01" }],
  ]);
  const corrected = await member.call(setModelPrice, { body: { ...priced, validFrom: "2099-01-01", input: 98 } });
  expect(corrected.laterPrices).toEqual([{ model, input: 98, output: 20, validFrom: "2099-01-01" }]);
  expect((await member.call(testModel, byAnswer)).cost).toEqual({ state: "billed", usd: 0.012 });
  // An earlier version of a day's price stays on record; the newest counts.
  await member.call(setModelPrice, { body: { ...priced, input: 20 } });
  expect((await member.call(testModel, byAnswer)).cost).toEqual({ state: "billed", usd: 0.022 });
  const rows = await world.asOwner<{ largest: number }>(
    "SELECT largest::float8 FROM model_calls WHERE company_id = $1 ORDER BY asked_at",
    [member.user.companyId],
  );
  const [first = 0, second = 0] = rows.map(({ largest }) => largest);
  expect(second).toBeGreaterThan(4 * first);
  expect((await journalOf(world, member)).filter((action) => action === "models.price_changed")).toHaveLength(4);
});

test("prompts and replies are deleted after the days a company keeps them; the answer and its cost stay", async () => {
  const member = await world.member();
  await hire(member, "CEO");
  await connect(member, bodyOf());
  standIn.answer(afterReading(answers));
  const [old, young] = [await asked(member, "Is the moon made of cheese?"), await asked(member, "Is the sun cold?")];
  await world.asOwner("UPDATE agent_runs SET finished_at = now() - interval '31 days' WHERE id = $1", [old.id]);
  const ctx = await jobContext(world.boardroom.platform, mintCompany(member.user.companyId));
  const clean = () =>
    write(ctx, async (tx) => {
      for (const one of schedule) await one.run(tx, tx.now);
    });
  const page = async ({ id }: { id: string }) => (await member.call(getRun, { params: { id } })).run;
  await clean();
  expect((await page(old)).given).not.toBeNull();
  const { keepDays } = await member.call(changeModelPrivacy, {
    body: { keepDays: 30, hidesPersonalDetails: true, agreesToOperator: false },
  });
  expect(keepDays).toBe(30);
  await clean();
  const after = await page(old);
  expect([after.given, after.cost, after.report]).toEqual([null, old.cost, old.report]);
  expect(await page(young)).toEqual(young);
  const replies = await world.asOwner("SELECT result FROM agent_run_steps WHERE run_id = $1", [old.id]);
  expect(replies).toEqual(Array(3).fill({ result: null }));
  expect((await member.send("GET", `/api/runs/${old.id}/replay`)).text).toBe(
    "The prompts and replies of this run are no longer kept.",
  );
  await clean();
  const journal = await journalOf(world, member);
  expect(journal.filter((action) => action === "models.texts_deleted")).toHaveLength(1);
});

test("the operator's provider is used only after an admin agreed, on record with name and day", async () => {
  const env = { AI_PROVIDER: "openai", OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: standIn.url };
  const hosted = await openWorld({ ...env, AI_ASK_CONSENT: "1" });
  onTestFinished(() => hosted.close());
  const member = await hosted.member();
  await hire(member, "CEO");
  standIn.answer(afterReading(answers));
  const before = standIn.journal.length;
  expect((await asked(member, "Is the moon made of cheese?")).engine).toBe("rules");
  expect(standIn.journal.length).toBe(before);
  expect(await member.call(getModelSettings)).toMatchObject({
    connection: null,
    offered: { provider: "openai", label: "OpenAI" },
  });
  const agree = (agreesToOperator: boolean) =>
    member.call(changeModelPrivacy, { body: { keepDays: null, hidesPersonalDetails: true, agreesToOperator } });
  const { connection, offered } = await agree(true);
  expect([offered, connection?.setBy, connection?.accounts[0]?.consent]).toEqual([
    null,
    "operator",
    { by: member.user.username, at: expect.any(String) },
  ]);
  expect((await agree(true)).connection?.accounts).toEqual(connection?.accounts);
  expect((await asked(member, "Is the sun cold?")).engine).toBe(`openai/${model}`);
  expect(await journalOf(hosted, member)).toContain("models.privacy_changed");
  expect((await agree(false)).connection).toBeNull();
  expect((await asked(member, "Is the sea sweet?")).engine).toBe("rules");
  expect(
    (
      await member.send("PUT", "/api/models/privacy", {
        body: { keepDays: 0, hidesPersonalDetails: true, agreesToOperator: true },
      })
    ).text,
  ).toBe("Use at least 1 day");
});

test("an agreement covers the providers it named: a fallback added later is asked for again", async () => {
  const env = { AI_PROVIDER: "openai", OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: standIn.url, AI_ASK_CONSENT: "1" };
  const later = { AI_FALLBACK: "anthropic:claude-haiku-5-5", ANTHROPIC_API_KEY: "sk", ANTHROPIC_BASE_URL: standIn.url };
  const hosted = await openWorld({ ...env, ...later });
  onTestFinished(() => hosted.close());
  const member = await hosted.member();
  const both = { provider: "openai", label: "OpenAI and Anthropic" };
  expect((await member.call(getModelSettings)).offered).toEqual(both);
  const agree = () =>
    member.call(changeModelPrivacy, { body: { keepDays: null, hidesPersonalDetails: true, agreesToOperator: true } });
  expect((await agree()).offered).toBeNull();
  const [given] = await hosted.asOwner<{ terms: string }>(
    "SELECT terms FROM consents WHERE company_id = $1 AND kind = 'thirdPartySharing'",
    [member.user.companyId],
  );
  expect(given?.terms).toBe("connection to OpenAI and Anthropic");
  // As it stands where an admin agreed before the operator added the fallback.
  await hosted.asOwner("UPDATE model_privacy SET agreed_to = split_part(agreed_to, ', ', 1) WHERE company_id = $1", [
    member.user.companyId,
  ]);
  expect(await member.call(getModelSettings)).toMatchObject({ connection: null, offered: both });
  expect((await agree()).connection?.setBy).toBe("operator");
});
