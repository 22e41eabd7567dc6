import { describe, expect, test } from "vitest";
import { cellReader } from "./cells.ts";
import { dayOrderOf, regionOf } from "./place.ts";
import type { ColumnFormat } from "./reading.ts";

const home = { currency: "USD", timeZone: "America/New_York" };
const read = (format: ColumnFormat, cell: string, place = home) => cellReader(format, place)(cell);

describe("days", () => {
  test.each([
    ["2026-01-15", "2026-01-15"],
    ["2026/1/5", "2026-01-05"],
    ["2026. 01. 15.", "2026-01-15"],
    ["20260115", "2026-01-15"],
    ["15-Jan-2026", "2026-01-15"],
    ["15-Jan-26", "2026-01-15"],
    ["Jan 15, 2026", "2026-01-15"],
    ["January 15th, 2026", "2026-01-15"],
    ["Thu, 15 Jan 2026 10:00:00", "2026-01-15"],
    ["15. März 2026", "2026-03-15"],
    ["15. Mrz 26", "2026-03-15"],
    ["15 août 2026", "2026-08-15"],
    ["1er février 2026", "2026-02-01"],
    ["15 de septiembre de 2026", "2026-09-15"],
    ["15 SET 2026", "2026-09-15"],
    ["15 de março de 2026", "2026-03-15"],
    ["giovedì 15 gennaio 2026", "2026-01-15"],
    ["quinta-feira, 15 de janeiro de 2026", "2026-01-15"],
    ["2026年1月15日", "2026-01-15"],
    ["２０２６-０１-１５", "2026-01-15"],
    ["46037", "2026-01-15"],
    ["46037.75", "2026-01-15"],
    ["1/31/2026 11:59 PM", "2026-01-31"],
    ["1/31/2026 23:59 PM", "2026-01-31"],
    ["31.01.2026, 23:59", "2026-01-31"],
  ])("%s", (cell, day) => {
    expect(read({ type: "day" }, cell)).toEqual({ value: day });
  });

  test.each([
    "20255-01-01",
    "2026-02-30",
    "31/04/2026",
    "1/1/20255",
    "13/13/2026",
    "2026-01",
    "15 Jan",
    "Jan 2026",
    "soon",
    "2026-01-15 25:00",
    "3 boxes",
    "May contain 12 and 2026 nuts",
  ])("%s is none", (cell) => {
    expect(read({ type: "day" }, cell)).toHaveProperty("fault");
  });

  test("an ambiguous day needs the column's order, and is read by it alone", () => {
    expect(read({ type: "day" }, "03/04/2026")).toEqual({ fault: '"03/04/2026" could be 2026-04-03 or 2026-03-04' });
    expect(read({ type: "day", dayOrder: "day first" }, "03/04/2026")).toEqual({ value: "2026-04-03" });
    expect(read({ type: "day", dayOrder: "month first" }, "03/04/2026")).toEqual({ value: "2026-03-04" });
    expect(read({ type: "day", dayOrder: "month first" }, "25/04/2026")).toHaveProperty("fault");
    expect(read({ type: "day" }, "01/02/03")).toEqual({
      fault: '"01/02/03" could be 2003-02-01 or 2003-01-02 or 2001-02-03',
    });
  });

  test("an instant becomes the company's day by its zone", () => {
    const tokyo = { currency: "JPY", timeZone: "Asia/Tokyo" };
    expect(read({ type: "instant" }, "2026-01-15T20:00:00Z", tokyo)).toEqual({ value: "2026-01-16" });
    expect(read({ type: "instant" }, "2026-01-15 02:00:00 UTC")).toEqual({ value: "2026-01-14" });
    expect(read({ type: "instant" }, "2026-01-15T22:00:00-08:00")).toEqual({ value: "2026-01-16" });
    expect(read({ type: "instant" }, "2026-01-15 02:00:00")).toEqual({ value: "2026-01-15" });
    expect(read({ type: "instant", zone: "UTC" }, "2026-01-15 02:00:00")).toEqual({ value: "2026-01-14" });
    expect(read({ type: "day", midnights: true }, "2026-01-15T00:00:00Z")).toEqual({ value: "2026-01-15" });
    expect(read({ type: "day" }, "1768435200")).toEqual({ value: "2026-01-14" });
  });
});

