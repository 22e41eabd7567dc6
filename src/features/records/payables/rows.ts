import type { Origin } from "#contract/origins.ts";

/** Open bills of one currency on a day. */
export type Due = {
  currency: string;
  invoices: number;
  /** Less the vendors' credit notes. */
  amount: number;
  /** Credit notes not used yet, below 0. */
  credits: number;
  creditNotes: number;
  overdueInvoices: number;
  overdue: number;
  /** Due today or later, within 7 and within 30 days. */
  within7: number;
  within30: number;
  origins: Origin[];
};

export const nameless = "a vendor without a name";

/** Open amounts by vendor, with their due dates. */
export type Creditor = {
  vendorId: string | null;
  name: string;
  amount: number;
  invoices: number;
  overdue: number;
  firstDueOn: string | null;
};

export type Spent = { currency: string; invoices: number; amount: number; before: number; origins: Origin[] };

export type Part = { id: string | null; name: string | null; invoices: number; amount: number; before: number };

/** A bill to compare with others of its vendor and category; names are truncated to 60 characters. */
export type Bill = {
  id: string;
  number: string;
  vendor: string | null;
  category: string | null;
  issuedOn: string;
  amount: number;
};

/** Payments of a month (YYYY-MM): to vendors, and from customers. */
export type Month = { month: string; paid: number; received: number };
