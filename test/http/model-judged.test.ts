import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { formatLine } from "#contract/report.ts";
import { sendMessage } from "#features/chat/contract.ts";
import { askAgents, listQuestions, type Question } from "#features/conversations/contract.ts";
import { getRun } from "#features/runs/contract.ts";
import { answers, companyWithInvoices, inOrder, runsEnded, uses } from "../modelled.ts";
import type { Reply } from "../outside/model/protocol.ts";
import { openStandIn, type StandIn } from "../outside/model/stand-in.ts";
import { type Member, openWorld, type World } from "../world.ts";

let standIn: StandIn;
let world: World;
beforeAll(async () => {
  standIn = await openStandIn();
  world = await openWorld({ AI_PROVIDER: "vllm", VLLM_BASE_URL: standIn.url, AI_MODEL: "judged" });
});
afterEach(() => runsEnded(world));
afterAll(async () => {
  await world.close();
  await standIn.close();
});

async function ask(member: Member, question = "How much do customers owe us?"): Promise<Question> {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  const found = async () => (await member.call(listQuestions)).find((one) => one.taskId === taskId);
  await expect.poll(async () => (await found())?.status).not.toMatch(/queued|running/);
  return (await found()) as Question;
}
const runOf = async (member: Member, { runId }: Question) => (await member.call(getRun, { params: { id: runId } })).run;
const said = ({ answer }: Question): string => (answer ? formatLine(answer.line, answer.figures) : "");

const query = { subject: "invoices", measure: { of: "sum" } };
const reads = uses({ tool: "explore_query", input: query });
const good = answers("Customers owe you {f1} in all.");

const unusable: [string, string, Reply][] = [
  ["has read nothing", "cites no fact", answers("Customers owe you a lot.")],
  ["states an amount it has not read", "241,500", answers("Customers owe you £241,500.")],
  ["adds an amount to a fact", "7,777", answers("Customers owe you {f1}, about 7,777 each.")],
  ["cites no fact that exists", "does not exist", answers("Customers owe you {f77}.")],
  ["is in another language", "in German", answers("Die Kunden schulden Ihnen insgesamt {f1}, alles ist überfällig.")],
  ["says it does not know without looking", "cites no fact", answers("I cannot tell.")],
];

describe.each(unusable)("an answer that %s", (_name, words, bad) => {
  // What cites a fact has read it before.
  const before = JSON.stringify(bad.text).includes("{f") ? [reads] : [];

  test("is asked for once more, and the second is given", async () => {
    const { member } = await companyWithInvoices(world, "CFO");
    const start = standIn.journal.length;
    standIn.answer(inOrder(...before, bad, ...(before.length > 0 ? [] : [reads]), good));
    const asked = await ask(member);
    expect(said(asked)).toBe("Customers owe you $6,000 in all.");
    expect(await runOf(member, asked)).toMatchObject({ engine: "vllm/judged", degraded: false });
    const again = standIn.journal[start + before.length + 1]?.messages.at(-1)?.text;
    expect(again).toMatch(/^That answer is not given to anyone\. /);
    expect(again).toContain(words);
  });

  test("twice is replaced by the rules' answer", async () => {
    const { member } = await companyWithInvoices(world, "CFO");
    const start = standIn.journal.length;
    standIn.answer(inOrder(...before, bad));
    const asked = await ask(member);
    expect(said(asked)).toContain("$6,000");
    expect(said(asked)).not.toMatch(/unverified|no such fact|schulden/);
    expect(await runOf(member, asked)).toMatchObject({ engine: "rules", degraded: true });
    expect(standIn.journal.length - start).toBe(before.length + 2);
  });
});

test("a question in German is answered in German, and an English answer to it is not given", async () => {
  const { member } = await companyWithInvoices(world, "CFO");
  const german = "Wie viel schulden uns die Kunden im Moment?";
  standIn.answer(inOrder(reads, answers("Die Kunden schulden Ihnen insgesamt {f1}.")));
  expect(said(await ask(member, german))).toBe("Die Kunden schulden Ihnen insgesamt $6,000.");
  standIn.answer(inOrder(reads, answers("The customers owe you {f1} in all.")));
  expect(await runOf(member, await ask(member, german))).toMatchObject({ engine: "rules", degraded: true });
});

test("the same holds in the chat", async () => {
  const { member } = await companyWithInvoices(world, "CEO", "CFO");
  standIn.answer(({ instructions }) =>
    instructions.includes("A person talks with you") ? answers("They owe you 241,500.") : good,
  );
  const { response } = await member.call(sendMessage, { body: { message: "How much do customers owe us?" } });
  expect(response).toContain("$6,000");
  expect(response).not.toMatch(/241,500|unverified/);
});

const input = JSON.stringify(query);
const forms: Record<string, string> = {
  "JSON with a name and arguments": `{"name": "explore_query", "arguments": ${input}}`,
  "JSON with a tool and its input": `I will look.\n{"tool": "explore_query", "input": ${input}}`,
  "JSON with the arguments as text": JSON.stringify({ function: { name: "explore_query", arguments: input } }),
  "a list of calls": `[{"name": "explore_query", "parameters": ${input}}]`,
  "a fence": `\`\`\`json\n{"name": "explore_query", "arguments": ${input}}\n\`\`\``,
  "tags of calls": `<tool_call>\n{"name": "explore_query", "arguments": ${input}}\n</tool_call>`,
  "a tag without its end": `<tool_call>{"name": "explore_query", "arguments": ${input}}`,
  "thoughts before it": `<think>{explore_query}?</think><tool_call>{"name": "explore_query", "arguments": ${input}}</tool_call>`,
  "a function's tag": `<function=explore_query>${input}</function>`,
  "tags of parameters":
    '<tool_call>\n<function=explore_query>\n<parameter=subject>\ninvoices\n</parameter>\n<parameter=measure>\n{"of": "sum"}\n</parameter>\n</function>\n</tool_call>',
  "named parameters":
    '<invoke name="explore_query"><parameter name="subject">invoices</parameter><parameter name="measure">{"of": "sum"}</parameter></invoke>',
  "keys and values in tags":
    '<tool_call>explore_query\n<arg_key>subject</arg_key><arg_value>invoices</arg_value><arg_key>measure</arg_key><arg_value>{"of":"sum"}</arg_value></tool_call>',
  "a call of a function": `explore_query(${input})`,
  "a call with named arguments": `[explore_query(subject="invoices", measure={'of': 'sum'})]`,
  "a call in code": `\`\`\`tool_code\nprint(explore_query(subject='invoices', measure={"of": "sum"}))\n\`\`\``,
  "a label and its input": `Action: explore_query\nAction Input: ${input}`,
  "marks of a tokenizer": `[TOOL_CALLS]explore_query[ARGS]${input}`,
  "a channel": `<|start|>assistant<|channel|>commentary to=functions.explore_query <|constrain|>json<|message|>${input}<|call|>`,
  "the answer's first sentence": JSON.stringify({
    answered: true,
    headline: `<tool_call>{"name": "explore_query", "arguments": ${input}}</tool_call>`,
    points: [],
    missing: [],
  }),
};

test.each(Object.entries(forms))("a use of an action that is written as %s is executed", async (_name, text) => {
  const { member } = await companyWithInvoices(world, "CFO");
  standIn.answer(inOrder({ text }, good));
  const asked = await ask(member);
  expect(said(asked)).toBe("Customers owe you $6,000 in all.");
  const { steps } = await runOf(member, asked);
  expect(steps.map(({ action }) => action).filter(Boolean)).toEqual(["explore_query"]);
});
