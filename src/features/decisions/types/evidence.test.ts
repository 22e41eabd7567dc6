import { addDays } from "#contract/days.ts";
import { expect, test } from "vitest";
import type { Evidence } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import {
  revenuePeriod,
  revenueRisks,
  type Wanted,
  confidence,
  evidenceRows,
  odds,
  shareGiven,
  weightOfEvidence,
  yearRevenue,
} from "./evidence.ts";

const today = "2026-11-20";
const aged = (age: number, found = true): Evidence => ({
  kind: "Document",
  reference: `Quote ${age}`,
  value: "£1",
  asOf: addDays(today, -age),
  found,
});
const facts = (days: number, value: number, last = today): Facts => ({
  today,
  currency: "GBP",
  agentName: "Marcus",
  role: "CFO",
  revenue: {
    points: Array.from({ length: days }, (_, at) => ({ day: addDays(last, at - days + 1), value })),
    source: "Stripe",
    asOf: last,
  },
  record: null,
});

test("a row counts in full for 30 days, then less each day, and 0 after a year or in the future", () => {
  const weights = [0, 30, 197.5, 364, 365, 4000, -1, -2].map((age) => weightOfEvidence(aged(Math.round(age)), today));
  expect(weights.map((weight) => Math.round(weight * 1000) / 1000)).toEqual([1, 1, 0.499, 0.003, 0, 0, 1, 0]);
  expect(weightOfEvidence({ ...aged(0), asOf: null }, today)).toBe(0.2);
  expect(weightOfEvidence(aged(0, false), today)).toBe(0);
});

test("confidence follows its formula and its caps", () => {
  expect(confidence(0.75, [aged(3)], 0.716, today)).toBe(0.67); // 0.2 + 0.1875 + 0.14 + 0.1432 = 0.6707
  expect(confidence(0.75, [], 0.716, today)).toBe(0.5); // 0.5307, capped
  expect(confidence(0.75, [aged(400), aged(1, false)], 0.716, today)).toBe(0.5);
  expect(confidence(0, [], 0, today)).toBe(0.2);
  const many = Array.from({ length: 20 }, (_, age) => aged(age));
  expect(confidence(1, many, 5, today)).toBe(0.9);
  expect(confidence(1, [], 1, today)).toBe(0.5);
});

test("more rows and fresher ones raise the confidence", () => {
  const confidenceWith = (...rows: Evidence[]) => confidence(0.5, rows, 0.5, today);
  expect([
    confidenceWith(),
    confidenceWith(aged(300)),
    confidenceWith(aged(10)),
    confidenceWith(aged(10), aged(11)),
  ]).toEqual([0.42, 0.45, 0.56, 0.64]);
});

test("revenue of the last year is one row with its own date", () => {
  expect(yearRevenue(facts(500, 1000))).toEqual({
    total: 365_000,
    whole: true,
    until: "",
    row: {
      kind: "Stripe",
      reference: "Revenue, last 12 months",
      value: "£365,000",
      asOf: today,
      found: true,
      href: "/records/figures/daily_revenue",
    },
  });
  expect(yearRevenue(facts(90, 1000))).toMatchObject({
    total: 90_000,
    whole: false,
    row: { reference: "Revenue, last 90 days" },
  });
  expect(yearRevenue({ ...facts(1, 1), revenue: null })).toBeNull();
  expect(yearRevenue(facts(0, 1))).toBeNull();
  expect(revenueRisks(85_000, facts(365, 1000))).toEqual(["£85,000 is 23.3% of a year's revenue (£365,000)"]);
  expect(revenueRisks(85_000, facts(90, 1000))).toEqual([]);
  expect(revenueRisks(85_000, facts(365, 0))).toEqual([]);
});

test("old revenue is shown with its date and has no weight", () => {
  const rows = evidenceRows([], [], facts(365, 1000, "2011-12-09"), true);
  expect(rows).toMatchObject([{ asOf: "2011-12-09", found: true }]);
  expect(confidence(1, rows, 1, today)).toBe(0.5);
});

test("a repeated row counts once, a given row covers the wanted one, the rest is missing", () => {
  const given = { kind: "Document", reference: "Quote Q-3318", value: "£85,000", asOf: today };
  const wanted = [
    { kind: "Document", reference: "Written quote", matches: /quote/i },
    { kind: "Measurement", reference: "Measured saving", matches: /saving/i },
  ];
  const rows = evidenceRows(
    [given, { ...given, reference: "QUOTE Q-3318" }],
    wanted,
    { ...facts(0, 0), revenue: null },
    true,
  );
  expect(rows.map((row) => [row.reference, row.found])).toEqual([
    ["QUOTE Q-3318", true],
    ["Measured saving", false],
    ["Revenue in GBP, last 12 months", false],
  ]);
});

