import { expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { ageing } from "#features/forecasting/series/ageing.ts";

const today = "2026-11-20";
const invoice = (daysLate: number, amount: number, open = amount) => ({
  amount,
  open,
  dueOn: addDays(today, -daysLate),
  issuedOn: addDays(today, -daysLate - 14),
});

test("each invoice stands in the bucket of its days past due", () => {
  const found = ageing(
    [-10, 0, 1, 30, 31, 60, 61, 90, 91, 400].map((late) => invoice(late, 100)),
    today,
  );
  expect(found.buckets).toEqual([
    { age: "current", count: 2, open: 200 },
    { age: "1-30", count: 2, open: 200 },
    { age: "31-60", count: 2, open: 200 },
    { age: "61-90", count: 2, open: 200 },
    { age: "over 90", count: 2, open: 200 },
  ]);
  expect([found.open, found.overdue]).toEqual([1_000, 800]);
});

test("days sales outstanding are open receivables over the sales of 90 days, paid ones among them", () => {
  // Sales of 90 days: 600 + 300 = 900; open 300: 30 days. The old one counts as open, not as a sale.
  const found = ageing([invoice(10, 600, 0), invoice(0, 300, 200), invoice(200, 5_000, 100)], today);
  expect(found.daysSalesOutstanding).toBeCloseTo(30, 9);
  expect(found.buckets.map(({ count }) => count)).toEqual([1, 0, 0, 0, 1]);
});

test("cents add up, tomorrow's invoices are not there yet, and nothing sold has no days", () => {
  expect(ageing([invoice(1, 0.1), invoice(2, 0.2)], today).open).toBe(0.3);
  const later = { ...invoice(0, 50), issuedOn: addDays(today, 1), dueOn: addDays(today, 15) };
  expect(ageing([later], today)).toMatchObject({ open: 0, overdue: 0, daysSalesOutstanding: null });
});

test("a credit note lowers its bucket", () => {
  expect(ageing([invoice(5, 100), invoice(5, -30)], today).buckets[1]).toEqual({ age: "1-30", count: 2, open: 70 });
});
