import { expect, test } from "vitest";
import { budgetRemarks, retireFault } from "#features/executives/rules.ts";

const ben = { name: "Ben", role: "CFO" } as const;
const waiting = (...numbers: number[]) => numbers.map((number) => ({ number }));

test.each([
  [[], null],
  [[4], "1 decision waits for an answer to Ben (CFO): D-4. Decide it first."],
  [[4, 6], "2 decisions wait for an answer to Ben (CFO): D-4, D-6. Decide them first."],
  [[1, 2, 3, 4, 5], "5 decisions wait for an answer to Ben (CFO): D-1, D-2, D-3 and 2 more. Decide them first."],
])("with %j waiting", (numbers, sentence) => {
  expect(retireFault(ben, waiting(...numbers))).toBe(sentence);
});

const limit = { agentName: "Ben", reserved: 30, committed: 50 };

test("a budget that holds what is bound needs no remark, one below says what follows", () => {
  expect(budgetRemarks({ ...limit, yearBudget: 80 }, "USD")).toEqual([]);
  expect(budgetRemarks({ ...limit, yearBudget: 79 }, "USD")).toEqual([
    "Ben has committed $50 and reserved $30 this year, more than the budget of $79. That stands; nothing further fits this year.",
  ]);
});
