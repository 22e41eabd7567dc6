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
    ["Limit of liability", 20],
    ["Data protection", 16],
    ["Intellectual property", 7], // shared: half of 14
    ["Termination", 12],
    ["Term", 4],
    ["Notice", 8],
    ["Automatic renewal", 4],
    ["Governing law", 6],
    ["Payment", 8],
    ["Clauses known", 9],
    ["Score if every unknown turns out well", 85],
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
  expect(answer.metadata.risks).toContain("Binds £36,000 over its term");
  expect(answer.recommendation).toBe(
    'Sign: "Framework contract, draft 3" has 85 of 100 points, and no clause is poor. Only this text: any change is reviewed again.',
  );
  expect(answer.forecasts).toMatchObject([
    { claim: "Both sides have signed the same text by 4 December 2026", dueOn: "2026-12-04" },
    { claim: "No claim and no dispute comes out of it until 20 May 2027", dueOn: "2027-05-20" },
  ]);
});

test.each([
  ["never a signature on a text nobody has named", { document: null }, "clarify first", 0],
  ["nor while a clause is unknown", { law: null }, "clarify first", 0],
  ["nor on a sum nobody has named", { yearlyValue: null }, "clarify first", 0],
  ["nor while it is not said who pays", { side: null }, "clarify first", 0],
  ["unlimited liability is a red line", { liability: "unlimited" }, "renegotiate", 0],
  [
    "so are personal data without an agreement",
    { dataProtection: "none", law: null, document: null },
    "renegotiate",
    0,
  ],
  // 85 − 6 for their law
  ["one poor clause is asked to be changed", { law: "theirs" }, "ask for changes", 0],
  // 85 − 12 − 4 − 8 − 4 − 8 = 49
  [
    "five poor ones are too many",
    { termination: "theirs", term: 60, noticeDays: 180, autoRenewal: "longer", paymentDays: 7 },
    "renegotiate",
    0,
  ],
  ["who sells binds no money", { side: "sell" }, "sign", 0],
  ["who sells wants it soon: 90 days are poor", { side: "sell", paymentDays: 90 }, "ask for changes", 0],
  ["who buys wants time: 7 days are poor", { paymentDays: 7 }, "ask for changes", 0],
])("%s", (_name, more, verdict, amount) => {
  const answer = evaluate({ ...example, ...more });
  expect([answer.verdict, answer.exposure.amount]).toEqual([verdict, amount]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
});

test("with nothing but a name every clause is a question", () => {
  const answer = evaluate({ document: "NDA of 3 November" });
  expect(answer).toMatchObject({ verdict: "clarify first", exposure: { kind: "none", amount: 0 } });
  expect(answer.questions).toHaveLength(11);
  expect(tasksIn(answer.effects)[0]).toMatchObject({ title: "Find out 9 clauses", role: "Legal" });
  expect(evaluate({}).recommendation).toContain("nobody has named the text");
});

test("what stands half well is asked for too, the heaviest first", () => {
  const answer = evaluate({ ...example, law: "theirs" });
  expect(answer.recommendation).toContain(
    "each side keeps what it brings, and we own what we pay for, a term of at most 12 months and no renewal",
  );
});
