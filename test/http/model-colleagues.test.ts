import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { limits } from "#agency/run/limits.ts";
import { formatLine } from "#contract/report.ts";
import type { RunLine } from "#contract/runs.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { listDecisions } from "#features/decisions/contract.ts";
import { startBriefing } from "#features/expertise/contract.ts";
import { getRun, replayRun } from "#features/runs/contract.ts";
import { faults } from "../outside/model/faults.ts";
import type { Asked, Reply } from "../outside/model/protocol.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { answers, companyWithInvoices, json, runsEnded, uses } from "../modelled.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

/** What executives with language models pass to each other, and how long they wait for it. */
let standIn: StandIn;
let world: World;
const usual = { ...limits };
beforeAll(async () => {
  standIn = await openStandIn();
  world = await openWorld({ AI_PROVIDER: "openai", OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: standIn.url });
});
afterEach(async () => {
  await runsEnded(world);
  Object.assign(limits, usual);
});
afterAll(async () => {
  await world?.close();
  await standIn?.close();
});

const query = { tool: "explore_query", input: { subject: "invoices", measure: { of: "sum" } } };
const asksCFO = (question: string): Reply => uses({ tool: "ask_colleague", input: { role: "CFO", question } });
const isCEO = ({ instructions }: Asked): boolean => instructions.includes("Chief Executive");
/** How often a model has used actions in this conversation. */
const round = ({ messages }: Asked): number => messages.filter(({ role }) => role === "tool").length;
const lastText = ({ messages }: Asked): string => messages.at(-1)?.text ?? "";
/** The fact that is the sum of the invoices. */
const factOf = (asked: Asked): string => /\{(f\d+)\} \$6,000/.exec(lastText(asked))?.[1] ?? "f0";

/** Scripts the models of the CEO and the others; gives the requests from here on. */
function scripted(ceo: (asked: Asked) => Reply, others: (asked: Asked) => Reply) {
  const from = standIn.journal.length;
  standIn.answer((asked) => (isCEO(asked) ? ceo(asked) : others(asked)));
  return () => standIn.journal.slice(from);
}

async function finished(member: Member, runId: string) {
  const pageOf = () => member.call(getRun, { params: { id: runId } });
  await expect.poll(async () => (await pageOf()).run.status).not.toMatch(/queued|running/);
  return pageOf();
}

async function ask(member: Member, question: string) {
  const { runId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  return finished(member, runId);
}

async function brief(member: Member, id: string) {
  const { runId } = await member.call(startBriefing, { params: { id } });
  return finished(member, runId);
}

type Page = Awaited<ReturnType<typeof ask>>["run"];
const headlineOf = ({ report }: Page) => formatLine(report?.headline ?? [], report?.figures ?? []);
const inShort = ({ agentRole, status, engine, degraded }: RunLine) => [agentRole, status, engine, degraded];
const terra = "openai/gpt-6.1-terra";

test("a number that one model invents reaches no other: its answer is replaced by rules", async () => {
  const { member, idOf } = await companyWithInvoices(world, "CEO", "CFO");
  const written = (headline: string) => json({ headline, points: [] });
  scripted(
    () => written("The 3,333 of Acme is a worry, 3,333 (unverified) in all."),
    () => written("Watch the 3,333 of Acme."),
  );
  const { run } = await brief(member, idOf("CEO"));
  expect(run).toMatchObject({ engine: "rules", degraded: true });
  expect(JSON.stringify(run.report)).not.toMatch(/3,333|unverified/);
  const requests = scripted(
    (asked) => (round(asked) === 0 ? asksCFO("Is 4,444 of {f1} late, as the 5,555 says?") : answers("It is 6,666.")),
    () => answers("Yes, 4,444 is late, not 5,555."),
  );
  const { run: asked, delegated } = await ask(member, "@CEO Is the 5,555 of Acme late?");
  expect(requests().find((one) => !isCEO(one))?.messages[0]?.text).toContain(
    "Is 4,444 (unverified) of (no such fact) late, as the 5,555 says?",
  );
  expect(delegated[0]).toMatchObject({ engine: "rules", degraded: true });
  expect(asked).toMatchObject({ engine: "rules", degraded: true });
  expect(headlineOf(asked)).not.toMatch(/4,444|6,666|unverified/);
});

test("a colleague's question says who asks and how far its words can be trusted, and proposes nothing", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  const requests = scripted(
    (asked) => [uses(query), asksCFO("Who owes us most?")][round(asked)] ?? answers(`The CFO says {${factOf(asked)}}.`),
    (asked) => (round(asked) === 0 ? uses(query) : answers("Acme owes {f1}.")),
  );
  const { run, delegated } = await ask(member, "@CEO Which debts keep you awake?");
  expect(headlineOf(run)).toBe("The CFO says $6,000.");
  expect(delegated.map(({ origin }) => origin)).toEqual(["external"]);
  const [own, others] = [true, false].map((mine) => requests().find((one) => isCEO(one) === mine));
  expect(own?.messages[0]?.text).toContain("(a question a person typed; origin: owner)");
  expect(others?.messages[0]?.text).toMatch(/\(a question from [^()]+ \(CEO\); origin: external\)/);
  const offered = (one?: Asked) => one?.tools.map(({ id }) => id).filter((id) => /propose|decision_types/.test(id));
  expect(offered(own)).toEqual(["decision_types", "propose_decision"]);
  expect(offered(others)).toEqual([]);
  expect(others?.instructions).toContain("Propose nothing.");
  expect(await member.call(listDecisions, { query: { status: "pending" } })).toEqual([]);
  for (const { id } of [run, ...delegated])
    expect((await member.call(replayRun, { params: { id } })).difference).toBe(null);
});

