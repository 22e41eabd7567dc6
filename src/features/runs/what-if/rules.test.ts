import { expect, test } from "vitest";
import { compareLines } from "#features/runs/what-if/rules.ts";

const shown = (before: string[], after: string[]): string[] =>
  compareLines(before, after).map(({ change, text }) => `${{ same: " ", added: "+", removed: "-" }[change]}${text}`);

test("lines are compared in their order", () => {
  expect(shown(["a", "b", "c"], ["a", "x", "c", "d"])).toEqual([" a", "-b", "+x", " c", "+d"]);
  expect(shown(["a"], ["a"])).toEqual([" a"]);
  expect(shown([], ["a"])).toEqual(["+a"]);
  expect(shown(["a", "a"], ["a"])).toEqual([" a", "-a"]);
  expect(shown(["a", "b"], ["b", "a"])).toEqual(["-a", " b", "+a"]);
});
