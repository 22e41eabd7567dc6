import { nextDays } from "#contract/spans.ts";
import { type AnyColumn, and, inArray, type SQL, sql } from "drizzle-orm";
import { contracts, customers, deals, invoices, subscriptions, tickets } from "#features/records/tables.ts";
import { states } from "#features/records/states/rules.ts";

/** The states of records as SQL conditions; the rules say what each means. */
export const isOwed = inArray(invoices.status, [...states.invoices.owed]);
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
