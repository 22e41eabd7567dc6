import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { dayIn } from "#platform/clock.ts";
import { askAgents } from "#features/conversations/contract.ts";
import { listWork } from "#features/tasks/load/contract.ts";
import { addRecord, briefed, briefedBy } from "../briefed.ts";
import { pagesOf } from "../pages.ts";
import { putTask } from "../tasks.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const today = dayIn(new Date(), "Europe/London");
const on = (days: number) => addDays(today, days);

async function fillWith(member: Member) {
  const add = (table: string, columns: Record<string, unknown>) => addRecord(world, member, table, columns);
  const ticket = (title: string, columns: Record<string, unknown>) =>
    add("tickets", { title, kind: "request", status: "open", priority: "low", opened_on: on(-20), ...columns });
  await ticket("Move {x}", { owner_name: "Dana", due_on: on(-3), estimated_hours: 2, actual_hours: 5 });
  await ticket("Paint", { owner_name: " dana ", due_on: on(3), kind: "incident" });
  await ticket("Lift", { owner_name: "Sam" });
  await ticket("Nobody's", {});
  await ticket("Done", {
    owner_name: "Sam",
    status: "resolved",
    resolved_on: on(-2),
    estimated_hours: 4,
    actual_hours: 3,
  });
  await ticket("Done last week", { status: "closed", resolved_on: on(-10) });
  await ticket("Done long ago", {
    status: "closed",
    opened_on: on(-230),
    resolved_on: on(-200),
    estimated_hours: 1,
    actual_hours: 9,
  });
  const host = await add("vendors", { name: "Host <b>", status: "active", yearly_budget: 1000 });
  const lawn = await add("vendors", { name: "Lawn", status: "active", yearly_budget: 5000 });
  await add("vendors", { name: "Without a budget", status: "active" });
  const bill = { direction: "payable", due_on: today, status: "paid" };
  await add("invoices", { ...bill, number: "1", vendor_id: host, issued_on: on(-364), amount: 900 });
  await add("invoices", { ...bill, number: "2", vendor_id: host, issued_on: on(-10), amount: 300 });
  await add("invoices", { ...bill, number: "3", vendor_id: host, issued_on: on(-400), amount: 9000 });
  await add("invoices", { ...bill, number: "4", vendor_id: host, issued_on: on(-5), amount: 8000, currency: "EUR" });
  await add("invoices", { ...bill, number: "5", vendor_id: lawn, issued_on: on(-10), amount: 300 });
  const active = { kind: "vendor", status: "active", vendor_name: "Host <b>", vendor_id: host };
  await add("contracts", {
    ...active,
    title: "Hosting",
    ends_on: on(45),
    notice_days: 30,
    auto_renews: true,
    yearly_value: 1200,
  });
  await add("contracts", { ...active, title: "Later", ends_on: on(89), yearly_value: 50 });
  await add("contracts", {
    title: "A customer's",
    kind: "customer",
    status: "active",
    customer_name: "Acme",
    ends_on: on(10),
  });
}

/** Gives an executive tasks: one late, one that is not due, one done in time over its hours; and one unassigned. */
async function addTasks(member: Member) {
  const [agent] = await hire(member, "Operations");
  const of = { agent: agent?.id };
  await putTask(world, member, "Late task", { ...of, due: -8 * 24 });
  await putTask(world, member, "Coming task", { ...of, due: 8 * 24 });
  await putTask(world, member, "Done task", { ...of, done: -24, estimated: 1, worked: 1.5 });
  await putTask(world, member, "Unassigned task");
}

