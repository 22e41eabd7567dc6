import { expect, test } from "vitest";
import { tasksIn } from "../../../../test/planned.ts";
import { collectRequest, overBudgetRequest, staleRequest } from "#features/decisions/calling/requests.ts";
import type { DecisionTypeId } from "#features/decisions/contract.ts";
import type { Overdue } from "#features/records/calling/rows.ts";
import type { Facts } from "./decision-type.ts";
import { decisionType, readContext } from "./registry.ts";

const today = "2026-11-27";
const uuid = (at: number): string => `6f0f0f0e-0000-4000-8000-${String(at).padStart(12, "0")}`;
const acme = { id: uuid(9), name: "Acme" };
const evaluate = (id: DecisionTypeId, context: object, facts: Partial<Facts> = {}) => {
  const type = decisionType(id);
  const read = type && readContext(type, context);
  if (!type || !read || "refused" in read) throw new Error(JSON.stringify(read));
  const common = { today, currency: "USD", agentName: "Ana", role: "CFO", revenue: null, record: null } as const;
  return type.evaluate(read.context, { ...common, parties: { customer: acme, vendor: null }, ...facts });
};
const overdue = (more: Partial<Overdue> = {}): Overdue => ({
  customerId: acme.id,
  name: "Acme",
  currency: "USD",
  origins: ["owner"],
  invoices: [
    { id: uuid(1), number: "A-1", dueOn: "2026-10-13", open: 1_000.1 },
    { id: uuid(2), number: "A-2", dueOn: "2026-11-20", open: 500.05 },
  ],
  amount: 1_500.15,
  credits: 0,
  disputed: 0,
  ...more,
});

test("overdue invoices: 45 days are a call; the sum to the cent, less credit notes; paid by the rows' open amount", () => {
  const plain = evaluate("collect_receivables", collectRequest(overdue(), today));
  expect(plain.title).toBe("Collect $1,500.15 from Acme");
  expect(plain.recommendation).toBe(
    "Call: agree a payment date by 11 December 2026 and confirm it in writing. Acme owes $1,500.15 on 2 overdue invoices, the oldest by 45 days.",
  );
  expect(plain.evidence.map(({ reference, value }) => [reference, value])).toEqual([
    ["A-1, due 13 Oct 2026", "$1,000.10"],
    ["A-2, due 20 Nov 2026", "$500.05"],
  ]);
  expect(
    plain.forecasts.map(({ dueOn, target, measuredBy }) => [dueOn, target, measuredBy?.measure, measuredBy?.rows]),
  ).toEqual([
    ["2026-12-11", 750.15, "unpaid", [uuid(1), uuid(2)]],
    ["2027-01-11", 0, "unpaid", [uuid(1), uuid(2)]],
  ]);
  expect(tasksIn(plain.effects)[0]).toMatchObject({
    title: "Collect $1,500.15 from Acme",
    dueInDays: 3,
    priority: "high",
  });
  expect([plain.metadata.financialImpact, plain.exposure.kind]).toEqual([1_500.15, "none"]);
  const less = evaluate("collect_receivables", collectRequest(overdue({ credits: 200, disputed: 70 }), today));
  expect(less.title).toBe("Collect $1,300.15 from Acme");
  expect(less.metadata.risks).toContain("Another $70 is disputed and not asked for");
  expect(less.forecasts.map(({ target }) => target)).toEqual([850.15, 200]);
});

test("the oldest invoice decides between a reminder, a call and a final demand", () => {
  const aged = (daysOverdue: number) => evaluate("collect_receivables", { amount: 10, daysOverdue }).verdict;
  expect([1, 30, 31, 60, 61, 900].map(aged)).toEqual(["remind", "remind", "call", "call", "demand", "demand"]);
  expect(evaluate("collect_receivables", { amount: 10, credits: 10 }).verdict).toBe("settle");
});

