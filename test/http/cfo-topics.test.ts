import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { brief, put } from "../briefing.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const today = dayIn(now(), "Europe/London");
const ago = (days: number) => addDays(today, -days);
const companyOf = (member: Member) => member.user.companyId;

const payable = (member: Member, row: Record<string, string | number | null>) =>
  put(world, "invoices", companyOf(member), {
    number: "B-1",
    direction: "payable",
    vendor_name: "Cloudbase",
    category: "Infrastructure",
    issued_on: ago(5),
    due_on: addDays(today, 5),
    status: "open",
    amount: 100,
    ...row,
  });

/** Whole months before this one, newest first, as their 15th. */
const months = [1, 2, 3].map((back) => {
  const date = new Date(`${today.slice(0, 7)}-15T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - back);
  return date.toISOString().slice(0, 10);
});

test("a CFO without rows says what is missing and no figure", async () => {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  const { run, missing, said } = await brief(member, cfo);
  expect(run.report?.figures).toEqual([]);
  expect(missing).toEqual(
    expect.arrayContaining([
      "What customers owe",
      "Cash",
      "Net burn",
      "Revenue",
      "What the company owes",
      "Unusual spending",
    ]),
  );
  expect(said.join(" ")).not.toMatch(/\d/);
});

test("cash, burn, revenue, bills and spending come from the company's own rows", async () => {
  const member = await world.member();
  const stranger = await world.member();
  const [cfo] = await hire(member, "CFO");
  const points = [
    { metricName: "cash", metricValue: 45_000, measurementDate: ago(1) },
    ...months.map((measurementDate) => ({ metricName: "expenses", metricValue: 25_000, measurementDate })),
    ...months.map((measurementDate) => ({ metricName: "daily_revenue", metricValue: 10_000, measurementDate })),
    ...months.map((day) => ({
      metricName: "daily_revenue",
      metricValue: 500,
      currency: "EUR" as const,
      measurementDate: addDays(day, 3),
    })),
  ];
  await member.call(recordMetrics, { body: { source: "manual", points } });
  await payable(member, { amount: 700, due_on: addDays(today, 3) });
  await payable(member, { amount: 300, due_on: ago(2), vendor_name: "=cmd" });
  await payable(member, { amount: 900, due_on: ago(1), status: "void" });
  await payable(member, { amount: 55, currency: "EUR" });
  await payable(stranger, { amount: 9_999 });
  await put(world, "invoices", companyOf(stranger), {
    number: "X",
    direction: "receivable",
    issued_on: ago(50),
    due_on: ago(20),
    status: "open",
    amount: 77_777,
  });
  const { run, figure, said } = await brief(member, cfo);
  expect(run.status).toBe("done");
  expect(figure("cfo.runway.cash")).toMatchObject({
    value: 45_000,
    source: { asOf: ago(1), href: "/records/figures/cash" },
  });
  // 25,000 − 10,000 = 15,000 a month; 45,000 ÷ 15,000 = 3 months
  expect(figure("cfo.runway.burn")?.value).toBe(15_000);
  expect(figure("cfo.runway.months")?.value).toBe(3);
  expect(figure("cfo.payables.owed")?.value).toBe(1_000);
  expect(figure("cfo.payables.overdue")?.value).toBe(300);
  expect(figure("cfo.payables.within_7")?.value).toBe(700);
  // Who is owed most leads, not who has waited longest.
  expect(figure("cfo.payables.creditor_0")?.value).toBe(700);
  expect(figure("cfo.payables.owed_EUR")).toMatchObject({ value: 55, currency: "EUR" });
  expect(figure("cfo.spend.total")?.value).toBe(1_000);
  expect(said).toContain("Besides, €55 is to be paid; it is not added, as no rate is known.");
  expect(JSON.stringify(run.report)).not.toContain("9,999");
  expect(figure("cfo.receivables.owed")).toBeUndefined();
});

test("revenue by the month serves for the burn where there is none by the day", async () => {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  const points = months.flatMap((measurementDate) => [
    { metricName: "expenses", metricValue: 9_000, measurementDate },
    { metricName: "revenue", metricValue: 4_000, measurementDate },
  ]);
  await member.call(recordMetrics, { body: { source: "manual", points } });
  const { figure, missing } = await brief(member, cfo);
  expect(figure("cfo.runway.burn")?.value).toBe(5_000);
  expect(missing).toContain("Cash");
});

test("revenue is told relative to the last day with a figure, with a forecast and its range", async () => {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  const points = Array.from({ length: 120 }, (_, at) => ({
    metricName: "daily_revenue",
    metricValue: at < 90 ? 100 + (at % 3) : 120 + (at % 3),
    measurementDate: addDays("2011-12-09", at - 119),
  }));
  await member.call(recordMetrics, { body: { source: "api", points } });
  const { figure, said } = await brief(member, cfo);
  // 10 × (120 + 121 + 122) and 10 × (100 + 101 + 102)
  expect(figure("cfo.revenue.total")).toMatchObject({ value: 3_630, source: { asOf: "2011-12-09" } });
  expect(figure("cfo.revenue.before")?.value).toBe(3_030);
  expect(said.join(" ")).toContain("9 Dec 2011, the last day with a figure");
  const next = figure("cfo.forecast.next_30");
  expect(next?.range?.level).toBe(0.8);
  expect(next?.value).toBeGreaterThan(3_000);
});

test("paid bills stand in for expenses, and a planted bill stands out", async () => {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  for (const paid_on of months) {
    await payable(member, { status: "paid", paid_on, issued_on: paid_on, due_on: paid_on, amount: 2_000 });
    await put(world, "invoices", companyOf(member), {
      number: `R-${paid_on}`,
      direction: "receivable",
      customer_name: "Acme",
      issued_on: paid_on,
      due_on: paid_on,
      paid_on,
      status: "paid",
      amount: 500,
    });
  }
  for (let at = 1; at <= 16; at += 1)
    await payable(member, {
      number: `U-${at}`,
      vendor_name: "Fibrelink",
      issued_on: ago(at * 20),
      amount: 400 + (at % 5),
    });
  await payable(member, { number: "PLANTED", vendor_name: "Fibrelink", issued_on: ago(3), amount: 6_400 });
  const { figure, said } = await brief(member, cfo);
  expect(figure("cfo.runway.burn")).toMatchObject({ value: 1_500 });
  expect(said.join(" ")).toContain("wages and taxes without a bill are not in it");
  expect(said.join(" ")).toContain("A bill of $6,400 from Fibrelink");
  expect(figure("cfo.outliers.outlier_0")?.source.label).toContain("PLANTED");
});
