import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { formatLine } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { addRecord } from "../briefed.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
let member: Member;
const today = dayIn(now(), "Europe/London");
const on = (days: number) => addDays(today, days);

async function ask(question: string): Promise<string> {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  for (let look = 0; look < 2_000; look += 1) {
    const found = (await member.call(listQuestions)).find((one) => one.taskId === taskId);
    if (found?.answer) return `${found.agent.role}${found.answered ? "" : " not"}: ${formatLine(found.answer.line, found.answer.figures)}`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("There was no answer.");
}

beforeAll(async () => {
  world = await openWorld();
  member = await world.member();
  await hire(member, ...agentRoleIds);
  const add = (table: string, row: Record<string, unknown>) => addRecord(world, member, table, row);
  for (const direction of ["receivable", "payable"])
    for (const status of ["open", "disputed", "paid", "void"])
      for (const days of [-90, -10, 5])
        for (const paid_on of [null, on(-1)])
          await add("invoices", { number: `${direction[0]}-${status}-${days}-${paid_on === null ? "undated" : "dated"}`, direction, customer_name: direction === "receivable" ? "Acme" : null, vendor_name: direction === "payable" ? "Hostly" : null, issued_on: on(days - 30), due_on: on(days), paid_on, status, amount: 100 });
  for (const status of ["open", "waiting", "resolved", "closed"])
    for (const days of [-90, -10, 5])
      for (const resolved_on of [null, on(-1)])
        await add("tickets", { title: `t-${status}-${days}`, kind: "support", status, priority: "high", customer_name: "Acme", opened_on: on(-100), due_on: on(days), resolved_on });
  for (const stage of ["lead", "qualified", "proposal", "negotiation", "won", "lost"])
    for (const days of [-90, -10, 5])
      for (const closed_on of [null, on(-1)])
        await add("deals", { name: `d-${stage}-${days}`, stage, amount: 100, customer_name: "Acme", opened_on: on(-120), expected_close_on: on(days), last_activity_on: on(-100), closed_on });
  for (const status of ["trial", "active", "paused", "cancelled"])
    for (const days of [-90, -10, 5])
      for (const cancelled_on of [null, on(-1)])
        await add("subscriptions", { name: `s-${status}-${days}`, kind: "plan", status, customer_name: "Acme", amount: 10, interval: "month", started_on: on(-200), renews_on: on(days), cancelled_on });
  for (const status of ["draft", "active", "ended"])
    for (const days of [-90, -10, 5])
        await add("contracts", { title: `c-${status}-${days}`, kind: "customer", status, customer_name: "Acme", starts_on: on(-300), ends_on: on(days) });
});
afterAll(() => world?.close());

test("look", async () => {
  for (const q of [
    "Invoices more than 60 days overdue?", "How many invoices are more than 60 days overdue?", "Which bills are over 60 days late?", "How many bills are overdue?", "invoices overdue by more than 30 days",
    "How many tickets are overdue?", "tickets more than 60 days overdue", "tickets overdue by more than 60 days",
    "How many deals are past their close date?", "deals more than 60 days past their close date", "average age of deals", "oldest deals",
    "subscriptions renewing in the next 30 days", "Which contracts end in the next 30 days?", "invoices due in the next 7 days", "bills due next week", "tickets due in the next 7 days", "deals closing in the next 30 days",
    "How much do customers owe us?", "How late are our customers?", "average days overdue of invoices", "What is overdue?",
    "tickets open for more than 60 days", "Which invoices were paid late?", "how many subscriptions have expired", "deals not touched for 60 days", "deals untouched for more than 60 days",
    "contracts whose notice ends in the next 30 days", "How many invoices are due?", "customers who have not paid for more than 60 days", "invoices less than 30 days overdue"
  ]) console.log(q, "\n   ->", await ask(q));
});
