import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import {
  changeModelPrivacy,
  chooseModel,
  getEngine,
  getModelSettings,
  type ModelSettings,
  removeModelAccount,
  saveModelAccount,
  testModel,
} from "#features/models/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { accountAt, answers, declines } from "../modelled.ts";
import { faults } from "../outside/model/faults.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

/** A company with several accounts of language models: two stand-ins, at two addresses. */
let first: StandIn;
let second: StandIn;
let world: World;
beforeAll(async () => {
  [first, second] = [await openStandIn(), await openStandIn()];
  world = await openWorld({ AI_ALLOW_PRIVATE_ADDRESSES: "1" });
});
afterAll(async () => {
  await world.close();
  await first.close();
  await second.close();
});

const [terra, haiku] = ["gpt-6.1-terra", "claude-haiku-5-5"];
const idOf = ({ connection }: ModelSettings, provider: string): string =>
  connection?.accounts.find((account) => account.provider === provider)?.id ?? "";

async function asked(member: Member, question: string) {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  const found = async () => (await member.call(listQuestions)).find((one) => one.taskId === taskId);
  await expect.poll(async () => (await found())?.status, { timeout: 30_000 }).toBe("done");
  return (await member.call(getRun, { params: { id: (await found())?.runId ?? "" } })).run;
}

/** A company with OpenAI at one address and Anthropic at the other; every purpose is at OpenAI. */
async function companyWithTwo(on = world) {
  const member = await on.member();
  await hire(member, "CEO");
  const apiKey = crypto.randomUUID();
  await member.call(saveModelAccount, { body: accountAt(first.url, { apiKey }) });
  const anthropic = accountAt(second.url, { provider: "anthropic", model: haiku, apiKey });
  const settings = await member.call(saveModelAccount, { body: anthropic });
  return { member, openai: idOf(settings, "openai"), anthropic: idOf(settings, "anthropic"), settings };
}

test("a company connects two providers; a second time the same provider and address changes the account", async () => {
  const { member, openai, anthropic, settings } = await companyWithTwo();
  const atOpenAi = { model: { accountId: openai, provider: "openai", model: terra }, fallback: null };
  expect(settings.connection?.purposes).toEqual({
    triage: atOpenAi,
    answer: atOpenAi,
    plan: atOpenAi,
    write: atOpenAi,
  });
  const again = accountAt(`${first.url}/`, { apiKey: "sk-the-next-key-77aa" });
  const { connection } = await member.call(saveModelAccount, { body: again });
  expect(connection?.accounts.map(({ id, keyEnd }) => [id, keyEnd])).toEqual([
    [openai, "77aa"],
    [anthropic, expect.any(String)],
  ]);
  const consent = { by: member.user.username, at: expect.any(String) };
  expect(connection?.accounts.map((account) => account.consent)).toEqual([consent, consent]);
  expect(JSON.stringify(connection)).not.toContain("sk-the-next-key");
  // Two servers of one provider are two accounts; a local one needs no consent.
  const local = { provider: "ollama", apiKey: null, consent: false } as const;
  await member.call(saveModelAccount, { body: accountAt(first.url, local) });
  const four = await member.call(saveModelAccount, { body: accountAt(second.url, local) });
  expect(four.connection?.accounts.map((account) => account.consent)).toEqual([consent, consent, null, null]);
  const actions = await world.asOwner<{ title: string }>(
    "SELECT title FROM journal WHERE company_id = $1 AND action = 'models.connected' ORDER BY seq",
    [member.user.companyId],
  );
  expect(actions.map(({ title }) => title)).toEqual([
    "OpenAI connected, with consent to send it the company's data",
    "Anthropic connected, with consent to send it the company's data",
    "OpenAI changed",
    "Ollama connected",
    "Ollama connected",
  ]);
});

