import { expect, test } from "vitest";
import { periodNamed } from "#features/setup/company/period.ts";

test.each([
  ["Revenue of $2M by the end of 2027", "2027-12-31", "year"],
  ["Revenue of 3M by year-end", "2026-12-31", "year"],
  ["Revenue of 3M next year", "2027-12-31", "year"],
  ["Reach 1,200 orders in March 2027", "2027-03-31", "month"],
  ["Reach 1,200 orders in March", "2027-03-31", "month"],
  ["300 paid signups this quarter", "2026-12-31", "quarter"],
  ["300 paid signups by the end of the quarter", "2026-12-31", "quarter"],
  ["Sales of 250k by Q1 2027", "2027-03-31", "quarter"],
  ["Sales of 250k in H1 2027", "2027-06-30", "half-year"],
  ["Orders this month", "2026-11-30", "month"],
  // A day, or a month it has to be reached by, names no period; nor does a text whose date a person changed.
  ["900 orders by June 2027", "2027-06-30", null],
  ["900 orders by 30 June 2027", "2027-06-30", null],
  ["900 orders in March 2027", "2027-06-30", null],
  ["Revenue of $2M by the end of 2027", "2027-11-30", null],
  ["900 orders", "2027-06-30", null],
  ["900 orders in March", null, null],
] as const)("%s, dated %s: %s", (text, date, period) => {
  expect(periodNamed({ text, date })).toBe(period);
});
