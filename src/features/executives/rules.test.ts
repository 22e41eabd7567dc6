import { expect, test } from "vitest";
import { budgetWarnings, retireError } from "#features/executives/rules.ts";

const ben = { name: "Ben", role: "CFO" } as const;
const pending = (...numbers: number[]) => numbers.map((number) => ({ number }));

test.each([
  [[], null],
  [[4], "Ben (CFO) has 1 pending decision: D-4. Decide it first."],
  [[4, 6], "Ben (CFO) has 2 pending decisions: D-4, D-6. Decide them first."],
  [[1, 2, 3, 4, 5], "Ben (CFO) has 5 pending decisions: D-1, D-2, D-3 and 2 more. Decide them first."],
])("with %j pending", (numbers, sentence) => {
  expect(retireError(ben, pending(...numbers))).toBe(sentence);
});

const limit = { agentName: "Ben", reserved: 30, committed: 50 };

test("a budget below committed and reserved amounts gives a warning", () => {
  expect(budgetWarnings({ ...limit, yearBudget: 80 }, "USD")).toEqual([]);
  expect(budgetWarnings({ ...limit, yearBudget: 79 }, "USD")).toEqual([
    "Ben has already committed $50 and reserved $30 this year, above the $79 budget. Nothing more fits this year.",
  ]);
});
