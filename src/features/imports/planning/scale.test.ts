import { expect, it } from "vitest";
import { scaleOf } from "#features/imports/planning/plan.ts";

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
  ])
    expect([text, scaleOf(text)]).toEqual([text, undefined]);
});
