import { expect, test } from "vitest";
import { amountsIn } from "./amounts.ts";

test.each([
  ["the quote says £900,000", [900_000]],
  ["900k", [900_000]],
  ["€900,000", [900_000]],
  ["900 k€", [900_000]],
  ["about 0.9m all in", [900_000]],
  ["0.9 million", [900_000]],
  ["EUR 900.000,00", [900_000]],
  ["900 000 pounds", [900_000]],
  ["CHF 900'000", [900_000]],
  ["£1.2bn", [1_200_000_000]],
  ["nine hundred thousand pounds", [900_000]],
  ["half a million", [500_000]],
  ["eighty-five thousand", [85_000]],
  ["92000", [92_000]],
  ["net 30; 92000", [92_000]],
  ["total due 92000.00, net 30", [92_000]],
  ["£85,000 plus £1,500.50 a month", [85_000, 1_500.5]],
  ["between £80,000-£90,000", [80_000, 90_000]],
  ["$92,000.00", [92_000]],
  ["85 grand", [85_000]],
  ["£500 a year for 2,000 users", [500]],
  ["£500 per 1,000 sessions, contract 4711", [500]],
  ["£80,000 to 90,000", [80_000, 90_000]],
  ["costs 900,000", [900_000]],
  ["900,000 plus VAT, net 30", [900_000]],
  ["quote 92000 EUR", [92_000]],
  ["£80,000 to 90000", [80_000, 90_000]],
  ["no more than 900,000", [900_000]],
  ["total costs 12,500 for 3,000 licences", [12_500]],
  ["900,000 in fees", [900_000]],
])("every amount of %s is read", (text, values) => {
  expect(amountsIn(text).map((one) => one.values[0])).toEqual(values);
});

test.each([
  "valid until May",
  "2 pages",
  "41 h a week",
  "12 people",
  "signed on 3 May 2026",
  "2026-11-20",
  "20/11/2026",
  "Q-3318",
  "3 years, 30 days",
  "1500 users",
  "one of two copies",
  "",
  "2,000 subscribers",
  "12,000 active users",
  "Contract no. 4711",
  "Contract number 471 100",
  "Invoice 20261127",
  "Quote 2231",
  "Angebot 92000 vom Mai",
  "rooms 4711 and 4712",
  "Invoice no. 471,100",
  "case #47110",
  "order ref: 47110",
  "phone 020 7946 000",
  "call +44 20 7946 0000",
  "tel. (020) 7946 0000",
])("nothing is an amount in %j", (text) => {
  expect(amountsIn(text)).toEqual([]);
});

test("percentages are no money, and a currency is what its sign, code or word says", () => {
  expect(amountsIn("12% off, 7.5 percent later")).toMatchObject([
    { values: [12], isPercent: true },
    { values: [7.5], isPercent: true },
  ]);
  const currencies = (text: string) => amountsIn(text)[0]?.currencies;
  expect([currencies("€5"), currencies("5 euros"), currencies("EUR 5"), currencies("5k")]).toEqual([
    ["EUR"],
    ["EUR"],
    ["EUR"],
    null,
  ]);
  expect(currencies("$5")).toContain("USD");
});

test("one point or comma before three digits may separate thousands or decimals", () => {
  expect(amountsIn("85.000")[0]?.values).toEqual([85_000, 85]);
  expect(amountsIn("1.234.567,89")[0]?.values).toEqual([1_234_567.89]);
});
