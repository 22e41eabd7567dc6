import { shortDay } from "#contract/format.ts";
import { expect, test } from "vitest";
import { inWords, say } from "#contract/report.ts";
import { among, titled, writtenMonth } from "#features/expertise/topics/words.ts";

test("a title names its party once", () => {
  expect(titled("Licence", "Acme Ltd")).toBe("Licence (Acme Ltd)");
  expect(titled("Supply agreement ACME Ltd", "Acme Ltd")).toBe("Supply agreement ACME Ltd");
  expect(titled("Licence", null)).toBe("Licence");
});

test("days and months as they are read", () => {
  expect(shortDay("2011-12-09")).toBe("9 Dec 2011");
  expect(writtenMonth("2026-04")).toBe("Apr 2026");
});

test("only the pieces that are there are listed", () => {
  expect(inWords(among(say`one`, false, say`three`), [])).toBe("one, three");
  expect(among(false)).toEqual([]);
});