test("a key stays with the address it was given for", async () => {
  const { member } = await companyWithTwo();
  const before = (await member.call(getModelSettings)).connection;
  const put = (more: Parameters<typeof accountAt>[1]) =>
    member.send("PUT", "/api/models/accounts", { body: accountAt(first.url, { apiKey: null, ...more }) });
  expect((await put({})).status).toBe(200);
  for (const more of [{ baseUrl: `${first.url}/elsewhere` }, { baseUrl: second.url }, { baseUrl: null }])
    expect(await put(more)).toMatchObject({ status: 400, text: "Enter the key of OpenAI" });
  expect(await put({ provider: "openai-compatible", model: null })).toMatchObject({
    status: 400,
    text: "Name a model of the server",
  });
  expect((await member.call(getModelSettings)).connection).toEqual(before);
});

test("each purpose has its model at an account; when it dies, its fallback at another account answers and is named", async () => {
  const { member, openai, anthropic } = await companyWithTwo();
  const fallback = { accountId: anthropic, model: haiku };
  const { connection } = await member.call(chooseModel, {
    body: { purpose: "answer", accountId: openai, model: terra, fallback },
  });
  expect(connection?.purposes.answer).toEqual({
    model: { accountId: openai, provider: "openai", model: terra },
    fallback: { ...fallback, provider: "anthropic" },
  });
  expect(await journalOf(world, member)).toContain("models.chosen");
  first.answer(declines("Rock, says the first."));
  second.answer(declines("Rock, says the second."));
  expect(await asked(member, "Is the moon made of cheese?")).toMatchObject({
    engine: `openai/${terra}`,
    degraded: false,
  });
  expect(await member.call(getEngine)).toEqual({ engine: `openai/${terra}`, paused: null });
  first.answer(faults.rateLimited(60));
  const run = await asked(member, "Is the sun made of butter?");
  expect(run).toMatchObject({ engine: `anthropic/${haiku}`, degraded: false });
  expect(JSON.stringify(run.report)).toContain("says the second");
  const limited = "OpenAI limits the number of calls, and the limit is reached. Try again later.";
  expect(await member.call(getEngine)).toEqual({
    engine: `anthropic/${haiku}`,
    paused: `${limited} Agents use anthropic/${haiku} until it answers.`,
  });
  const settings = await member.call(getModelSettings);
  const [one, other] = settings.connection?.accounts ?? [];
  expect([one?.paused, other?.paused]).toEqual([{ sentence: "Rate limited", until: expect.any(String) }, null]);
  // What each cost, of which the whole is the sum.
  expect([one?.answered, other?.answered]).toEqual([2, 2]);
  expect(one?.usd).toBeGreaterThan(other?.usd ?? 1);
  expect((one?.usd ?? 0) + (other?.usd ?? 0)).toBeCloseTo(settings.budget.counted, 8);
  // An account that nothing answers with does not matter.
  await member.call(chooseModel, { body: { purpose: "answer", ...fallback, fallback: null } });
  expect(await member.call(getEngine)).toEqual({ engine: `anthropic/${haiku}`, paused: null });
  // Without a fallback of its own, the models of other purposes are asked, then rules.
  second.answer(faults.wrongKey);
  expect(await asked(member, "Is the sea made of soup?")).toMatchObject({ engine: "rules", degraded: true });
  const refused = "Anthropic refused the API key. Enter a valid key.";
  expect(await member.call(getEngine)).toEqual({
    engine: "rules",
    paused: `${refused} Agents use rules until it answers.`,
  });
  expect((await member.call(getModelSettings)).connection?.accounts[1]?.paused).toEqual({
    sentence: refused,
    until: null,
  });
});

