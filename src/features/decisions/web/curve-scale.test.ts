import { expect, test } from "vitest";
import { spreadLabels, axisMonths, gridLines, breakEvenMonth, range } from "./curve-scale.ts";

test("the grid of the worked investment has a line above its highest point and one at zero", () => {
  const [low, high] = range(-85_000, 47_319.57);
  expect([low, high]).toEqual([-85_000, 50_000]);
  expect(gridLines(low, high)).toEqual([-50_000, 0, 50_000]);
});

test("break-even is the first month at or above zero, and null for a line that starts above", () => {
  expect(breakEvenMonth([-10, -4, 2, 8])).toBe(2);
  expect(breakEvenMonth([-10, -9])).toBeNull();
  expect(breakEvenMonth([0, 5])).toBeNull();
});

test("overlapping labels move apart and stay above the lowest place", () => {
  expect(spreadLabels([50, 52, 10], 16, 200)).toEqual([50, 66, 10]);
  expect(spreadLabels([98, 99], 16, 100)).toEqual([84, 100]);
});

test("the axis labels its end", () => {
  expect(axisMonths(25)).toEqual([0, 6, 12, 18, 25]);
  expect(axisMonths(0)).toEqual([0]);
});
