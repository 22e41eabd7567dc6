import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { formatLine } from "#contract/report.ts";
import { askAgents, listQuestions, type Question } from "#features/conversations/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { put } from "../briefing.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const today = dayIn(now(), "Europe/London");
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

/** Who answered, whether with something, and what. */
async function ask(member: Member, question: string): Promise<string> {
  const { agent, answered: known, answer } = await answered(member, question);
  return `${agent.role}${known ? "" : " not"}: ${answer ? formatLine(answer.line, answer.figures) : ""}`;
}

test("the four executives answer from the company's rows", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO", "CMO", "CTO");
  const of = member.user.companyId;
  const bill = { number: "B", direction: "payable", status: "open", due_on: today };
  await put(world, "invoices", of, {
    ...bill,
    vendor_name: "Adverta",
    channel: "search",
    // Before this week, whichever day this is: what has to be paid in it goes by the day it is due.
    issued_on: on(-8),
    amount: 600,
  });
  await put(world, "deals", of, { name: "One", channel: "search", stage: "won", amount: 5_000, opened_on: on(-2) });
  await put(world, "deals", of, { name: "Two", channel: "search", stage: "lead", amount: 1, opened_on: on(-2) });
  await put(world, "subscriptions", of, { name: "shop.example", kind: "domain", status: "active", renews_on: on(9) });
  const incident = { kind: "incident", status: "open", priority: "high", opened_on: on(-9) };
  await put(world, "tickets", of, { ...incident, title: "<b>Down</b>", due_on: on(-2) });
  const points = [{ metricName: "cash", metricValue: 12_345, measurementDate: on(0) }];
  await member.call(recordMetrics, { body: { source: "manual", points } });

  expect(await ask(member, "How much cash do we have?")).toMatch(/^CFO: Cash is \$12,345 on /);
  expect(await ask(member, "How much did we spend in the last 30 days?")).toMatch(
    /^CFO: \$600 was spent in the last 30 days/,
  );
  expect(await ask(member, "What do we have to pay this week?")).toMatch(/^CFO: \$600: 1 invoice \(to pay, /);
  expect(await ask(member, "What does a new customer cost us?")).toBe(
    "CMO: A lead costs $300 on average in the last 90 days, a customer won $600. Leads are cheapest by search: $300, a customer won there $600.",
  );
  expect(await ask(member, "Which incidents are overdue?")).toBe(
    "CTO: 1 of 1 open incidents is overdue: <b>Down</b> for 2 days.",
  );
  expect(await ask(member, "Which domains expire soon?")).toContain("shop.example (domain) ends in 9 days.");
  expect(await ask(member, "What should I look at this week?")).toMatch(/^CEO: 1\. Resolve the incident <b>Down<\/b>/);
  expect(await ask(member, "What are our biggest risks?")).toMatch(/^CEO: 1\. Renew the domain shop\.example/);
  expect(await ask(member, "How long does our cash last?")).toMatch(
    /^CFO not: I cannot answer this\. I would need three whole months/,
  );
  expect(await ask(member, "Are we on track for our revenue goal?")).toMatch(
    /^CEO not: I cannot answer this\. I would need a revenue target: the figure "revenue_target"/,
  );
  expect(await ask(member, "What was our revenue last month?")).toMatch(
    /^CFO not: I cannot answer this\. I would need daily revenue/,
  );

  const stranger = await world.member();
  await hire(stranger, "CEO", "CFO", "CTO");
  expect(await ask(stranger, "How much cash do we have?")).toMatch(/^CFO not: /);
  expect(await ask(stranger, "What should I look at this week?")).toMatch(/^CEO not: /);
});
