// Every playbook against a small company whose plans were worked out by hand.
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { shortDay } from "#contract/format.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { executeCommand } from "#features/plans/contract.ts";
import { addRecord } from "#features/records/contract.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
let member: Member;
const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(new Date());
const on = (days: number) => addDays(today, days);
const text = (days: number) => shortDay(on(days));

const add = (kind: string, fields: object) =>
  member.call(addRecord, { body: { kind, source: "manual", fields: { currency: "USD", ...fields } } as never });
const bare = (kind: string, fields: object) =>
  member.call(addRecord, { body: { kind, source: "manual", fields } as never });

beforeAll(async () => {
  world = await openWorld({ EMBEDDER: "sentences" });
  member = await world.member();
  await hire(member, "CEO", "CFO", "CTO", "CMO", "Sales", "Customer Success", "Operations", "Legal");
  const due = (number: string, customerName: string, amount: number, days: number, status = "open") =>
    add("invoices", {
      number,
      customerName,
      amount,
      status,
      direction: "receivable",
      issuedOn: on(days - 30),
      dueOn: on(days),
    });
  await due("A-1", "Alder", 900, -40);
  await due("A-2", "Birch", 300, -10, "disputed");
  await due("A-3", "Cedar", 200, -5);
  await due("A-4", "Dune", 100, -5);
  await due("A-5", "Elm", 50, -5);
  const bill = (number: string, vendorName: string, category: string, amount: number) =>
    add("invoices", {
      number,
      vendorName,
      category,
      amount,
      status: "open",
      direction: "payable",
      issuedOn: on(-20),
      dueOn: on(10),
    });
  await bill("B-1", "Hostly", "Software", 600);
  await bill("B-2", "Paperco", "Office", 400);
  const contract = { status: "active", startsOn: on(-300), noticeDays: 30, autoRenews: true };
  await add("contracts", {
    ...contract,
    title: "Supply Hostly",
    kind: "vendor",
    vendorName: "Hostly",
    signedOn: on(-300),
    endsOn: on(60),
    yearlyValue: 6_000,
  });
  await add("contracts", {
    ...contract,
    title: "Deal Alder",
    kind: "customer",
    customerName: "Alder",
    endsOn: on(80),
    yearlyValue: 12_000,
  });
  const plan = (name: string, customerName: string, amount: number) =>
    add("subscriptions", {
      name,
      customerName,
      amount,
      kind: "plan",
      status: "active",
      interval: "month",
      startedOn: on(-200),
      renewsOn: on(100),
    });
  await plan("Team", "Alder", 100);
  await plan("Team", "Birch", 100);
  await plan("Pro", "Cedar", 300);
  await add("subscriptions", {
    name: "Sketch",
    vendorName: "Hostly",
    amount: 50,
    kind: "licence",
    status: "active",
    interval: "month",
    startedOn: on(-200),
    renewsOn: on(20),
  });
  await bare("tickets", {
    number: "I-1",
    title: "Checkout is down",
    kind: "incident",
    customerName: "Alder",
    status: "open",
    priority: "high",
    ownerName: "Dana",
    openedOn: on(-5),
    dueOn: on(-3),
  });
  await bare("tickets", {
    number: "R-1",
    title: "Export to Excel",
    kind: "request",
    customerName: "Dune",
    status: "open",
    priority: "low",
    ownerName: "Dana",
    openedOn: on(-5),
    dueOn: on(30),
  });
  await add("deals", {
    name: "Rollout Dune",
    customerName: "Dune",
    stage: "won",
    amount: 5_000,
    channel: "search",
    openedOn: on(-40),
    closedOn: on(-3),
  });
  await add("deals", {
    name: "Pilot Elm",
    customerName: "Elm",
    stage: "proposal",
    amount: 2_000,
    channel: "events",
    openedOn: on(-20),
    expectedCloseOn: on(20),
  });
  const customer = (name: string, lastContact: number, satisfaction: number) =>
    bare("customers", {
      name,
      status: "active",
      segment: "Retail",
      since: on(-400),
      lastContactOn: on(lastContact),
      satisfaction,
    });
  await customer("Alder", -90, 3);
  await customer("Birch", -5, 9);
  await customer("Cedar", -10, 8);
  const point = (metricName: string, metricValue: number) => ({
    metricName,
    metricValue,
    currency: "USD" as const,
    measurementDate: on(-1),
  });
  await member.call(recordMetrics, {
    body: { source: "manual", points: [point("cash", 40_000), point("expenses", 9_000)] },
  });
});
afterAll(() => world?.close());

