import { expect, test } from "vitest";
import { arrange } from "./arrange.ts";

test("with nobody reading the newest order holds", () => {
  expect(arrange(["a", "b"], ["c", "b", "a"], [], false)).toEqual({ shown: ["c", "b", "a"], fresh: [] });
});

test("while somebody reads nothing moves and new ones wait", () => {
  expect(arrange(["a", "b"], ["c", "b", "a"], [], true)).toEqual({ shown: ["a", "b"], fresh: ["c"] });
});

test("a settled card keeps its place until it leaves", () => {
  expect(arrange(["a", "b", "c"], ["a", "c"], ["b"], false).shown).toEqual(["a", "b", "c"]);
  expect(arrange(["a", "b", "c"], ["a", "c"], ["b"], true).shown).toEqual(["a", "b", "c"]);
  expect(arrange(["a", "b", "c"], ["a", "c"], [], true).shown).toEqual(["a", "c"]);
});

test("one that was decided elsewhere goes also while somebody reads", () => {
  expect(arrange(["a", "b"], ["b"], [], true)).toEqual({ shown: ["b"], fresh: [] });
});

test("the first ones are shown even to somebody who already points there", () => {
  expect(arrange([], ["a"], [], true)).toEqual({ shown: ["a"], fresh: [] });
});
