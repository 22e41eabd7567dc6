import { expect, test } from "vitest";
import type { Facts } from "./decision-type.ts";
import { technologyPurchase } from "./technology-purchase.ts";

const facts: Facts = {
  today: "2026-11-20",
  currency: "GBP",
  agentName: "Priya",
  role: "CTO",
  revenue: null,
  record: null,
};
const evaluate = (sent: unknown, more: Partial<Facts> = {}) =>
  technologyPurchase.evaluate(technologyPurchase.context.parse(sent), { ...facts, ...more });
const offer = { kind: "Document", reference: "Offer 12", value: "£12,000 and £9,000 a year", asOf: "2026-11-10" };
const example = {
  price: 12_000,
  yearlyCost: 9_000,
  migrationCost: 6_000,
  exitCost: 3_000,
  currentYearlyCost: 16_000,
  yearlySaving: 8_000,
  security: "done",
  counterparty: "Lanfield",
  evidence: [offer],
};

test("the worked example: every figure", () => {
  // Rising 5% a year: 1 + 1.05 + 1.1025 = 3.1525. Fees 28,372.50; three months of running both 4,000.
  // Owning: 12,000 + 28,372.50 + 6,000 + 4,000 + 3,000 = 53,372.50. Staying: 16,000 × 3.1525 = 50,440.
  // Saving from month 4: 8,000 × 33 ÷ 12 = 22,000. Difference: 50,440 + 22,000 − 53,372.50 = 19,067.50.
  // Worst case: 50,440 + 15,400 − 64,047 = 1,793.
  const answer = evaluate(example);
  expect(answer.steps.map(({ name, value }) => [name, value])).toEqual([
    ["Purchase price", 12_000],
    ["Fees over three years", 28_372.5],
    ["Migration", 6_000],
    ["Running both", 4_000],
    ["Exit cost", 3_000],
    ["Total cost of ownership", 53_372.5],
    ["Keeping the current system", 50_440],
    ["Saving over three years", 22_000],
    // −18,000, in year 1 three months at −750 each, then +1,250 a month: −20,250 + 9 × 1,250 = −9,000 after month 12;
    // then 16,800 − 9,450 + 8,000 = 15,350 a year, 1,279.17 a month: 8 months, so month 20.
    ["Cheaper from", 20],
    ["Worst-case net saving", 1_793],
    ["Net saving", 19_067.5],
  ]);
  expect(answer).toMatchObject({
    title: "Technology purchase with Lanfield: £27,000 in the first year",
    verdict: "buy",
    exposure: { kind: "spend", amount: 27_000, recurring: true, counterparty: "Lanfield" },
    metadata: { financialImpact: -27_000, returns: { amount: 19_067.5 } },
    // 0.2 + 0.25 + 0.35 × 0.4 + 0.2 × (19,067.5 ÷ 53,372.5 ÷ 0.4 = 0.893) = 0.7686
    confidence: 0.76,
    questions: [],
  });
  expect(answer.recommendation).toBe(
    "Buy: it saves £19,068 over three years, exit cost included, and still £1,793 with costs 20% higher and savings 30% lower.",
  );
  // 27,000 and the 4,000 of running both
  expect(answer.forecasts).toMatchObject([{ dueOn: "2026-12-18" }, { target: 31_000, dueOn: "2027-11-20" }]);
});

test("curves start at the upfront cost and end at the net saving", () => {
  expect(evaluate(example).curves.map(({ values }) => [values.length, values[0], values[3], values.at(-1)])).toEqual([
    // −18,000 − 3 × (750 + 1,333.33 − 1,333.33); worst case: −21,600 + 3 × (1,333.33 − 1.2 × (750 + 1,333.33))
    [37, -18_000, -20_250, 19_067.5],
    [37, -21_600, -25_100, 1_793],
  ]);
});

test.each([
  ["unknown migration cost", { migrationCost: null }, "trial first", 2_200],
  ["unknown exit cost", { exitCost: null }, "trial first", 2_200],
  ["security open", { security: "open" }, "trial first", 2_200],
  ["no evidence", { evidence: [] }, "trial first", 2_200],
  ["a saving too small for the worst case", { yearlySaving: 5_000 }, "trial first", 2_200],
  ["more expensive than staying", { yearlySaving: 1_000 }, "stay", 0],
  ["nothing to compare with", { currentYearlyCost: null }, "compare first", 0],
  ["no fees, so a tenth of the price", { yearlyCost: 0, security: "open" }, "trial first", 1_200],
])("%s: %o gives %s", (_name, more, verdict, amount) => {
  const answer = evaluate({ ...example, ...more });
  expect([answer.verdict, answer.exposure.amount]).toEqual([verdict, amount]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
});

test("a long term makes it a commitment and a risk", () => {
  const answer = evaluate({ ...example, termMonths: "36 months" });
  expect(answer.exposure).toMatchObject({ kind: "commitment", amount: 27_000, recurring: true });
  expect(answer.metadata.risks).toContain("Committed for 36 months, whatever the results");
});

test("a free product is evaluated too; missing inputs become questions", () => {
  const free = evaluate({ price: 0, yearlyCost: 0, currentYearlyCost: 0 });
  expect(free).toMatchObject({ verdict: "stay", exposure: { kind: "none", amount: 0 } });
  expect(evaluate({ price: 1, yearlyCost: 1 }).questions).toHaveLength(6);
});
