import { addDays } from "#contract/days.ts";
import { addMonths, firstOf, lastOf, monthName } from "#contract/spans.ts";
import type { Filter, QueryInput } from "#contract/query.ts";

export type PackSpan = { from: string; to: string; label: string };

/** The days of "2026-10" or "2026-Q3". */
export function packSpan(period: string): PackSpan {
  const year = Number(period.slice(0, 4));
  const quarter = period[5] === "Q" ? Number(period[6]) : null;
  const first = quarter === null ? Number(period.slice(5)) : quarter * 3 - 2;
  const last = quarter === null ? first : first + 2;
  const name = quarter === null ? monthName(first) : `${monthName(first)} to ${monthName(last)}`;
  return { from: firstOf(year, first), to: lastOf(year, last), label: `${name} ${year}` };
}

/** The last twelve months and the last four quarters that have ended, newest first, before them the current ones. */
export function packChoices(today: string): { months: string[]; quarters: string[] } {
  const first = `${today.slice(0, 8)}01`;
  const quarterOf = (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
  return {
    months: Array.from({ length: 13 }, (_, back) => addMonths(first, -back).slice(0, 7)),
    quarters: Array.from({ length: 5 }, (_, back) => quarterOf(addMonths(first, -3 * back))),
  };
}

/** The newest month that has ended. */
export const lastMonth = (today: string): string => addMonths(`${today.slice(0, 8)}01`, -1).slice(0, 7);

const is = (field: string, ...values: string[]): Filter => ({ field, test: "is", values });
const figure = (name: string, of: "sum" | "latest"): QueryInput => ({
  subject: "figures",
  filters: [is("name", name)],
  measure: { of, field: null },
});

/** A line of the pack: the first query with rows counts; `plans` are the figures it is held against. */
export type FigureLine = { label: string; queries: readonly QueryInput[]; plans?: readonly string[] };
export const figureLines: readonly FigureLine[] = [
  { label: "Revenue", queries: [figure("daily_revenue", "sum"), figure("revenue", "sum")], plans: ["revenue"] },
  { label: "Gross profit", queries: [figure("gross_profit", "sum")], plans: ["gross_profit"] },
  { label: "Expenses", queries: [figure("expenses", "sum")], plans: ["expenses"] },
  { label: "Profit", queries: [figure("profit", "sum")], plans: ["profit"] },
  { label: "Cash at the end", queries: [figure("cash", "latest")], plans: ["cash"] },
  { label: "Headcount at the end", queries: [figure("headcount", "latest")], plans: ["headcount"] },
  {
    label: "Billed to customers",
    queries: [{ subject: "invoices", filters: [is("view", "billed")], measure: { of: "sum", field: null } }],
  },
  {
    label: "Deals won",
    queries: [{ subject: "deals", filters: [is("view", "won")], day: "closedOn", measure: { of: "sum", field: null } }],
  },
  { label: "Tickets opened", queries: [{ subject: "tickets" }] },
];

/** The figure a plan of this name is kept as: a budget of the books, or a target. */
export const planQueries = (name: string, of: "sum" | "latest"): QueryInput[] =>
  ["budget", "target"].map((kind) => figure(`${name}_${kind}`, of));

/** What a board should know of today, whatever the period. */
export const riskLines: readonly { label: string; query: QueryInput }[] = [
  { label: "Invoices overdue", query: { subject: "invoices", filters: [is("view", "overdue")] } },
  { label: "Bills overdue", query: { subject: "invoices", filters: [is("view", "overdueBills")] } },
  { label: "Deals past their close date", query: { subject: "deals", filters: [is("view", "slipped")] } },
  { label: "Agreements that end within 90 days", query: { subject: "contracts", filters: [is("view", "ending90")] } },
  { label: "Agreements past their day for notice", query: { subject: "contracts", filters: [is("view", "missed")] } },
  { label: "Tickets overdue", query: { subject: "tickets", filters: [is("view", "overdue")] } },
];

/** The year before its own beginning, to its end: 13 months. */
export const chartSpan = ({ to }: PackSpan): { from: string; to: string } => ({
  from: addMonths(`${to.slice(0, 8)}01`, -12),
  to,
});

/** The same months a year before, and the months right before. */
export function spansBefore({ from, to }: PackSpan): Record<"lastYear" | "before", { from: string; to: string }> {
  const months = Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;
  const back = (by: number) => {
    const first = addMonths(from, -by);
    return { from: first, to: addDays(addMonths(first, months), -1) };
  };
  return { lastYear: back(12), before: back(months) };
}
