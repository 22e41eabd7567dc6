import { expect, test } from "vitest";
import { keptUntil, undoError } from "#features/setup/reset/rules.ts";

const resetAt = new Date("2026-11-20T10:00:00.000Z");
const kept = { keptUntil: keptUntil(resetAt), undoneAt: null, currency: "USD", decisions: 12 };
const empty = { now: new Date("2026-11-20T13:00:00.000Z"), agents: 0, decisions: 0, currency: "USD" };

test("a three-hour-old reset can be undone while there are no new agents", () => {
  expect(undoError(kept, empty)).toBeNull();
});

test("it can be undone until 24 hours have passed, to the millisecond", () => {
  expect(undoError(kept, { ...empty, now: new Date("2026-11-21T09:59:59.999Z") })).toBeNull();
  expect(undoError(kept, { ...empty, now: new Date("2026-11-21T10:00:00.000Z") })).toMatch(/24 hours have passed/);
});

test("24 hours are exact across a clock change", () => {
  expect(keptUntil(new Date("2026-10-24T12:00:00.000Z"))).toEqual(new Date("2026-10-25T12:00:00.000Z"));
});

test.each([
  ["nothing", null, empty, "There is no reset to undo. Resets can be undone for 24 hours."],
  ["an undone one", { ...kept, undoneAt: resetAt }, empty, "This reset was already undone."],
  [
    "one with a new agent",
    kept,
    { ...empty, agents: 1 },
    "The company already has 1 agent. Reset the data again, then undo this earlier reset.",
  ],
  [
    "one with new decisions",
    kept,
    { ...empty, agents: 8, decisions: 3 },
    "The company already has 8 agents and 3 decisions. Reset the data again, then undo this earlier reset.",
  ],
  [
    "one in another currency",
    kept,
    { ...empty, currency: "EUR" },
    "These decisions are in USD, but the company now uses EUR. Change the currency back first.",
  ],
])("%s can't be undone", (_name, reset, company, sentence) => {
  expect(undoError(reset, company)).toBe(sentence);
});

test("without decisions, a currency change does not prevent the undo", () => {
  expect(undoError({ ...kept, decisions: 0 }, { ...empty, currency: "EUR" })).toBeNull();
});
