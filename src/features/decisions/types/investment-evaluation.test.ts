import { noticesIn, tasksIn } from "../../../../test/planned.ts";
import { addDays } from "#contract/days.ts";
import { expect, test } from "vitest";
import { breakEvenFall, cumulative, netPresentValue, paidBackIn, planOf } from "./cash-flow.ts";
import type { Facts } from "./decision-type.ts";
import { investmentEvaluation } from "./investment-evaluation.ts";

const facts: Facts = {
  today: "2026-11-20",
  currency: "GBP",
  agentName: "Marcus",
  role: "CFO",
  revenue: null,
  record: null,
};
const example = { investment: 85_000, projectedReturn: 150_000, payback: 14 };
const evaluate = (sent: unknown, more: Partial<Facts> = {}) =>
  investmentEvaluation.evaluate(investmentEvaluation.context.parse(sent), { ...facts, ...more });
const cents = (value: number) => Math.round(value * 100) / 100;

test("the worked example: every figure", () => {
  const { steps } = evaluate(example);
  expect(steps.map(({ name, value, unit }) => [name, value, unit])).toEqual([
    ["Investment", 85_000, "money"],
    ["Projected return", 150_000, "money"],
    ["Monthly benefit", 6_071.43, "money"],
    ["Time to full return", 24.7, "months"],
    ["Last benefit, end of month 25", 4_285.71, "money"],
    ["Return on investment", 76.5, "percent"],
    ["Discounted payback", 16, "months"],
    ["Net present value, benefits 30% lower", 7_623.7, "money"],
    ["Net present value, benefits 40% lower", -5_608.26, "money"],
    ["Break-even", 35.8, "percent"],
    ["Net present value", 47_319.57, "money"],
  ]);
  expect(steps.filter(({ deciding }) => deciding).map(({ name }) => name)).toEqual(["Net present value"]);
});

test("the worked example again, month by month", () => {
  let value = -85_000;
  for (let month = 1; month <= 24; month += 1) value += 85_000 / 14 / 1.01 ** month;
  value += (150_000 - (24 * 85_000) / 14) / 1.01 ** 25;
  const plan = planOf(85_000, 150_000, 14);
  expect(cents(value)).toBe(47_319.57);
  expect(cents(netPresentValue(plan))).toBe(47_319.57);
  expect([plan.fullMonths, plan.months, cents(plan.last)]).toEqual([24, 25, 4_285.71]);
});

test("the worked example: approve with conditions, 50% confidence, 85,000 exposure", () => {
  const answer = evaluate(example);
  expect(answer).toMatchObject({
    title: "Invest £85,000 for a return of £150,000",
    verdict: "approve with conditions",
    confidence: 0.5,
    priority: "high",
    impact: "high",
    exposure: { kind: "spend", amount: 85_000, recurring: false, counterparty: null, purpose: null },
    metadata: { financialImpact: -85_000, timeframe: "25 months" },
  });
  expect(answer.recommendation).toBe(
    "Approve with conditions: get the price of £85,000 in writing, and measure a benefit of at least £18,000 by 20 February 2027. Net present value £47,320. Breaks even if benefits come in up to 35.8% lower.",
  );
  expect(answer.evidence.every((row) => !row.found)).toBe(true);
});

test("the worked example: forecasts for a person to resolve", () => {
  expect(evaluate(example).forecasts).toMatchObject([
    {
      horizon: "proxy",
      claim: "The supplier confirms price and delivery date in writing by 18 December 2026",
      dueOn: "2026-12-18",
      resolver: "human",
    },
    {
      horizon: "final",
      claim: "Cumulative benefit reaches £18,000 by 20 February 2027",
      target: 18_000,
      dueOn: "2027-02-20",
      resolver: "human",
      baseRate: null,
      baseRateNote: "3 months at £6,071 per month is £18,214. 60% is a default: no track record yet",
    },
  ]);
});

test("the curves run from the investment to the last payment", () => {
  const curves = evaluate(example).curves;
  expect(curves.map(({ name, proposed, values }) => [name, proposed, values.length, values[0], values.at(-1)])).toEqual(
    [
      ["as planned", true, 26, -85_000, 47_319.57],
      ["30% lower", false, 26, -85_000, 7_623.7],
      ["40% lower", false, 26, -85_000, -5_608.26],
    ],
  );
  expect(curves[0]?.values.findIndex((value) => value >= 0)).toBe(16);
});

test("alternatives have values, including doing nothing", () => {
  expect(evaluate(example).alternatives.map(({ title, value }) => [title, value])).toEqual([
    ["Half first, £42,500", 23_659.79],
    ["Pay in two installments", 49_782.65],
    ["Do nothing", 0],
  ]);
});

