import { addDays } from "#contract/days.ts";
import { expect, test } from "vitest";
import type { Facts } from "./decision-type.ts";
import { partnershipEvaluation } from "./partnership-evaluation.ts";

const facts: Facts = {
  today: "2026-11-20",
  currency: "GBP",
  agentName: "Eleanor",
  role: "CEO",
  revenue: null,
  record: null,
};
const evaluate = (sent: unknown, more: Partial<Facts> = {}) =>
  partnershipEvaluation.evaluate(partnershipEvaluation.context.parse(sent), { ...facts, ...more });
const record = { kind: "Record", reference: "Sold with two others", value: "£140,000 a year", asOf: "2026-11-02" };
const example = {
  jointRevenue: 200_000,
  ourShare: 0.6,
  grossMargin: 0.5,
  chance: 0.6,
  setUpCost: 10_000,
  runningCost: 8_000,
  term: 24,
  exclusivity: "none",
  counterparty: "Kestrel",
  evidence: [record],
};

test("the worked example: every figure", () => {
  // Ours 120,000 a year; margin 50% over two years 120,000; × 60% = 72,000. Cost 10,000 + 2 × 8,000 = 26,000.
  // Expected 46,000; needed 26 ÷ 120 = 21.7%.
  const answer = evaluate(example);
  expect(answer.steps.map(({ name, value }) => [name, value])).toEqual([
    ["Annual joint sales", 200_000],
    ["Our share", 120_000],
    ["Our margin if it succeeds", 120_000],
    ["Chance of success", 60],
    ["Cost", 26_000],
    ["Break-even chance", 21.7],
    ["Revenue dependency", null],
    ["Expected value", 46_000],
  ]);
  expect(answer).toMatchObject({
    title: "Partnership with Kestrel worth £120,000 per year",
    verdict: "partner",
    exposure: { kind: "commitment", amount: 18_000, recurring: true, counterparty: "Kestrel" },
    metadata: { financialImpact: -18_000, returns: { amount: 46_000, note: "expected in 24 months" } },
    confidence: 0.71, // 0.2 + 0.25 + 0.35 × 0.4 + 0.2 × (1 − 21.7 ÷ 60 = 0.639) = 0.7178
    impact: "high",
    questions: [],
  });
  expect(answer.recommendation).toBe(
    "Partner: expected value over 24 months is £46,000. It breaks even at a 21.7% chance of success; the plan assumes 60%.",
  );
  // 120,000 ÷ 4 × 60% × 0.67 = 12,060, rounded down to 12,000; 60% × 0.9
  expect(answer.forecasts).toMatchObject([
    {
      claim: "Kestrel names an owner and brings a first joint customer by 18 December 2026",
      dueOn: "2026-12-18",
    },
    { claim: "Our share of joint sales reaches £12,000 by 20 March 2027", target: 12_000, probability: 0.54 },
  ]);
});

test.each([
  // 10,000 ÷ 2 + 8,000 ÷ 4
  ["an assumed chance is piloted", { chance: null }, "pilot first", 7_000],
  ["so are figures without evidence", { evidence: [] }, "pilot first", 7_000],
  ["and an unknown margin", { grossMargin: null }, "pilot first", 7_000],
  ["our exclusivity is negotiated", { exclusivity: "both", givenUp: 1_000 }, "negotiate", 0],
  ["theirs is not", { exclusivity: "them" }, "partner", 18_000],
  // 120,000 × 20% = 24,000 < 26,000
  ["a low chance is negotiated", { chance: 0.2 }, "negotiate", 0],
  // 24,000 × 50% × 2 = 24,000 < 26,000
  ["a partnership that can't cover its cost is declined", { jointRevenue: 40_000 }, "decline", 0],
  ["no share for us", { ourShare: 0 }, "decline", 0],
])("%s", (_name, more, verdict, amount) => {
  const answer = evaluate({ ...example, ...more });
  expect([answer.verdict, answer.exposure.amount]).toEqual([verdict, amount]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
  expect(JSON.stringify(answer)).not.toMatch(/NaN|Infinity/);
});

test("exclusivity costs its lost margin for certain", () => {
  // 30,000 × 50% × 2 years = 30,000: 72,000 − 26,000 − 30,000
  const answer = evaluate({ ...example, exclusivity: "us", givenUp: 30_000 });
  expect(answer.steps.at(-1)?.value).toBe(16_000);
  expect(answer.steps.find((step) => step.name === "Lost to exclusivity")?.value).toBe(30_000);
});

test("revenue dependency uses a year of revenue in the company's currency", () => {
  const points = Array.from({ length: 365 }, (_, at) => ({ day: addDays("2025-11-20", at), value: 800 }));
  const revenue = { points, source: "CSV", asOf: "2026-11-19" };
  // 120,000 ÷ (292,000 + 120,000) = 29.1%
  const answer = evaluate(example, { revenue });
  expect(answer.steps.find((step) => step.name === "Revenue dependency")?.value).toBe(29.1);
  expect(answer).toMatchObject({ verdict: "negotiate", exposure: { kind: "none", amount: 0 } });
  expect(answer.recommendation).toContain("29.1% of our revenue would depend on it");
  // A year that ended long ago names its last day wherever something is compared with it.
  const old = { ...revenue, points: points.map(({ day, value }) => ({ day: addDays(day, -200), value })) };
  const late = evaluate(example, { revenue: old });
  const dated = "29.1% of our revenue (12 months to 3 May 2026) would depend on";
  expect(late.recommendation).toContain(`${dated} it`);
  expect(late.metadata.risks).toContain(`${dated} one partner`);
  expect(late.steps.find((step) => step.name === "Revenue dependency")?.formula).toBe(
    "our share ÷ (revenue of 12 months to 3 May 2026 + our share)",
  );
  // Revenue in another currency is not used, so it is reported as missing.
  expect(evaluate(example).metadata.risks).toContain("Missing: Revenue in GBP, last 12 months");
});

test("with only joint sales and share, the rest becomes questions, and free pilots commit nothing", () => {
  const answer = evaluate({ jointRevenue: 1_000, ourShare: 0.5 });
  expect(answer).toMatchObject({ verdict: "pilot first", exposure: { kind: "none", amount: 0 } });
  expect(answer.questions).toHaveLength(6);
});
