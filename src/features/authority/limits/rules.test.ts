import { formatMoney } from "#contract/format.ts";
import type { Exposure } from "#contract/actions.ts";
import { expect, test } from "vitest";
import {
  aloneShare,
  defaultPerDecision,
  defaultPolicies,
  effectiveLimit,
  exposureKeys,
  fitsYearBudget,
  perDecisionLimit,
} from "./rules.ts";

const free = { riskTolerance: 100, escalation: "independent" } as const;
const priya = { id: "a", name: "Priya", role: "CTO", decisionAuthority: "medium", budget: 250_000, ...free } as const;
const year = { reservedThisYear: 40_000, committedThisYear: 10_000 };
const spend = (amount: number): Exposure => ({
  kind: "spend",
  amount,
  recurring: false,
  counterparty: null,
  purpose: null,
});

test("the default policies have the published figures", () => {
  expect(defaultPolicies.map((policy) => [policy.role, policy.perDecision, policy.discountPercent])).toEqual([
    ["CEO", 100_000, null],
    ["CFO", 50_000, null],
    ["CTO", null, null],
    ["CMO", 25_000, null],
    ["Sales", null, 35],
    ["Customer Success", 10_000, null],
    ["Operations", null, null],
    ["Legal", null, null],
  ]);
  expect([defaultPerDecision("CFO"), defaultPerDecision("Sales"), defaultPerDecision("CTO")]).toEqual([
    50_000, 5_000, 25_000,
  ]);
  expect(perDecisionLimit({ perDecision: 0 }, 250_000)).toBe(0);
});

test("without a figure the limit is 10% of the budget, and medium authority decides half of it alone", () => {
  expect(
    effectiveLimit(priya, { role: "CTO", version: 3, perDecision: null, discountPercent: null }, year, "GBP"),
  ).toEqual({
    agentId: "a",
    agentName: "Priya",
    role: "CTO",
    decisionAuthority: "medium",
    riskTolerance: 100,
    escalation: "independent",
    perDecision: 25_000,
    perDecisionSource: "10% of the £250,000 year budget",
    alone: 12_500,
    aloneSource: "Medium authority: half of £25,000",
    yearBudget: 250_000,
    reserved: 40_000,
    committed: 10_000,
    policyVersion: 3,
  });
});

test.each([
  ["low", 0, "Low authority: every decision needs approval"],
  ["medium", 30_000, "Medium authority: half of £60,000"],
  ["high", 60_000, "High authority: the full £60,000"],
] as const)("%s authority decides up to %i alone", (decisionAuthority, alone, aloneSource) => {
  const policy = { role: "CTO", version: 4, perDecision: 60_000, discountPercent: null } as const;
  const limit = effectiveLimit({ ...priya, decisionAuthority }, policy, year, "GBP");
  expect(limit).toMatchObject({ perDecision: 60_000, perDecisionSource: "Policy version 4", alone, aloneSource });
});

test("the lowest of authority, risk tolerance and escalation sets what an agent may use alone", () => {
  const alone = (
    riskTolerance: number,
    escalation: "conservative" | "balanced" | "independent",
    decisionAuthority = "high",
  ) => aloneShare({ riskTolerance, escalation, decisionAuthority: decisionAuthority as "high" });
  expect(alone(50, "conservative").share).toBe(0.75);
  expect(alone(50, "conservative").source("£50,000")).toBe("Risk tolerance 50: 75% of £50,000");
  expect(alone(100, "conservative").share).toBe(0.8);
  expect(alone(100, "conservative").source("£50,000")).toBe("Asks early: at 80% of £50,000");
  expect(alone(0, "independent").share).toBe(0.5);
  expect(alone(1000, "independent").share).toBe(1);
  expect(alone(100, "independent", "medium").share).toBe(0.5);
  expect(alone(100, "independent", "low").share).toBe(0);
});

test("different spellings of a counterparty or purpose match; blank ones are null", () => {
  const keys = (counterparty: string | null, purpose: string | null) => exposureKeys({ counterparty, purpose }, "t");
  expect(keys("Lanfield Systems", "line")).toEqual({
    counterparty: "lanfield systems",
    purpose: "line",
    decisionType: "t",
  });
  expect(keys(" LANFIELD  systems. ", "Line")).toEqual(keys("Lanfield Systems", "line"));
  expect(keys(" . ", " ")).toEqual({ counterparty: null, purpose: null, decisionType: "t" });
});

test("the year budget can be used to the last penny", () => {
  const fits = (amount: number, kind: Exposure["kind"] = "spend") =>
    fitsYearBudget(priya, year, { ...spend(amount), kind }, "GBP");
  expect(fits(200_000)).toEqual({ fits: true, after: 250_000, over: 0, sentence: null });
  expect(fits(200_000.01)).toMatchObject({
    fits: false,
    over: 0.01,
    sentence: "£0.01 over Priya's £250,000 year budget",
  });
  expect(fits(1_200_000).sentence).toBe("£1,000,000 over Priya's £250,000 year budget");
  expect(fits(35, "discount")).toMatchObject({ fits: true, after: 50_000 });
  expect(fits(Number.NaN).fits).toBe(false);
});

test("money is formatted in whole units, small amounts with decimals", () => {
  expect([85_000, -5_608.26, 0, 0.4].map((amount) => formatMoney(amount, "GBP"))).toEqual([
    "£85,000",
    "−£5,608",
    "£0",
    "£0.40",
  ]);
  expect(formatMoney(1_234.5, "JPY")).toBe("¥1,235");
});