test("approving creates three tasks and notifies the CEO and the owner", () => {
  const effects = evaluate({ ...example, counterparty: "Lanfield Systems" }).effects;
  expect([
    ...tasksIn(effects).map(({ title, role, dueInDays }) => [title, role, dueInDays]),
    ...noticesIn(effects).map(({ to, subject }) => [to, subject]),
  ]).toEqual([
    ["Get the price of £85,000 in writing", "Operations", 7],
    ["Schedule the £85,000 payment", "CFO", 14],
    ["Measure the benefit: at least £18,000 by 20 February 2027", "CFO", 92],
    ["CEO", "£85,000 approved: Invest £85,000 for a return of £150,000"],
    ["owner", "£85,000 approved: Invest £85,000 for a return of £150,000"],
  ]);
  expect(tasksIn(effects)[0]?.description).toContain("Lanfield Systems");
});

test.each([
  [{ ...example }, "approve with conditions", 85_000],
  [{ investment: 85_000, projectedReturn: 300_000, payback: 14 }, "approve with conditions", 85_000],
  [{ investment: 85_000, projectedReturn: 110_000, payback: 14 }, "renegotiate", 0],
  [{ investment: 85_000, projectedReturn: 80_000, payback: 14 }, "reject", 0],
  [{ investment: 85_000, projectedReturn: 500_000, payback: 120 }, "reject", 0],
])("%o without evidence: %s, %i exposure", (sent, verdict, amount) => {
  const answer = evaluate(sent);
  expect([answer.verdict, answer.exposure.amount]).toEqual([verdict, amount]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
  expect(answer.effects.length).toBeGreaterThan(0);
});

test("a sound plan with evidence is approved without conditions", () => {
  const evidence = [{ kind: "Document", reference: "Quote", value: "£85,000", asOf: "2026-11-12" }];
  expect(evaluate({ investment: 85_000, projectedReturn: 300_000, payback: 14, evidence }).verdict).toBe("approve");
});

test("three sets of evidence give three confidences", () => {
  const quote = { kind: "Document", reference: "Quote Q-3318", value: "£85,000", asOf: "2026-11-12" };
  const old = { kind: "Timesheets", reference: "Packing hours", value: "41 h a week", asOf: "2026-03-31" };
  const confidenceWith = (...evidence: unknown[]) => evaluate({ ...example, evidence }).confidence;
  expect([confidenceWith(), confidenceWith(quote), confidenceWith(quote, old)]).toEqual([0.5, 0.67, 0.7]);
});

test("a year's revenue is a row of evidence, a step and a risk", () => {
  const points = Array.from({ length: 365 }, (_, at) => ({ day: addDays("2025-11-20", at), value: 2_000 }));
  const answer = evaluate(example, { revenue: { points, source: "CSV", asOf: "2026-11-19" } });
  expect(answer.confidence).toBe(0.67);
  expect(answer.evidence).toContainEqual({
    kind: "CSV",
    reference: "Revenue, last 12 months",
    value: "£730,000",
    asOf: "2026-11-19",
    found: true,
    href: "/records/figures/daily_revenue",
  });
  expect(answer.steps).toContainEqual(expect.objectContaining({ name: "Share of a year's revenue", value: 11.6 }));
  expect(answer.metadata.risks).toContain("£85,000 is 11.6% of a year's revenue (£730,000)");
});

test("a whole number of benefits has no partial last one, and short returns are reviewed at their end", () => {
  expect(planOf(100, 200, 14)).toMatchObject({ fullMonths: 28, last: 0, months: 28 });
  expect(planOf(0.07, 0.21, 7)).toMatchObject({ fullMonths: 21, last: 0, months: 21 });
  const short = evaluate({ investment: 1_000, projectedReturn: 3_000, payback: 0.5 + 0.5 });
  expect(short.forecasts[1]).toMatchObject({ target: 3_000, dueOn: "2027-02-20" });
  const impossible = evaluate({ investment: 1_000, projectedReturn: 900, payback: 1 });
  expect(impossible.metadata.risks).toContain("The return is below the investment, so it cannot pay back in 1 month");
});

test("a very long return is charted for ten years but valued in full", () => {
  const plan = planOf(1_000, 1_000_000, 50);
  expect(plan.months).toBe(50_000);
  expect(cumulative(plan)).toHaveLength(121);
  expect(netPresentValue(plan)).toBeCloseTo(20 / 0.01 - 1_000, 6);
  expect(paidBackIn(plan)).toBe(70);
  expect(breakEvenFall(plan)).toBeCloseTo(50, 6);
  expect(paidBackIn(planOf(1_000, 1_000_000, 101))).toBeNull();
});

test("the track record moves the final forecast", () => {
  const [proxy, final] = evaluate(example, { record: { resolved: 5, held: 1 } }).forecasts;
  expect(proxy).toMatchObject({ probability: 0.8, baseRate: null });
  expect(final).toMatchObject({ probability: 0.4, baseRate: 0.2 });
});
