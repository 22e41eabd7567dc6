import { describe, expect, test } from "vitest";
import { Desk, type ModelText } from "#agency/model/desk.ts";
import { bindReport } from "#agency/model/report.ts";
import { type Figure, formatLine } from "#contract/report.ts";

const figure = (id: string, value: number, unit: Figure["unit"] = "money"): Figure => ({
  id,
  label: id,
  value,
  unit,
  currency: unit === "money" ? "GBP" : null,
  range: null,
  formula: null,
  source: { label: "12 invoices", href: "/explore", asOf: "2026-11-22" },
});
const modelText: ModelText = {
  text: "Invoices of Acme 24 in 2026-10: {total}, change {change}, {count} rows. INV-104 is the largest.",
  figures: [figure("total", 26_825), figure("change", -0.41, "share"), figure("count", 12, "count")],
  facts: [],
  origins: ["external"],
};

function bound(sentence: string, ...more: ModelText[]): string {
  const desk = new Desk();
  desk.addContext("How did October 2026 go, against 25%?");
  for (const one of [modelText, ...more]) desk.add(one);
  const line = desk.bind(sentence);
  return formatLine(line, desk.cited([line]));
}

test("the model reads each value beside its id", () => {
  expect(new Desk().add(modelText)).toBe(
    "Invoices of Acme 24 in 2026-10: {f1} £26,825, change {f2} −41%, {f3} 12 rows. INV-104 is the largest.",
  );
});

describe("a sentence of a model", () => {
  test("cites facts, and the server writes their numbers", () => {
    expect(bound("October brought {f1}, {f2} on September, from {f3} invoices.")).toBe(
      "October brought £26,825, −41% on September, from 12 invoices.",
    );
  });

  test("has its own numbers marked", () => {
    expect(bound("About 27,000, or 1,5 % more than £3.2m; expect £30,000.50 next.")).toBe(
      "About 27,000 (unverified), or 1,5 % (unverified) more than £3.2m (unverified); expect £30,000.50 (unverified) next.",
    );
  });

  test("keeps numbers of names, days and the question", () => {
    const sentence = "Acme 24 with INV-104 led in 2026-10, that is October 2026, against 25%.";
    expect(bound(sentence)).toBe(sentence);
  });

  test("has a day of its own marked once, and one it has read in any spelling not at all", () => {
    const ends = { ...modelText, text: "It ends on 2027-02-15, notice by 17 November 2026.", figures: [] };
    expect(bound("From 2026-11-17 or 15 February 2027, not by 2026-12-31.", ends)).toBe(
      "From 17 November 2026 or 15 February 2027, not by 2026-12-31 (unverified).",
    );
  });

  test("has the year of a day it chose itself marked, though the answer's title repeats that day", () => {
    const title = { ...modelText, text: "Customers since 3333-01-01", own: ["3333-01-01"], figures: [] };
    expect(bound("3333 customers since 3333-01-01.", title)).toBe(
      "3333 (unverified) customers since 3333-01-01 (unverified).",
    );
  });

  test("keeps numbers of the question with or without separators of thousands", () => {
    const desk = new Desk();
    desk.addContext("Should we pay 4,200 or 13500 to Acme?");
    const read = ["4200", "4,200", "13,500", "13500", "420", "3,500"].map((number) => desk.hasRead(number, "GBP"));
    expect(read).toEqual([true, true, true, true, false, false]);
    expect(desk.bind("4200 or £13,500, not 200.")).toEqual(["4200 or £13,500 (unverified), not 200 (unverified)."]);
  });

  test("has a number marked that is glued to its currency", () => {
    expect(bound("Pay USD3333, EUR3,333, 3,333GBP or US$3333; see ABC3333.")).toBe(
      "Pay USD3333 (unverified), EUR3,333 (unverified), 3,333GBP (unverified) or US$3333 (unverified); see ABC3333.",
    );
  });

  test("has a number marked that only its own query held", () => {
    const text = "Invoices under 666001 of Acme 24 in the last 3 months: {total}";
    const own = { ...modelText, own: ["666001", "Acme 24"], text, figures: [figure("total", 7)] };
    expect(bound("Acme 24 pays 666,001 or $666001 in 3 months.", own)).toBe(
      "Acme 24 pays 666,001 (unverified) or $666001 (unverified) in 3 months.",
    );
  });

  test("repeats no number that a colleague's model invented", () => {
    const words = { ...modelText, text: "Acme 24 owes 3,333 (unverified), or 1,5 % (unverified).", figures: [] };
    expect(bound("Acme 24 owes 3,333 or 1,5 % of 24, in all 3,333 (unverified).", words)).toBe(
      "Acme 24 owes 3,333 (unverified) or 1,5 % (unverified) of 24, in all 3,333 (unverified).",
    );
  });

  test("may copy a value of one fact, which is then cited", () => {
    expect(bound("October brought £26,825.")).toBe("October brought £26,825.");
    const desk = new Desk();
    desk.add(modelText);
    expect(desk.bind("October brought {f1} (£26,825).")).toEqual(["October brought ", { figure: "f1" }, "."]);
    // Two facts with one value are ambiguous.
    expect(bound("October brought £26,825.", modelText)).toBe("October brought £26,825 (unverified).");
    // A plain count cannot be distinguished from other numbers.
    expect(bound("There are 12.")).toBe("There are 12 (unverified).");
  });

  test("cannot invent a fact", () => {
    expect(bound("It is {f99}, {f1x} and {total}.")).toBe("It is (no such fact), {f1x} and {total}.");
  });
});

