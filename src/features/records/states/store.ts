import { nextDays } from "#contract/spans.ts";
import { type AnyColumn, and, inArray, type SQL, sql } from "drizzle-orm";
import { contracts, customers, deals, invoices, subscriptions, tickets } from "#features/records/tables.ts";
import { states } from "#features/records/kinds/states.ts";

/** The states of records as SQL conditions; the rules say what each means. */
/** Statuses as literals, so that each use in a statement is the same text. */
const listed = (statuses: readonly string[]): SQL => sql.raw(statuses.map((status) => `'${status}'`).join(", "));

/** What is still to be paid of an invoice `row`, by its status first; below 0 on a credit note. */
export const owedIn = (row: string): SQL<number> =>
  sql<number>`(CASE WHEN ${sql.raw(row)}.status IN (${listed(states.invoices.owed)}) THEN coalesce(${sql.raw(row)}.open_amount, ${sql.raw(row)}.amount) ELSE 0 END)`;
export const owedAmount = owedIn("invoices");
/** Something is open of it; credit notes included. */
export const isOwed = sql`(${inArray(invoices.status, [...states.invoices.owed])} AND ${owedAmount} <> 0)`;
/** Something is to be paid: no credit note. */
export const isDue = sql`(${inArray(invoices.status, [...states.invoices.owed])} AND ${owedAmount} > 0)`;
/** By its status first, then what is open, then its day. */
export const isOverdue = (today: string): SQL => sql`(${isDue} AND ${isPast(invoices.dueOn, today)})`;
export const isInvoice = sql`${invoices.amount} >= 0`;
export const isPaid = inArray(invoices.status, [...states.invoices.paid]);
export const isBilled = inArray(invoices.status, [...states.invoices.billed]);
export const isOpenDeal = inArray(deals.stage, [...states.deals.open]);
export const isClosedDeal = inArray(deals.stage, [...states.deals.closed]);
export const isUnresolved = inArray(tickets.status, [...states.tickets.open]);
export const isSolved = inArray(tickets.status, [...states.tickets.solved]);
export const isOngoing = inArray(subscriptions.status, [...states.subscriptions.ongoing]);
export const isUsed = inArray(subscriptions.status, [...states.subscriptions.used]);
export const isPaying = inArray(subscriptions.status, [...states.subscriptions.paying]);
export const isKept = inArray(customers.status, [...states.customers.kept]);
export const isSigned = inArray(contracts.status, [...states.contracts.signed]);
/** Also past its end while it renews by itself. */
export const isInForce = (today: string): SQL | undefined =>
  and(
    inArray(contracts.status, [...states.contracts.inForce]),
    sql`(${contracts.endsOn} IS NULL OR ${contracts.endsOn} >= ${today}::date OR coalesce(${contracts.autoRenews}, false))`,
  );

/** Whether a day is one of the next days, today included. */
export function isWithin(day: AnyColumn | SQL, days: number, today: string): SQL {
  const { from, to } = nextDays(days, today);
  return sql`${day} BETWEEN ${from}::date AND ${to}::date`;
}

/** Whether a day is past. With a state it makes what is overdue: due today is not. */
export const isPast = (day: AnyColumn | SQL, today: string): SQL => sql`${day} < ${today}::date`;
/** All kinds of tickets are listed, so that the index by kind and status applies. */
export const isOfAnyKind = inArray(tickets.kind, ["support", "request", "incident", "promise"]);
