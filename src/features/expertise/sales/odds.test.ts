import { expect, test } from "vitest";
import type { Group } from "#features/records/pipeline/rows.ts";
import { stageOdds, standard } from "#features/records/pipeline/odds.ts";
import { weighted } from "#features/expertise/sales/odds.ts";

const group = (of: Partial<Group>): Group => ({
  currency: "USD",
  stage: "proposal",
  stageName: null,
  month: "2026-11",
  deals: 1,
  amount: 100,
  ownAmount: 0,
  ownExpected: 0,
  ownVariance: 0,
  restSquares: 10_000,
  certain: 0,
  origins: [],
  ...of,
});

test("with fewer than 20 closed deals the default odds apply", () => {
  expect(stageOdds(10, 9)).toEqual({ of: standard, own: false });
});

test("with enough closed deals every stage moves, in odds, to the company's win rate", () => {
  const { of, own } = stageOdds(20, 20);
  expect(own).toBe(true);
  // 21 of 42 is a half: a qualified deal.
  expect(of.qualified).toBeCloseTo(0.5, 10);
  // Odds of 1 against 1/3 are three times as high: 1 × 3 for a proposal, 1/9 × 3 for a lead.
  expect(of.proposal).toBeCloseTo(0.75, 10);
  expect(of.lead).toBeCloseTo(0.25, 10);
});

test("a win rate is never 0 or 1", () => {
  expect(stageOdds(30, 0).of.negotiation).toBeLessThan(1);
  expect(stageOdds(0, 30).of.lead).toBeGreaterThan(0);
});

test("the weighted sum and its interval, computed by hand", () => {
  const own = group({
    stage: "lead",
    stageName: null,
    amount: 200,
    ownAmount: 200,
    ownExpected: 180,
    ownVariance: 3600,
    restSquares: 0,
  });
  // 100 × 0.5 + 180; variance 10,000 × 0.25 + 3,600 = 6,100, its root 78.10 × 1.2816 = 100.09, cut at 300.
  const sum = weighted([group({}), own], stageOdds(0, 0));
  expect(sum).toMatchObject({ deals: 2, amount: 300, expected: 230, high: 300 });
  expect(sum.low).toBeCloseTo(129.91, 1);
});

test("the certain amount is the minimum, and no deals give 0", () => {
  const sure = group({ amount: 100, ownAmount: 100, ownExpected: 100, restSquares: 0, certain: 100 });
  expect(weighted([sure], stageOdds(0, 0))).toMatchObject({ low: 100, high: 100 });
  expect(weighted([], stageOdds(0, 0))).toEqual({ deals: 0, amount: 0, expected: 0, low: 0, high: 0 });
});

test("the outcomes of a few deals are enumerated", () => {
  const deal = {
    id: "d1",
    name: "One",
    customerName: null,
    channel: null,
    openedOn: "",
    expectedCloseOn: null,
    movedOn: "",
  };
  const one = {
    ...deal,
    stage: "lead" as const,
    stageName: null,
    amount: 100,
    probability: null,
    nextStep: null,
    origin: "external" as const,
  };
  // A lead is won one time in ten: within the 80% interval it brings nothing.
  const sum = weighted([group({ stage: "lead" })], stageOdds(0, 0), [one]);
  expect(sum).toMatchObject({ expected: 10, low: 0, high: 0 });
  // A proposal is won half of the time: nothing, or the whole amount.
  expect(weighted([group({})], stageOdds(0, 0), [{ ...one, stage: "proposal" }])).toMatchObject({ low: 0, high: 100 });
});
