import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { formatLine } from "#contract/report.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

const today = dayIn(now(), "UTC");
const on = (days: number): string => addDays(today, days);

let world: World;
let member: Member;
beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
  await hire(member, "CEO", "CFO");
  for (const name of ["Dr. med. dent. Brunner", "Dr. Egli", "Dr. Iseli", "Dr. Odermatt", "Dr. Frei"])
    await add("customers", { name, status: "active" });
  for (const [at, [customerName, amount, openAmount, due]] of (
    [
      ["Dr. med. dent. Brunner", 300, 300, -20],
      ["Dr. Egli", 900, 900, -120],
      ["Dr. Iseli", 100, 40, -5],
      ["Dr. Iseli", 70, 70, 9],
    ] as const
  ).entries())
    await add("invoices", {
      number: `S-${at}`,
      customerName,
      amount,
      openAmount,
      direction: "receivable",
      status: "open",
      issuedOn: on(-150),
      dueOn: on(due),
    });
  await add("invoices", {
    number: "S-paid",
    customerName: "Dr. Egli",
    amount: 555,
    direction: "receivable",
    status: "paid",
    issuedOn: on(-10),
    dueOn: on(8),
    paidOn: on(-1),
  });
  await add("invoices", {
    number: "S-later",
    customerName: "Dr. Frei",
    amount: 25,
    direction: "receivable",
    status: "open",
    issuedOn: on(-1),
    dueOn: on(60),
  });
  for (const [vendorName, amount] of [
    ["Loft Paper", 800],
    ["Tin Bolts", 30],
  ] as const)
    await add("invoices", {
      number: `B-${amount}`,
      vendorName,
      amount,
      direction: "payable",
      status: "open",
      issuedOn: on(-3),
      dueOn: on(40),
    });
  for (const [at, [amount, balance, description]] of (
    [
      [2_000, 5_000, "Payment of a customer"],
      [-700, 4_300, "Rent"],
      [-50, 4_250, "Account fees"],
    ] as const
  ).entries())
    await add("transactions", { accountName: "Giro", bookedOn: on(at - 3), amount, balance, description });
}, 60_000);
afterAll(() => world?.close());

const add = (kind: string, fields: object) =>
  member.call(addRecord, { body: { kind, source: "manual", fields } as never });

async function ask(question: string): Promise<string> {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  const answered = () =>
    member.call(listQuestions).then((all) => all.find((one) => one.taskId === taskId && one.answer !== null));
  await expect.poll(answered, { timeout: 60_000 }).toBeTruthy();
  const answer = (await answered())?.answer;
  return answer ? formatLine(answer.line, answer.figures) : "";
}

test.each([
  [
    "paid in part",
    [
      "Which invoices are partly paid?",
      "Invoices that are only half paid - how many and what is still missing on them?",
    ],
    /\b40\b/,
  ],
  ["not paid in full", ["How many invoices are past due and not fully paid?"], /^3 invoices/],
  [
    "what falls due is not paid yet",
    [`invoices falling due between now and ${on(14)} - how much?`],
    /\b70\b.*1 invoice/,
  ],
  ["the most owed is the worst", ["Which customer is the worst for overdue money?"], /^Dr\. Egli leads/],
  ["the most bought from is the best", ["Who is the best vendor by spend?"], /^Loft Paper leads/],
  ["what is overdue by days is an amount", ["How much is more than 90 days overdue?"], /\b900\b/],
  ["a name without its middle", ["How much does Dr Brunner owe us?"], /Brunner.*\b300\b|\b300\b.*Brunner/],
  ["into the bank", ["How much came into the bank in the last 7 days?"], /2,000: 1 transaction/],
  [
    "rows by whose they are",
    ["invoices from customers", "Invoices to our customers"],
    /^\$1,950: 6 invoices \(receivable/,
  ],
  ["bills by whose they are", ["bills from suppliers", "Bills of our vendors"], /^\$830: 2 invoices \(bills\)/],
  [
    "the clause that is only named",
    ["Invoices that are half paid, what is missing?", "The partly paid invoices: what's missing?"],
    /\b40\b/,
  ],
  ["what falls due is no fall", [`bills falling due by ${on(60)}, how many and how much open?`], /2 invoices.*\b830\b/],
  [
    "those with nothing",
    ["Customers without an invoice", "Customers who have never had an invoice"],
    /^1: Dr\. Odermatt\b/,
  ],
  ["customers as such", ["Customers with an overdue invoice"], /Dr\. Egli.*Dr\. Iseli/],
  [
    "words with a wrong letter",
    ["What do overdue invoces come to?", "How much do custmers owe that is overdue?"],
    /1,240.*I read “(?:invoces|custmers)” as (?:invoices|customers)/,
  ],
  ["what is past its day on the other side", ["What do we owe suppliers that is past its due date?"], /overdue bills/],
  ["out of the bank", ["How much went out of the bank in the last 7 days?"], /750: 2 transactions/],
] as const)("reads %s", async (_, questions, expected) => {
  for (const question of questions) expect.soft(await ask(question), question).toMatch(expected);
});

test("never takes how low an account went for a transaction on it, nor adds up what was on it", async () => {
  for (const question of [
    "Lowest the bank account went this year?",
    "What is the sum of balances of our transactions?",
  ])
    expect.soft(await ask(question), question).not.toMatch(/13,550|−700|Rent/);
});

test.each([
  ["what was not asked about customers", "How much revenue came from suppliers?", /suppliers/],
  ["some of the customers", "Show me the overdue invoices of business customers", /"business"/],
  ["how many customers", "How many customers pay late?", /"late"/],
  ["a second name", "How much did we spend on Zubehör with Loft Paper?", /Zubehör/],
  ["what rows do not hold", "List the customers without a bank account", /bank account/],
])("refuses %s in words", async (_, question, words) => {
  const answer = await ask(question);
  expect(answer).toMatch(/I can(?:no|')t answer this/);
  expect(answer).toMatch(words);
});
