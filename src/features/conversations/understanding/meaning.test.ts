import { expect, test } from "vitest";
import { topics } from "#features/expertise/skills.ts";
import { askingParts } from "./asking.ts";
import { closest, keyOf, meaningOf } from "./match.ts";

const known = topics.flatMap(({ id, role, title, asks }) => asks.map((ask) => ({ topicId: id, role, title, ask })));
const on = { known, names: ["acme"], today: "2026-11-20" };
const meaning = (question: string, before?: ReadonlySet<string>) => {
  const found = meaningOf(question, { ...on, ...(before ? { before } : {}) });
  return found && keyOf(found.first);
};

test("the question within a longer text is answered", () => {
  expect(askingParts("The bank called. How much is overdue?")[0]).toBe("How much is overdue?");
  expect(askingParts("I met a competitor today, how much is overdue?")).toContain("how much is overdue?");
  expect(meaning("A competitor went bust yesterday. Which customers are at risk?")).toBe(
    "customer-success.health/risk",
  );
  expect(meaning("Which of our competitor's customers are at risk?")).toBeNull();
});

test("typos, spelling and synonyms make no difference", () => {
  const same = [
    "Which licences are the most expensive?",
    "which licenses are most expensiv",
    "What are our priciest licences?",
  ];
  expect(same.map((question) => meaning(question))).toEqual(same.map(() => "cto.services/costs"));
});

test("another language and noise are refused", () => {
  for (const question of ["Wie viel schulden uns die Kunden?", "asdf qwer", "???", "Acme"])
    expect(meaning(question), question).toBeNull();
});

test("the closest questions are suggested, the most similar first", () => {
  expect(closest("Which of our competitors owe money to us?", on, 3)).toHaveLength(3);
  expect(closest("What certificates do our rivals have that expire?", on, 1)).toEqual([
    "Which certificates, domains or tokens expire soon?",
  ]);
});

test("an earlier reading of the same words decides between two matches", () => {
  const question = "Show me the leads";
  const [first, second] = ["cmo.leads/leads", "sales.leads/leads"];
  expect(meaning(question, new Set([first]))).toBe(first);
  expect(meaning(question, new Set([second]))).toBe(second);
});

test("a question about other rows is not answered with a topic's own", () => {
  const narrowing = (question: string) => meaningOf(question, on)?.first.unused.narrowing;
  expect(narrowing("Which customers have no contract?")).toEqual([]);
  expect(narrowing("Which customers have never had a ticket?")).toContain("ticket");
  expect(narrowing("Which customers have no contract but a deal?")).toContain("deal");
});
