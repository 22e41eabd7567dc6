import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { askAgents, listQuestions, type Question } from "#features/conversations/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { answers, companyWithInvoices, inOrder, runsEnded, uses } from "../modelled.ts";
import type { Asked } from "../outside/model/protocol.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { writtenRequest } from "../outside/model/written.ts";
import { type Member, openWorld, type World } from "../world.ts";

/** What a model is given to answer with. */
let standIn: StandIn;
let world: World;
beforeAll(async () => {
  standIn = await openStandIn();
  world = await openWorld({ AI_PROVIDER: "vllm", VLLM_BASE_URL: standIn.url, AI_MODEL: "first" });
});
afterEach(() => runsEnded(world));
afterAll(async () => {
  await world.close();
  await standIn.close();
});

async function ask(member: Member, question: string): Promise<Question> {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  const found = async () => (await member.call(listQuestions)).find((one) => one.taskId === taskId);
  await expect.poll(async () => (await found())?.status).not.toMatch(/queued|running/);
  return (await found()) as Question;
}
const runOf = async (member: Member, { runId }: Question) => (await member.call(getRun, { params: { id: runId } })).run;
/** The requests that something makes. */
async function requestsOf(work: () => Promise<unknown>): Promise<readonly Asked[]> {
  const start = standIn.journal.length;
  await work();
  return standIn.journal.slice(start);
}
/** What a request gives back of the actions used before. */
const resultsIn = (asked: Asked | undefined): string =>
  (asked?.messages.slice(1) ?? []).map(({ text }) => text).join("\n");

const sum = { subject: "invoices", measure: { of: "sum" } };

/** OpenAI's o200k and cl100k have 4.0 to 4.2 characters of these requests a token. */
const tokensOf = (request: Asked): number => Math.ceil(writtenRequest(request).length / 3.9);

test("the first request of any executive has at most 3,500 tokens, also with a question before", async () => {
  const alone = await companyWithInvoices(world, "CEO");
  const { member } = await companyWithInvoices(world, "CEO", "CFO", "Sales", "Customer Success", "Operations", "Legal");
  standIn.answer(answers("Nothing is known."));
  const long = "and of those of last year, by customer, the largest first ".repeat(8);
  for (const [by, role] of [
    [alone.member, "CEO"],
    ...["CEO", "CFO", "Sales", "Customer Success", "Operations", "Legal"].map((one) => [member, one] as const),
  ] as const)
    for (const question of ["How much do customers owe us?", `How much do customers owe us ${long}?`]) {
      const [first] = await requestsOf(() => ask(by, `@${role} ${question}`));
      expect([role, first && tokensOf(first) <= 3_500]).toEqual([role, true]);
      expect(first?.tools.length).toBeGreaterThan(5);
      // Rules are a tool: what they would say is not in the request.
      expect(JSON.stringify(first?.body)).not.toContain("rules found");
    }
});

test("a sum has no rows unless they are asked for; a count has ten, with all fields where they are", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  const read = async (input: object): Promise<string> => {
    standIn.answer(inOrder(uses({ tool: "explore_query", input }), answers("Customers owe {f1}.")));
    const [, second] = await requestsOf(() => ask(member, "How much do customers owe us?"));
    return resultsIn(second);
  };
  expect(await read(sum)).not.toContain("INV-1");
  expect(await read({ ...sum, rows: 2 })).toMatch(/INV-\d[\s\S]*INV-\d/);
  const usual = await read({ subject: "invoices" });
  expect(usual).toContain("INV-1");
  const whole = await read({ subject: "invoices", allFields: true });
  expect(whole.match(/; /g)?.length).toBeGreaterThan(usual.match(/; /g)?.length ?? 0);
});

test("days and thresholds of its own filters may be stated, anything else of them not", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  const input = { ...sum, filters: [{ field: "amount", test: "moreThan", values: [1_500] }] };
  const reads = uses({ tool: "explore_query", input });
  standIn.answer(inOrder(reads, answers("Of invoices over $1,500 customers owe {f1}.")));
  expect(await runOf(member, await ask(member, "What about the larger invoices?"))).toMatchObject({ degraded: false });
  // The answer before is read too.
  const { member: other } = await companyWithInvoices(world, "CFO");
  standIn.answer(inOrder(reads, answers("Customers owe $1,500, not {f1}.")));
  expect(await runOf(other, await ask(other, "What about the larger invoices?"))).toMatchObject({ degraded: true });
});

test("flags are listed with yes and no, and decision types with the fields all of them have", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  standIn.answer(
    inOrder(
      uses({ tool: "explore_subjects", input: {} }, { tool: "decision_types", input: {} }),
      answers("Nothing of that is known."),
    ),
  );
  const [, second] = await requestsOf(() => ask(member, "What can you do about it?"));
  expect(resultsIn(second)).toMatch(/: flag \[yes \| no\]/);
  expect(resultsIn(second)).toMatch(/Fields of every one:[\s\S]*- counterparty: Counterparty, text/);
});
