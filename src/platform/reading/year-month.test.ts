import { expect, it } from "vitest";
import { joinMonth, yearMonthIn } from "./year-month.ts";

const linesOf = (...rows: string[][]) => rows.map((cells, at) => ({ line: at + 2, cells }));

it("joins a year and a month beside each other, by names and by numbers under a heading for months", () => {
  const named = linesOf(["2025", "January", "Rent", "10"], ["2026", "Dec", "Rent", "12"]);
  expect(yearMonthIn(["Year", "Month", "Line", "Budget"], named)).toEqual({ year: 0, month: 1 });
  expect(named.map((line) => joinMonth(line, { year: 0, month: 1 }).cells[1])).toEqual(["2025-01", "2026-12"]);
  const numbered = linesOf(["1", "2025", "Miete", "10"], ["12", "2026", "Miete", "12"]);
  expect(yearMonthIn(["Monat", "Jahr", "Konto", "Plan"], numbered)).toEqual({ year: 1, month: 0 });
});

it("joins no year with a number that may be anything", () => {
  const counted = linesOf(["2025", "3", "Rent", "10"], ["2026", "12", "Rent", "12"]);
  expect(yearMonthIn(["Year", "Staff", "Line", "Budget"], counted)).toBeNull();
  expect(
    yearMonthIn(["Year", "Month", "Line", "Budget"], linesOf(["2025", "March", "a", "1"], ["n/a", "May", "b", "2"])),
  ).toBeNull();
});
