import { expect, test } from "vitest";
import { replacedBy } from "./editions.ts";

const replaced = (...documents: [title: string, opening: string][]): string[] =>
  [...replacedBy(documents.map(([title, opening]) => ({ id: title, title, opening })))].map(
    ([id, by]) => `${id} by ${by.title}`,
  );

test("an edition of a later year or version replaces the earlier one of its title, and so does what says it does", () => {
  expect(replaced(["prices-2025.md", "Price list"], ["prices-2026.md", "Price list"])).toEqual([
    "prices-2025.md by prices-2026.md",
  ]);
  expect(
    replaced(
      ["old rates.pdf", "Tariff. Valid from 1 May 2024."],
      ["tariff.pdf", "Valid from 1 May 2026. It replaces the old rates of 1 May 2024."],
    ),
  ).toEqual(["old rates.pdf by tariff.pdf"]);
  expect(
    replaced(
      ["staff rules.md", "Staff rules. Replaced by the Handbook on 1 January 2026."],
      ["handbook.md", "Handbook of 1 January 2026"],
    ),
  ).toEqual(["staff rules.md by handbook.md"]);
});

test("minutes of several days, other documents and undated copies stay", () => {
  expect(replaced(["minutes 2026-03-01.txt", "Minutes"], ["minutes 2026-06-01.txt", "Minutes"])).toEqual([]);
  expect(replaced(["handbook 2025.md", "Handbook"], ["prices 2026.md", "Prices"])).toEqual([]);
  expect(replaced(["prices.md", "Price list"], ["prices copy.md", "Price list"])).toEqual([]);
});
