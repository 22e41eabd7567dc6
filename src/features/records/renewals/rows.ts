import type { Origin } from "#contract/origins.ts";

/** Customers' plans up for renewal, by currency and days ahead; amounts are per year. */
export type Window = {
  currency: string;
  within30: number;
  within60: number;
  within90: number;
  amount30: number;
  amount60: number;
  amount90: number;
  /** Active plans past their renewal date. */
  lapsed: number;
  /** Plans without an amount or interval. */
  unpriced: number;
  origins: Origin[];
};

/** A customer's plan; the amount is per year, in its own currency. */
export type Plan = {
  id: string;
  name: string;
  customerId: string | null;
  customerName: string | null;
  on: string;
  yearly: number | null;
  currency: string;
  status: string;
};

export type Ended = { currency: string; plans: number; yearly: number; origins: Origin[] };

/** Customers' active plans by currency; the amount is per year. */
export type Recurring = { currency: string; plans: number; yearly: number; origins: Origin[] };
