import type { Origin } from "#contract/origins.ts";

export type Open = {
  currency: string;
  invoices: number;
  /** Less credit notes. */
  amount: number;
  /** Credit notes not used yet, below 0. */
  credits: number;
  creditNotes: number;
  overdueInvoices: number;
  overdue: number;
  /** The disputed part of the open amount. */
  disputed: number;
  /** Of invoices, without credit notes: not due; overdue by 1 to 30, 31 to 60, 61 to 90 and more than 90 days. */
  buckets: [number, number, number, number, number];
  origins: Origin[];
};

export const nameless = "a customer without a name";

/** Open and overdue amounts by customer. */
export type Debtor = {
  customerId: string | null;
  name: string;
  amount: number;
  invoices: number;
  overdue: number;
  /** The oldest due date; null if nothing is overdue. */
  oldestDueOn: string | null;
};

export type Billed = { invoices: number; amount: number };

/** Invoices with a day of payment, and the days from issue to payment on average; null if there are none. */
export type DaysToPay = { invoices: number; days: number | null };
