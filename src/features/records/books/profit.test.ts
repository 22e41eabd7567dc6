import { expect, test } from "vitest";
import { profitRows } from "#features/records/books/profit.ts";

test("accounts, sections and results add up to the cent, and a variance counts only months with a budget", () => {
  const rows = profitRows({
    currency: "USD",
    months: ["2026-01-01", "2026-02-01"],
    accounts: [
      { type: "income", account: "Sales", actual: [100.1, 200.2], budget: [90, null] },
      { type: "cost of sales", account: "Hosting", actual: [40.05, null], budget: [50, null] },
      { type: "expense", account: "Rent", actual: [10, 10], budget: [8, 8] },
    ],
    elsewhere: [],
  });
  const shown = rows.map(({ label, amounts, total, variance, isWorse }) => [
    label,
    ...amounts,
    total,
    variance,
    isWorse,
  ]);
  expect(shown).toEqual([
    ["Sales", 100.1, 200.2, 300.3, 10.1, false],
    ["Income", 100.1, 200.2, 300.3, 10.1, false],
    ["Hosting", 40.05, null, 40.05, -9.95, false],
    ["Cost of sales", 40.05, null, 40.05, -9.95, false],
    ["Gross profit", 60.05, 200.2, 260.25, 20.05, false],
    ["Rent", 10, 10, 20, 4, true],
    ["Expenses", 10, 10, 20, 4, true],
    ["Profit", 50.05, 190.2, 240.25, 16.05, false],
  ]);
});
