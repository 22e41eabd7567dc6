import { expect, test } from "vitest";
import type { Facts } from "./decision-type.ts";
import { refundResolution } from "./refund-resolution.ts";

const facts: Facts = {
  today: "2026-11-20",
  currency: "GBP",
  agentName: "Owen",
  role: "Customer Success",
  revenue: null,
  record: null,
};
const evaluate = (sent: unknown, more: Partial<Facts> = {}) =>
  refundResolution.evaluate(refundResolution.context.parse(sent), { ...facts, ...more });
const example = {
  refund: 600,
  fault: "carrier",
  legalRight: "no",
  yearlyValue: 2_400,
  grossMargin: 0.4,
  counterparty: "Ada Byrne",
};

test("the worked example: every figure", () => {
  // Lifetime 2,400 × 40% × 3 years = 2,880. After a carrier's fault, churn is 10%, 25% and 50%.
  // Refund 600 + 288 = 888; goodwill a quarter, 150 + 720 = 870; declining 1,440. (600 − 150) ÷ 15% = 3,000.
  const answer = evaluate(example);
  expect(answer.steps.map(({ name, value }) => [name, value])).toEqual([
    ["Requested refund", 600],
    ["Lifetime value at risk", 2_880],
    ["Cost of declining", 1_440],
    ["Cost of goodwill", 870],
    ["Lifetime value that justifies a full refund", 3_000],
    ["Cost of a full refund", 888],
  ]);
  expect(answer).toMatchObject({
    title: "Refund of £600 for Ada Byrne",
    verdict: "offer goodwill",
    exposure: { kind: "credit", amount: 150, recurring: false, counterparty: "Ada Byrne" },
    metadata: { financialImpact: -150, returns: { amount: 2_880 } },
    confidence: 0.45, // 0.2 + 0.25 + 0.2 × 18 ÷ 888
    priority: "high",
    impact: "medium", // 2,880 is over a fifth of 10,000
  });
  expect(answer.recommendation).toBe(
    "Offer goodwill: £150 and an apology instead of the full £600. Expected cost including churn: £870 (full refund: £888).",
  );
  expect(answer.forecasts).toMatchObject([
    { claim: "Ada Byrne accepts the goodwill by 4 December 2026", dueOn: "2026-12-04" },
    { claim: "Ada Byrne orders again by 20 May 2027", dueOn: "2027-05-20" },
  ]);
  expect(answer.alternatives.map(({ value }) => value)).toEqual([-888, -870, -1_440]);
});

test.each([
  // 600 + 10% of 3,360 = 936; 150 + 25% = 990
  ["a better customer gets a full refund", { yearlyValue: 2_800 }, "refund in full", 600],
  ["returned goods count: 600 − 200 + 288 = 688", { returned: 200 }, "refund in full", 600],
  ["an entitlement is paid, however small the customer", { legalRight: "yes", yearlyValue: 0 }, "refund in full", 600],
  // lifetime 120: declining costs 60, goodwill 180
  ["without entitlement, fault or value it is declined", { yearlyValue: 100 }, "decline kindly", 0],
  ["but not with an unchecked entitlement", { yearlyValue: 100, legalRight: null }, "ask first", 0],
  ["our fault is never declined", { yearlyValue: 100, fault: "ours" }, "offer goodwill", 150],
  [
    "nor is goodwill offered for it before the entitlement is checked",
    { fault: "ours", legalRight: null, yearlyValue: 100 },
    "ask first",
    0,
  ],
  ["our fault, value unknown", { yearlyValue: null, fault: "ours" }, "refund in full", 600],
  ["fault unknown", { fault: null }, "ask first", 0],
  ["value unknown", { grossMargin: null }, "ask first", 0],
])("%s", (_name, more, verdict, amount) => {
  const answer = evaluate({ ...example, ...more });
  expect([answer.verdict, answer.exposure.amount]).toEqual([verdict, amount]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
});

test("returned goods count for at most the refund", () => {
  const answer = evaluate({ ...example, returned: 5_000, legalRight: "yes" });
  expect(answer.metadata.financialImpact).toBe(0);
  expect(answer.steps.find((step) => step.name === "Value of returned goods")?.value).toBe(600);
});

test("with only an amount, everything else becomes a question and nothing is promised", () => {
  const answer = evaluate({ orderValue: 80 });
  expect(answer).toMatchObject({ verdict: "ask first", exposure: { kind: "none", amount: 0 } });
  expect(answer.questions).toHaveLength(4);
});
