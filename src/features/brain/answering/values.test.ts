import { expect, test } from "vitest";
import { bracketFit, holds, kindsOf, unitsAsked, valuesIn } from "./values.ts";

const spelled = (text: string): string[] => valuesIn(text).map(({ unit, value }) => `${value} ${unit}`);

test("amounts, days, times and counted things are read in one spelling", () => {
  expect(spelled("£1,450 on 1 March 2026 at 08:30")).toEqual(["2026-03-01 date", "8:30 time", "1450 money"]);
  expect(spelled("ten working days, 1.5% and a 20-tonne limit")).toEqual(["10 day", "1.5 %", "20 tonne"]);
  expect(spelled("six to eight weeks")).toEqual(["6-8 week"]);
  expect(spelled("three and a half years")).toEqual(["3.5 year"]);
  expect(spelled("three quarters of an hour")).toEqual(["45 minute"]);
});

test("a number is looked for in brackets, also in months of a bracket of years", () => {
  const fit = (question: string, text: string) => bracketFit(valuesIn(question), valuesIn(text));
  expect(fit("here for 18 months", "Up to 2 years: 2 weeks")).toBe(1);
  expect(fit("here for 18 months", "2 to 12 years: 4 weeks")).toBe(-1);
  expect(fit("here for 18 months", "Trial period (first 3 months): 1 week")).toBe(-1);
  expect(fit("five days ahead", "7 to 4 days before: 30%")).toBe(1);
  expect(fit("20 days ahead", "15 days before or earlier: free")).toBe(1);
  expect(fit("a party of nine guests", "Fee for 8 or more guests: 60%")).toBe(1);
  expect(fit("a 9 metre boat", "8 to 10 m: £1,910")).toBe(1);
  expect(fit("a 9 metre boat", "Open from 08:00")).toBe(0);
});

test("what a question asks for is told from its form", () => {
  expect(kindsOf("Why did we buy the winch?")).toEqual(["reason"]);
  expect(kindsOf("How long do we have, and who signs?")).toEqual(["duration", "person"]);
  expect(holds("duration", "Report a claim within 14 days.", valuesIn("Report a claim within 14 days."))).toBe(true);
  expect(holds("person", "The broker is Ines Falkner.", [])).toBe(true);
  expect(holds("time", "It may be agreed.", [])).toBe(false);
});

test("a number in a cell has the unit of its column's heading, and a question asks for a unit", () => {
  expect(spelled("Year: 2026; Rent per month, DKK: 27,400; Leave days: 25")).toEqual([
    "2026 date",
    "27400 money",
    "25 day",
  ]);
  expect(spelled("Item: Lease; Price: 1,450 per month")).toEqual(["1450 money"]);
  expect(unitsAsked("How many additional days do we get?")).toContain("day");
  expect(unitsAsked("What does a lift cost?")).toContain("money");
  expect(unitsAsked("Who signs?")).toEqual([]);
});