type Expected = { summary: string | RegExp; tasks: string[]; initiatives: string[]; proposals: string[] };

/** The command, and its result worked out by hand. */
const byHand: Record<string, () => Expected & { command: string }> = {
  // 900 + 300 + 200 + 100 + 50 = 1,550; 900 is 58.1%; half of it in hundreds is 800. Birch disputes its 300; 50 is left for reminders.
  receivables: () => ({
    command: "Collect everything that is overdue",
    summary: `$1,550 is overdue on 5 invoices, 58.1% of it ($900) from Alder. The plan asks Alder, Cedar and Dune for payment by ${text(3)}. It settles 1 disputed invoice first.`,
    tasks: [
      "Ask Alder to pay $900",
      "Ask Cedar to pay $200",
      "Ask Dune to pay $100",
      "Settle the dispute about A-2 with Birch",
    ],
    initiatives: ["Bring overdue invoices below $800"],
    proposals: ["Send reminders to 1 more customer, $50"],
  }),
  // Notice 30 days before the end: in 30 and 50 days; 6,000 + 12,000 a year.
  renewals: () => ({
    command: "Renew the contracts",
    summary: `2 contracts worth $18,000 a year need a decision within 90 days. The first is Supply Hostly: notice by ${text(30)}. 1 licence or certificate of your own expires too.`,
    tasks: [
      `Decide on Supply Hostly by ${text(30)}`,
      `Decide on Deal Alder by ${text(50)}`,
      `Renew Sketch before ${text(20)}`,
    ],
    initiatives: ["Settle 2 contracts within 90 days"],
    proposals: ["Renew Supply Hostly at $6,000 a year"],
  }),
  incident: () => ({
    command: "Resolve the open incidents",
    summary: `1 incident is open, 1 overdue, at 1 customer. The plan resolves Checkout is down first, by ${text(1)}.`,
    tasks: ["Resolve I-1 for Alder", "Write down what caused 1 incident"],
    initiatives: ["Close 1 open incident"],
    proposals: ["Send an update to 1 affected customer"],
  }),
  hiring: () => ({
    command: "Hire a support agent for $32,000 a year",
    summary: `The plan prepares hiring: support agent, with a shortlist by ${text(28)}. 2 tickets are open, 2 of them with Dana. Expenses were $9,000 in the last month. Nothing is published before you approve it.`,
    tasks: [
      "Write the job profile: support agent",
      "Check $32,000 a year against the budget: support agent",
      "Prepare the employment contract: support agent",
      "Interview and shortlist three candidates: support agent",
    ],
    initiatives: ["Hire: support agent"],
    proposals: ["Spend $32,000 a year: support agent", "Publish the job advert: support agent"],
  }),
  // 600 + 400 of bills.
  policy: () => ({
    command: "Write a travel expenses policy",
    summary: `Legal drafts the travel expenses policy by ${text(7)}. It must agree with 2 contracts in force. You spent $1,000 on 2 bills in the last 90 days.`,
    tasks: [
      "Draft the travel expenses policy",
      "Check the travel expenses policy against 2 contracts",
      "Plan how the travel expenses policy is introduced",
    ],
    initiatives: [],
    proposals: ["Publish the travel expenses policy"],
  }),
  // 100 + 100 + 300 = 500 a month; 5% is 25.
  prices: () => ({
    command: "Raise our prices by 5%",
    summary:
      "3 customer plans earn $500 a month. Raising every price by 5% changes that by $25 a month, if every customer stays.",
    tasks: [
      "Work out the new price of Pro",
      "Work out the new price of Team",
      "Check the price clauses of 1 customer contract",
      "Talk to 1 customer with satisfaction of 5 or less first",
    ],
    initiatives: [`Change prices by ${text(60)}`],
    proposals: ["Send the new prices to 3 customer plans"],
  }),
  // A tenth of 600.
  costs: () => ({
    command: "Cut software costs by 10%",
    summary: "You spent $600 for Software on 1 bill in the last 90 days. Saving $60 is 10% of that.",
    tasks: ["Get a second quote for what Hostly supplies", "Check the use of 1 licence"],
    initiatives: ["Save $60 (10%) in 90 days for Software"],
    proposals: [],
  }),
  fundraising: () => ({
    command: "Raise $500,000 from investors",
    summary:
      "You ask for $500,000. You hold $40,000 in cash. Expenses were $9,000 in the last month. 3 active customers and 1 open deal worth $2,000 support the case.",
    tasks: [
      "Write down what the money is for and how long it lasts: $500,000",
      "Draft the presentation for investors",
      "Prepare the forecast of 1 open deal",
      "Get 1 unsigned contract signed before due diligence",
    ],
    initiatives: ["Raise funding: $500,000"],
    proposals: ["Send the presentation to investors"],
  }),
  onboarding: () => ({
    command: "Onboard the customers we won in the last 30 days",
    summary: `You won 1 deal worth $5,000 in the last 30 days from 1 new customer. The plan starts with Dune.`,
    tasks: ["Hold the kick-off with Dune"],
    initiatives: ["Onboard 1 new customer"],
    proposals: ["Send a welcome message to 1 new customer"],
  }),
  // Alder alone was not contacted for 90 days and gave 3 of 10; its plan is 100 a month.
  churn: () => ({
    command: "Keep the customers who are about to leave",
    summary:
      "Of 3 customers, 1 was not contacted for 60 days and 1 rated you 5 of 10 or less. The plan calls Alder first.",
    tasks: ["Call Alder about what is missing"],
    initiatives: ["Keep 3 customers"],
    proposals: [],
  }),
  // 7 invoices and 2 contracts; Deal Alder has no signature, A-2 is disputed.
  audit: () => ({
    command: "Audit our contracts and invoices",
    summary:
      "2 contracts and 7 invoices were checked: 1 contract worth $12,000 a year not signed; 1 invoice disputed; each with a task.",
    tasks: ["Get Deal Alder signed", "Resolve the dispute about A-2"],
    initiatives: ["Close the audit findings"],
    proposals: [],
  }),
  launch: () => ({
    command: "Launch a new product line",
    summary: `The plan launches product line by ${text(60)}. You have 3 active customers to offer it to. Your best channel is search: it brought $5,000 in the last 180 days.`,
    tasks: [
      "Set the goal and budget: product line",
      "Check stock, suppliers and delivery: product line",
      "Prepare the search campaign: product line",
      "Check names, terms and claims: product line",
      "Prepare answers to customers' questions: product line",
    ],
    initiatives: ["Launch: product line"],
    proposals: ["Publish: product line"],
  }),
};

test.each(Object.entries(byHand))("%s plans what was worked out by hand", async (_, expected) => {
  const { command, summary, tasks, initiatives, proposals } = expected();
  const plan = await member.call(executeCommand, { body: { prompt: command } });
  expect(plan.summary).toEqual(summary);
  const titles = (rows: readonly { title: string }[]) => rows.map(({ title }) => title);
  expect(titles(plan.tasks)).toEqual(tasks);
  expect(titles(plan.initiatives)).toEqual(initiatives);
  expect(titles(plan.proposals)).toEqual(proposals);
});

// $600 of software in 90 days: $150 a month is $450 of it, $730 a year is $180.
test.each([
  ["Cut software costs by $150 a month", "Saving $450 is 75% of that."],
  ["Reduce our monthly software spending by $150", "Saving $450 is 75% of that."],
  ["Cut software costs by $730 a year", "Saving $180 is 30% of that."],
  ["Cut software costs by $150", "Saving $150 is 25% of that."],
])("an amount is taken for the time the command names: %s", async (prompt, saving) => {
  expect((await member.call(executeCommand, { body: { prompt } })).summary).toContain(saving);
});
