import { describe, expect, test } from "vitest";
import type { Figure, Line } from "#contract/report.ts";
import { type Expected, gradeAnswer } from "./grade.ts";
import { gradeProposals } from "./skills/proposal.ts";

const figure = (id: string, value: number, unit: Figure["unit"] = "money"): Figure => ({
  id,
  label: id,
  value,
  unit,
  currency: unit === "money" ? "EUR" : null,
  range: null,
  formula: null,
  source: { label: "12 invoices", href: null, asOf: "2026-11-22" },
});
const figures = [figure("total", 57_191.85), figure("share", 0.4137, "share"), figure("count", 6, "count")];
const [total, share, count] = [{ figure: "total" }, { figure: "share" }, { figure: "count" }];

const graded = (expected: Expected, line: Line, answered = true) => gradeAnswer(expected, { answered, line, figures });
const accept = (...variants: NonNullable<Expected["accept"]>) => ({ accept: variants });

describe("numbers", () => {
  const wanted = accept({ numbers: [57_191.85] });

  test.each([
    ["a figure", [total]],
    ["as written", ["It is 57,191.85."]],
    ["rounded to units", ["It is €57,192."]],
    ["rounded to thousands", ["It is about €57k."]],
    ["rounded in words", ["It is 0.06 million."]],
    ["with another sign", ["It is −57,191.85."]],
  ] satisfies [string, Line][])("%s: right", (_name, line) => {
    expect(graded(wanted, line)).toBe("right");
  });

  test.each([
    ["another one", ["It is €57,193."]],
    ["rounded wrongly", ["It is €56k."]],
    ["part of a longer one", ["It is 157,191.85."]],
    ["another figure", [share]],
  ] satisfies [string, Line][])("%s: wrong", (_name, line) => {
    expect(graded(wanted, line)).toBe("wrong");
  });

  test("shares are compared in percent", () => {
    expect(graded(accept({ numbers: [41.37] }), [share])).toBe("right");
    expect(graded(accept({ numbers: [41.37] }), ["41% of it"])).toBe("right");
    expect(graded(accept({ numbers: [41.37] }), ["0.4137 of it"])).toBe("wrong");
  });

  test("a count is not read out of a day or a document number", () => {
    const six = accept({ numbers: [6] });
    expect(graded(six, [count])).toBe("right");
    expect(graded(six, ["There are 6."])).toBe("right");
    expect(graded(six, ["Since 6 Dec 2026, December 6 or 2026-12-06, INV-6 is open."])).toBe("wrong");
  });
});

describe("names and days", () => {
  test("any spelling, in any case, all of a variant", () => {
    const wanted = accept({ names: ["Acme Ltd", ["disputed", "dispute"]] });
    expect(graded(wanted, ["ACME LTD has a dispute."])).toBe("right");
    expect(graded(wanted, ["Acme Ltd has paid."])).toBe("partly");
    expect(graded(wanted, ["Nobody has paid."])).toBe("wrong");
  });

  test.each(["13 December", "13 Dec 2026", "December 13", "2026-12-13", "13.12.2026", "13/12/2026"])(
    "a day: %s",
    (day) => {
      expect(graded(accept({ names: ["2026-12-13"] }), [`It is due on ${day}.`])).toBe("right");
      expect(graded(accept({ names: ["2026-11-13"] }), [`It is due on ${day}.`])).toBe("wrong");
    },
  );

  test("a month with its year", () => {
    const wanted = accept({ names: ["2026-12"] });
    expect(["December 2026", "Dec 2026", "2026-12"].map((month) => graded(wanted, [month]))).toEqual(
      Array(3).fill("right"),
    );
    expect(graded(wanted, ["December 2025"])).toBe("wrong");
  });
});

test("one of several variants is enough; parts of two are not", () => {
  const wanted = accept({ numbers: [6], names: ["Acme"] }, { numbers: [7], names: ["Beta"] });
  expect(graded(wanted, ["Beta with 7"])).toBe("right");
  expect(graded(wanted, ["Beta with 6"])).toBe("partly");
});

test("what must not be said makes a right answer only partly so", () => {
  const wanted = { ...accept({ numbers: [57_191.85] }), mustNot: ["Ironbridge"] };
  expect(graded(wanted, [total])).toBe("right");
  expect(graded(wanted, [total, " of Ironbridge"])).toBe("partly");
});

test("an answer that says it was not narrowed is partly right", () => {
  expect(graded(accept({ numbers: [1] }), [total, " It is not narrowed to October."])).toBe("partly");
});

describe("refusals", () => {
  const unanswerable = {};
  const answerable = accept({ numbers: [6] });

  test("by mark", () => {
    expect(graded(unanswerable, ["There are 6."], false)).toBe("refused rightly");
    expect(graded(answerable, ["There are 6."], false)).toBe("refused wrongly");
  });

  test.each([
    "I cannot answer this.",
    "I can't say.",
    "Salaries are not recorded.",
    "There is no data on competitors.",
    "The records do not hold addresses.",
  ])("in words: %s", (text) => {
    expect(graded(unanswerable, [text])).toBe("refused rightly");
    expect(graded(answerable, [text])).toBe("refused wrongly");
  });

  test("an invented answer is none, and neither is one with a figure", () => {
    expect(graded(unanswerable, ["It will rain."])).toBe("wrong");
    expect(graded(unanswerable, ["Salaries are not recorded, but Dana earns ", total])).toBe("wrong");
    expect(graded(answerable, [count, ", VAT is not recorded."])).toBe("right");
  });
});

describe("a proposal", () => {
  const expected = { decisionType: "expense_approval", fields: { amount: 4_200, counterparty: "Ledgerly" } };
  const made = (context: object, decisionType = "expense_approval") => [{ decisionType, context: { ...context } }];
  test.each([
    [made({ amount: 4_200, counterparty: "ledgerly" }), "right"],
    [made({ amount: 4_200 }), "partly"],
    [[...made({ amount: 4_200, counterparty: "Ledgerly" }), ...made({ amount: 1 })], "partly"],
    [made({ amount: 42_000, counterparty: "Ledgerly" }), "wrong"],
    [made({ amount: 4_200 }, "investment_evaluation"), "wrong"],
    [[], "refused wrongly"],
  ])("%j is %s", (proposals, grade) => expect(gradeProposals(expected, proposals).grade).toBe(grade));

  test("is wrong where nothing was asked to be done", () => {
    expect(gradeProposals(null, made({})).grade).toBe("wrong");
    expect(gradeProposals(null, []).grade).toBe("refused rightly");
  });
});