test("a report without facts says so", () => {
  const desk = new Desk();
  const report = bindReport({ headline: "All is well.", points: [], missing: [] }, desk);
  expect(formatLine(report.headline, [])).toBe("All is well. This is based on none of your company's data.");
});

test("a number of another currency is not read as one of the company's", () => {
  const desk = new Desk();
  desk.addContext("We owe €6,000, CHF 7,000 and 8,000 EUR; 9,000 is ours, and so is $5,000.");
  const francs = { ...figure("total", 4_000), currency: "CHF" as const };
  expect(desk.add({ ...modelText, text: "{total}", figures: [francs] })).toBe("{f1} CHF\u00a04,000");
  for (const [number, isRead] of Object.entries({ "4,000": false, "5,000": true, "9,000": true }))
    expect([number, desk.hasRead(number, "USD")]).toEqual([number, isRead]);
  for (const number of ["6,000", "7,000", "8,000"])
    expect([number, desk.hasRead(number, "USD"), desk.hasRead(number)]).toEqual([number, false, true]);
});

describe("what a model chose itself", () => {
  const narrowed: ModelText = {
    ...modelText,
    text: "Invoices over 10,000 since 2025-04-01: {total}, {count} rows",
    own: ["10000"],
    conditions: ["10000", "2025-04-01", "2025-04-30"],
  };

  test("is kept as the day or the threshold of its query", () => {
    expect(bound("{f6} invoices over £10,000 between 2025-04-01 and 30 April 2025, in 2025.", narrowed)).toBe(
      "12 invoices over £10,000 between 1 April 2025 and 30 April 2025, in 2025.",
    );
  });

  test("is marked as anything else", () => {
    expect(bound("{f6} invoices, £10,000 in all, 30 of them since 4 days.", narrowed)).toBe(
      "12 invoices, £10,000 (unverified) in all, 30 (unverified) of them since 4 (unverified) days.",
    );
    expect(bound("Customers owe over £10,000.", narrowed)).toBe("Customers owe over £10,000 (unverified).");
  });
});

test("the parts of a day that was read are no numbers of their own", () => {
  const desk = new Desk();
  desk.addContext("Today is 2026-11-28, and 17 December 2026 is near.");
  const said = (sentence: string) => formatLine(desk.bind(sentence), []);
  expect(said("From 17 to 28 November 2026, the 17 December, in 2026.")).toBe(
    "From 17 to 28 November 2026, the 17 December, in 2026.",
  );
  expect(said("There are 28 invoices, 11 bills and 17 tickets.")).toBe(
    "There are 28 (unverified) invoices, 11 (unverified) bills and 17 (unverified) tickets.",
  );
});

test("a figure below zero has no sign where words say that it fell", () => {
  expect(bound("Revenue fell by {f2}, it is {f2} lower, and the change is {f2}.")).toBe(
    "Revenue fell by 41%, it is 41% lower, and the change is −41%.",
  );
  expect(bound("It fell to {f2}.")).toBe("It fell to −41%.");
});
