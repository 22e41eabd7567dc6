import type { Origin } from "#contract/origins.ts";

/** What is open of one currency, by how long it is overdue on a day; amounts in that currency. */
export type Open = {
  currency: string | null;
  invoices: number;
  amount: number;
  overdueInvoices: number;
  overdue: number;
  /** Not due yet, then overdue by 1 to 30, 31 to 60, 61 to 90 and more than 90 days. */
  buckets: [number, number, number, number, number];
  origins: Origin[];
};

/** Who owes how much that is overdue. */
export type Debtor = { customerId: string | null; name: string; amount: number; invoices: number; oldestDueOn: string };
