import { expect, test } from "vitest";
import { currencies, shorten, truncate } from "./words.ts";

test("shortened text ends with a whole word and an ellipsis", () => {
  const title = "Supply agreement Northwind Logistics by 28 November 2026";
  expect(shorten(title, title.length)).toBe(title);
  expect(shorten(title, title.length - 1)).toBe("Supply agreement Northwind Logistics by 28 November…");
  expect(shorten("23 tickets, 5 tasks and more", 16)).toBe("23 tickets, 5…");
  expect(shorten("23 tickets, late", 13)).toBe("23 tickets…");
  expect(shorten("a".repeat(20), 10)).toBe(`${"a".repeat(9)}…`);
});

test("truncating never splits a character", () => {
  expect(truncate("ab😀", 3)).toBe("ab");
  expect(shorten("😀😀😀", 4)).toBe("😀…");
});

test("every currency is one that Intl formats, with at most three decimals", () => {
  expect(new Set(currencies).size).toBe(currencies.length);
  for (const code of currencies) {
    expect(Intl.supportedValuesOf("currency")).toContain(code);
    const { maximumFractionDigits } = new Intl.NumberFormat("en", {
      style: "currency",
      currency: code,
    }).resolvedOptions();
    expect(maximumFractionDigits, code).toBeLessThanOrEqual(3);
  }
});
