import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import type { Figure } from "#contract/report.ts";
import { type AgentRoleId, agentRoleIds } from "#contract/roles.ts";
import { askAgents } from "#features/conversations/contract.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { listRecords, type RecordList } from "#features/records/list/contract.ts";
import { addSamples } from "#features/records/samples/contract.ts";
import { getTask } from "#features/tasks/contract.ts";
import { listWork } from "#features/tasks/load/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { brief, ended, put } from "../briefing.ts";
import { putWork } from "../tasks.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const today = dayIn(now(), "Europe/London");
const on = (days: number) => addDays(today, days);

/**
 * Figures no list of records can be narrowed to, as what they count is worked out of several kinds of rows. Their source
 * names the whole list, and their formula says what of it counts.
 */
const worked = /^legal\.coverage\./;

/** "12 open invoices" is 12; a label that does not begin with a number counts nothing. */
function numberIn(label: string): number | null {
  const [found] = /^[\d,]+(?= )/.exec(label) ?? [];
  return found === undefined ? null : Number(found.replaceAll(",", ""));
}

type Opened = Pick<RecordList, "total" | "sums"> & { hoursOver?: number };

/** The list an address opens, asked for by the same query; null: it opens no list of records or tasks. */
async function opened(member: Member, href: string): Promise<Opened | null> {
  const { pathname, searchParams } = new URL(href, "http://boardroom.example");
  const [, kind] = /^\/records\/([a-z]+)$/.exec(pathname) ?? [];
  const query = Object.fromEntries(searchParams);
  if (pathname === "/tasks") {
    const { total, rows } = await member.call(listWork, { query });
    const hoursOver = rows.reduce(
      (sum, { estimatedHours, workedHours }) => sum + Math.max(0, (workedHours ?? 0) - (estimatedHours ?? 0)),
      0,
    );
    return { total, sums: [], hoursOver };
  }
  return kind ? member.call(listRecords, { params: { kind: kind as RecordKind }, query }) : null;
}

/** What is wrong with the way from a figure to its rows; null where it is right. */
function fault({ value, unit, currency, formula, source }: Figure, { total, sums, hoursOver }: Opened): string | null {
  const said = numberIn(source.label);
  if (said !== null && said !== total) return `opens ${total} rows`;
  if (hoursOver !== undefined && unit === "hours" && value !== hoursOver) return `opens rows of ${hoursOver} hours`;
  if (formula !== null) return null;
  if (unit === "count" && value !== total) return `says ${value} and opens ${total} rows`;
  if (unit !== "money" || value === null || !sums?.length) return null;
  const sum = sums.reduce((all, one) => (one.currency === currency ? all + one.amount : all), 0);
  return Math.abs(sum - value) < 0.01 ? null : `says ${value} and opens rows of ${sum}`;
}

async function walk(member: Member, figures: readonly Figure[]): Promise<{ walked: number; wrong: string[] }> {
  const wrong: string[] = [];
  let walked = 0;
  for (const figure of figures) {
    const { href, label } = figure.source;
    const list = href && !worked.test(figure.id) ? await opened(member, href) : null;
    if (!list) continue;
    walked += 1;
    const found = fault(figure, list);
    if (found) wrong.push(`${figure.id}, "${label}", ${found}: ${href}`);
  }
  return { walked, wrong };
}

/** The made-up company, and beside it what a list could take for the same: other currencies, names, ages and kinds. */
async function furnish(member: Member): Promise<void> {
  await member.call(addSamples);
  const add = (table: string, row: Parameters<typeof put>[3]) => put(world, table, member.user.companyId, row);
  const bill = {
    direction: "payable",
    status: "open",
    issued_on: on(-9),
    due_on: on(5),
    vendor_name: "Cloudbase Hosting",
  };
  await add("invoices", { ...bill, number: "E-1", amount: 70, currency: "EUR", channel: "search" });
  await add("invoices", { ...bill, number: "V-1", amount: 80, status: "void" });
  await add("invoices", { ...bill, number: "C-1", amount: 90, channel: "Search", vendor_name: null });
  await add("invoices", { ...bill, number: "P-1", amount: 90, status: "paid", paid_on: on(-40), currency: "EUR" });
  const sale = { direction: "receivable", status: "open", issued_on: on(-99), due_on: on(-30) };
  await add("invoices", { ...sale, number: "E-2", amount: 70, currency: "EUR" });
  await add("invoices", { ...sale, number: "N-1", amount: 90_000 });
  await add("invoices", { ...sale, number: "N-2", amount: 95_000, customer_name: "Nobody we know", due_on: on(-31) });
  await add("invoices", {
    ...sale,
    number: "E-3",
    amount: 60,
    currency: "EUR",
    status: "paid",
    paid_on: on(-5),
    issued_on: on(-9),
  });
  await add("customers", { name: "Paused since", name_key: "paused since", status: "paused", since: on(-8) });
  const deal = { name: "Abroad", stage: "proposal", amount: 50, opened_on: on(-20), expected_close_on: on(9) };
  await add("deals", { ...deal, currency: "EUR", channel: "search" });
  await add("deals", { ...deal, name: "A lead", stage: "lead", expected_close_on: null });
  await add("deals", { ...deal, name: "Long ago", stage: "won", opened_on: on(-900), closed_on: on(-800) });
  const ticket = { title: "Down", kind: "incident", priority: "low", status: "open", opened_on: on(-31) };
  await add("tickets", { ...ticket, owner_name: "SAM OKAFOR ", due_on: on(-1) });
  await add("tickets", { ...ticket, due_on: today });
  const plan = { name: "Team", kind: "plan", status: "active", amount: 5, interval: "month", renews_on: on(70) };
  await add("subscriptions", { ...plan, customer_name: "Nobody we know", currency: "EUR" });
  await add("subscriptions", { ...plan, name: "Tool", kind: "service", vendor_name: "Toolmaker", currency: "EUR" });
  await add("subscriptions", { ...plan, name: "theirs.example", kind: "domain", customer_name: "Nobody we know" });
  const contract = {
    kind: "vendor",
    status: "active",
    signed_on: on(-300),
    vendor_name: "Toolmaker",
    yearly_value: 10,
  };
  await add("contracts", { ...contract, title: "Abroad", ends_on: on(40), currency: "EUR" });
  await add("contracts", { ...contract, title: "Over", ends_on: on(-5) });
  await add("contracts", { ...contract, title: "Endless", yearly_value: 20 });
}

