import { expect, test } from "vitest";
import { campaignLaunch } from "./campaign-launch.ts";
import type { Facts } from "./decision-type.ts";

const facts: Facts = {
  today: "2026-11-20",
  currency: "GBP",
  agentName: "Tom",
  role: "CMO",
  revenue: null,
  record: null,
};
const evaluate = (sent: unknown, more: Partial<Facts> = {}) =>
  campaignLaunch.evaluate(campaignLaunch.context.parse(sent), { ...facts, ...more });
const last = { kind: "Measurement", reference: "Spring campaign", value: "2.5% of visits ordered", asOf: "2026-11-05" };
const example = { budget: 12_000, costPerVisit: 0.8, conversionRate: 0.025, orderValue: 90, grossMargin: 0.45 };

test("the worked example: every figure", () => {
  // 12,000 ÷ 0.80 = 15,000 visits, × 2.5% = 375 orders at 32.00. Margin 90 × 45% = 40.50.
  // 0.80 ÷ 40.50 = 2.0% (1.975). First stage 2,400, and 2,400 ÷ 40.50 = 59.3. 3 × 40.50 = 121.50.
  // 375 × 40.50 − 12,000 = 3,187.50.
  const answer = evaluate({ ...example, evidence: [last] });
  expect(answer.steps.map(({ name, value }) => [name, value])).toEqual([
    ["Budget", 12_000],
    ["Visits", 15_000],
    ["Orders", 375],
    ["Cost per order", 32],
    ["Margin per customer", 40.5],
    ["Break-even conversion rate", 2],
    ["First stage", 2_400],
    ["Orders needed from the first stage", 59],
    ["Kill criterion: spend without an order", 121.5],
    ["Campaign profit", 3_187.5],
  ]);
  // Room 1 − 32 ÷ 40.50 = 21.0%; 40.50 ÷ 32 = 1.266.
  expect(answer).toMatchObject({
    title: "£12,000 campaign",
    verdict: "launch",
    exposure: { kind: "spend", amount: 12_000, recurring: false },
    metadata: { financialImpact: -12_000, returns: { amount: 3_187.5 }, timeframe: "7 weeks" },
    confidence: 0.67, // 0.2 + 0.25 + 0.35 × 0.4 + 0.2 × 0.42 = 0.674
    priority: "medium",
  });
  expect(answer.recommendation).toBe(
    "Launch: cost per order is £32.00 against a margin of £40.50, so costs can rise 26.6% before it loses money. Stop if there are no orders after £122, or fewer than 59 orders after £2,400.",
  );
  // 7 days to set up and 14 to review; 80% of 375 are 300, by 7 + 42 days.
  expect(answer.forecasts).toMatchObject([
    { claim: "The first £2,400 brings at least 59 orders by 11 December 2026", dueOn: "2026-12-11", target: 59 },
    { claim: "At least 300 orders for at most £12,000 by 8 January 2027", target: 300, dueOn: "2027-01-08" },
  ]);
});

test.each([
  ["without evidence, only the first stage is spent", {}, "launch in parts", 2_400],
  // 0.80 ÷ 0.022 = 36.36 of 40.50: 10.2% of room
  ["a thin margin also launches in stages", { conversionRate: 0.022, evidence: [last] }, "launch in parts", 2_400],
  // 0.80 ÷ 0.019 = 42.11
  ["below break-even, nothing is launched", { conversionRate: 0.019, evidence: [last] }, "do not launch", 0],
  ["repeat orders pay for it", { conversionRate: 0.019, ordersPerCustomer: 2, evidence: [last] }, "launch", 12_000],
  ["without a margin, a tenth is tested", { grossMargin: null }, "test first", 1_200],
  ["without a conversion rate, too", { conversionRate: null, evidence: [last] }, "test first", 1_200],
  ["no orders", { conversionRate: 0 }, "do not launch", 0],
  ["no margin", { grossMargin: 0 }, "do not launch", 0],
])("%s", (_name, more, verdict, amount) => {
  const answer = evaluate({ ...example, ...more });
  expect([answer.verdict, answer.exposure.amount]).toEqual([verdict, amount]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
  expect(JSON.stringify(answer)).not.toMatch(/NaN|Infinity/);
});

test("a year's revenue is no evidence for a conversion rate", () => {
  const revenue = { points: [{ day: "2026-11-19", value: 1_000 }], source: "CSV", asOf: "2026-11-19" };
  expect(evaluate(example, { revenue }).verdict).toBe("launch in parts");
});

test("with only a budget, everything else becomes a question", () => {
  const answer = evaluate({ budget: 500, channel: "radio" });
  expect(answer.title).toBe("£500 campaign on radio");
  expect(answer.questions).toHaveLength(4);
  expect(answer.steps.at(-1)).toMatchObject({ value: null, deciding: true });
  expect(answer.exposure.amount).toBe(50);
});
