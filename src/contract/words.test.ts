import { expect, test } from "vitest";
import { cut, shorten } from "./words.ts";

test("what is shortened for people ends with a whole word and says that there is more", () => {
  const said = "Supply agreement Northwind Logistics by 28 November 2026";
  expect(shorten(said, said.length)).toBe(said);
  expect(shorten(said, said.length - 1)).toBe("Supply agreement Northwind Logistics by 28 November…");
  expect(shorten("23 tickets, 5 tasks and more", 16)).toBe("23 tickets, 5…");
  expect(shorten("23 tickets, late", 13)).toBe("23 tickets…");
  expect(shorten("a".repeat(20), 10)).toBe(`${"a".repeat(9)}…`);
});

test("no half of a character stays, whatever is cut", () => {
  expect(cut("ab😀", 3)).toBe("ab");
  expect(shorten("😀😀😀", 4)).toBe("😀…");
});
