import { expect, test } from "vitest";
import type { MeasuredBy } from "#features/decisions/contract.ts";
import type { MetricPoint } from "#features/metrics/contract.ts";
import { fromFigures, fromPrice, fromRows, fromSignature, fromTask } from "./rules.ts";

const party = { kind: "vendor" as const, id: "6f0f0f0e-0000-4000-8000-000000000001", name: "Ford" };
const claim = (measuredBy: Partial<MeasuredBy>, target: number | null = 100) => ({
  metric: "savings",
  target,
  dueOn: "2026-11-20",
  measuredBy: {
    measure: "sum" as const,
    test: "atLeast" as const,
    from: "2026-11-01",
    party,
    effect: null,
    ...measuredBy,
  },
});
const point = (measurementDate: string, metricValue: number, more: Partial<MetricPoint> = {}): MetricPoint => ({
  metricName: "savings",
  metricValue,
  measurementDate,
  source: "manual",
  currency: null,
  recordedAt: "2026-11-21T00:00:00.000Z",
  ...more,
});

test("a sum is decided when the figures reach the due day, or once it can no longer change", () => {
  const early = [point("2026-10-31", 900), point("2026-11-02", 60)];
  expect(fromFigures(claim({}), early, "GBP")).toBeNull();
  expect(fromFigures(claim({}), [...early, point("2026-11-10", 40)], "GBP")).toMatchObject({ held: true, value: 100 });
  expect(fromFigures(claim({}), [...early, point("2026-11-21", 900)], "GBP")).toMatchObject({ held: false, value: 60 });
  const atMost = claim({ test: "atMost" });
  expect(fromFigures(atMost, [...early, point("2026-11-10", 40)], "GBP")).toBeNull();
  expect(fromFigures(atMost, [...early, point("2026-11-10", 41)], "GBP")).toMatchObject({ held: false, value: 101 });
  expect(fromFigures(claim({}), [], "GBP")).toBeNull();
  expect(fromFigures(claim({}), [point("2026-11-20", 500, { currency: "EUR" })], "GBP")).toBeNull();
});

test("a value is the first one on or after the due day; of a day the best source counts", () => {
  const value = claim({ measure: "value" });
  expect(fromFigures(value, [point("2026-11-19", 500)], "GBP")).toBeNull();
  const found = [point("2026-11-22", 120), point("2026-11-22", 80, { source: "csv" }), point("2026-11-25", 10)];
  expect(fromFigures(value, found, "GBP")).toMatchObject({
    held: true,
    value: 120,
    source: "savings on 22 November 2026",
    href: "/records/figures/savings",
  });
});

test("rows are decided when later rows exist; without a bill there is no price", () => {
  const orders = claim({ measure: "orders" });
  expect(fromRows(orders, { rows: 2, total: 120, isCurrent: false }, "order")).toMatchObject({
    held: true,
    value: 120,
  });
  expect(fromRows(orders, { rows: 0, total: 0, isCurrent: false }, "order")).toBeNull();
  expect(fromRows(orders, { rows: 0, total: 0, isCurrent: true }, "order")).toMatchObject({ held: false, value: 0 });
  const again = claim({ measure: "orders" }, 1);
  expect(fromRows(again, { rows: 1, total: 0.5, isCurrent: true }, "order")).toMatchObject({ held: true, value: 1 });
  const bills = claim({ measure: "bills", test: "atMost" });
  expect(fromRows(bills, { rows: 0, total: 0, isCurrent: true }, "bill")).toBeNull();
  expect(fromRows(bills, { rows: 1, total: 90, isCurrent: true }, "bill")).toMatchObject({
    held: true,
    source: "1 bill by Ford, 1 November 2026 to 20 November 2026",
    href: `/records/vendors/${party.id}`,
  });
  expect(fromRows(bills, { rows: 1, total: 101, isCurrent: false }, "bill")).toMatchObject({ held: false });
  const billed = claim({ measure: "billed" });
  expect(fromRows(billed, { rows: 1, total: 90, isCurrent: false }, "bill")).toMatchObject({ held: true, value: 1 });
});

test("a contract's price and its signature", () => {
  const price = claim({ measure: "yearlyPrice", test: "atMost" });
  const contract = { id: party.id, title: "Vans", yearlyValue: 101 };
  expect(fromPrice(price, contract)).toMatchObject({ held: false, value: 101, source: "Vans: 101 per year" });
  expect(fromPrice(price, null)).toBeNull();
  const signed = { id: party.id, title: "Vans", signedOn: "2026-11-11" };
  const signature = claim({ measure: "contractSigned" }, null);
  expect(fromSignature(signature, { signed, isCurrent: true })).toMatchObject({ held: true });
  expect(fromSignature(signature, { signed: null, isCurrent: true })).toMatchObject({ held: false });
  expect(fromSignature(signature, { signed: null, isCurrent: false })).toBeNull();
});

test("only a person's word ends a task's forecast", () => {
  const meet = claim({ measure: "taskDone", effect: 0 }, null);
  const task = { title: "Meet Ford", status: "completed", isByPerson: true, completedOn: "2026-11-20" };
  expect(fromTask(meet, task)).toMatchObject({ held: true });
  expect(fromTask(meet, { ...task, completedOn: "2026-11-21" })).toMatchObject({ held: false });
  expect(fromTask(meet, { ...task, isByPerson: false })).toBeNull();
  expect(fromTask(meet, { ...task, status: "pending", completedOn: null })).toMatchObject({ held: false });
  expect(fromTask(meet, null)).toBeNull();
});
