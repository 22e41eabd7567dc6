import { noticesIn, tasksIn } from "../../../../test/planned.ts";
import { addDays } from "#contract/days.ts";
import { expect, test } from "vitest";
import type { Facts } from "./decision-type.ts";
import { marketExpansion } from "./market-expansion.ts";

const facts: Facts = {
  today: "2026-11-20",
  currency: "GBP",
  agentName: "Eleanor",
  role: "CEO",
  revenue: null,
  record: null,
};
const evaluate = (sent: unknown, more: Partial<Facts> = {}) =>
  marketExpansion.evaluate(marketExpansion.context.parse(sent), { ...facts, ...more });

test("the worked example: 10,000 to 40,000 a year, and a test instead of an expansion", () => {
  const answer = evaluate({ marketSize: 2_000_000 });
  expect(answer.steps.map(({ name, value }) => [name, value])).toEqual([
    ["Market size", 2_000_000],
    ["Annual sales at 0.5% share", 10_000],
    ["Annual sales at 2% share", 40_000],
    ["Kill criterion: test orders below", 1_500],
    ["Test budget cap", 2_500],
  ]);
  expect(answer).toMatchObject({
    title: "Test a £2,000,000 market",
    verdict: "test first",
    confidence: 0.31,
    priority: "medium",
    exposure: { kind: "spend", amount: 2_500, recurring: false },
    metadata: { financialImpact: -2_500, timeframe: "10 weeks" },
  });
  expect(answer.recommendation).toBe(
    "Test first: spend at most £2,500 on an 8-week test. Stop if orders are below £1,500 by 29 January 2027. A share of 0.5% to 2% is worth £10,000 to £40,000 per year.",
  );
});

test("forecasts are about the test", () => {
  expect(evaluate({ marketSize: 2_000_000 }).forecasts).toMatchObject([
    { horizon: "proxy", claim: "Three of ten buyers ask for a quote by 18 December 2026", dueOn: "2026-12-18" },
    {
      horizon: "final",
      claim: "The test brings orders of at least £1,500 for at most £2,500 by 29 January 2027",
      target: 1_500,
      dueOn: "2027-01-29",
      baseRate: null,
    },
  ]);
});

test("it never proposes to expand", () => {
  const evidence = Array.from({ length: 20 }, (_, at) => ({
    kind: "Study",
    reference: `Study ${at}`,
    value: at,
    asOf: "2026-11-01",
  }));
  for (const marketSize of [1_000, 2_000_000, 1e12]) {
    const answer = evaluate({
      marketSize,
      grossMargin: 0.9,
      existingCustomers: 500,
      subject: "Gifts in Wales",
      evidence,
    });
    expect(answer.verdict).toBe("test first");
    expect(answer.recommendation).not.toMatch(/expand/i);
    expect(answer.exposure.amount).toBeLessThanOrEqual(marketSize * 0.00125);
    expect(answer.exposure.amount).toBeGreaterThan(0);
  }
});

test("margin and our own revenue become steps and evidence", () => {
  const points = Array.from({ length: 365 }, (_, at) => ({ day: addDays("2025-11-20", at), value: 1_000 }));
  const revenue = { points, source: "CSV", asOf: "2026-11-19" };
  const answer = evaluate({ market_size: 2_000_000, margin: 0.4 }, { revenue });
  expect(answer.steps).toContainEqual(expect.objectContaining({ name: "Annual margin at 2% share", value: 16_000 }));
  expect(answer.steps).toContainEqual(
    expect.objectContaining({ name: "Sales at 2% share vs. our revenue", value: 11 }),
  );
  expect(answer.evidence.filter((row) => row.found)).toHaveLength(1);
  expect(answer.confidence).toBe(0.51); // 0.2 + 0.25 × 2/4 + 0.35 × 0.4 + 0.2 × 0.25
});

test("three sets of evidence give three confidences", () => {
  const study = { kind: "Study", reference: "Chamber of commerce", value: "£2m", asOf: "2026-11-01" };
  const confidenceWith = (...evidence: unknown[]) => evaluate({ marketSize: 2_000_000, evidence }).confidence;
  expect([confidenceWith(), confidenceWith({ ...study, asOf: "2026-05-01" }), confidenceWith(study)]).toEqual([
    0.31, 0.38, 0.45,
  ]); // 203 days: weight 0.48
});

test("approving creates tasks to plan, run and close the test", () => {
  const effects = evaluate({ marketSize: 2_000_000 }).effects;
  expect([
    ...tasksIn(effects).map(({ title, role, dueInDays }) => [title, role, dueInDays]),
    ...noticesIn(effects).map(({ to }) => to),
  ]).toEqual([
    ["Talk to ten buyers in the new market", "Sales", 28],
    ["Plan the 8-week test within £2,500", "CMO", 14],
    ["Close the test on 29 January 2027", "CEO", 70],
    "CMO",
    "owner",
  ]);
});

test("cash and the limit cap the test, whatever the market's size", () => {
  const means = { cash: { value: 30_000, day: "2026-11-19" }, limit: 100_000 };
  const capOf = (marketSize: number, more: Partial<Facts["means"] & object> = {}) =>
    evaluate({ marketSize }, { means: { ...means, ...more } }).steps.at(-1);
  expect(capOf(1e12)).toMatchObject({
    value: 3_000,
    formula: "10% of cash (£30,000 on 19 November 2026), rounded down; the lowest of its bounds",
  });
  expect(capOf(1e12, { cash: null })).toMatchObject({ value: 100_000 });
  expect(capOf(1e12, { cash: { value: -5, day: "2026-11-19" } })).toMatchObject({ value: 0 });
  // Of a small market it stays what the low case could pay for.
  expect(capOf(2_000_000)).toMatchObject({ value: 2_500 });
  expect(evaluate({ marketSize: 1e12 }, { means }).exposure).toMatchObject({ amount: 3_000 });
});
