import { shortDay } from "#contract/format.ts";
import { expect, test } from "vitest";
import { formatLine, joinLines, sentences, toLine } from "#contract/report.ts";
import { joinAnd, titleWithParty, writtenMonth } from "#features/expertise/topics/words.ts";

test("a title names its party once", () => {
  expect(titleWithParty("Licence", "Acme Ltd")).toBe("Licence (Acme Ltd)");
  expect(titleWithParty("Supply agreement ACME Ltd", "Acme Ltd")).toBe("Supply agreement ACME Ltd");
  expect(titleWithParty("Licence", null)).toBe("Licence");
});

test("days and months in words", () => {
  expect(shortDay("2011-12-09")).toBe("9 Dec 2011");
  expect(writtenMonth("2026-04")).toBe("Apr 2026");
});

test("a line takes figures, lines and texts; what is empty is left out", () => {
  const figure = { id: "owed" };
  expect(toLine`${figure} of ${toLine`all ${figure}`}${false}${null}.`).toEqual([
    { figure: "owed" },
    " of all ",
    { figure: "owed" },
    ".",
  ]);
  expect(formatLine(joinLines(", ", [toLine`one`, false, "three", "", []]), [])).toBe("one, three");
  expect(sentences(null, undefined)).toEqual([]);
  expect(formatLine(joinAnd([toLine`1`, toLine`2`, toLine`3`]), [])).toBe("1, 2 and 3");
});
