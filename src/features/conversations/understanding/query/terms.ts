import type { Filter, MeasureKind } from "#contract/query.ts";

/** The meaning of a noun or verb: filtered rows of a subject, and how they are measured by default. */
export type Term = {
  /** Comma-separated phrases; they are stemmed, so one form is enough. */
  words: string;
  /** Figures to use instead of the subject if the company records one of them. */
  figures?: readonly string[];
  subject: string;
  filters?: readonly Filter[];
  /** The measure for "how much"; if `always`, for every question. */
  measure?: { of: MeasureKind; field?: string; always?: boolean };
  day?: string;
  /** Its verb tells the day, so no other word does. */
  isDayGiven?: true;
  /** Measured in every question, although no verb. */
  isNoun?: true;
  /** What is done with these rows, which says nothing more of them. */
  verbs?: string;
  /** It applies only together with one of these words. */
  beside?: string;
};

const is = (field: string, ...values: string[]): Filter => ({ field, test: "is", values });
const isNot = (field: string, ...values: string[]): Filter => ({ field, test: "isNot", values });
const view = (name: string): Filter => is("view", name);
const sum = { of: "sum" } as const;
const receivable = [is("direction", "receivable"), isNot("status", "draft", "void", "written off")];
const bills = view("bills");

/** Longer phrases win; of several nouns the first that is not the group. */
export const terms: readonly Term[] = [
  {
    words: "revenue, sales, turnover, takings, income, earn, earned, top line, money coming in, sell, sold",
    figures: ["daily_revenue", "revenue", "sales"],
    subject: "invoices",
    filters: receivable,
    measure: { ...sum, always: true },
  },
  {
    words: "invoice, invoices, sales invoice, customer invoice",
    subject: "invoices",
    filters: receivable,
    measure: sum,
  },
  {
    words: "billed, invoiced, invoicing, we bill, did we bill, we invoice, did we invoice",
    subject: "invoices",
    filters: receivable,
    measure: { ...sum, always: true },
  },
  {
    words: "bill, bills, supplier invoice, vendor invoice, purchase invoice, invoices from, vendor bill, supplier bill",
    subject: "invoices",
    filters: [bills],
    measure: sum,
  },
  {
    words:
      "spend, spent, spending, expense, expenses, expenditure, outgoings, cost, costs, pay out, paid out, cost us, bill us, billed us, invoice us, invoiced us, charge us, charged us, outlay, overheads, go on, money go, pay for, did we pay, have we paid, we paid",
    subject: "invoices",
    filters: [bills],
    measure: { ...sum, always: true },
  },
  {
    words:
      "receivable, receivables, owe us, owes us, owed to us, owed, outstanding invoice, unpaid invoice, open invoice, unpaid by customers, owing, debtors, outstanding, due to us, open items, open item, not paid yet, still to pay us, should come in, coming in, expect from customers, owe",
    subject: "invoices",
    filters: [view("receivable")],
    measure: { ...sum, always: true },
  },
  {
    words: "payable, payables, we owe, do we owe, unpaid bill, open bill, left to pay, creditors, pay out",
    subject: "invoices",
    filters: [view("payable")],
    measure: { ...sum, always: true },
  },
  {
    words:
      "have to pay, must pay, need to pay, bills to pay, bills due, have to be paid, must be paid, need to be paid, bills to be paid",
    subject: "invoices",
    filters: [view("payable")],
    measure: { ...sum, always: true },
    day: "dueOn",
  },
  {
    words: "overdue invoice, overdue from customers, late invoice, past due, overdue receivable, overdue money",
    subject: "invoices",
    filters: [view("overdue")],
    measure: sum,
  },
  {
    words: "behind with payment, behind with their payments, behind on payment, behind on their payments",
    subject: "invoices",
    filters: [view("overdue")],
    measure: { ...sum, always: true },
    isNoun: true,
  },
  {
    words: "overdue bill, late bill, overdue payable",
    subject: "invoices",
    filters: [view("overdueBills")],
    measure: sum,
  },
  {
    words:
      "collected, collect, received from customers, came in, come in from customers, paid in, paid us, pay us, payments received, we received, customer payments, got paid",
    subject: "invoices",
    filters: [is("direction", "receivable"), is("status", "paid")],
    measure: { ...sum, always: true },
    day: "paidOn",
  },
  { words: "customer, client, account, buyer, looks after, responsible for, in charge of", subject: "customers" },
  { words: "prospect", subject: "customers", filters: [is("status", "prospect")] },
  {
    words:
      "churned customer, lost customer, former customer, churned, customers did we lose, customers have we lost, customers left",
    subject: "customers",
    filters: [is("status", "churned")],
  },
  { words: "vendor, supplier, provider, contractor", subject: "vendors" },
  { words: "deal, opportunity, opportunities, quote, quotation, offer", subject: "deals", measure: sum },
  { words: "lead", subject: "deals", filters: [is("stage", "lead")] },
  {
    words: "pipeline",
    subject: "deals",
    filters: [view("open")],
    measure: { ...sum, always: true },
    isNoun: true,
  },
  {
    words: "open deal, open deals, open opportunities",
    subject: "deals",
    filters: [view("open")],
    measure: sum,
  },
  {
    words:
      "deals close, deals closing, deals will close, deals are closing, deals to close, deals due to close, deals likely to close, opportunities close, opportunities closing, opportunities will close",
    subject: "deals",
    filters: [view("open")],
    measure: sum,
    day: "expectedCloseOn",
    isDayGiven: true,
  },
  {
    words: "deals won, won deals, won, win, did we win, closed won",
    subject: "deals",
    filters: [is("stage", "won")],
    measure: sum,
    day: "closedOn",
  },
  {
    words: "deals lost, lost deals, did we lose, lost, we lose, lose deals, lose work, losing deals",
    subject: "deals",
    filters: [is("stage", "lost")],
    measure: sum,
    day: "closedOn",
  },
  { words: "stale deal, stuck deal, stalled deal", subject: "deals", filters: [view("stale")], measure: sum },
  { words: "contract, agreement", subject: "contracts", measure: sum },
  { words: "nda, confidentiality agreement", subject: "contracts", filters: [is("kind", "confidentiality")] },
  { words: "subscription", subject: "subscriptions", measure: sum },
  { words: "plan", subject: "subscriptions", filters: [view("plans")], measure: sum },
  {
    words: "mrr, recurring revenue, monthly recurring revenue",
    subject: "subscriptions",
    filters: [view("recurring")],
    measure: { of: "sum", field: "monthly", always: true },
  },
  { words: "licence, license", subject: "subscriptions", filters: [is("kind", "licence")], measure: sum },
  { words: "domain", subject: "subscriptions", filters: [is("kind", "domain")], measure: sum },
  { words: "certificate", subject: "subscriptions", filters: [is("kind", "certificate")], measure: sum },
  {
    words: "software, saas, software services, own services, tools",
    subject: "subscriptions",
    filters: [view("ours")],
    measure: sum,
  },
  { words: "ticket, support ticket, support case, case", subject: "tickets" },
  { words: "incident, outage", subject: "tickets", filters: [is("kind", "incident")] },
  { words: "promise, commitment", subject: "tickets", filters: [is("kind", "promise")] },
  { words: "support question, support request", subject: "tickets", filters: [is("kind", "support")] },
  {
    words: "employee, staff, staff member, worker, people work here, people who work here",
    subject: "people",
    filters: [view("active")],
  },
  {
    words: "leaver, left us, leave us, left the company, left the firm, who has left, quit, resigned, who left",
    subject: "people",
    filters: [view("left")],
    day: "endedOn",
  },
  {
    words: "payroll, salary, salaries, wages",
    figures: ["payroll"],
    subject: "people",
    filters: [view("active")],
    measure: { of: "sum", field: "monthlyCost", always: true },
  },
  {
    words: "payslip, pay slip, paycheck, pay cheque, pay run, pay line",
    subject: "pay",
    measure: sum,
    verbs: "paid out, paid",
  },
  {
    words:
      "earn, earned, earning, gross, gross pay, gross earning, gross wage, gross salary, gross payroll, payroll, salary, salaries, wages",
    subject: "pay",
    measure: { of: "sum", field: "gross", always: true },
  },
  {
    words: "net pay, net wage, net salary, take home, takes home, took home",
    subject: "pay",
    measure: { of: "sum", field: "net", always: true },
  },
  { words: "bank account", subject: "bankAccounts", filters: [view("open")], measure: sum },
  {
    words:
      "transaction, bank transaction, bank statement, bank, in the bank, on the bank, from the bank, the bank account",
    subject: "transactions",
    measure: sum,
  },
  {
    words:
      "receive, received, came in, come in, came into, come into, paid in, paid into, money in, incoming, deposit, deposited, credit",
    subject: "transactions",
    filters: [{ field: "amount", test: "moreThan", values: [0] }],
    measure: { ...sum, always: true },
    isNoun: true,
    beside: "bank, transaction, statement",
  },
  {
    words:
      "pay, paid, paid out, pay out, went out, go out, leave, left, money out, outgoing, spend, spent, debit, withdraw, withdrawn",
    subject: "transactions",
    filters: [{ field: "amount", test: "lessThan", values: [0] }],
    measure: { ...sum, always: true },
    isNoun: true,
    beside: "bank, transaction, statement",
  },
  { words: "ledger line, ledger account", subject: "ledger", measure: sum },
  { words: "entry", subject: "entries" },
  { words: "stripe payment, card payment", subject: "payments", measure: sum },
  { words: "refund", subject: "payments", filters: [is("type", "refund")], measure: sum },
  { words: "payout", subject: "payments", filters: [is("type", "payout")], measure: sum },
  { words: "task, to do, todo, todos", subject: "tasks" },
  { words: "decision, proposal, approval", subject: "decisions" },
  {
    words: "reject, rejected, did i reject, did we reject, turn down",
    subject: "decisions",
    filters: [is("status", "rejected")],
  },
  {
    words: "approve, approved, did i approve, did we approve",
    subject: "decisions",
    filters: [is("status", "approved")],
  },
  { words: "prediction, claim", subject: "forecasts" },
  { words: "forecast", subject: "forecasts", beside: "held, hold, came true, come true, were right, was right" },
  { words: "message", subject: "messages" },
  { words: "run, piece of work, pieces of work", subject: "runs" },
  { words: "event, happen, happened, went on, gone on, going on", subject: "events" },
];

/** What kinds of rows are called in one word, singular and plural. */
export const rowWords: ReadonlySet<string> = new Set(
  terms
    .filter(({ measure }) => !measure?.always)
    .flatMap(({ words }) => words.split(", "))
    .flatMap((word) => [word, `${word}s`]),
);
