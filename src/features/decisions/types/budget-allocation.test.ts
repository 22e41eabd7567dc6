import { addDays } from "#contract/days.ts";
import { expect, test } from "vitest";
import { budgetAllocation } from "./budget-allocation.ts";
import { allocate, marginalAt } from "./budget-moves.ts";
import type { Facts } from "./decision-type.ts";
import { readContext } from "./registry.ts";

const facts: Facts = {
  today: "2026-11-20",
  currency: "GBP",
  agentName: "Marcus",
  role: "CFO",
  revenue: null,
  record: null,
};
const evaluate = (sent: unknown, more: Partial<Facts> = {}) =>
  budgetAllocation.evaluate(budgetAllocation.context.parse(sent), { ...facts, ...more });
const search = { name: "Search", current: 40_000, returns: 120_000 };
const fairs = { name: "Fairs", current: 40_000, returns: 40_000 };
const print = { name: "Print", current: 20_000, returns: 30_000 };
const lines = [search, fairs, print];
const ledger = { kind: "Ledger", reference: "Spending by line", value: "£100,000", asOf: "2026-11-01" };
const cents = (value: number) => Math.round(value * 100) / 100;

test("the worked example: every figure", () => {
  // The marginal return is half the average: 120 ÷ 80 = 1.50, 40 ÷ 80 = 0.50, 30 ÷ 40 = 0.75.
  // Without limits, money goes by returns² ÷ budget: 360 : 40 : 45, so 80,899 : 8,989 : 10,112. Limit: a fifth per line.
  // Search stops at 48,000. Of the other 52,000 Fairs would get 24,471, but stops at 32,000; Print keeps 20,000.
  // Search then brings 120,000 × √1.2 = 131,453.41, Fairs 40,000 × √0.8 = 35,777.09, Print 30,000: 7,230.50 more.
  const answer = evaluate({ lines, evidence: [ledger] });
  expect(answer.steps.map(({ name, formula, value }) => [name, formula, value])).toEqual([
    ["Total budget", "for the period", 100_000],
    ["New budget: Search", "£40,000.00 → £48,000.00; marginal return 1.50 → 1.37", 48_000],
    ["New budget: Fairs", "£40,000.00 → £32,000.00; marginal return 0.50 → 0.56", 32_000],
    ["New budget: Print", "£20,000.00 → £20,000.00; marginal return 0.75 → 0.75", 20_000],
    ["Moved between lines", "sum of all increases", 8_000],
    ["Additional returns", "returns grow with the square root of budget", 7_230.5],
  ]);
  expect(answer).toMatchObject({
    title: "Allocate £100,000 across 3 lines",
    verdict: "move",
    exposure: { kind: "commitment", amount: 8_000, recurring: false },
    metadata: { financialImpact: 0, returns: { amount: 7_230.5 } },
    // 0.2 + 0.25 × (1/2 + 1) / 2 + 0.35 × 0.4 + 0.2 × 5 × 7,230.5 ÷ 190,000 = 0.5655
    confidence: 0.56,
  });
  expect(answer.recommendation).toBe(
    "Move: shift £8,000, mostly to Search; Fairs is cut most. Assuming square-root returns, this adds £7,231 of returns.",
  );
  // A fifth of 7,230 is 1,446, and the round figure below it 1,400.
  expect(answer.forecasts).toMatchObject([
    {
      claim: "The owners of Search and Fairs agree to their new budgets by 4 December 2026",
      dueOn: "2026-12-04",
    },
    { target: 1_400, dueOn: "2027-02-18" },
  ]);
});

test("without evidence, half is moved", () => {
  expect(evaluate({ lines })).toMatchObject({
    verdict: "move half first",
    exposure: { amount: 4_000 },
    confidence: 0.42,
  });
});

test("floors and caps hold: Fairs keeps 38,000, Search gets at most 41,000", () => {
  const { shares, moved } = allocate([{ ...search, cap: 41_000 }, { ...fairs, floor: 38_000 }, print], 100_000, 0.2);
  expect(shares.map((line) => cents(line.next))).toEqual([41_000, 38_000, 21_000]);
  expect(cents(moved)).toBe(2_000);
});

test("between the bounds, marginal returns are equal", () => {
  // Square-root returns: 60 : 40 budgets with 90 and 80 returns go 135 : 160 of 295, inside a move of a fifth.
  const { shares } = allocate(
    [
      { name: "A", current: 60, returns: 90 },
      { name: "B", current: 40, returns: 80 },
    ],
    100,
    0.5,
  );
  expect(shares.map((line) => cents(line.next))).toEqual([cents((100 * 135) / 295), cents((100 * 160) / 295)]);
  const [first, second] = shares.map((line) => marginalAt(line, line.next));
  expect(first).toBeCloseTo(second ?? 0, 9);
});

