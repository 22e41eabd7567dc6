import type { Origin } from "#contract/origins.ts";

/** Payments and billings of customers in a period, by currency. */
export type Received = {
  currency: string;
  payments: number;
  paid: number;
  bills: number;
  billed: number;
  origins: Origin[];
};

/** Payments of a customer; the id is null if no record has that name. */
export type Payer = { customerId: string | null; name: string; payments: number; paid: number };

/** A paid invoice, in its own currency. */
export type Payment = { id: string; number: string; name: string; paidOn: string; amount: number; currency: string };
