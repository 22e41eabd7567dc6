import { expect, test } from "vitest";
import { arrange } from "./arrange.ts";

test("without a reader, cards follow the new order", () => {
  expect(arrange(["a", "b"], ["c", "b", "a"], [], false)).toEqual({ shown: ["c", "b", "a"], fresh: [] });
});

test("while the user reads, nothing moves and new cards wait", () => {
  expect(arrange(["a", "b"], ["c", "b", "a"], [], true)).toEqual({ shown: ["a", "b"], fresh: ["c"] });
});

test("a settled card keeps its place until it leaves", () => {
  expect(arrange(["a", "b", "c"], ["a", "c"], ["b"], false).shown).toEqual(["a", "b", "c"]);
  expect(arrange(["a", "b", "c"], ["a", "c"], ["b"], true).shown).toEqual(["a", "b", "c"]);
  expect(arrange(["a", "b", "c"], ["a", "c"], [], true).shown).toEqual(["a", "c"]);
});

test("a card decided elsewhere leaves even while the user reads", () => {
  expect(arrange(["a", "b"], ["b"], [], true)).toEqual({ shown: ["b"], fresh: [] });
});

test("the first cards appear even under the pointer", () => {
  expect(arrange([], ["a"], [], true)).toEqual({ shown: ["a"], fresh: [] });
});
