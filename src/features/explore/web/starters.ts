import type { Query, QueryInput, QuerySubject } from "#contract/query.ts";
import { figureMeasure } from "#features/metrics/web/figure-href.ts";
import { findField, figureName } from "./words.ts";

export type Starter = { title: string; query: QueryInput };

const is = (field: string, value: string): Query["filters"][number] => ({ field, test: "is", values: [value] });
const recent = { order: "last", limit: 24 } as const;

/** First questions about records and work, most useful first. */
const questions: readonly Starter[] = [
  {
    title: "Invoices by month",
    query: {
      subject: "invoices",
      filters: [is("direction", "receivable")],
      groupBy: { field: "issuedOn", unit: "month" },
      measure: { of: "sum", field: "amount" },
      ...recent,
    },
  },
  {
    title: "Open deals by stage",
    query: {
      subject: "deals",
      filters: [is("view", "open")],
      groupBy: { field: "stage" },
      measure: { of: "sum", field: "amount" },
    },
  },
  {
    title: "Overdue invoices by customer",
    query: {
      subject: "invoices",
      filters: [is("view", "overdue")],
      groupBy: { field: "customerName" },
      measure: { of: "sum", field: "amount" },
    },
  },
  {
    title: "Open tickets by priority",
    query: { subject: "tickets", filters: [is("view", "open")], groupBy: { field: "priority" } },
  },
  { title: "Customers by status", query: { subject: "customers", groupBy: { field: "status" } } },
  {
    title: "Contracts by status",
    query: { subject: "contracts", groupBy: { field: "status" } },
  },
  {
    title: "Subscriptions by kind",
    query: { subject: "subscriptions", filters: [is("view", "active")], groupBy: { field: "kind" } },
  },
  { title: "Vendors by category", query: { subject: "vendors", groupBy: { field: "category" } } },
  {
    title: "Open tasks by assignee",
    query: { subject: "tasks", filters: [is("view", "open")], groupBy: { field: "assignee" } },
  },
  { title: "Decisions by agent", query: { subject: "decisions", groupBy: { field: "role" } } },
];

const most = 6;
const mostFigures = 2;

const byInterest = (one: string, other: string): number => Number(/revenue/.test(other)) - Number(/revenue/.test(one));

/** Suggested first questions. `filled`: the subjects that have rows. */
export function startersOf(subjects: readonly QuerySubject[], filled: ReadonlySet<string>): Starter[] {
  const figures = subjects.flatMap((subject) =>
    (findField(subject, subject.needs)?.choices ?? [])
      .map(({ value }) => value)
      .toSorted(byInterest)
      .map(
        (name): Starter => ({
          title: `${figureName(subject, name)} by month`,
          query: {
            subject: subject.id,
            filters: [is(subject.needs ?? "", name)],
            groupBy: { field: subject.day ?? "", unit: "month" },
            measure: figureMeasure(name),
            ...recent,
          },
        }),
      ),
  );
  const answerable = questions.filter(({ query }) => {
    const subject = subjects.find(({ id }) => id === query.subject);
    const fields = [query.groupBy?.field, ...(query.filters ?? []).map(({ field }) => field)];
    return subject && filled.has(subject.id) && fields.every((name) => !name || findField(subject, name));
  });
  return [...figures.slice(0, mostFigures), ...answerable, ...figures.slice(mostFigures)].slice(0, most);
}
