import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { dayIn, now } from "#platform/clock.ts";
import { brief, put } from "../briefing.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const today = dayIn(now(), "Europe/London");
const on = (days: number) => addDays(today, days);

const ticket = (member: Member, row: Record<string, string | null>) =>
  put(world, "tickets", member.user.companyId, {
    title: "Not reachable",
    kind: "incident",
    status: "open",
    priority: "high",
    opened_on: on(-5),
    ...row,
  });
const subscription = (member: Member, row: Record<string, string | number | null>) =>
  put(world, "subscriptions", member.user.companyId, { name: "Thing", status: "active", ...row });

test("incidents, endings and services come from the company's own rows", async () => {
  const member = await world.member();
  const stranger = await world.member();
  const [cto] = await hire(member, "CTO");
  await ticket(member, { due_on: on(-3), title: "{x} down" });
  await ticket(member, { due_on: on(3), priority: "low" });
  await ticket(member, { status: "resolved", resolved_on: on(-1), due_on: on(-4) });
  await ticket(member, { kind: "support", due_on: on(-9) });
  await ticket(stranger, { due_on: on(-77) });
  await subscription(member, { kind: "certificate", name: "shop.example", renews_on: on(10) });
  await subscription(member, {
    kind: "domain",
    name: "brand.example",
    renews_on: on(-2),
    amount: 120,
    interval: "year",
  });
  await subscription(member, { kind: "token", name: "deploy", renews_on: on(400) });
  await subscription(member, { kind: "domain", name: "old.example", renews_on: on(-9), status: "cancelled" });
  await subscription(member, { kind: "licence", name: "Editor", amount: 50, interval: "month", seats: 12 });
  await subscription(member, {
    kind: "plan",
    name: "Customer's plan",
    amount: 999,
    interval: "month",
    customer_name: "Acme",
  });
  await subscription(stranger, { kind: "certificate", name: "theirs", renews_on: on(1) });
  const { run, said, figure } = await brief(member, cto);
  expect(figure("cto.incidents.open")?.value).toBe(2);
  expect(figure("cto.incidents.overdue")?.value).toBe(1);
  expect(figure("cto.incidents.takes")?.value).toBe(4);
  expect(said.join(" ")).toContain("{x} down waits longest of the high ones: overdue for 3 days.");
  expect(figure("cto.endings.ended")?.value).toBe(1);
  expect(figure("cto.endings.within_14")?.value).toBe(1);
  // 50 + 120 ÷ 12
  expect(figure("cto.services.monthly")?.value).toBe(60);
  expect(figure("cto.services.seats")?.value).toBe(12);
  expect(JSON.stringify(run.report)).not.toMatch(/theirs|old\.example|Customer's plan/);
});

test("a CTO without rows says what is missing and no figure", async () => {
  const member = await world.member();
  const [cto] = await hire(member, "CTO");
  const { run, missing } = await brief(member, cto);
  expect(run.report?.figures).toEqual([]);
  expect(missing).toEqual(["Incidents", "What expires", "What services and licences cost"]);
});
