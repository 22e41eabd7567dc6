import { tasksIn } from "../../../../test/planned.ts";
import { expect, test } from "vitest";
import { contractReview } from "./contract-review.ts";
import type { Facts } from "./decision-type.ts";

const facts: Facts = {
  today: "2026-11-20",
  currency: "GBP",
  agentName: "Harriet",
  role: "Legal",
  revenue: null,
  record: null,
};
const evaluate = (sent: unknown, more: Partial<Facts> = {}) =>
  contractReview.evaluate(contractReview.context.parse(sent), { ...facts, ...more });
const text = { kind: "Document", reference: "Framework contract, draft 3", value: "14 pages", asOf: "2026-11-16" };
const example = {
  document: "Framework contract, draft 3",
  side: "buy",
  yearlyValue: 18_000,
  liability: "capped",
  dataProtection: "agreed",
  property: "shared",
  termination: "either",
  term: 24,
  noticeDays: 30,
  autoRenewal: "year",
  law: "ours",
  paymentDays: 30,
  counterparty: "Orrin Ltd",
  evidence: [text],
};

test("the worked example: every clause", () => {
  // 20 + 16 + 7 + 12 + 4 + 8 + 4 + 6 + 8 = 85
  const answer = evaluate(example);
  expect(answer.steps.map(({ name, value }) => [name, value])).toEqual([
    ["Limitation of liability", 20],
    ["Data protection", 16],
    ["Intellectual property", 7], // shared: half of 14
    ["Termination", 12],
    ["Term", 4],
    ["Notice period", 8],
    ["Automatic renewal", 4],
    ["Governing law", 6],
    ["Payment terms", 8],
    ["Clauses known", 9],
    ["Best possible score", 85],
    ["Score so far", 85],
  ]);
  expect(answer).toMatchObject({
    title: "Review Framework contract, draft 3",
    verdict: "sign",
    exposure: { kind: "commitment", amount: 18_000, recurring: true, counterparty: "Orrin Ltd" },
    metadata: { financialImpact: -18_000, timeframe: "24 months" },
    confidence: 0.79, // 0.2 + 0.25 + 0.35 × 0.4 + 0.2
    questions: [],
  });
  expect(answer.metadata.risks).toContain("Commits £36,000 over the term");
  expect(answer.recommendation).toBe(
    'Sign: "Framework contract, draft 3" scores 85 of 100 points with no poor clause. Review it again if the text changes.',
  );
  expect(answer.forecasts).toMatchObject([
    { claim: "Both sides sign the same text by 4 December 2026", dueOn: "2026-12-04" },
    { claim: "The contract causes no claim or dispute by 20 May 2027", dueOn: "2027-05-20" },
  ]);
});

test.each([
  ["never sign an unnamed document", { document: null }, "clarify first", 0],
  ["nor with an unknown clause", { law: null }, "clarify first", 0],
  ["nor at an unknown cost", { yearlyValue: null }, "clarify first", 0],
  ["nor with an unknown side", { side: null }, "clarify first", 0],
  ["unlimited liability is a deal-breaker", { liability: "unlimited" }, "renegotiate", 0],
  ["so is personal data without an agreement", { dataProtection: "none", law: null, document: null }, "renegotiate", 0],
  // 85 − 6 for their law
  ["one poor clause asks for a change", { law: "theirs" }, "ask for changes", 0],
  // 85 − 12 − 4 − 8 − 4 − 8 = 49
  [
    "five poor clauses are too many",
    { termination: "theirs", term: 60, noticeDays: 180, autoRenewal: "longer", paymentDays: 7 },
    "renegotiate",
    0,
  ],
  ["a seller commits no money", { side: "sell" }, "sign", 0],
  ["a seller wants to be paid soon: 90 days are poor", { side: "sell", paymentDays: 90 }, "ask for changes", 0],
  ["a buyer wants time: 7 days are poor", { paymentDays: 7 }, "ask for changes", 0],
])("%s", (_name, more, verdict, amount) => {
  const answer = evaluate({ ...example, ...more });
  expect([answer.verdict, answer.exposure.amount]).toEqual([verdict, amount]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
});

test("with only a document name, every clause is a question", () => {
  const answer = evaluate({ document: "NDA of 3 November" });
  expect(answer).toMatchObject({ verdict: "clarify first", exposure: { kind: "none", amount: 0 } });
  expect(answer.questions).toHaveLength(11);
  expect(tasksIn(answer.effects)[0]).toMatchObject({ title: "Clarify 9 clauses", role: "Legal" });
  expect(evaluate({}).recommendation).toContain("the reviewed document is not named");
});

test("fair clauses are asked for too, the heaviest first", () => {
  const answer = evaluate({ ...example, law: "theirs" });
  expect(answer.recommendation).toContain(
    "each side keeping its own IP and us owning what we pay for, a term of at most 12 months and renewal only",
  );
});