test("a brief whose origin changed while it was written is replayed from the one it began with", async () => {
  const { member, idOf } = await companyWithInvoices(world, "Legal");
  scripted(
    () => ({}),
    (asked) => (round(asked) === 0 ? uses(query) : json({ headline: "They owe {f1}.", points: [] })),
  );
  const { run } = await brief(member, idOf("Legal"));
  expect([run.engine, run.origin]).toEqual([terra, "external"]);
  expect((await member.call(replayRun, { params: { id: run.id } })).difference).toBe(null);
});

test("a colleague may take longer than a step, and is paid once", async () => {
  Object.assign(limits, { step: 3_000 });
  const { member, idOf } = await companyWithInvoices(world, "CEO", "CFO");
  const reads = (limit: number): Reply => ({ ...uses({ ...query, input: { ...query.input, limit } }), wait: 1_200 });
  const requests = scripted(
    () => json({ headline: "All is well with {f1}.", points: [] }),
    (asked) =>
      [reads(3), reads(4)][round(asked)] ?? json({ headline: "It is late: {f1}.", points: [] }, { wait: 1_200 }),
  );
  const { run, delegated } = await brief(member, idOf("CEO"));
  expect([run, ...delegated].map(inShort)).toEqual([
    ["CEO", "done", terra, false],
    ["CFO", "done", terra, false],
  ]);
  expect(requests().map(isCEO)).toEqual([false, false, false, true]);
});

test("where a colleague's model is too slow their rules answer, and the brief goes on", async () => {
  Object.assign(limits, { run: 17_000, rules: 5_000 });
  const { member, idOf } = await companyWithInvoices(world, "CEO", "CFO", "Sales");
  scripted(
    () => json({ headline: "All is well with {f1}.", points: [] }),
    ({ instructions }) =>
      instructions.includes("Chief Financial") ? faults.silent : json({ headline: "Nothing is late.", points: [] }),
  );
  const { run, delegated } = await brief(member, idOf("CEO"));
  expect([run, ...delegated].map(inShort)).toEqual([
    ["CEO", "done", terra, false],
    ["CFO", "done", "rules", true],
    ["Sales", "done", terra, false],
  ]);
  expect(delegated[0]?.said).toContain("$6,000");
  expect(delegated[0]?.sentence).toBe("OpenAI did not answer in time. Try again later.");
});

test("a question to a slow colleague is answered by their rules; a slow model of one's own leaves what rules found", async () => {
  Object.assign(limits, { run: 13_000, rules: 5_000 });
  const { member, idOf } = await companyWithInvoices(world, "CEO", "CFO");
  scripted(
    (asked) => (round(asked) === 0 ? asksCFO("How much do customers owe us?") : answers(`They say: ${round(asked)}.`)),
    () => faults.silent,
  );
  const asked = await ask(member, "@CEO Which debts keep you awake?");
  expect([asked.run, ...asked.delegated].map(inShort)).toEqual([
    ["CEO", "done", terra, false],
    ["CFO", "done", "rules", true],
  ]);
  expect(factOf(standIn.journal.at(-1) as Asked)).not.toBe("f0");
  Object.assign(limits, { run: 9_000 });
  scripted(
    () => faults.silent,
    () => json({ headline: "It is late: {f1}.", points: [] }),
  );
  const { run } = await brief(member, idOf("CEO"));
  expect(inShort(run)).toEqual(["CEO", "done", "rules", true]);
  expect(run.report?.sections.map(({ title }) => title)).toContain("Top priorities");
});

test("a second opinion without records is not asked of a model", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO");
  const requests = scripted(
    () => faults.refusal,
    () => json({ headline: "I would not know." }),
  );
  const { run, delegated } = await ask(member, "@CEO How much do customers owe us?");
  expect(headlineOf(run)).toMatch(/^I cannot answer this\. .+ \(CFO\) would need invoices\.$/);
  expect(delegated.map(({ status }) => status)).toEqual(["done"]);
  expect(requests().map(isCEO)).not.toContain(false);
});
