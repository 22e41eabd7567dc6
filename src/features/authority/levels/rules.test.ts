import { describe, expect, test } from "vitest";
import {
  isLost,
  lookReached,
  lowestOf,
  nextLevel,
  nextLook,
  startingLevel,
  stepDown,
  stepUp,
  boundsOf,
} from "./rules.ts";

const of = (good: number, resolved: number) => ({ good, resolved });

test("the lower bound by hand", () => {
  // 19 of 20: (0.95 + 0.06764 − 1.64485 × √(0.002375 + 0.0016910)) ÷ 1.135277
  expect(boundsOf(19, 20).lower).toBeCloseTo(0.80398, 4);
  expect(boundsOf(18, 20).lower).toBeCloseTo(0.73831, 4);
  expect(boundsOf(40, 40).lower).toBeCloseTo(40 / (40 + 1.6448536269514722 ** 2), 12);
  expect(boundsOf(0, 0)).toEqual({ lower: 0, upper: 1 });
});

describe("a step up", () => {
  test.each([
    ["propose", 18, 20, null],
    ["propose", 19, 20, "execute_undo"],
    ["advise", 19, 20, "execute_undo"],
    ["shadow", 20, 20, "execute_undo"],
    ["execute_undo", 20, 20, null],
    ["execute_undo", 38, 40, null],
    ["execute_undo", 39, 40, null],
    ["execute_undo", 40, 40, "execute"],
    ["execute_undo", 76, 80, null],
    ["execute_undo", 77, 80, "execute"],
    ["execute", 80, 80, null],
    ["propose", 0, 0, null],
  ] as const)("from %s with %i of %i: %s", (level, good, resolved, to) => {
    expect(stepUp(level, of(good, resolved))).toBe(to);
  });

  test("looks only at 20, 40, 80 …", () => {
    expect([0, 19, 20, 21, 39, 40, 79, 80, 159, 160, Number.NaN].map(lookReached)).toEqual([
      0, 0, 20, 20, 20, 40, 40, 80, 80, 160, 0,
    ]);
    expect([0, 20, 40, 80].map(nextLook)).toEqual([20, 40, 80, 160]);
  });
});

test("an earned level is lost when its bound is", () => {
  expect(isLost("execute_undo", of(19, 20))).toBe(false);
  expect(isLost("execute_undo", of(19, 21))).toBe(true);
  expect(isLost("execute", of(40, 41))).toBe(true);
  expect(isLost("propose", of(0, 40))).toBe(false);
  // Too few outcomes to judge.
  expect(isLost("execute_undo", of(0, 19))).toBe(false);
});

test("down is one step, to shadow at most", () => {
  expect(stepDown("execute")).toBe("execute_undo");
  expect(stepDown("execute_undo")).toBe("propose");
  expect(stepDown("advise")).toBe("shadow");
  expect(stepDown("shadow")).toBeNull();
  expect(nextLevel("execute")).toBeNull();
});

test("the lowest applies, and of equal ones the owner's setting is named", () => {
  const all = { level: "execute", autonomy: "execute", decisionAuthority: "high", mayExecute: true } as const;
  expect(lowestOf(all)).toMatchObject({ name: "Autonomy", level: "execute" });
  expect(lowestOf({ ...all, level: "execute_undo" })).toMatchObject({ name: "Earned level", level: "execute_undo" });
  expect(lowestOf({ ...all, level: "execute_undo", mayExecute: false })).toMatchObject({ name: "Oversight" });
  expect(lowestOf({ ...all, decisionAuthority: "low" })).toMatchObject({ name: "Authority", level: "propose" });
  expect(lowestOf({ ...all, level: "shadow", mayExecute: false })).toMatchObject({ name: "Earned level" });
  for (const autonomy of ["assist", "propose"] as const)
    expect(lowestOf({ ...all, level: startingLevel(autonomy), autonomy })).toMatchObject({ name: "Autonomy" });
});