describe("amounts", () => {
  test.each([
    ["1,234.56", 1234.56],
    ["1.234,56", 1234.56],
    ["1 234,56", 1234.56],
    ["1\u202f234,56", 1234.56],
    ["1'234.56", 1234.56],
    ["1’234.56", 1234.56],
    ["1,23,456.00", 123_456],
    ["12,34,567", 1_234_567],
    ["0.234", 0.234],
    ["1234,5", 1234.5],
    ["-5", -5],
    ["−5", -5],
    ["5-", -5],
    ["(5.00)", -5],
    ["- 5", -5],
    ["+5", 5],
    ["50,-", 50],
    ["50.–", 50],
    ["1.5e3", 1500],
    [".5", 0.5],
    ["-", 0],
    ["٣٫٥", 3.5],
  ])("%s", (cell, value) => {
    expect(read({ type: "money" }, cell)).toEqual({ value });
  });

  test.each([
    ["€1,234.56", 1234.56, "EUR"],
    ["1.234,56 €", 1234.56, "EUR"],
    ["-$5.00", -5, "USD"],
    ["$-5.00", -5, "USD"],
    ["($1,234.00)", -1234, "USD"],
    ["$(5.00)", -5, "USD"],
    ["US$ 5", 5, "USD"],
    ["CAD 5.00", 5, "CAD"],
    ["5.00 CHF", 5, "CHF"],
    ["R$ 1.234,56", 1234.56, "BRL"],
    ["₹1,23,456.00", 123_456, "INR"],
    ["£5", 5, "GBP"],
    ["1 234,50 zł", 1234.5, "PLN"],
    ["$ -", 0, "USD"],
  ])("%s", (cell, value, currency) => {
    expect(read({ type: "money" }, cell)).toEqual({ value, currency });
  });

  test.each([
    "1.2.3",
    "12-34",
    "INV-1001",
    "RM-100",
    "12 apples",
    "1,23",
    "10:30",
    "50%%",
    "--5",
    "#REF",
    "1,2,3",
    "K12",
  ])("%s is none where the column has a decimal point", (cell) => {
    expect(read({ type: "money", decimal: "." }, cell)).toHaveProperty("fault");
  });

  test("what could be two numbers is neither until the column decides", () => {
    expect(read({ type: "number" }, "1.234")).toEqual({ fault: '"1.234" could be 1.234 or 1234' });
    expect(read({ type: "number", decimal: "," }, "1.234")).toEqual({ value: 1234 });
    expect(read({ type: "number", decimal: "." }, "1.234,56")).toHaveProperty("fault");
  });

  test("a sign of several currencies is the company's, the chosen one, or a fault", () => {
    const berlin = { currency: "EUR", timeZone: "Europe/Berlin" };
    expect(read({ type: "money" }, "$5", berlin)).toEqual({ fault: '"$5": the currency of $ is not known' });
    expect(read({ type: "money", currency: "AUD" }, "$5", berlin)).toEqual({ value: 5, currency: "AUD" });
    expect(read({ type: "money" }, "kr 5", berlin)).toHaveProperty("fault");
    expect(read({ type: "money" }, "5 kr", { currency: "SEK", timeZone: "Europe/Stockholm" })).toEqual({
      value: 5,
      currency: "SEK",
    });
  });

  test("marks of credit and debit follow the column", () => {
    expect(read({ type: "money" }, "5.00 CR")).toHaveProperty("fault");
    expect(read({ type: "money", negative: "DR" }, "5.00 DR")).toEqual({ value: -5 });
    expect(read({ type: "money", negative: "DR" }, "5,00 H")).toEqual({ value: 5 });
  });

  test("percents are shares of one", () => {
    expect(read({ type: "percent" }, "50%")).toEqual({ value: 0.5 });
    expect(read({ type: "percent", whole: "hundred" }, "1")).toEqual({ value: 0.01 });
    expect(read({ type: "percent", whole: "one" }, "1")).toEqual({ value: 1 });
    expect(read({ type: "percent" }, "1")).toEqual({ fault: '"1" could be 1% or 100%' });
  });
});

test("nothing is null, in every type", () => {
  for (const type of ["text", "day", "number", "flag", "email"] as const)
    for (const cell of ["", "  ", "n/a", "NULL", "#N/A", "–", "(blank)"])
      expect(read({ type }, cell)).toEqual({ value: null });
});

test("flags in several languages", () => {
  expect(["Yes", "ja", "oui", "sí", "verdadeiro", "TRUE", "x"].map((cell) => read({ type: "flag" }, cell))).toEqual(
    Array.from({ length: 7 }, () => ({ value: true })),
  );
  expect(read({ type: "flag" }, "maybe")).toHaveProperty("fault");
});

test("the country by zone and currency, where they agree", () => {
  const order = (timeZone: string, currency: string) => dayOrderOf(regionOf({ timeZone, currency }));
  expect(regionOf(home)).toBe("US");
  expect(order("America/New_York", "USD")).toBe("month first");
  expect(order("Europe/Berlin", "EUR")).toBe("day first");
  expect(order("Asia/Kolkata", "INR")).toBe("day first");
  expect(order("UTC", "GBP")).toBe("day first");
  // Both are usual in Canada; dollars are counted in everywhere.
  expect(order("America/Toronto", "CAD")).toBeNull();
  expect(order("UTC", "USD")).toBeNull();
  expect(order("Europe/Berlin", "USD")).toBeNull();
});
