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
    ["A year at a share of 0.5%", 10_000],
    ["A year at a share of 2%", 40_000],
    ["Kill criterion: orders of the test below", 1_500],
    ["Cost cap of the test", 2_500],
  ]);
  expect(answer).toMatchObject({
    title: "Test a market of £2,000,000 a year",
    verdict: "test first",
    confidence: 0.31,
    priority: "medium",
    exposure: { kind: "spend", amount: 2_500, recurring: false },
    metadata: { financialImpact: -2_500, timeframe: "10 weeks" },
  });
  expect(answer.recommendation).toBe(
    "Test first: spend at most £2,500 on a test of 8 weeks, and stop it when that is spent or when it has brought less than £1,500 by 29 January 2027. A share of 0.5% to 2% would be £10,000 to £40,000 a year.",
  );
});

test("the forecast is on the test", () => {
  expect(evaluate({ marketSize: 2_000_000 }).forecasts).toMatchObject([
    { horizon: "proxy", claim: "Three of ten buyers asked want an offer by 18 December 2026", dueOn: "2026-12-18" },
    {
      horizon: "final",
      claim: "The test brings orders of at least £1,500 for at most £2,500 by 29 January 2027",
      target: 1_500,
      dueOn: "2027-01-29",
      baseRate: null,
    },
  ]);
});

test("it never proposes to expand, whatever is known", () => {
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
  expect(answer.steps).toContainEqual(expect.objectContaining({ name: "Margin of a year at 2%", value: 16_000 }));
  expect(answer.steps).toContainEqual(expect.objectContaining({ name: "A year at 2% against ours", value: 11 }));
  expect(answer.evidence.filter((row) => row.found)).toHaveLength(1);
  expect(answer.confidence).toBe(0.51); // 0.2 + 0.25 × 2/4 + 0.35 × 0.4 + 0.2 × 0.25
});

test("three sets of evidence give three confidences", () => {
  const study = { kind: "Study", reference: "Chamber of commerce", value: "£2m", asOf: "2026-11-01" };
  const sure = (...evidence: unknown[]) => evaluate({ marketSize: 2_000_000, evidence }).confidence;
  expect([sure(), sure({ ...study, asOf: "2026-05-01" }), sure(study)]).toEqual([0.31, 0.38, 0.45]); // 203 days: weight 0.48
});

test("approving plans, runs and settles the test", () => {
  const effects = evaluate({ marketSize: 2_000_000 }).effects;
  expect([
    ...tasksIn(effects).map(({ title, role, dueInDays }) => [title, role, dueInDays]),
    ...noticesIn(effects).map(({ to }) => to),
  ]).toEqual([
    ["Talk to ten buyers of the new market", "Sales", 28],
    ["Plan the 8-week test within £2,500", "CMO", 14],
    ["Settle the test on 29 January 2027", "CEO", 70],
    "CMO",
    "owner",
  ]);
});
