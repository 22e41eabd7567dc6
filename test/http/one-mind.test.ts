import { afterAll, beforeAll, expect, test } from "vitest";
import { formatLine } from "#contract/report.ts";
import { sendMessage } from "#features/chat/contract.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { queryOrchestrator } from "#features/orchestrator/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
  await hire(member, "CEO", "CFO");
  for (const [name, segment] of [
    ["Loxley Valley Trust", "Trust"],
    ["Ellerby Farms", "Farm"],
    ["Hansen Boats", "Shipyard"],
    ["Hanson Barns", "Farm"],
  ] as const)
    await add("customers", { name, segment, status: "active" });
  for (const [number, customerName, amount] of [
    ["S-1", "Loxley Valley Trust", 300],
    ["S-2", "Ellerby Farms", 70],
    ["S-3", "Hanson Barns", 20],
  ] as const)
    await add("invoices", {
      number,
      customerName,
      amount,
      direction: "receivable",
      status: "open",
      issuedOn: "2026-03-02",
      dueOn: "2026-04-01",
    });
});
afterAll(() => world.close());

const add = (kind: string, fields: object) =>
  member.call(addRecord, { body: { kind, source: "manual", fields } as never });

const inAsk = async (question: string): Promise<string> => {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  for (let look = 0; look < 2_000; look += 1) {
    const found = (await member.call(listQuestions)).find((one) => one.taskId === taskId);
    if (found?.answer) return formatLine(found.answer.line, found.answer.figures);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("There was no answer.");
};
const inOrchestrator = async (query: string): Promise<string> => {
  const { line, figures } = await member.call(queryOrchestrator, { body: { query, priority: "medium" } });
  return formatLine(line, figures);
};
const inChat = async (message: string): Promise<string> =>
  (await member.call(sendMessage, { body: { message } })).response;

test.each([
  ["How many invoices did we issue between February 2026 and April 2026?", /3 invoices/],
  ["How much do farms owe us in total?", /90.*2 invoices.*segment Farm/],
  ["what does ellerbee owe", /70.*I read “ellerbee” as Ellerby Farms/],
  ["Is any invoice open?", /^Yes: /],
  [
    "How much did we invoice Loxley Valley Trust versus Ellerby Farms?",
    /Loxley Valley Trust: .*300.*Ellerby Farms: .*70/,
  ],
  ["unpaid supplier bills above 50", /I can't answer this: no .*bills.* are recorded/],
])("%s has the same answer in every box", async (question, expected) => {
  const answers = [await inAsk(question), await inOrchestrator(question), await inChat(question)];
  for (const one of answers) expect(one).toMatch(expected);
  expect(new Set(answers).size, JSON.stringify(answers)).toBe(1);
});

test("a name that may be one of two is asked about", async () => {
  expect(await inAsk("what does Hansun owe us")).toMatch(
    /Which one do you mean by “Hansun”: Hans[eo]n B\w+ or Hans[eo]n B\w+\?/,
  );
});
