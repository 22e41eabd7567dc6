import { expect, test } from "vitest";
import { consistencyOf, errorsOf, type Inputs, partsOf, performanceOf, specialtyOf, intervalOf } from "./rules.ts";

const type = (decisionType: string, resolved: number, brier: number, baseBrier: number) => ({
  decisionType,
  resolved,
  held: Math.round(resolved / 2),
  brier,
  baseBrier,
  skill: 1 - brier / baseBrier,
});

const inputs: Inputs = {
  finished: 40,
  completed: 40,
  withResult: 38,
  due: 20,
  onTime: 19,
  questions: 3,
  settled: 12,
  approved: 9,
  rejectedForCause: 2,
  good: 8,
  revenueImpact: null,
  operationalImpact: null,
  failedRuns: 1,
  outcomes: [type("a", 10, 0.1, 0.2), type("b", 20, 0.2, 0.25)],
  runs: 5,
  costUsd: 2,
  planUsd: 1.5,
};

test("performance is the weighted sum of its parts, with the weight of missing parts shared", () => {
  // Brier 1/6 against 7/30: 100 × (1 − (1/6) ÷ (14/30)) = 64.2857. The 10% of small edits are shared: ÷ 90.
  const parts = partsOf(inputs);
  expect(parts.map(({ score }) => score)).toEqual([64.3, 95, 95, null, 75]);
  expect(parts.map(({ applied }) => applied)).toEqual([44.4, 27.8, 16.7, 0, 11.1]);
  expect(performanceOf(inputs)).toBe(79.1);
  expect(performanceOf({ ...inputs, finished: 4 })).toBeNull();
  expect(performanceOf(null)).toBeNull();
});

test("outcomes count from 10 resolved forecasts on", () => {
  const few = { ...inputs, outcomes: [type("a", 9, 0, 0.2)] };
  expect(partsOf(few)[0]).toMatchObject({ score: null, applied: 0, from: "9 of 10 resolved forecasts needed" });
});

test("errors never exceed what was finished, and Wilson's interval holds at the edges", () => {
  expect(errorsOf(inputs, 1)).toMatchObject({ failedRuns: 1, reversals: 1, rejections: 2, rate: 10 });
  expect(errorsOf({ ...inputs, failedRuns: 900 }, 0).rate).toBe(100);
  expect(errorsOf({ ...inputs, finished: 0 }, 3)).toMatchObject({ rate: null, interval: null });
  expect(intervalOf(5, 214)).toEqual([1, 5.35]);
  expect(intervalOf(0, 20)).toEqual([0, 16.11]);
  expect(intervalOf(20, 20)).toEqual([83.89, 100]);
  expect(intervalOf(1, 0)).toBeNull();
});

test("consistency falls with the spread of weeks and needs four of them", () => {
  expect(consistencyOf([80, 80, 80])).toBeNull();
  expect(consistencyOf([80, 80, 80, 80])).toBe(100);
  expect(consistencyOf([70, 90, 70, 90])).toBe(87.5);
  expect(consistencyOf([0, 0, 0, 0])).toBeNull();
});

test("the specialty is the type with the most resolved outcomes", () => {
  expect(specialtyOf(inputs)).toBe("b");
  expect(specialtyOf({ ...inputs, outcomes: [] })).toBeNull();
});
