import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { dayIn } from "#platform/clock.ts";
import { addRecord, briefed } from "../briefed.ts";
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

/** Gives an executive tasks: one late, one that is not due, one done in time over its hours; and one of nobody. */
async function addTasks(member: Member) {
  const [agent] = await hire(member, "Operations");
  if (!agent) throw new Error("There is no Operations.");
  const { companyId } = member.user;
  const grant = crypto.randomUUID();
  await world.asOwner(
    `INSERT INTO grants (company_id, id, granted_by, effect, answer, created_at) VALUES ($1, $2, 'policy', 'task', '{}', now())`,
    [companyId, grant],
  );
  const task = (title: string, of: { agent?: string; due?: number; done?: number; hours?: [number, number] }) =>
    world.asOwner(
      `INSERT INTO tasks (company_id, id, title, assigned_agent_id, grant_id, status, due_date, completion_date, estimated_hours,
         actual_hours, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), $2, $3, $4, $5, now() + make_interval(days => $6::int), now() + make_interval(days => $7::int),
         $8, $9, now(), now())`,
      [
        companyId,
        title,
        of.agent ?? null,
        grant,
        of.done === undefined ? "pending" : "completed",
        of.due ?? null,
        of.done ?? null,
        ...(of.hours ?? [null, null]),
      ],
    );
  await task("Late task", { agent: agent.id, due: -8 });
  await task("Coming task", { agent: agent.id, due: 8 });
  await task("Done task", { agent: agent.id, done: -1, hours: [1, 1.5] });
  await task("Task of nobody", {});
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
  expect(value("operations.overruns.over")).toBe(2);
  expect(value("operations.overruns.timed")).toBe(3);
  expect(value("operations.overruns.hours_over")).toBe(3.5);
  expect(value("operations.overruns.late_tasks")).toBe(1);
  expect(value("operations.overruns.late_tickets")).toBe(1);
  expect(said.some((line) => line.includes("The most: Move {x}, 3 hours over (Dana)."))).toBe(true);
  expect(value("operations.bottleneck.open")).toBe(7);
  // Dana's two tickets, one of them late, before the executive's two tasks, one of them late.
  expect(value("operations.bottleneck.open_0")).toBe(2);
  expect(value("operations.bottleneck.overdue_1")).toBe(1);
  expect(value("operations.bottleneck.share_0")).toBeCloseTo(2 / 7);
  expect(value("operations.bottleneck.unowned")).toBe(2);
  expect(value("operations.vendors.notices")).toBe(2);
  expect(value("operations.vendors.contract_0_days")).toBe(15);
  expect(value("operations.vendors.value")).toBe(1250);
  expect(value("operations.budgets.over")).toBe(1);
  // 1,200 in 365 days against 1,000.
  expect(value("operations.budgets.over_sum")).toBe(200);
  expect(value("operations.throughput.week_0")).toBe(2);
  expect(value("operations.throughput.week_1")).toBe(1);
  // 18 and 10 days.
  expect(value("operations.throughput.cycle")).toBe(14);
  expect(report.proposals).toEqual([expect.objectContaining({ decisionType: "vendor_renewal" })]);
  expect(report.proposals[0]?.context).toMatchObject({ currentPrice: 1200, counterparty: "Host <b>", noticeDays: 30 });
  expect(ledTo.filter(({ kind }) => kind === "decision")).toHaveLength(1);
  expect(report.figures.every(({ source }) => source.label !== "")).toBe(true);
});

test("Operations without records says what is needed", async () => {
  const { report } = await briefed(await world.member(), "Operations");
  expect(report.figures).toEqual([]);
  expect(report.missing).toHaveLength(5);
});
