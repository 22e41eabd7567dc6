import { expect, it } from "vitest";
import { withoutUnit } from "#features/imports/planning/fields.ts";
import { scaleOf, scaleOfHeading } from "#features/imports/planning/units.ts";

it("reads what 1 stands for in headings and titles", () => {
  for (const text of [
    "Betrag (TEUR)",
    "Amount (k$)",
    "Revenue, k€",
    "$000",
    "£'000",
    "('000)",
    "In thousands of USD",
    "Umsatz T€",
    "Belopp (tkr)",
    "en milliers",
  ])
    expect([text, scaleOf(text)]).toEqual([text, 1_000]);
  for (const text of ["Umsatz (Mio. EUR)", "Revenue ($m)", "in millions", "CA en millions"])
    expect([text, scaleOf(text)]).toEqual([text, 1_000_000]);
  for (const [text, scale] of [
    ["Amount (cents)", 0.01],
    ["Betrag in Cent", 0.01],
    ["Total (pence)", 0.01],
    ["金額（千円）", 1_000],
    ["Сумма, тыс. руб.", 1_000],
    ["売上（百万円）", 1_000_000],
    ["金额(万元)", 10_000],
    ["Amount (USD mm)", 1_000_000],
    ["Amount (k)", 1_000],
    ["Value (in lakhs)", 100_000],
    ["Amount (₹ crore)", 10_000_000],
    ["Umsatz (Mrd. EUR)", 1_000_000_000],
  ] as const)
    expect([text, scaleOf(text)]).toEqual([text, scale]);
  expect([scaleOfHeading("amount_cents"), scaleOf("Lucky Cents")]).toEqual([0.01, undefined]);
  for (const text of [
    "Thousand Oaks Dental",
    "Million Dollar Bakery",
    "Amount (EUR)",
    "Total 2000",
    "Ticket EUR",
    "Market $",
    "Account 1000",
    "Report EUR",
    "Item £",
    "10:00",
    "Cents & Co",
    "Fifty Cent",
    "Crore Foods",
  ])
    expect([text, scaleOf(text)]).toEqual([text, undefined]);
});

it("takes nothing off a heading but a unit", () => {
  for (const heading of [
    "Amount (EUR)",
    "Amount in USD",
    "Amount USD",
    "Amount [k€]",
    "Amount (USD, thousands)",
    "Amount in cents",
    "Amount (%)",
    "Amount（千円）",
    "Amount ($)",
    "Amount (Europe/Paris)",
    "Amount (dd/mm/yyyy)",
  ])
    expect([heading, withoutUnit(heading).trim()]).toEqual([heading, "Amount"]);
  for (const heading of [
    "Money in",
    "Amount (m)",
    "Amount (approved)",
    "Amount YTD",
    "AMOUNT DUE",
    "Date (estimated)",
    "Total (last year)",
  ])
    expect(withoutUnit(heading)).toBe(heading);
});