test("amounts of another currency stay in it and are not added to the company's", () => {
  const { title, metadata, forecasts } = evaluate(
    "collect_receivables",
    collectRequest(overdue({ currency: "EUR" }), today),
  );
  expect([title, metadata.financialImpact, metadata.returns]).toEqual(["Collect €1,500.15 from Acme", null, null]);
  expect(forecasts[0]?.claim).toBe("Acme has paid at least €750 of it by 11 December 2026");
});

test("many invoices are listed up to twelve rows, with the rest summed to the cent", () => {
  const invoices = Array.from({ length: 200 }, (_, at) => ({
    id: uuid(at),
    number: `A-${at}`,
    dueOn: "2026-10-13",
    open: 0.1,
  }));
  const { evidence, forecasts } = evaluate(
    "collect_receivables",
    collectRequest(overdue({ invoices, amount: 20 }), today),
  );
  expect([evidence.length, evidence.at(-1)?.reference, evidence.at(-1)?.value]).toEqual([
    12,
    "189 more overdue invoices, due 13 Oct 2026 or later",
    "$18.90",
  ]);
  expect(forecasts[0]?.measuredBy?.rows).toHaveLength(200);
});

test("a stale deal: under 90 days still it gets a next step, from then on it is closed as lost", () => {
  const deal = {
    id: uuid(3),
    name: "Fleet",
    customerName: "Acme",
    stage: "proposal",
    stageName: "Angebot",
    amount: 40_000,
    currency: "USD",
    closeOn: "2026-11-07",
    movedOn: "2026-10-30",
    origins: ["owner"],
  } as const;
  const fresh = evaluate("stale_deal", staleRequest({ ...deal, origins: [] }, today), { role: "Sales" });
  expect(fresh.recommendation).toBe(
    "Set the next step: agree the next step and a new close date with Acme by 11 December 2026, or close it as lost. Fleet, worth $40,000, is still open, 20 days past its close date and 28 days without activity.",
  );
  expect(fresh.evidence[0]).toMatchObject({
    reference: "Angebot, to close 7 Nov 2026, last activity 30 Oct 2026",
    href: `/records/deals/${uuid(3)}`,
  });
  expect(fresh.forecasts.map(({ measuredBy }) => measuredBy?.measure)).toEqual(["moved", "closed"]);
  const old = evaluate("stale_deal", staleRequest({ ...deal, origins: [], movedOn: "2026-08-29" }, today), {
    role: "Sales",
  });
  expect(old.verdict).toBe("close as lost");
});

test("over budget: 10% is looked into, 20% or the third month is held; the next month's ledger tells", () => {
  const over = {
    account: "Hosting",
    type: "cost of sales",
    month: "2026-09-01",
    actual: 7_150.4,
    budget: 6_500,
    rows: [uuid(4)],
    monthsOver: 1,
    currency: "USD",
    origins: [],
  };
  const looked = evaluate("over_budget", overBudgetRequest(over, today));
  expect(looked.title).toBe("Hosting: $650.40 over budget in September 2026");
  expect(looked.recommendation).toBe(
    "Look into it: find out by 11 December 2026 what it was for and whether it comes again. Hosting cost $7,150.40 in September 2026 against a budget of $6,500: $650.40 over (10%).",
  );
  expect(looked.forecasts.at(-1)).toMatchObject({
    claim: "Hosting stays within $6,500 in December 2026",
    dueOn: "2027-01-15",
    target: 6_500,
    measuredBy: {
      measure: "cost",
      test: "atMost",
      ledger: { account: "Hosting", month: "2026-12-01", currency: "USD" },
    },
  });
  const verdict = (more: object) => evaluate("over_budget", overBudgetRequest({ ...over, ...more }, today)).verdict;
  expect([verdict({ actual: 7_800 }), verdict({ monthsOver: 3 }), verdict({ actual: 7_799 })]).toEqual([
    "hold spending",
    "hold spending",
    "look into it",
  ]);
  expect(evaluate("over_budget", { actual: 5, budget: 6 }).verdict).toBe("leave it");
});
