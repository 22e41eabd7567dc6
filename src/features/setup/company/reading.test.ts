import { expect, test } from "vitest";
import type { Goals } from "#features/setup/company/contract.ts";
import { readGoals } from "#features/setup/company/reading.ts";

const about = { today: "2026-11-23", currency: "USD", metrics: ["revenue", "orders", "paid_signups"] } as const;
const read = (goals: Goals | string) =>
  readGoals(typeof goals === "string" ? { description: goals } : goals, about).map(({ metric, target, date }) => [
    metric,
    target,
    date,
  ]);

test.each<[string, (string | number | null)[][]]>([
  ["Grow revenue to $2M by the end of 2027", [["revenue", 2_000_000, "2027-12-31"]]],
  ["Reach 1,200 orders in March", [["orders", 1_200, "2027-03-31"]]],
  ["Sales of 250k by Q1 2027.", [["revenue", 250_000, "2027-03-31"]]],
  ["300 paid signups this quarter", [["paid_signups", 300, "2026-12-31"]]],
  ["Raise revenue from 1.2 million to 1.5 million by 31 March 2027", [["revenue", 1_500_000, "2027-03-31"]]],
  [
    "- 900 orders by 30 June\n- Win 20 new customers next year",
    [
      ["orders", 900, "2027-06-30"],
      ["new_customers", 20, "2027-12-31"],
    ],
  ],
  [
    "Revenue of $3M and 5,000 orders by end of 2027",
    [
      ["revenue", 3_000_000, "2027-12-31"],
      ["orders", 5_000, "2027-12-31"],
    ],
  ],
  // A share, a ceiling, another currency and a wish are left to a person.
  ["Grow revenue by 20% in 2027", [["revenue", null, "2027-12-31"]]],
  ["Keep orders below 40 this month", [["orders", null, "2026-11-30"]]],
  ["Revenue of €2M in 2027", [["revenue", null, "2027-12-31"]]],
  ["Revenue of 2M chf in 2027", [["revenue", null, "2027-12-31"]]],
  ["Revenue of EUR 2M in 2027", [["revenue", null, "2027-12-31"]]],
  ["Revenue of 2 million euros in 2027", [["revenue", null, "2027-12-31"]]],
  ["Revenue of 2M€ in 2027", [["revenue", null, "2027-12-31"]]],
  ["Revenue of 2M$ in 2027", [["revenue", 2_000_000, "2027-12-31"]]],
  ["Revenue of R$2M in 2027", [["revenue", null, "2027-12-31"]]],
  ["Revenue of US$2M in 2027", [["revenue", 2_000_000, "2027-12-31"]]],
  ["Revenue of 2M usd in 2027", [["revenue", 2_000_000, "2027-12-31"]]],
  ["Become the best place to work", [[null, null, null]]],
  // Dates in digits are no target, and are read where they mean one day.
  ["$1.2M revenue by 12/31/2027", [["revenue", 1_200_000, "2027-12-31"]]],
  ["$1.2M revenue by 31.12.2027", [["revenue", 1_200_000, "2027-12-31"]]],
  ["$1.2M revenue by 2027/12/31", [["revenue", 1_200_000, "2027-12-31"]]],
  ["$1.2M revenue by 6/2027", [["revenue", 1_200_000, "2027-06-30"]]],
  ["$1.2M revenue by 03/04/2027", [["revenue", 1_200_000, null]]],
  ["$1.2M revenue by 12/31", [["revenue", 1_200_000, null]]],
  ["Win 20 customers by 2027-02-30", [["new_customers", 20, null]]],
  ["Revenue of $2M before the end of the year 2027", [["revenue", 2_000_000, "2027-12-31"]]],
  [
    "Grow to 1,000 orders, 300 paid signups and $5M revenue by March, 2027",
    [
      ["orders", 1_000, "2027-03-31"],
      ["paid_signups", 300, "2027-03-31"],
      ["revenue", 5_000_000, "2027-03-31"],
    ],
  ],
  // A scale is read or leaves the number to a person.
  ["Revenue of $1.5B in 2027", [["revenue", 1_500_000_000, "2027-12-31"]]],
  ["20 lakh orders in 2027", [["orders", 2_000_000, "2027-12-31"]]],
  ["2 millions orders in 2027", [["orders", 2_000_000, "2027-12-31"]]],
  ["20 zillion orders in 2027", [["orders", null, "2027-12-31"]]],
  ["20mm orders in 2027", [["orders", null, "2027-12-31"]]],
  ["Orders of 2,5M in 2027", [["orders", null, "2027-12-31"]]],
  ["0.00001 orders in 2027", [["orders", null, "2027-12-31"]]],
  ["Win 50 customers in our 10th year", [["new_customers", 50, null]]],
])("%s", (text, goals) => {
  expect(read(text)).toEqual(goals);
});

test("goals written as JSON, in any shape", () => {
  expect(read({ revenue: 500_000 })).toEqual([["revenue", 500_000, null]]);
  expect(read({ orders: { target: 900, by: "2027-06-30" } })).toEqual([["orders", 900, "2027-06-30"]]);
  expect(
    read({ goals: [{ metric: "paid_signups", target: "1,500", deadline: "Q2 2027" }, "1000 orders in 2027"] }),
  ).toEqual([
    ["paid_signups", 1_500, "2027-06-30"],
    ["orders", 1_000, "2027-12-31"],
  ]);
  expect(read([{ goal: "Grow revenue", metric: "revenue", target: 10, date: "2027-01-31" }])).toEqual([
    ["revenue", 10, "2027-01-31"],
  ]);
  expect(read({ nested: { deep: [null, true, {}] } })).toEqual([]);
});

test("at most twenty sentences are read, however many there are and however many metrics", () => {
  const metrics = Array.from({ length: 5_000 }, (_, at) => `metric_${at}_of_many`);
  const parts = Array.from({ length: 160 }, (_, at) => at).join(", ");
  const sentences = Array.from({ length: 300 }, (_, at) => `${at} customers, ${parts}`.slice(0, 500));
  const before = process.cpuUsage();
  const goals = [
    readGoals({ description: "cd;".repeat(3_300) }, { ...about, metrics }),
    readGoals({ description: sentences.join(";") }, { ...about, metrics }),
    readGoals({ goals: sentences.map((text) => ({ title: text, metric: text, target: 1 })) }, { ...about, metrics }),
  ];
  // By the processor's time, because a busy machine takes long by the clock; reading every sentence takes tens of seconds.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  expect(goals.map(({ length }) => length)).toEqual([1, 20, 20]);
});
