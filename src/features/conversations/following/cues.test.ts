import { describe, expect, test } from "vitest";
import { cueOf } from "./cues.ts";
import { asTimePhrase, periodAfter } from "./periods.ts";
import { normalized } from "#features/conversations/understanding/words.ts";

describe("how a message refers to the one before it", () => {
  test.each([
    ["And last year?", { rest: "last year", mayNeedContext: true, isFragment: true }],
    ["And the month before?", { rest: "", step: { unit: "month", by: -1 } }],
    ["What about the following quarter?", { rest: "", step: { unit: "quarter", by: 1 } }],
    ["Show the rows", { rest: "", wants: "rows" }],
    ["Which of them are overdue?", { rest: "are overdue", wants: "rows" }],
    ["Why?", { rest: "", wants: "why" }],
    ["do that for Harbour Foods", { rest: "Harbour Foods", mayNeedContext: true }],
    ["And compared with last year?", { rest: "", compare: "yearBefore" }],
    ["And without Marlowe Hotels?", { rest: "Marlowe Hotels", excludes: true }],
    ["The whole of last year", { rest: "last year", isWhole: true }],
    ["And overall?", { rest: "", isOverall: true }],
    ["And that month?", { rest: "that month", mayNeedContext: true }],
    ["What do we owe suppliers that is overdue?", { refersBack: false, continues: false }],
    ["How much of that is overdue?", { refersBack: true, continues: true }],
    ["How much did we invoice in October?", { rest: "How much did we invoice in October", mayNeedContext: false }],
  ])("%s", (message, expected) => {
    expect(cueOf(message)).toMatchObject(expected);
  });
});

describe("the period of a follow-up", () => {
  const october = { from: "2011-10-01", to: "2011-10-31" };
  const meant = (message: string, before: typeof october | null = october) => {
    const cue = cueOf(message);
    return periodAfter(normalized(asTimePhrase(cue.rest)), cue, before, "2026-11-20");
  };
  test.each([
    ["And last year?", { from: "2025-10-01", to: "2025-10-31" }],
    ["And in 2010?", { from: "2010-10-01", to: "2010-10-31" }],
    ["All of 2010", { from: "2010-01-01", to: "2010-12-31" }],
    ["And the year before?", { from: "2010-10-01", to: "2010-10-31" }],
    ["And the month before?", { from: "2011-09-01", to: "2011-09-30" }],
    ["And in November?", { from: "2011-11-01", to: "2011-11-30" }],
    ["November", { from: "2011-11-01", to: "2011-11-30" }],
    ["And in Q1?", { from: "2011-01-01", to: "2011-03-31" }],
    ["And last month?", { from: "2026-10-01", to: "2026-10-31" }],
    ["And for Harbour Foods?", null],
  ])("%s", (message, expected) => {
    expect(meant(message)).toEqual(expected);
  });

  test("without an earlier period, only the words count", () => {
    expect(meant("And last year?", null)).toEqual({ from: "2025-01-01", to: "2025-12-31" });
  });

  test("whole months stay whole", () => {
    const february = { from: "2024-02-01", to: "2024-02-29" };
    expect(meant("And the year before?", february)).toEqual({ from: "2023-02-01", to: "2023-02-28" });
    expect(meant("And the month after?", february)).toEqual({ from: "2024-03-01", to: "2024-03-31" });
  });
});
