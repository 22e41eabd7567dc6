import { expect, test } from "vitest";
import type { Facts } from "./decision-type.ts";
import { discountRequest } from "./discount-request.ts";
import { readContext } from "./registry.ts";

const facts: Facts = {
  today: "2026-11-20",
  currency: "GBP",
  agentName: "Grace",
  role: "Sales",
  revenue: null,
  record: null,
};
const evaluate = (sent: unknown, more: Partial<Facts> = {}) =>
  discountRequest.evaluate(discountRequest.context.parse(sent), { ...facts, ...more });
const mail = { kind: "Mail", reference: "They ask for 15%", value: "1 mail", asOf: "2026-11-18" };
const example = {
  listPrice: 40_000,
  discount: 15,
  grossMargin: 0.4,
  inReturn: "term",
  counterparty: "Marlowe",
  evidence: [mail],
};

test("the worked example: every figure", () => {
  // Cost 40,000 × 60% = 24,000. Price 34,000, margin 10,000 instead of 16,000: 29.4% of the price.
  // 16 ÷ 10 − 1 = 60% more sales. Walk-away 24,000 ÷ 80% = 30,000, which is 25% below list.
  const answer = evaluate(example);
  expect(answer.steps.map(({ name, value }) => [name, value])).toEqual([
    ["List price", 40_000],
    ["Requested discount", 15],
    ["Discounted price", 34_000],
    ["Cost of delivery", 24_000],
    ["Margin at list price", 16_000],
    ["Margin after discount", 10_000],
    ["Margin rate after discount", 29.4],
    ["Extra volume needed", 60],
    ["Walk-away price", 30_000],
    ["Largest discount", 25],
  ]);
  expect(answer).toMatchObject({
    title: "15% off £40,000 for Marlowe",
    verdict: "grant",
    exposure: { kind: "discount", amount: 15, recurring: false, counterparty: "Marlowe" },
    metadata: { financialImpact: -6_000, returns: { amount: 10_000 } },
    confidence: 0.6, // 0.2 + 0.25 × 4/6 + 0.35 × 0.4 + 0.2 × 0.5 = 0.6067
  });
  expect(answer.recommendation).toBe(
    "Grant: it leaves £10,000 of margin, 29.4% of the price. Matching today's margin takes 60% more sales. The walk-away price is £30,000.",
  );
  expect(answer.forecasts).toMatchObject([
    { claim: "Marlowe replies to the offer in writing by 4 December 2026", dueOn: "2026-12-04" },
    { claim: "Marlowe orders for at least £34,000 by 19 January 2027", target: 34_000, dueOn: "2027-01-19" },
  ]);
});

test.each([
  ["nothing in return", { inReturn: "nothing" }, "grant for something in return", 15],
  ["no written request", { evidence: [] }, "grant for something in return", 15],
  ["over 25%, a counter-offer", { discount: 30 }, "counter-offer", 25],
  ["a minimum margin of 30%: 24,000 ÷ 70% = 34,285.71, 14.2% below list", { leastMargin: 0.3 }, "counter-offer", 14.2],
  ["too thin at list price already: 24,000 ÷ 50% = 48,000", { leastMargin: 0.5 }, "refuse", 0],
  ["an unknown margin", { grossMargin: null }, "ask first", 0],
  // 10,000 × 60% − 16,000 × 40% = −400; at 70% + 600
  ["win chances that don't pay for it", { chanceWith: 0.6, chanceWithout: 0.4 }, "hold the price", 0],
  ["win chances that do", { chanceWith: 0.7, chanceWithout: 0.4 }, "grant", 15],
  ["a 100% discount", { discount: 100 }, "counter-offer", 25],
  ["no cost", { grossMargin: 1, discount: 99, evidence: [{ ...mail, reference: "They ask for 99%" }] }, "grant", 99],
  ["a mail that asks for less", { grossMargin: 1, discount: 99 }, "grant for something in return", 99],
])("%s", (_name, more, verdict, percent) => {
  const answer = evaluate({ ...example, ...more });
  expect([answer.verdict, answer.exposure.amount]).toEqual([verdict, percent]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
  expect(JSON.stringify(answer)).not.toMatch(/NaN|Infinity/);
});

test("win chances add a step, and the forecast uses the given chance", () => {
  const answer = evaluate({ ...example, chanceWith: 0.7, chanceWithout: 0.4 });
  expect(answer.steps.find((step) => step.name === "Expected margin vs. list price")?.value).toBe(600);
  expect(answer.forecasts[1]).toMatchObject({ probability: 0.7 });
});

test("a discount that eats the margin cannot be made up by volume", () => {
  const answer = evaluate({ ...example, discount: 40 });
  expect(answer.steps.find((step) => step.name === "Extra volume needed")).toMatchObject({
    value: null,
    formula: "no volume makes up for it",
  });
});

test("a minimum margin of 100% is refused", () => {
  expect(readContext(discountRequest, { ...example, leastMargin: 1 })).toEqual({
    refused: "leastMargin must be a number from 0 to 0.95",
  });
});
