import type { Origin } from "#contract/origins.ts";

/** What is open of one currency, by how long it is overdue on a day; amounts in that currency. */
export type Open = {
  currency: string;
  invoices: number;
  amount: number;
  overdueInvoices: number;
  overdue: number;
  /** Of the open: what the customer does not accept. */
  disputed: number;
  /** Not due yet, then overdue by 1 to 30, 31 to 60, 61 to 90 and more than 90 days. */
  buckets: [number, number, number, number, number];
  origins: Origin[];
};

/** Who owes without being named. */
export const nameless = "a customer without a name";

/** Who owes how much, and how much of it is overdue. */
export type Debtor = {
  customerId: string | null;
  name: string;
  amount: number;
  invoices: number;
  overdue: number;
  /** The oldest day something is due since; null where nothing is overdue. */
  oldestDueOn: string | null;
};

/** What was billed of one currency in the days up to a day. */
export type Billed = { invoices: number; amount: number };
