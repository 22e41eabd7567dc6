import { expect, test } from "vitest";
import { aheadIn, horizonTo, sumFrom } from "./ahead.ts";

const today = "2026-11-22";

test.each([
  ["What will revenue be next month?", "What revenue", "2026-12-01", "2026-12-31"],
  ["How many tickets do you expect in December?", "How many tickets", "2026-12-01", "2026-12-31"],
  ["Forecast our orders", "our orders", "2026-11-23", "2026-12-22"],
  ["What will our cash balance be in 6 weeks?", "What our cash balance", "2026-11-23", "2027-01-03"],
])("%s", (question, asked, from, to) => {
  expect(aheadIn(question, today)).toMatchObject({ asked, from, to });
});

test.each(["How many invoices did we issue next to none?", "What was revenue last month?"])(
  "%s asks for no forecast",
  (question) => {
    expect(aheadIn(question, today)).toBeNull();
  },
);

test("a part of a forecast keeps its share of the range", () => {
  const day = (at: number) => ({ day: `2026-12-0${at}`, value: 10, low: 5, high: 15 });
  const days = [1, 2, 3, 4].map(day);
  const made = {
    days,
    sum: { value: 40, low: 32, high: 48 },
    level: 0.8,
    method: "",
    points: 99,
    last: null,
    unknowns: [],
  };
  expect(sumFrom(made, "2026-12-01")).toEqual(made.sum);
  expect(sumFrom(made, "2026-12-04")).toEqual({ value: 10, low: 6, high: 14 });
  expect(sumFrom(made, "2027-01-01")).toBeNull();
  expect([horizonTo("2026-11-21", "2026-11-30", 90), horizonTo("2026-11-21", "2027-06-30", 90)]).toEqual([9, null]);
});
