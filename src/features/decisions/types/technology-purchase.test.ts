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
  // 5% dearer each year: 1 + 1.05 + 1.1025 = 3.1525. Fees 28,372.50; three months of the old one beside it 4,000.
  // Owning: 12,000 + 28,372.50 + 6,000 + 4,000 + 3,000 = 53,372.50. Staying: 16,000 × 3.1525 = 50,440.
  // Saving from month 4: 8,000 × 33 ÷ 12 = 22,000. Difference: 50,440 + 22,000 − 53,372.50 = 19,067.50.
  // Harder: 50,440 + 15,400 − 64,047 = 1,793.
  const answer = evaluate(example);
  expect(answer.steps.map(({ name, value }) => [name, value])).toEqual([
    ["Price, once", 12_000],
    ["Fees over three years", 28_372.5],
    ["Moving over, once", 6_000],
    ["Both side by side", 4_000],
    ["Leaving again", 3_000],
    ["Total cost of owning it", 53_372.5],
    ["Staying with the present way", 50_440],
    ["Saving over three years", 22_000],
    // −18,000, in year 1 three months at −750 each, then +1,250 a month: −20,250 + 9 × 1,250 = −9,000 after month 12;
    // then 16,800 − 9,450 + 8,000 = 15,350 a year, 1,279.17 a month: 8 months, so month 20.
    ["Costs less than staying from", 20],
    ["Difference after a bad turn", 1_793],
    ["Difference to the present way", 19_067.5],
  ]);
  expect(answer).toMatchObject({
    title: "Buy technology for £27,000 in the first year with Lanfield",
    verdict: "buy",
    exposure: { kind: "spend", amount: 27_000, recurring: true, counterparty: "Lanfield" },
    metadata: { financialImpact: -27_000, returns: { amount: 19_067.5 } },
    // 0.2 + 0.25 + 0.35 × 0.4 + 0.2 × (19,067.5 ÷ 53,372.5 ÷ 0.4 = 0.893) = 0.7686
    confidence: 0.76,
    questions: [],
  });
  expect(answer.recommendation).toBe(
    "Buy: over three years it costs £19,068 less than staying, leaving again included, and still £1,793 less with costs 20% higher and the saving 30% lower.",
  );
  // 27,000 and the 4,000 of running both
  expect(answer.forecasts).toMatchObject([{ dueOn: "2026-12-18" }, { target: 31_000, dueOn: "2027-11-20" }]);
});

test("the curves start with what is paid at once and end at the difference", () => {
  expect(evaluate(example).curves.map(({ values }) => [values.length, values[0], values[3], values.at(-1)])).toEqual([
    // −18,000 − 3 × (750 + 1,333.33 − 1,333.33); harder: −21,600 + 3 × (1,333.33 − 1.2 × (750 + 1,333.33))
    [37, -18_000, -20_250, 19_067.5],
    [37, -21_600, -25_100, 1_793],
  ]);
});

test.each([
  ["unknown cost of moving over", { migrationCost: null }, "trial first", 2_200],
  ["unknown cost of leaving", { exitCost: null }, "trial first", 2_200],
  ["security open", { security: "open" }, "trial first", 2_200],
  ["no evidence", { evidence: [] }, "trial first", 2_200],
  ["a saving too small to bear a bad turn", { yearlySaving: 5_000 }, "trial first", 2_200],
  ["dearer than staying", { yearlySaving: 1_000 }, "stay", 0],
  ["nothing to compare with", { currentYearlyCost: null }, "compare first", 0],
  ["no fees, so a tenth of the price", { yearlyCost: 0, security: "open" }, "trial first", 1_200],
])("%s: %o gives %s", (_name, more, verdict, amount) => {
  const answer = evaluate({ ...example, ...more });
  expect([answer.verdict, answer.exposure.amount]).toEqual([verdict, amount]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
});

test("a long term makes it a commitment, and is named as a risk", () => {
  const answer = evaluate({ ...example, termMonths: "36 months" });
  expect(answer.exposure).toMatchObject({ kind: "commitment", amount: 27_000, recurring: true });
  expect(answer.metadata.risks).toContain("Bound for 36 months, whatever it brings");
});

test("something free is weighed too; what is not known is asked", () => {
  const free = evaluate({ price: 0, yearlyCost: 0, currentYearlyCost: 0 });
  expect(free).toMatchObject({ verdict: "stay", exposure: { kind: "none", amount: 0 } });
  expect(evaluate({ price: 1, yearlyCost: 1 }).questions).toHaveLength(6);
});
