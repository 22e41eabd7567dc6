import { expect, test } from "vitest";
import { topics } from "#features/expertise/skills.ts";
import { closest, keyOf, meaningOf } from "./match.ts";
import { asksForChange, currencyIn, limitIn, isHypothetical } from "./qualifiers.ts";

const known = topics.flatMap(({ id, role, title, asks }) => asks.map((ask) => ({ topicId: id, role, title, ask })));
const on = { known, names: ["acme"], today: "2026-11-20" };

test.each([
  "How long until we run out of cash if revenue stops?",
  "What happens to our cash if we hire two people?",
  "If we lost Acme, how much would be overdue?",
  "What if Acme leaves? How long does our cash last?",
  "Suppose we lost our biggest customer. How long does our cash last?",
  "Let's say Acme cancels: what is our recurring revenue?",
  "How long does our cash last assuming that revenue halves?",
  "What would happen to our runway when Acme leaves?",
  "Can you tell me what happens to our cash if we spend more?",
  "How long would our cash last without Acme?",
  "If I had two more people, how long would our cash last?",
])("a hypothetical question is not answered as a real one: %s", (question) => {
  expect(isHypothetical(question)).toBe(true);
  expect(meaningOf(question, on)).toBeNull();
  expect(closest(question, on, 3)).toHaveLength(3);
});

test.each([
  "Can you tell me if we are on track?",
  "do you know if Acme has paid",
  "Check whether any invoices are overdue",
  "Please check if any invoices are overdue",
  "The bank asked if we are late. How much is overdue?",
  "I wonder if our revenue is growing",
  "Let me know if there are overdue invoices",
  "If possible, how much is overdue?",
  "If you have a minute: how much is overdue?",
  "If I only have an hour today, what do I tackle first?",
  "If I had another thousand for marketing, where should it go?",
  "what's going to roll over if we do nothing",
  "What renews if we don't cancel?",
  "If any, which invoices are overdue?",
  "How much do we owe, if anything?",
  "Which customers are we serving without a contract?",
  "I suppose invoices are late, how much is overdue?",
  "What are we supposed to pay this week?",
])("a question with whether is not hypothetical: %s", (question) => {
  expect(isHypothetical(question)).toBe(false);
});

test.each([
  ["average deal size in EUR", "GBP", "EUR"],
  ["What is our MRR in USD?", "GBP", "USD"],
  ["what is our mrr in usd", "GBP", "USD"],
  ["How much is overdue in euros?", "GBP", "EUR"],
  ["How much is that in dollars", "GBP", "USD"],
  ["deals worth €5,000", "GBP", "EUR"],
  ["What is our MRR in USD?", "USD", null],
  ["How much is overdue in dollars?", "CAD", null],
  ["How much is overdue in pounds?", "GBP", null],
  ["How much is overdue?", "GBP", null],
  ["What did we try to sell in Czechia?", "GBP", null],
] as const)("%s names, where %s is the company's, the currency %s", (question, own, named) => {
  expect(currencyIn(question, own)).toBe(named);
});

test("a currency is not part of the question", () => {
  for (const [question, same] of [
    ["How much is overdue in EUR?", "How much is overdue?"],
    ["average deal size in EUR", "average deal size"],
    ["What is our MRR in USD?", "What is our MRR?"],
  ] as const) {
    const meant = meaningOf(same, on);
    expect(meant).not.toBeNull();
    expect(meaningOf(question, on)?.first.ask.id).toBe(meant?.first.ask.id);
  }
});

test.each([
  ["Which invoices are overdue more than 60 days?", "more than 60 days"],
  ["deals over £50,000", "more than £50,000"],
  ["Which deals are above 50k EUR?", "more than 50k EUR"],
  ["tickets older than two weeks", "more than two weeks"],
  ["invoices under $1.5m?", "less than $1.5m"],
  ["customers with at least 3 open tickets", "at least 3"],
  ["invoices that are 60 days or more overdue", "at least 60 days"],
  ["deals of 20% or less", "at most 20%"],
  ["Which vendors are over budget?", null],
  ["open deals by stage on a Tuesday", "Tuesday"],
  ["What came in on mondays?", "Monday"],
  ["revenue over the last 30 days", null],
  ["revenue in the next 30 days", null],
  ["Did we sell more than in 2025?", null],
  ["Is revenue over 2025 known?", null],
])("%s sets the limit %s", (question, limit) => {
  expect(limitIn(question)).toBe(limit);
});

test("a question for a change is distinguished from one for a level", () => {
  const changes = known.filter(({ ask }) => asksForChange(ask.example)).map(keyOf);
  expect(changes).toEqual(["cfo.revenue/trend"]);
  expect(asksForChange("Is our MRR growing?")).toBe(true);
  expect(asksForChange("What is our MRR?")).toBe(false);
});