test("without a track record a probability is a labelled default; a track record adjusts it", () => {
  const none = { probability: 0.3, baseRate: null, baseRateNote: "30% is a default: no track record yet" };
  expect(odds(0.3, null)).toEqual(none);
  expect(odds(0.3, { resolved: 0, held: 0 })).toEqual(none);
  expect(odds(0.3, { resolved: 15, held: 9 })).toEqual({
    probability: 0.53,
    baseRate: 0.6,
    baseRateNote: "9 of 15 similar forecasts came true",
  });
});

test("the share of inputs given", () => {
  expect(shareGiven([1, 0, undefined, "a"])).toBe(0.75);
});

test("a comparison with figures older than 90 days names their last day", () => {
  expect(revenueRisks(85_000, facts(365, 1000, addDays(today, -90)))).toEqual([
    "£85,000 is 23.3% of a year's revenue (£365,000)",
  ]);
  const old = facts(365, 1000, addDays(today, -91));
  expect(revenueRisks(85_000, old)).toEqual([
    "£85,000 is 23.3% of a year's revenue (£365,000, 12 months to 21 August 2026)",
  ]);
  expect(revenuePeriod(old)).toBe("revenue of 12 months to 21 August 2026");
});

const quote: Wanted = {
  kind: "Document",
  reference: "Written quote",
  matches: /quot/i,
  states: { field: "price", label: "the price" },
};
const given = (value: string, reference = "Quote Q-1") => [{ kind: "Document", reference, value, asOf: today }];
const rowsOf = (value: string, reference?: string) =>
  evidenceRows(given(value, reference), [quote], facts(0, 0), false, { price: 85_000 });

test.each(["£92,000", "92000", "GBP 92,000.00"])("an amount that contradicts the request is flagged: %s", (value) => {
  const [row] = rowsOf(value);
  expect(row).toMatchObject({
    wantedFor: "Written quote",
    conflict: "It says £92,000; the request has £85,000 as the price.",
  });
  expect(weightOfEvidence(row ?? aged(0), today)).toBe(0);
  const agreeing = rowsOf("£85,000");
  expect(confidence(1, agreeing, 1, today) - confidence(1, rowsOf(value), 1, today)).toBeGreaterThan(0.2);
  // Worse than without it.
  expect(confidence(0, rowsOf(value), 0, today)).toBe(0.1);
});

test.each([
  "£85,400",
  "the quote says 85k",
  "eighty-five thousand pounds",
  "£7,083 a month, £85,000 a year",
  "valid until May",
  "2 pages",
  "41 h a week",
])("nothing is flagged in %s", (value) => {
  expect(rowsOf(value)[0]).not.toHaveProperty("conflict");
});

test.each([
  "the quote says £900,000",
  "900k",
  "0.9m",
  "nine hundred thousand",
  "£900.000,00",
  "£85,000 list price, £900,000 offered",
  "£80,000 to £90,000",
])("any wording of another amount is a conflict: %s", (value) => {
  expect(rowsOf(value)[0]?.conflict).toMatch(/^It says .*; the request has £85,000 as the price\.$/);
  // Under another name the row adds nothing, and still contradicts.
  const [row] = rowsOf(`quote: ${value}`, "Note");
  expect([row?.conflict === undefined, weightOfEvidence(row ?? aged(0), today)]).toEqual([false, 0]);
});

test.each([
  ["Document", "Quote 2231", "£85,000"],
  ["Document", "Quote 2231", "85000"],
  ["Document", "Quote 2231", "valid until May"],
  ["Quote", "2231", "see attachment"],
  ["Email", "Quotation 100200300 of Papertrail", "85,000"],
  ["Document", "Quote Lot 90001, batch 70002", "85000.00"],
])("the number of a document is no amount: %s, %s, %s", (kind, reference, value) => {
  const [row] = evidenceRows([{ kind, reference, value, asOf: today }], [quote], facts(0, 0), false, { price: 85_000 });
  expect(row).not.toHaveProperty("conflict");
});

test.each([
  ["Quote 2231", "92000"],
  ["Quote 2231: £92,000", "valid until May"],
  ["Quote 2231", "92000.00 incl. tax"],
  ["2231", "quote; 92000; net 30"],
])("an amount beside such a number contradicts: %s, %s", (reference, value) => {
  expect(rowsOf(value, reference)[0]?.conflict).toBe("It says £92,000; the request has £85,000 as the price.");
});

test.each(["€900,000", "$92,000", "85,000 euros", "EUR 85k"])(
  "an amount without a known rate is asked about: %s",
  (value) => {
    expect(rowsOf(value)[0]?.conflict).toMatch(/; the request is in GBP, and no exchange rate is known\.$/);
  },
);

test("a row that is nothing the type needs adds nothing, and what it needs stays missing", () => {
  const [row, missing] = rowsOf("12 people", "Staff list");
  expect(row).toMatchObject({ wantedFor: null });
  expect(weightOfEvidence(row ?? aged(0), today)).toBe(0);
  expect(missing).toMatchObject({ reference: "Written quote", found: false });
});
