import { describe, expect, test } from "vitest";
import { calculator } from "#agency/model/calculator.ts";
import { Desk } from "#agency/model/desk.ts";
import { type Figure, formatLine } from "#contract/report.ts";

const figure = (id: string, value: number | null, unit: Figure["unit"] = "money", currency = "GBP"): Figure => ({
  id,
  label: `Label ${id}`,
  value,
  unit,
  currency: unit === "money" ? (currency as Figure["currency"]) : null,
  range: null,
  formula: null,
  source: { label: "12 invoices", href: "/explore", asOf: "2026-11-22" },
});

/** f1 £4,000, f2 £1,000, f3 8, f4 40%, f5 €500, f6 unknown, f7 0, f8 −£500; read for 2026-04-01 to 2026-09-30. */
function calculate(of: string, facts: string[], more: object = {}): string {
  const desk = new Desk("run.");
  const figures = [
    figure("a", 4_000),
    figure("b", 1_000),
    figure("c", 8, "count"),
    figure("d", 0.4, "share"),
    figure("e", 500, "money", "EUR"),
    figure("f", null),
    figure("g", 0),
    figure("h", -500),
  ];
  const text = `From 2026-04-01 to 2026-09-30, and 2026-10-07: ${figures.map(({ id }) => `{${id}}`).join(" ")}`;
  desk.add({ text, figures, facts: [], origins: ["staff"] });
  try {
    desk.add(calculator.use({ of, facts, ...more }, desk));
  } catch (error) {
    return (error as Error).message;
  }
  const line = desk.bind("It is {f9}.");
  const [cited] = desk.cited([line]);
  return `${formatLine(line, cited ? [cited] : [])} ${cited?.formula}`;
}

describe("a calculation with facts is a fact", () => {
  test.each([
    ["sum", ["f1", "f2"], {}, "It is £5,000. £4,000 + £1,000"],
    ["sum", ["{f1}", "f2", "f8"], {}, "It is £4,500. £4,000 + £1,000 + −£500"],
    ["difference", ["f1", "f2"], {}, "It is £3,000. £4,000 − £1,000"],
    ["difference", ["f2", "f1"], {}, "It is −£3,000. £1,000 − £4,000"],
    ["ratio", ["f1", "f2"], {}, "It is 4. £4,000 ÷ £1,000"],
    ["ratio", ["f1", "f3"], {}, "It is £500. £4,000 ÷ 8"],
    ["share", ["f2", "f1"], {}, "It is 25%. £1,000 ÷ £4,000"],
    ["change", ["f1", "f2"], {}, "It is −75%. from £4,000 to £1,000"],
    ["change", ["f8", "f2"], {}, "It is 300%. from −£500 to £1,000"],
    ["per_month", ["f1"], { from: "2026-04-01", to: "2026-09-30" }, "It is £666.67. £4,000 ÷ 6 months"],
    ["per_day", ["f2"], { from: "2026-09-30", to: "2026-10-07" }, "It is £125. £1,000 ÷ 8 days"],
  ])("%s of %j", (of, facts, more, expected) => {
    // Amounts of 100 and more are shown without cents.
    expect(calculate(of, facts, more)).toBe(expected.replace("£666.67", "£667"));
  });

  test.each([
    ["sum", ["f1"], {}, "sum takes two or more facts, each once."],
    ["sum", ["f1", "f1"], {}, "sum takes two or more facts, each once."],
    ["sum", ["f1", "f5"], {}, "f1 is in GBP, f5 in EUR: they do not fit together."],
    ["sum", ["f1", "f3"], {}, "f1 is in GBP, f3 in count: they do not fit together."],
    ["sum", ["f4", "f4"], {}, "sum takes two or more facts, each once."],
    ["difference", ["f1", "f77"], {}, 'There is no fact "f77". Read it first and give its id.'],
    ["difference", ["f1", "5000"], {}, 'There is no fact "5000". Read it first and give its id.'],
    ["difference", ["f1", "f6"], {}, "f6 is not known, so nothing can be calculated with it."],
    ["ratio", ["f1", "f7"], {}, "f7 is 0: nothing is divided by it."],
    ["ratio", ["f4", "f3"], {}, "A share is not divided by a count."],
    ["share", ["f8", "f1"], {}, "A share is not below zero: take the difference."],
    ["change", ["f1", "f2", "f8"], {}, "change takes two facts."],
    ["per_month", ["f1"], {}, "per_month takes the days from and to of the fact."],
    ["per_month", ["f1"], { from: "2026-04-01", to: "2026-12-31" }, "2026-12-31 is no day of anything you have read."],
    ["per_month", ["f4"], { from: "2026-04-01", to: "2026-09-30" }, "A percentage is not spread over time."],
  ])("%s of %j is refused", (of, facts, more, sentence) => {
    expect(calculate(of, facts, more)).toBe(sentence);
  });
});
