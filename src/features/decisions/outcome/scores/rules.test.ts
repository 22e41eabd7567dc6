import { expect, test } from "vitest";
import { accuracyScore, brierSumOfOthers, scoreOf, type Tally } from "./rules.ts";

const none = { agentId: "a", decisionType: "t", claimed: 0, baseResolved: 0, baseBrier: 0, heldWithoutBase: 0 };
const tally = (values: Partial<Tally> & Pick<Tally, "bin" | "resolved" | "held" | "brier">): Tally => ({
  ...none,
  ...values,
});

test("the reference of forecasts without a base rate knows only the others", () => {
  expect(brierSumOfOthers(0, 0)).toBe(0);
  // One alone knows nothing: a coin toss.
  expect(brierSumOfOthers(1, 1)).toBe(0.25);
  // Three of four: each held one sees (2 + 1) / 5, the other one (3 + 1) / 5.
  expect(brierSumOfOthers(4, 3)).toBeCloseTo(3 * 0.4 ** 2 + 0.8 ** 2, 12);
});

test("the skill compares each agent and type with its own base rate", () => {
  const rows = [
    tally({ bin: 8, resolved: 2, held: 2, brier: 0.05, claimed: 1.7, baseResolved: 2, baseBrier: 0.5 }),
    tally({ bin: 2, resolved: 1, held: 0, brier: 0.04, claimed: 0.2, decisionType: "u" }),
  ];
  const score = scoreOf(rows);
  expect(score.brier).toBeCloseTo(0.03, 12);
  expect(score.baseBrier).toBeCloseTo(0.25, 12);
  expect(score.skill).toBeCloseTo(0.88, 12);
  expect(score.bins).toEqual([
    { from: 0.2, resolved: 1, claimed: 0.2, held: 0 },
    { from: 0.8, resolved: 2, claimed: 0.85, held: 1 },
  ]);
  expect(scoreOf([])).toEqual({ resolved: 0, held: 0, brier: null, baseBrier: null, skill: null, bins: [] });
});

test("accuracy is 50 at the base rate, and stays between 0 and 100", () => {
  expect(accuracyScore({ brier: 0.2, baseBrier: 0.2 })).toBe(50);
  expect(accuracyScore({ brier: 0, baseBrier: 0.2 })).toBe(100);
  expect(accuracyScore({ brier: 0.5, baseBrier: 0.2 })).toBe(0);
  expect(accuracyScore({ brier: null, baseBrier: null })).toBeNull();
  expect(accuracyScore({ brier: 0, baseBrier: 0 })).toBeNull();
});
