import { expect, test } from "vitest";
import { joined, questionsIn } from "./several.ts";

test("a text that asks several things has several questions, one with its story has none", () => {
  expect(questionsIn("How much is overdue? Who owes us the most?")).toEqual([
    "How much is overdue?",
    "Who owes us the most?",
  ]);
  expect(questionsIn("The bank called. How much is overdue?")).toEqual([]);
  expect(questionsIn("Really??\n?\nHow much?")).toEqual(["Really??", "How much?"]);
  expect(questionsIn("Collect what is overdue.")).toEqual([]);
});

test("figures of several answers keep apart", () => {
  const figure = { label: "", unit: "count" as const, currency: null, range: null, formula: null };
  const source = { label: "", href: null, asOf: "2026-11-27" };
  const report = (value: number) => ({
    headline: ["There are ", { figure: "q1" }, "."],
    sections: [],
    figures: [{ ...figure, id: "q1", value, source }],
    facts: [],
    missing: [],
    proposals: [],
  });
  const { headline, figures } = joined([report(2), report(5)]);
  expect(headline).toEqual(["There are ", { figure: "q1_1" }, ".", " ", "There are ", { figure: "q1_2" }, "."]);
  expect(figures.map(({ id, value }) => [id, value])).toEqual([
    ["q1_1", 2],
    ["q1_2", 5],
  ]);
});