test("a test asks one account alone", async () => {
  const { member, openai, anthropic } = await companyWithTwo();
  first.answer(faults.serverError);
  second.answer(() => answers("Ready.", { usage: { input: 20, output: 2 } }));
  await member.call(chooseModel, {
    body: {
      purpose: "answer",
      accountId: openai,
      model: terra,
      fallback: { accountId: anthropic, model: "claude-sonnet-5-5" },
    },
  });
  const test = (accountId: string | null) => member.call(testModel, { body: { accountId } });
  expect(await test(openai)).toMatchObject({ ok: false, engine: `openai/${terra}`, tokens: null });
  expect(await test(null)).toMatchObject({ ok: false, engine: `openai/${terra}` });
  // The model that is in use there.
  expect(await test(anthropic)).toMatchObject({
    ok: true,
    engine: "anthropic/claude-sonnet-5-5",
    tokens: { input: 20, output: 2 },
  });
  expect((await journalOf(world, member)).filter((action) => action === "models.tested")).toHaveLength(3);
});

test("a removed account's purposes go on with their fallback, else with the account that was connected first", async () => {
  const { member, openai, anthropic } = await companyWithTwo();
  const haikuThere = { accountId: anthropic, model: haiku };
  const terraThere = { accountId: openai, model: terra };
  const choose = (
    purpose: "triage" | "answer" | "plan",
    chosen: typeof terraThere,
    fallback: typeof terraThere | null,
  ) => member.call(chooseModel, { body: { purpose, ...chosen, fallback } });
  await choose("triage", terraThere, haikuThere);
  await choose("answer", haikuThere, terraThere);
  await choose("plan", { accountId: anthropic, model: "claude-sonnet-5-5" }, null);
  const { connection } = await member.call(removeModelAccount, { params: { id: anthropic } });
  expect(connection?.accounts.map(({ id }) => id)).toEqual([openai]);
  const left = { model: { ...terraThere, provider: "openai" }, fallback: null };
  expect(connection?.purposes).toEqual({ triage: left, answer: left, plan: left, write: left });
  const last = await member.call(removeModelAccount, { params: { id: openai } });
  expect(last.connection).toBeNull();
  expect(await member.call(getEngine)).toEqual({ engine: "rules", paused: null });
  expect((await journalOf(world, member)).filter((action) => action === "models.disconnected")).toHaveLength(2);
  expect(await world.asOwner("SELECT FROM model_accounts WHERE company_id = $1", [member.user.companyId])).toEqual([]);
});

test("a server of one's own needs no consent; one elsewhere does, whatever its provider is called", async () => {
  const member = await world.member();
  const save = (baseUrl: string, more: object = {}) => {
    const account = { provider: "vllm", baseUrl, apiKey: null, model: "qwen3", consent: false, ...more };
    return member.send("PUT", "/api/models/accounts", { body: account });
  };
  const refused = { status: 400, text: "Agree that the company's data is sent to this provider" };
  for (const address of ["https://gpu.example/v1", "https://10.example/v1", "https://8.8.8.8/v1", "https://lan.com/v1"])
    expect(await save(address)).toMatchObject(refused);
  for (const secret of ["https://key:word@gpu.example/v1", "https://gpu.example/v1?key=word", "https://gpu.example/#k"])
    expect(await save(secret, { consent: true })).toMatchObject({
      status: 400,
      text: "Enter the address without a password or parameters",
    });
  expect((await member.call(getModelSettings)).connection).toBeNull();
  for (const address of ["http://gpu:8000/v1", "http://10.0.0.7/v1", "http://gpu.lan/v1", "http://[::1]:8000/v1"])
    expect((await save(address)).status).toBe(200);
  expect((await save("https://GPU.example:443/v1//", { consent: true })).status).toBe(200);
  const { connection } = await member.call(getModelSettings);
  expect(connection?.accounts.map(({ baseUrl, isOwn }) => [baseUrl, isOwn])).toEqual([
    ["http://gpu:8000/v1", true],
    ["http://10.0.0.7/v1", true],
    ["http://gpu.lan/v1", true],
    ["http://[::1]:8000/v1", true],
    ["https://gpu.example/v1", false],
  ]);
});

