import { expect, test } from "vitest";
import { keptUntil, undoFault } from "#features/setup/reset/rules.ts";

const resetAt = new Date("2026-11-20T10:00:00.000Z");
const kept = { keptUntil: keptUntil(resetAt), undoneAt: null, currency: "USD", decisions: 12 };
const empty = { now: new Date("2026-11-20T13:00:00.000Z"), agents: 0, decisions: 0, currency: "USD" };

test("a reset of three hours ago can be undone while nobody was hired since", () => {
  expect(undoFault(kept, empty)).toBeNull();
});

test("it can be undone until the last millisecond of the 24 hours and not in the next", () => {
  expect(undoFault(kept, { ...empty, now: new Date("2026-11-21T09:59:59.999Z") })).toBeNull();
  expect(undoFault(kept, { ...empty, now: new Date("2026-11-21T10:00:00.000Z") })).toMatch(/24 hours have passed/);
});

test("24 hours are 24 hours, also over a change of the clocks", () => {
  expect(keptUntil(new Date("2026-10-24T12:00:00.000Z"))).toEqual(new Date("2026-10-25T12:00:00.000Z"));
});

test.each([
  ["nothing", null, empty, "There is no reset to undo. A reset can be undone for 24 hours."],
  ["an undone one", { ...kept, undoneAt: resetAt }, empty, "This reset was undone already."],
  [
    "one after which somebody was hired",
    kept,
    { ...empty, agents: 1 },
    "The company was set up anew: 1 executive stands in the way. Reset the data again, then undo this earlier reset.",
  ],
  [
    "one after which decisions were made",
    kept,
    { ...empty, agents: 8, decisions: 3 },
    "The company was set up anew: 8 executives and 3 decisions stand in the way. Reset the data again, then undo this earlier reset.",
  ],
  [
    "one whose decisions would be read in another currency",
    kept,
    { ...empty, currency: "EUR" },
    "These decisions were made in USD, the company now counts in EUR. Change the currency back first.",
  ],
])("%s cannot be undone, in words", (_name, reset, company, sentence) => {
  expect(undoFault(reset, company)).toBe(sentence);
});

test("budgets alone follow a change of currency, as they do without a reset", () => {
  expect(undoFault({ ...kept, decisions: 0 }, { ...empty, currency: "EUR" })).toBeNull();
});