test("a smaller total cuts the lowest marginal returns; an unmeasured line shrinks with the total", () => {
  const reduced = evaluate({ lines, total: 90_000, evidence: [ledger] });
  // Fairs and Print bring less than Search even at their minimum of 32,000 and 16,000: Search gets the other 42,000.
  expect(reduced.steps.slice(1, 4).map((step) => step.value)).toEqual([42_000, 32_000, 16_000]);
  expect(reduced.metadata.financialImpact).toBe(10_000);
  expect(reduced.recommendation).toContain("cut the total by £10,000; Fairs is cut most");
  // A cut is not halved, even without evidence. 75,000 is below 80,000: Search stops at 48,000, and
  // Fairs and Print share 27,000 as 40 : 45.
  const bare = evaluate({ lines, total: 75_000 });
  expect(bare.steps.slice(1, 4).map((step) => step.value)).toEqual([48_000, 12_705.88, 14_294.12]);
  expect([bare.verdict, bare.exposure.amount, bare.metadata.financialImpact]).toEqual(["move", 8_000, 25_000]);
  expect(bare.description).toContain("The total requires shifts larger than 20%.");
  const { shares, tight } = allocate([search, { name: "Unknown", current: 60_000 }], 50_000, 0.2);
  expect([tight, ...shares.map((line) => cents(line.next))]).toEqual(["moves", 20_000, 30_000]);
});

test("money above the caps stays unspent; a total below the floors is refused", () => {
  const capped = allocate(
    [
      { ...search, cap: 45_000 },
      { ...fairs, cap: 45_000 },
    ],
    200_000,
    0.2,
  );
  expect([capped.shares.map((line) => cents(line.next)), cents(capped.rest)]).toEqual([[45_000, 45_000], 110_000]);
  const floors = evaluate({
    lines: [
      { ...search, floor: 40_000 },
      { ...fairs, floor: 40_000 },
    ],
    total: 70_000,
  });
  expect(floors).toMatchObject({ verdict: "floors do not fit", exposure: { kind: "none", amount: 0 } });
  expect(floors.recommendation).toContain("exceed the £70,000 total by £10,000");
});

test("equal lines keep their budgets; unmeasured ones raise questions", () => {
  expect(
    evaluate({
      lines: [
        { ...search, name: "A" },
        { ...search, name: "B" },
      ],
    }).verdict,
  ).toBe("keep");
  const answer = evaluate({ lines: [search, { name: "Fairs", current: 40_000 }] });
  expect(answer).toMatchObject({ verdict: "measure first", exposure: { kind: "none" } });
  expect(answer.questions[0]).toBe("What did Fairs return in this period?");
});

test.each([
  [{ lines: [search] }, "lines: Send 2 to 20 rows"],
  [{ lines: [search, { ...fairs, name: "SEARCH" }] }, "lines: each needs a unique name"],
  [{ lines: [search, { ...fairs, floor: 2, cap: 1 }] }, "lines: a minimum is above its maximum"],
  [
    { lines: [search, { ...fairs, current: -1 }] },
    "lines 2 current: current must be a number from 0 to 1,000,000,000,000",
  ],
  [
    {
      lines: [
        { name: "A", current: 0 },
        { name: "B", current: 0 },
      ],
    },
    "lines: at least one needs a current budget",
  ],
  [{ lines: "all" }, "lines must be a list"],
])("%j is refused in one sentence", (sent, sentence) => {
  expect(readContext(budgetAllocation, sent)).toEqual({ refused: sentence });
});

test("at the largest figures nothing overflows", () => {
  const huge = Array.from({ length: 20 }, (_, at) => ({
    name: `L${at}`,
    current: at % 2 ? 1e12 : 0.01,
    returns: at % 3 ? 1e12 : 0,
  }));
  const answer = evaluate({ lines: huge, total: 1e12 });
  expect(JSON.stringify(answer)).not.toMatch(/NaN|Infinity|null,"unit":"money","deciding":true/);
  expect(answer.steps.reduce((all, step) => all + (/: L\d/.test(step.name) ? (step.value ?? 0) : 0), 0)).toBeCloseTo(
    1e12,
    -3,
  );
});

test("a year's revenue is a risk line", () => {
  const points = Array.from({ length: 365 }, (_, at) => ({ day: addDays("2025-11-20", at), value: 2_000 }));
  const answer = evaluate({ lines }, { revenue: { points, source: "CSV", asOf: "2026-11-19" } });
  expect(answer.metadata.risks).toContain("£100,000 is 13.7% of a year's revenue (£730,000)");
});
