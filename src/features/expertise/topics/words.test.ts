import { shortDay } from "#contract/format.ts";
import { expect, test } from "vitest";
import { formatLine, toLine } from "#contract/report.ts";
import { joinPieces, titleWithParty, writtenMonth } from "#features/expertise/topics/words.ts";

test("a title names its party once", () => {
  expect(titleWithParty("Licence", "Acme Ltd")).toBe("Licence (Acme Ltd)");
  expect(titleWithParty("Supply agreement ACME Ltd", "Acme Ltd")).toBe("Supply agreement ACME Ltd");
  expect(titleWithParty("Licence", null)).toBe("Licence");
});

test("days and months in words", () => {
  expect(shortDay("2011-12-09")).toBe("9 Dec 2011");
  expect(writtenMonth("2026-04")).toBe("Apr 2026");
});

test("only the pieces that are not false are joined", () => {
  expect(formatLine(joinPieces(toLine`one`, false, toLine`three`), [])).toBe("one, three");
  expect(joinPieces(false)).toEqual([]);
});
