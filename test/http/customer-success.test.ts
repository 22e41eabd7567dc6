import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { dayIn } from "#platform/clock.ts";
import { addRecord, briefed } from "../briefed.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const today = dayIn(new Date(), "Europe/London");
const on = (days: number) => addDays(today, days);

async function fillWith(member: Member) {
  const add = (table: string, columns: Record<string, unknown>) => addRecord(world, member, table, columns);
  const acme = await add("customers", {
    name: "Acme {x}",
    status: "active",
    usage_30: 40,
    usage_prior_30: 100,
    last_contact_on: on(-120),
    satisfaction: 4,
  });
  await add("customers", {
    name: "Fine",
    status: "active",
    usage_30: 100,
    usage_prior_30: 100,
    last_contact_on: on(-3),
  });
  await add("customers", { name: "Gone", status: "churned" });
  await add("tickets", {
    customer_id: acme,
    title: "Slow",
    kind: "support",
    status: "open",
    priority: "high",
    opened_on: on(-9),
    due_on: on(-2),
  });
  await add("tickets", {
    customer_id: acme,
    customer_name: "Acme {x}",
    title: "Call back",
    kind: "promise",
    status: "open",
    priority: "low",
    opened_on: on(-9),
    due_on: on(-4),
  });
  await add("tickets", {
    title: "Kept",
    kind: "promise",
    status: "resolved",
    priority: "low",
    opened_on: on(-9),
    due_on: on(-4),
  });
  await add("tickets", { title: "Some day", kind: "promise", status: "waiting", priority: "low", opened_on: on(-9) });
  await add("invoices", {
    customer_id: acme,
    number: "1",
    direction: "receivable",
    issued_on: on(-70),
    due_on: on(-30),
    amount: 500,
    status: "open",
  });
  const plan = { kind: "plan", customer_name: "Acme {x}", customer_id: acme, interval: "month", status: "active" };
  await add("subscriptions", { ...plan, name: "Team", amount: 100, renews_on: on(20) });
  await add("subscriptions", { ...plan, name: "Yearly", amount: 900, interval: "year", renews_on: on(80) });
  await add("subscriptions", { ...plan, name: "Far", amount: 900, interval: "year", renews_on: on(91) });
  await add("subscriptions", { ...plan, name: "Past", amount: 1, renews_on: on(-1) });
  await add("subscriptions", { ...plan, name: "Euro", amount: 70, currency: "EUR", renews_on: on(5) });
  await add("subscriptions", { ...plan, name: "Ended", amount: 50, status: "cancelled", cancelled_on: on(-10) });
  await add("subscriptions", {
    name: "Ours",
    kind: "service",
    vendor_name: "Host",
    status: "active",
    amount: 5000,
    interval: "month",
    renews_on: on(5),
  });
}

test("Customer Success reports who is at risk, what renews and what was promised", async () => {
  const member = await world.member();
  await fillWith(member);
  const stranger = await world.member();
  await fillWith(stranger);
  await fillWith(stranger);
  const { run, report, said, value } = await briefed(member, "Customer Success");
  expect(run.status).toBe("done");
  expect(run.origin).toBe("external");
  expect(value("customer-success.health.customers")).toBe(2);
  expect(value("customer-success.health.at_risk")).toBe(1);
  // Usage 0 × 30, contact 0 × 20, two open tickets both late 20 × 20, satisfaction 40 × 20, 30 days late 50 × 10.
  expect(value("customer-success.health.score_0")).toBe(17);
  // 1,200 + 900 + 900 + 12.
  expect(value("customer-success.health.at_stake")).toBe(3012);
  expect(said.some((line) => line.includes("Acme {x} (17 of 100): usage fell by 60%"))).toBe(true);
  expect(value("customer-success.renewals.renewals_30")).toBe(1);
  expect(value("customer-success.renewals.stake_30")).toBe(1200);
  expect(value("customer-success.renewals.stake_90")).toBe(2100);
  expect(value("customer-success.renewals.stake_EUR")).toBe(840);
  expect(value("customer-success.renewals.ended_amount")).toBe(600);
  expect(value("customer-success.renewals.churned")).toBe(1);
  expect(report.missing.map(({ what }) => what)).toContain("Whether 1 plan renewed: the day has passed");
  expect(value("customer-success.promises.open")).toBe(2);
  expect(value("customer-success.promises.overdue")).toBe(1);
  expect(report.missing.map(({ what }) => what)).toContain("By when 1 promise must be kept");
  expect(report.figures.every(({ source }) => source.label !== "")).toBe(true);
});

test("Customer Success without records says what is needed", async () => {
  const { report } = await briefed(await world.member(), "Customer Success");
  expect(report.figures).toEqual([]);
  expect(report.missing).toHaveLength(4);
});