test("an account is changed in any spelling of its address, and an empty model is the provider's own again", async () => {
  const { member, openai } = await companyWithTwo();
  await world.asOwner("UPDATE model_accounts SET base_url = $2 WHERE id = $1", [
    openai,
    "https://Models.Example:443/v1",
  ]);
  const change = (model: string | null) =>
    member.call(saveModelAccount, {
      body: { provider: "openai", baseUrl: "https://models.example/v1/", apiKey: null, model, consent: false },
    });
  const modelOf = ({ connection }: ModelSettings) => connection?.accounts.find(({ id }) => id === openai)?.model;
  expect(modelOf(await change("gpt-6.1-luna"))).toBe("gpt-6.1-luna");
  const { connection } = await change(null);
  expect(connection?.accounts).toHaveLength(2);
  expect(connection?.accounts.find(({ id }) => id === openai)?.model).toBeNull();
});

test("another company's accounts are unknown: none can be chosen, tested or removed, and nothing changes", async () => {
  const { member, openai } = await companyWithTwo();
  const stranger = await companyWithTwo();
  const before = await stranger.member.call(getModelSettings);
  const own = await member.call(getModelSettings);
  const fallback = { accountId: stranger.anthropic, model: haiku };
  for (const body of [
    { purpose: "write", accountId: stranger.openai, model: terra, fallback: null },
    { purpose: "write", accountId: openai, model: terra, fallback },
  ])
    expect((await member.send("PUT", "/api/models/purposes", { body })).status).toBe(404);
  expect((await member.send("DELETE", `/api/models/accounts/${stranger.openai}`, {})).status).toBe(404);
  const tested = await member.send("POST", "/api/models/test", { body: { accountId: stranger.openai } });
  expect(tested.status).toBe(404);
  const itself = { purpose: "write", accountId: openai, model: terra, fallback: { accountId: openai, model: terra } };
  expect(await member.send("PUT", "/api/models/purposes", { body: itself })).toMatchObject({
    status: 400,
    text: "Choose a fallback that is not the model itself",
  });
  expect(await stranger.member.call(getModelSettings)).toEqual(before);
  expect(await member.call(getModelSettings)).toEqual(own);
});

test("an account of the company's own comes before the operator's, who pays again after it is removed", async () => {
  const operator = { AI_PROVIDER: "openai", OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: first.url };
  const hosted = await openWorld({ ...operator, AI_ALLOW_PRIVATE_ADDRESSES: "1", AI_FALLBACK: "ollama:qwen" });
  onTestFinished(() => hosted.close());
  const member = await hosted.member();
  const { connection, budget } = await member.call(getModelSettings);
  expect(connection).toMatchObject({
    setBy: "operator",
    accounts: [
      { id: null, provider: "openai", baseUrl: null, keyEnd: null },
      { id: null, provider: "ollama", baseUrl: null },
    ],
    purposes: { answer: { model: { accountId: null, model: terra }, fallback: { provider: "ollama", model: "qwen" } } },
  });
  expect(budget.most).toBe(40);
  const own = await member.call(saveModelAccount, { body: accountAt(second.url) });
  expect([own.connection?.setBy, own.connection?.accounts.length, own.budget.most]).toEqual(["company", 1, null]);
  const agreed = "SELECT agreed_to IS NOT NULL AS agreed FROM model_privacy WHERE company_id = $1";
  const changed = async (agreesToOperator: boolean | null) => {
    const body = { keepDays: null, hidesPersonalDetails: false, agreesToOperator };
    expect((await member.call(changeModelPrivacy, { body })).hidesPersonalDetails).toBe(false);
    return (await hosted.asOwner<{ agreed: boolean }>(agreed, [member.user.companyId]))[0]?.agreed;
  };
  // What is not asked stays as it is.
  expect([await changed(true), await changed(null), await changed(false), await changed(null)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const gone = await member.call(removeModelAccount, { params: { id: idOf(own, "openai") } });
  expect([gone.connection?.setBy, gone.budget.most]).toEqual(["operator", 40]);
});
