import type { Origin } from "#contract/origins.ts";

/** What is to be paid of one currency on a day; amounts in that currency. */
export type Due = {
  currency: string;
  invoices: number;
  amount: number;
  overdueInvoices: number;
  overdue: number;
  /** Due from the day itself on, within 7 and within 30 days. */
  within7: number;
  within30: number;
  origins: Origin[];
};

/** Who waits without being named. */
export const nameless = "a vendor without a name";

/** Who waits for how much, and since or until when. */
export type Creditor = {
  vendorId: string | null;
  name: string;
  amount: number;
  invoices: number;
  overdue: number;
  firstDueOn: string;
};

/** What was spent in one currency in a period and in the one before it. */
export type Spent = { currency: string; invoices: number; amount: number; before: number; origins: Origin[] };

/** A part of what was spent; `name` is null where the bills do not say. */
export type Part = { id: string | null; name: string | null; invoices: number; amount: number; before: number };

/** One bill, for comparison with others of its vendor and its category; names are cut to 60 characters. */
export type Bill = {
  id: string;
  number: string;
  vendor: string | null;
  category: string | null;
  issuedOn: string;
  amount: number;
};

/** What was paid in a month (YYYY-MM): to vendors, and by customers. */
export type Month = { month: string; paid: number; received: number };
