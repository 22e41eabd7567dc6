import { shortDay } from "#contract/format.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { formatLine } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { setLocale } from "#features/accounts/contract.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { addRecord } from "../briefed.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const today = dayIn(now(), "Europe/London");
const on = (days: number) => addDays(today, days);

/** Who answered, whether with something, and what. */
async function ask(member: Member, question: string): Promise<string> {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  for (let look = 0; look < 2_000; look += 1) {
    const found = (await member.call(listQuestions)).find((one) => one.taskId === taskId);
    if (found?.answer) {
      const { agent, answered, answer } = found;
      return `${agent.role}${answered ? "" : " not"}: ${formatLine(answer.line, answer.figures)}`;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("There was no answer.");
}

async function furnish(member: Member, factor: number): Promise<void> {
  const add = (table: string, row: Record<string, unknown>) => addRecord(world, member, table, row);
  const bill = { number: "A-1", direction: "receivable", customer_name: "Acme Ltd", due_on: on(-3) };
  await add("invoices", { ...bill, issued_on: on(-20), status: "paid", paid_on: on(-2), amount: 300 * factor });
  await add("invoices", { ...bill, number: "A-2", issued_on: on(-10), status: "open", amount: 40 * factor });
  await add("invoices", { ...bill, number: "A-3", issued_on: on(-10), status: "void", amount: 5_000 });
  await add("customers", { name: "Acme Ltd", status: "active", since: on(-900) });
  await add("customers", { name: "Beta", status: "active", since: on(-9) });
  const plan = { name: "Team", kind: "plan", customer_name: "Acme Ltd", status: "active", interval: "month" };
  await add("subscriptions", { ...plan, amount: 10 * factor });
  const deal = { stage: "won", opened_on: on(-30), closed_on: on(-10) };
  await add("deals", { ...deal, name: "Rollout", owner_name: "Dana", amount: 200 * factor });
  await add("deals", { ...deal, name: "Pilot", owner_name: " DANA", amount: 100 * factor });
  await add("contracts", {
    title: "Frame",
    kind: "customer",
    status: "active",
    customer_name: "Acme Ltd",
    signed_on: on(-4),
  });
  const incident = { title: "Down", kind: "incident", priority: "high", status: "closed", resolved_on: on(-5) };
  await add("tickets", { ...incident, opened_on: on(-6) });
  await add("tickets", { title: "Help", kind: "support", priority: "low", status: "open", opened_on: on(-6) });
}

test("an owner's questions are answered from the company's own rows alone", async () => {
  const member = await world.member();
  await hire(member, ...agentRoleIds);
  await furnish(member, 1);
  const stranger = await world.member();
  await furnish(stranger, 1_000);
  const asked = (question: string) => ask(member, question);

  expect(await asked("How much did customers pay us in the last 30 days?")).toBe(
    "CFO: Customers paid $300 in the last 30 days, for 1 invoice.",
  );
  expect(await asked("How much did we invoice in the last 30 days?")).toBe(
    "CFO: $340 was billed to customers in the last 30 days, in 2 invoices.",
  );
  expect(await asked("Which customers paid us the most in the last 30 days?")).toBe(
    "CFO: In the last 30 days most was paid by Acme Ltd $300; $300 in all.",
  );
  expect(await asked("When did the last payment come in?")).toContain(
    `CFO: The last payment of Acme Ltd was on ${shortDay(on(-2))}: $300, for invoice A-1.`,
  );
  expect(await asked("How many customers do we have?")).toBe(
    "Customer Success: 2 customers are active and 0 paused; 0 left.",
  );
  expect(await asked("Who are our newest customers?")).toContain("1 customer came in the last 90 days: Beta (since ");
  expect(await asked("Who is our oldest customer?")).toContain("Acme Ltd has been a customer longest");
  expect(await asked("What is our recurring revenue?")).toBe(
    "Customer Success: Customers' plans bring $10 a month, $120 a year, from 1 active plan.",
  );
  expect(await asked("What is our average deal size?")).toBe(
    "Sales: A deal won in the last 365 days was worth $150 on average.",
  );
  expect(await asked("How long does it take us to close a deal?")).toContain("took 20 days from opened to won");
  expect(await asked("Who is our best seller?")).toBe("Sales: Most was won in the last 365 days by DANA, $300.");
  expect(await asked("Which contracts were signed in the last 30 days?")).toMatch(
    /^Legal: 1 contract was signed in the last 30 days: Frame \(Acme Ltd\), signed on [^;]*\.$/,
  );
  expect(await asked("When was our last outage?")).toBe(
    `CTO: 1 incident began in the last 365 days. The last one began on ${shortDay(on(-6))}: Down.`,
  );
  expect(await asked("How many open tickets do we have?")).toMatch(/^Operations: 1 ticket and 0 tasks are open\./);
  expect(await asked("Which decisions are waiting for me?")).toBe(
    "CEO: No decision waits for you, but 1 invoice is overdue.",
  );
});

test("words of a question are heeded or the answer is refused, by topics as well", async () => {
  const member = await world.member();
  await hire(member, ...agentRoleIds);
  await furnish(member, 1);
  const bill = { number: "B-1", direction: "receivable", customer_name: "Beta", status: "open", amount: 7 };
  await addRecord(world, member, "invoices", { ...bill, issued_on: on(-9), due_on: on(9) });

  for (const [question, says] of [
    ["tickets by vendor", 'CEO not: I cannot answer this: nothing in the records fits "by vendor".'],
    ["invoices without Acme Ltd", "CEO: $7: 1 invoice (receivable, not draft, void or written off, not Acme Ltd)."],
    [
      "How much have we invoiced without Acme Ltd?",
      "CEO: $7: 1 invoice (receivable, not draft, void or written off, not Acme Ltd).",
    ],
    ["How much is overdue without Acme Ltd?", "CEO not: I can't answer this:"],
    ["invoices without rent", 'CEO not: I cannot answer this: nothing in the records fits "without rent".'],
    [
      "customers without an open invoice",
      "CEO: 0. In the first, not in the second: Customers by name (2); Invoices by customer: to receive (2).",
    ],
    ["open deals by stage on a Tuesday", 'CEO not: I cannot answer this: nothing in the records fits "tuesday".'],
  ] as const)
    expect([question, await ask(member, question)]).toEqual([question, expect.stringContaining(says)]);
});

test("money of another currency is named in the answers and never denied", async () => {
  const member = await world.member();
  await hire(member, ...agentRoleIds);
  await member.call(setLocale, { body: { currency: "GBP", timeZone: "Europe/London" } });
  const add = (table: string, row: Record<string, unknown>) => addRecord(world, member, table, row);
  const dollars = { amount: 5_000, currency: "USD", issued_on: on(-3), due_on: on(3) };
  const customer_id = await add("customers", { name: "Zanzibar Ltd", status: "active" });
  const vendor_id = await add("vendors", { name: "Tanga Tools", status: "active" });
  const sale = { direction: "receivable", customer_name: "Zanzibar Ltd", customer_id };
  const bill = { direction: "payable", vendor_name: "Tanga Tools", vendor_id };
  await add("invoices", { ...dollars, ...sale, number: "Z-1", status: "paid", paid_on: on(-1) });
  await add("invoices", { ...dollars, ...bill, number: "T-1", status: "open" });
  const plan = { name: "Team", kind: "plan", customer_name: "Zanzibar Ltd", status: "active", interval: "year" };
  await add("subscriptions", { ...plan, amount: 600, currency: "USD" });

  for (const [question, says] of [
    ["How much has Zanzibar Ltd paid us in the last 30 days?", "CFO: Zanzibar Ltd paid nothing in GBP"],
    ["What did customers pay us yesterday?", "CFO: Customers paid nothing in GBP yesterday. Besides, $5,000 was paid"],
    ["What did we bill Zanzibar Ltd in the last 30 days?", "CFO: Nothing was billed to Zanzibar Ltd in GBP"],
    ["How much did we spend with Tanga Tools in the last 30 days?", "CFO: Nothing was spent in GBP with Tanga Tools"],
    ["What is our recurring revenue?", "Customer Success: No customer's plan in GBP is active. Besides, $600 a year"],
  ] as const) {
    const said = await ask(member, question);
    expect(said).toContain(says);
    expect(said).toMatch(/Besides, \$(5,000|600) /);
  }
  expect(await ask(member, "What do we have to pay to Tanga Tools?")).toBe(
    "CFO: No bill of Tanga Tools in GBP is open. Besides, $5,000 is to be paid; it is not added, as no rate is known.",
  );
  const own = { ...dollars, direction: "payable", vendor_name: "Kent", currency: "GBP" };
  await add("invoices", { ...own, number: "K-1", status: "open" });
  expect(await ask(member, "Which supplier did we pay most in the last 30 days?")).toMatch(
    /most was billed in GBP by Kent £5,000; £5,000 in all\. Besides, \$5,000 was spent/,
  );
}, 60_000);

test("who came is told whatever became of them, and what was signed with one party in its period", async () => {
  const member = await world.member();
  await hire(member, ...agentRoleIds);
  const add = (table: string, row: Record<string, unknown>) => addRecord(world, member, table, row);
  await add("customers", { name: "Paused Ltd", status: "paused", since: on(-1) });
  await add("customers", { name: "Left Ltd", status: "churned", since: on(-2) });
  const name = "Northwind Logistics";
  const customer_id = await add("customers", { name, status: "active", since: on(-900) });
  expect(await ask(member, "Which customers are new in the last 7 days?")).toContain(
    `2 customers came in the last 7 days: Paused Ltd (since ${shortDay(on(-1))}, paused now), Left Ltd (since ${shortDay(on(-2))}, left since).`,
  );
  const contract = { kind: "customer", status: "active", customer_name: name, customer_id };
  for (const at of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    await add("contracts", { ...contract, title: `Old ${at}`, signed_on: on(-500), yearly_value: 1_000 });
  const question = `Which contracts did we sign with ${name} in the last 30 days?`;
  expect(await ask(member, question)).toBe(
    "Legal: No contract with Northwind Logistics has a day of signature in the last 30 days.",
  );
  await add("contracts", { ...contract, title: "New", signed_on: on(-5), yearly_value: 1 });
  expect(await ask(member, question)).toMatch(
    /^Legal: 1 contract with Northwind Logistics was signed in the last 30 days: New \(Northwind Logistics\), signed on [^;]*\.$/,
  );
}, 60_000);

test("what no record tells is not answered", async () => {
  const member = await world.member();
  await hire(member, ...agentRoleIds);
  await furnish(member, 1);
  for (const question of [
    "Why did we lose that deal?",
    "What do our contracts say about liability?",
    "Who signed the contract?",
  ])
    expect(await ask(member, question), question).toMatch(/ not: I (?:cannot|can't) answer this/);
});