test("Operations reports overruns, who has most to do, vendors and throughput", async () => {
  const member = await world.member();
  await fillWith(member);
  await addTasks(member);
  const stranger = await world.member();
  await fillWith(stranger);
  await addTasks(stranger);
  const { run, report, said, value, ledTo } = await briefed(member, "Operations");
  expect(run.status).toBe("done");
  expect(run.origin).toBe("external");
  expect([value("operations.overruns.over_tickets"), value("operations.overruns.timed_tickets")]).toEqual([1, 2]);
  expect([value("operations.overruns.over_tasks"), value("operations.overruns.timed_tasks")]).toEqual([1, 1]);
  expect(value("operations.overruns.hours_over_tickets")).toBe(3);
  expect(value("operations.overruns.hours_over_tasks")).toBe(0.5);
  expect(value("operations.overruns.late_tasks")).toBe(1);
  expect(value("operations.overruns.late_tickets")).toBe(1);
  expect(said.some((line) => line.includes("The most: Move {x}, 3 hours over (Dana)."))).toBe(true);
  expect([value("operations.bottleneck.open_tickets"), value("operations.bottleneck.open_tasks")]).toEqual([4, 3]);
  // Dana's two tickets, one of them late, before the executive's two tasks, one of them late.
  expect(value("operations.bottleneck.open_0")).toBe(2);
  expect(value("operations.bottleneck.overdue_1")).toBe(1);
  expect(value("operations.bottleneck.share_0")).toBeCloseTo(2 / 7);
  expect([value("operations.bottleneck.unowned_tickets"), value("operations.bottleneck.unowned_tasks")]).toEqual([
    1, 1,
  ]);
  expect(value("operations.vendors.notices")).toBe(2);
  expect(value("operations.vendors.contract_0_days")).toBe(15);
  expect(value("operations.vendors.value")).toBe(1250);
  expect(value("operations.budgets.over")).toBe(1);
  // 1,200 in 365 days against 1,000.
  expect(value("operations.budgets.over_sum")).toBe(200);
  expect([value("operations.throughput.tickets_0"), value("operations.throughput.tasks_0")]).toEqual([1, 1]);
  expect([value("operations.throughput.tickets_1"), value("operations.throughput.tasks_1")]).toEqual([1, 0]);
  // 18 and 10 days.
  expect(value("operations.throughput.cycle")).toBe(14);
  expect(report.proposals).toEqual([expect.objectContaining({ decisionType: "vendor_renewal" })]);
  expect(report.proposals[0]?.context).toMatchObject({ currentPrice: 1200, counterparty: "Host <b>", noticeDays: 30 });
  expect(ledTo.filter(({ kind }) => kind === "decision")).toHaveLength(1);
  expect(report.figures.every(({ source }) => source.label !== "")).toBe(true);
});

test("a question that waits for its answer is no work, and a task due hours ago is late by hours", async () => {
  const member = await world.member();
  const agents = await hire(member, "Operations", "CFO");
  const agent = agents.find(({ role }) => role === "Operations");
  const question = { question: "Will it rain in Lisbon tomorrow?", urgency: "high" } as const;
  const { taskId } = await member.call(askAgents, { body: question });
  await world.asOwner("UPDATE tasks SET due_date = now() - interval '2 days' WHERE id = $1", [taskId]);
  await putTask(world, member, "Call the bank", { due: -3.5 });
  const { said, value } = await briefedBy(member, agent?.id ?? "");
  expect(value("operations.overruns.late_tasks")).toBe(1);
  expect([value("operations.bottleneck.open_tasks"), value("operations.bottleneck.unowned_tasks")]).toEqual([1, 1]);
  // Past midnight it was due on the day before.
  expect(said.join(" ")).toMatch(/1 task is overdue\. Longest: Call the bank, by (3 hours|1 day)\./);
  expect(said.join(" ")).not.toContain("Lisbon");
  expect((await member.call(listWork)).rows.map(({ title }) => title)).toEqual(["Call the bank"]);
});

test("the list of work goes on page by page, and refuses what fits no view", async () => {
  const member = await world.member();
  for (let count = 1; count <= 53; count += 1) await putTask(world, member, `Task ${count}`, { due: -count });
  const pages = await pagesOf(member, "/api/tasks/work?view=late");
  expect(pages.map((page) => page.length)).toEqual([50, 3]);
  const titles = pages.flat().map((row) => (row as { id: string; title?: string }).title);
  expect(titles).toEqual(Array.from({ length: 53 }, (_, at) => `Task ${53 - at}`));
  expect((await member.call(listWork, { query: { view: "late" } })).total).toBe(53);
  const stranger = await world.member();
  expect(await stranger.call(listWork, { query: { view: "late" } })).toEqual({
    rows: [],
    nextCursor: null,
    total: 0,
    held: 0,
  });
  const send = async (query: string) => {
    const { status, text } = await member.send("GET", `/api/tasks/work?${query}`);
    return [status, text];
  };
  expect(await send("view=late&from=2026-01-01")).toEqual([400, "Days only apply to completed tasks"]);
  expect(await send("view=done&from=2026-01-02&to=2026-01-01")).toEqual([400, "The last day is before the first"]);
  expect((await send("view=everything"))[0]).toBe(400);
});

test("Operations without records says what is needed", async () => {
  const { report } = await briefed(await world.member(), "Operations");
  expect(report.figures).toEqual([]);
  expect(report.missing).toHaveLength(6);
});
