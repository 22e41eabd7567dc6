import { expect, test } from "vitest";
import { type ByteOwner, openByteBudget } from "#platform/http/byte-budget.ts";

const most = { person: 10, company: 15, address: 2, anonymous: 3, process: 20 };
const [ada, bob, carl] = ["ada", "bob", "carl"].map((person) => ({ person, company: "one" }));
const eve: ByteOwner = { person: "eve", company: "two" };
const [here, there, elsewhere] = ["here", "there", "elsewhere"].map((person) => ({ person, company: null }));

test.each([
  ["a person", [[ada, 10]], [ada, 1], "person"],
  [
    "a company of several people",
    [
      [ada, 10],
      [bob, 5],
    ],
    [carl, 1],
    "company",
  ],
  [
    "the process",
    [
      [ada, 10],
      [bob, 5],
      [eve, 5],
    ],
    [here, 1],
    "process",
  ],
  ["an address", [[here, 2]], [here, 1], "person"],
  [
    "all callers without a session",
    [
      [here, 2],
      [there, 1],
    ],
    [elsewhere, 1],
    "company",
  ],
] as const)("%s gets no more than its budget until bytes are given back", (_whose, held, [owner, bytes], scope) => {
  const budget = openByteBudget(most);
  for (const [one, count] of held) expect(budget.take(one as ByteOwner, count)).toBe(null);
  expect(budget.take(owner as ByteOwner, bytes)).toBe(scope);
  // A refusal has taken nothing.
  expect(budget.take(owner as ByteOwner, bytes)).toBe(scope);
  for (const [one, count] of held) budget.give(one as ByteOwner, count);
  expect(budget.take(owner as ByteOwner, bytes)).toBe(null);
});

test("callers without a session leave room for people, and one company for another", () => {
  const budget = openByteBudget(most);
  expect([here, there].map((owner) => budget.take(owner as ByteOwner, 2))).toEqual([null, "company"]);
  expect(budget.take(ada as ByteOwner, 10)).toBe(null);
  expect(budget.take(bob as ByteOwner, 10)).toBe("company");
  expect(budget.take(eve, 8)).toBe(null);
});

test("what is larger than a whole budget passes alone", () => {
  const budget = openByteBudget(most);
  expect(budget.take(eve, 30)).toBe(null);
  expect(budget.take(eve, 1)).toBe("person");
});
