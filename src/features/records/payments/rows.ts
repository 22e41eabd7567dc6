import type { Origin } from "#contract/origins.ts";

/** What customers paid and what they were billed in a period, by currency. */
export type Received = {
  currency: string;
  payments: number;
  paid: number;
  bills: number;
  billed: number;
  origins: Origin[];
};

/** What one customer paid in a period; the id is null where no record is of that name. */
export type Payer = { customerId: string | null; name: string; payments: number; paid: number };

/** One invoice that a customer paid, in its own currency. */
export type Payment = { id: string; number: string; name: string; paidOn: string; amount: number; currency: string };
