import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { formatLine } from "#contract/report.ts";
import { askAgents, listQuestions, type Question } from "#features/conversations/contract.ts";
import { dayIn } from "#platform/clock.ts";
import { addRecord } from "../briefed.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const today = dayIn(new Date(), "Europe/London");
const on = (days: number) => addDays(today, days);

async function answered(member: Member, question: string): Promise<Question> {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  for (let look = 0; look < 2_000; look += 1) {
    const found = (await member.call(listQuestions)).find((one) => one.taskId === taskId);
    if (found && found.status !== "queued" && found.status !== "running") return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("There was no answer.");
}

/** A company with a customer Acme and a vendor Hostly, and as much of everything with others. */
async function fillWith(member: Member) {
  const add = (table: string, columns: Record<string, unknown>) => addRecord(world, member, table, columns);
  for (const [customerName, vendorName, times] of [
    ["Acme", "Hostly", 1],
    ["Borealis", "Calder", 7],
  ] as const) {
    const customer = await add("customers", {
      name: customerName,
      status: "active",
      usage_30: 50,
      usage_prior_30: 100,
      satisfaction: 4,
    });
    const vendor = await add("vendors", { name: vendorName, status: "active", yearly_budget: 100 });
    const party = { customer_id: customer, customer_name: customerName };
    const seller = { vendor_id: vendor, vendor_name: vendorName };
    const deal = { ...party, stage: "proposal", opened_on: on(-50), expected_close_on: on(2) };
    await add("deals", { ...deal, name: `Deal of ${customerName}`, amount: 1000 * times, last_activity_on: on(-20) });
    await add("subscriptions", {
      ...party,
      name: "Team",
      kind: "plan",
      amount: 10 * times,
      interval: "month",
      status: "active",
      renews_on: on(9),
    });
    await add("subscriptions", {
      ...party,
      name: "Old",
      kind: "plan",
      amount: 5 * times,
      interval: "month",
      status: "cancelled",
      cancelled_on: on(-9),
    });
    await add("tickets", {
      ...party,
      title: `Call ${customerName}`,
      kind: "promise",
      status: "open",
      priority: "low",
      opened_on: on(-9),
      due_on: on(-1),
    });
    await add("invoices", {
      ...seller,
      number: vendorName,
      direction: "payable",
      issued_on: on(-364),
      due_on: on(-300),
      amount: 150 * times,
      status: "paid",
    });
    const contract = { status: "active", signed_on: on(-300), ends_on: on(40), notice_days: 30, auto_renews: true };
    await add("contracts", {
      ...contract,
      ...seller,
      title: `Hosting by ${vendorName}`,
      kind: "vendor",
      yearly_value: 120 * times,
    });
    await add("contracts", {
      ...contract,
      ...party,
      title: `Frame of ${customerName}`,
      kind: "customer",
      yearly_value: 90 * times,
    });
  }
}

test("questions about one customer or vendor are answered by their rows alone", async () => {
  const member = await world.member();
  await hire(member, "CEO", "Sales", "Customer Success", "Operations", "Legal");
  await fillWith(member);
  await fillWith(await world.member());
  const expected: [question: string, role: string, ...parts: string[]][] = [
    ["Which deals do we have with Acme?", "Sales", "Acme has 1 open deal worth $1,000, weighted $500."],
    ["Are any deals with Acme stale?", "Sales", "Yes: Deal of Acme", "$1,000"],
    ["What is the next step with the Acme deal?", "Sales", "Deal of Acme, $1,000: get in touch"],
    ["How is Acme doing?", "Customer Success", "Acme has ", "usage fell by 50%", "They pay $120 a year"],
    ["When does Acme renew?", "Customer Success", "1 plan of Acme renews within 90 days, worth $120 a year"],
    ["Which plans of Acme were cancelled lately?", "CEO", "Old: Acme, cancelled, $5, cancelled "],
    ["What did we promise Acme?", "Customer Success", "1 of 1 open promise to Acme is overdue", "Call Acme"],
    [
      "Is Hostly as a vendor over budget?",
      "Operations",
      "Hostly bills $150 a year at this pace, against a budget of $100: $50 over.",
    ],
    ["When does our vendor Hostly renew?", "Operations", "1 contract with Hostly, $120 a year", "10 days left"],
    [
      "Which contracts do we have with Acme?",
      "Legal",
      "1 contract with Acme is in force. Known: Frame of Acme",
      "$90 a year",
    ],
    [
      "Which contracts with Hostly end soon?",
      "Legal",
      "1 contract with Hostly worth $120 a year has its last day for notice",
    ],
  ];
  for (const [question, role, ...parts] of expected) {
    const { agent, answer } = await answered(member, question);
    const said = answer ? formatLine(answer.line, answer.figures) : "no answer";
    expect([question, agent.role, said]).toEqual([question, role, said]);
    for (const part of parts) expect(said, question).toContain(part);
    expect(said).not.toMatch(/Borealis|Calder/);
  }
});
