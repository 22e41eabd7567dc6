import { afterAll, beforeAll, expect, test } from "vitest";
import { listPlans } from "#features/plans/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { answeredInAsk, boxesOf, plainAnswer } from "../boxes.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
let member: Member;
let boxes: ReturnType<typeof boxesOf>;
beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
  boxes = boxesOf(member);
  await hire(member, "CEO", "CFO");
  for (const [name, segment] of [
    ["Loxley Valley Trust", "Trust"],
    ["Ellerby Farms", "Farm"],
    ["Hansen Boats", "Shipyard"],
    ["Hanson Barns", "Farm"],
  ] as const)
    await add("customers", { name, segment, status: "active" });
  for (const [number, customerName, amount, issuedOn] of [
    ["S-1", "Loxley Valley Trust", 300, "2026-03-02"],
    ["S-2", "Ellerby Farms", 70, "2026-03-02"],
    ["S-3", "Hanson Barns", 20, "2026-03-02"],
    ["S-4", "Hanson Barns", 45, "2026-04-06"],
  ] as const)
    await add("invoices", {
      number,
      customerName,
      amount,
      direction: "receivable",
      status: "open",
      issuedOn,
      dueOn: "2026-04-21",
    });
});
afterAll(() => world.close());

const add = (kind: string, fields: object) =>
  member.call(addRecord, { body: { kind, source: "manual", fields } as never });

const inAll = async (text: string) => {
  const said = [];
  for (const box of Object.values(boxes)) said.push(await box(text));
  return said;
};

test.each([
  ["How many invoices did we issue between February 2026 and April 2026?", /4 invoices/],
  ["How much do farms owe us in total?", /135.*3 invoices.*segment Farm/],
  ["what does ellerbee owe", /70.*I read “ellerbee” as Ellerby Farms/],
  ["Is any invoice open?", /^Yes: /],
  ["How much is overdue?", /435.*overdue, in 4 invoices/],
  ["Who decides about purchases over 5,000?", /^By the policy, /],
  ["How many invoices are open? How many customers do we have?", /4 invoices.*4 customers/],
  ["How much is overdue? Why? Who owes most? And in May?", /You asked 4 questions\. Ask up to 3 at once\./],
  [
    "How much did we invoice Loxley Valley Trust versus Ellerby Farms?",
    /Loxley Valley Trust: .*300.*Ellerby Farms: .*70/,
  ],
  ["unpaid supplier bills above 50", /I can't answer this: no .*bills.* are recorded/],
])("%s has the same answer in every box", async (question, expected) => {
  const answers = (await inAll(question)).map(({ text }) => plainAnswer(text));
  for (const one of answers) expect(one).toMatch(expected);
  expect(new Set(answers).size, JSON.stringify(answers)).toBe(1);
});

test("what no box can answer is refused in every box", async () => {
  for (const { answered, planId } of [
    ...(await inAll("unpaid supplier bills above 50")).filter((_, at) => at !== 1),
    await boxes.brain("What colour is the moon on Tuesdays?"),
  ])
    expect([answered, planId]).toEqual([false, null]);
});

test("a command becomes the same plan in every box; a viewer's question stays theirs to ask", async () => {
  const before = (await member.call(listPlans)).plans.length;
  const said = await inAll("Chase the customers with overdue invoices by Friday");
  expect(new Set(said.map(({ text }) => text)).size).toBe(1);
  // The same command within two minutes is the same plan.
  expect(new Set(said.map(({ planId }) => planId)).size).toBe(1);
  expect(said[0]?.planId).not.toBeNull();
  expect((await member.call(listPlans)).plans).toHaveLength(before + 1);
});

test("a thread goes on from the question before, says what it carried over, and a new subject begins anew", async () => {
  const ask = async (question: string) => {
    const { taskId, follows, answer } = await answeredInAsk(member, question);
    return { taskId, follows, carried: answer?.carried ?? null };
  };
  const first = await ask("How many invoices did we issue in March 2026?");
  expect(first).toMatchObject({ follows: null, carried: null });
  const second = await ask("and in April?");
  expect(second).toMatchObject({ follows: first.taskId, carried: expect.stringContaining("April 2026") });
  const third = await ask("by customer");
  expect(third).toMatchObject({ follows: second.taskId, carried: expect.stringContaining("April 2026") });
  expect(await ask("How many customers do we have?")).toMatchObject({ follows: null, carried: null });
  // Another person's thread is their own.
  const other = await world.member();
  await hire(other, "CEO");
  expect((await answeredInAsk(other, "and in April?")).follows).toBeNull();
});

test("what happened is answered from the feed, which only the company itself reads", async () => {
  // Each question is an event too, so the boxes differ in their number.
  expect((await boxes.orchestrator("What happened today?")).text).toMatch(/\d+ events \(/);
  const stranger = await world.member();
  await hire(stranger, "CEO");
  expect((await boxesOf(stranger).orchestrator("What happened today?")).text).not.toContain("Hanson");
});

test("a name that may be one of two is asked about", async () => {
  expect((await boxes.ask("what does Hansun owe us")).text).toMatch(
    /Which one do you mean by “Hansun”: Hans[eo]n B\w+ or Hans[eo]n B\w+\?/,
  );
});
