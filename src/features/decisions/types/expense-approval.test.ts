import { expect, test } from "vitest";
import type { Facts } from "./decision-type.ts";
import { expenseApproval } from "./expense-approval.ts";

const facts: Facts = {
  today: "2026-11-20",
  currency: "GBP",
  agentName: "Marcus",
  role: "CFO",
  revenue: null,
  record: null,
};
const evaluate = (sent: unknown, more: Partial<Facts> = {}) =>
  expenseApproval.evaluate(expenseApproval.context.parse(sent), { ...facts, ...more });
const example = { amount: 4_500, budget: 60_000, spent: 48_000 };
const invoice = { kind: "Document", reference: "Invoice 71", value: "£4,500", asOf: "2026-11-18" };

test("the worked example: every figure", () => {
  // 20 November is day 324 of 365: 88.8% of the year, and 48,000 ÷ 60,000 = 80% of the budget is spent.
  // 48,000 × 365 ÷ 324 = 54,074.07; with it 58,574.07, which is 1,425.93 under 60,000. 60,000 − 48,000 − 4,500 = 7,500.
  const answer = evaluate({ ...example, evidence: [invoice] });
  expect(answer.steps.map(({ name, value }) => [name, value])).toEqual([
    ["Expense", 4_500],
    ["Cost this year", 4_500],
    ["Line budget", 60_000],
    ["Spent so far", 48_000],
    ["Year elapsed", 88.8],
    ["Budget spent", 80],
    ["Year-end spending at this rate", 54_074.07],
    ["Year-end spending with it", 58_574.07],
    ["Left after it", 7_500],
  ]);
  expect(answer).toMatchObject({
    title: "Spend £4,500",
    verdict: "approve",
    // Without `need`: 0.2 + 0.25 × 3/4 + 0.35 × 0.4 + 0.2 × 1 = 0.7275
    confidence: 0.72,
    priority: "low",
    exposure: { kind: "spend", amount: 4_500, recurring: false },
    metadata: { financialImpact: -4_500 },
  });
  expect(answer.recommendation).toBe(
    "Approve: it leaves £7,500 in the line, and at this rate the year ends £1,426 under budget.",
  );
  expect(answer.forecasts).toMatchObject([
    {
      claim: "An invoice of at most £4,500 is booked to the line by 18 December 2026",
      dueOn: "2026-12-18",
      target: 4_500,
    },
    { claim: "The 2026 accounts, closed by 31 January 2027, show at most £60,000 spent on this line", target: 60_000 },
  ]);
});

test.each([
  ["without an invoice, paying requires one", {}, "approve with conditions", 4_500],
  // 54,074 + 6,500 = 60,574 > 60,000, and 12,000 − 6,500 = 5,500 are left
  [
    "a spending rate over budget requires a cut",
    { amount: 6_500, evidence: [invoice] },
    "approve with conditions",
    6_500,
  ],
  ["a nice-to-have is postponed", { amount: 6_500, need: "could" }, "postpone", 0],
  ["more than is left is refused", { amount: 12_001 }, "refuse", 0],
  ["unless it must be paid", { amount: 12_001, need: "must" }, "move budget first", 0],
  ["orders reduce what is left: 60,000 − 48,000 − 9,000 − 4,500", { ordered: 9_000 }, "refuse", 0],
])("%s", (_name, more, verdict, amount) => {
  const answer = evaluate({ ...example, ...more });
  expect([answer.verdict, answer.exposure.amount]).toEqual([verdict, amount]);
  expect(answer.recommendation.toLowerCase().startsWith(`${verdict}:`)).toBe(true);
});

test("a recurring expense counts a full year; from November, two payments fall into this one", () => {
  const answer = evaluate({ ...example, amount: 500, often: "monthly", evidence: [invoice] });
  expect(answer.exposure).toMatchObject({ kind: "spend", amount: 6_000, recurring: true });
  expect(answer.steps.find((step) => step.name === "Cost this year")?.value).toBe(1_000);
  expect(answer.steps.at(-1)?.value).toBe(11_000);
  expect(evaluate({ ...example, amount: 500, often: "yearly" }).exposure).toMatchObject({
    amount: 500,
    recurring: true,
  });
});

test("without budget or spending it asks questions", () => {
  const answer = evaluate({ amount: 10 });
  expect(answer).toMatchObject({ verdict: "ask first", exposure: { kind: "none", amount: 0 } });
  expect(answer.questions).toEqual([
    "Which budget line pays for it, and what is its budget this year?",
    "How much of that line is already spent?",
    "What happens if it isn't paid?",
    "Who is the payee?",
  ]);
  expect(answer.steps.at(-1)).toMatchObject({ value: null, deciding: true });
});

test("January has no run rate yet; a zero budget does not divide by zero", () => {
  const young = evaluate(
    { ...example, spent: 6_000, evidence: [{ ...invoice, asOf: "2026-01-09" }] },
    { today: "2026-01-10" },
  );
  expect([young.verdict, young.steps.find((step) => step.name === "Year-end spending at this rate")?.value]).toEqual([
    "approve",
    null,
  ]);
  expect(young.recommendation).toContain("too early");
  expect(young.metadata.risks).toContain("Too early in the year to project spending");
  expect(evaluate({ amount: 1, budget: 0, spent: 0 }).verdict).toBe("refuse");
});