test("the list a figure of a report leads to holds what its source says", async () => {
  const member = await world.member();
  await furnish(member);
  const all: string[] = [];
  for (const role of agentRoleIds) {
    const [agent] = await hire(member, role);
    const { run } = await brief(member, agent);
    const { walked, wrong } = await walk(member, run.report?.figures ?? []);
    all.push(...wrong);
    // What the CEO says leads to what the others found.
    expect(walked, role).toBeGreaterThan(role === "CEO" ? -1 : 3);
  }
  expect(all).toEqual([]);
});

/** Questions that are narrowed to somebody or to a period, and who answers them. */
const questions: [question: string, role: AgentRoleId][] = [
  ["How much does Northwind Logistics owe us?", "CFO"],
  ["What do we have to pay to Cloudbase Hosting?", "CFO"],
  ["How much did we spend last month?", "CFO"],
  ["How much did we spend with Cloudbase Hosting last quarter?", "CFO"],
  ["How many incidents are open at Northwind Logistics?", "CTO"],
  ["How many leads came in last month?", "CMO"],
  ["Which deals do we have with Alder Clinics?", "Sales"],
  ["Are any deals with Alder Clinics stale?", "Sales"],
  ["What will our deals bring next quarter?", "Sales"],
  ["How many deals did we win last month?", "Sales"],
  ["When does Northwind Logistics renew?", "Customer Success"],
  ["Which plans were cancelled last month?", "Customer Success"],
  ["What did we promise Alder Clinics?", "Customer Success"],
  ["How is Northwind Logistics doing?", "Customer Success"],
  ["When does our vendor Cloudbase Hosting renew?", "Operations"],
  ["Which contracts do we have with Northwind Logistics?", "Legal"],
  ["Which contracts with Cloudbase Hosting end soon?", "Legal"],
  ["How much did customers pay us in the last 60 days?", "CFO"],
  ["How much did we bill our customers in the last 60 days?", "CFO"],
  ["Which customers are new in the last 90 days?", "Customer Success"],
  ["Which contracts did we sign with Northwind Logistics in the last 365 days?", "Legal"],
];

test("the list a figure of an answer leads to holds what its source says, narrowed as the answer is", async () => {
  const member = await world.member();
  await furnish(member);
  await hire(member, ...agentRoleIds);
  const all: string[] = [];
  for (const [question, role] of questions) {
    const { runId, agent } = await member.call(askAgents, { body: { question, urgency: "high" } });
    const { run } = await ended(member, runId);
    const { wrong } = await walk(member, run.report?.figures ?? []);
    expect(agent.role, question).toBe(role);
    all.push(...wrong.map((each) => `${question} ${each}`));
  }
  expect(all).toEqual([]);
});

/** What Operations counts in tasks and in tickets, each with its own figure. */
const countedTasks = {
  "overruns.late_tasks": 3,
  "overruns.timed_tasks": 2,
  "overruns.over_tasks": 1,
  "overruns.hours_over_tasks": 88,
  "overruns.untimed_tasks": 1,
  "bottleneck.open_tasks": 5,
  "bottleneck.unowned_tasks": 2,
  "throughput.tasks_0": 3,
  "throughput.tasks_1": 1,
  "throughput.tasks_per_week": 0.5,
};

test("what Operations says of tasks leads to exactly these tasks, and what it says of tickets to the tickets", async () => {
  const member = await world.member();
  await furnish(member);
  const agents = await hire(member, ...agentRoleIds);
  const find = (role: AgentRoleId) => agents.find((one) => one.role === role);
  await putWork(world, member, find("Operations")?.id, find("CFO")?.id);
  const stranger = await world.member();
  await putWork(world, stranger);
  const { run, figure } = await brief(member, find("Operations"));
  const figures = run.report?.figures ?? [];
  const { wrong } = await walk(member, figures);
  expect(wrong).toEqual([]);
  for (const [id, value] of Object.entries(countedTasks)) {
    expect(figure(`operations.${id}`), id).toMatchObject({
      value,
      source: { href: expect.stringMatching(/^\/tasks\?/) },
    });
  }
  // One figure counts tickets or tasks, never both: a list holds only one of them.
  for (const { id, label, source } of figures) {
    expect(/ticket/i.test(`${label} ${source.label}`) && /task/i.test(`${label} ${source.label}`), id).toBe(false);
    expect(source.href, `${id}, "${source.label}"`).not.toBe("/");
  }
  // A single task opens by its own address.
  const single = figures
    .map(({ source }) => /^\/\?task=(.+)$/.exec(source.href ?? "")?.[1])
    .filter((id) => id !== undefined);
  expect(single.length).toBeGreaterThan(1);
  for (const id of single) await member.call(getTask, { params: { id } });
});
