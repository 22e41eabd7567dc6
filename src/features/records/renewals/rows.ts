import type { Origin } from "#contract/origins.ts";

/** Customers' plans that renew, by currency and within how many days; amounts a year. */
export type Window = {
  currency: string;
  within30: number;
  within60: number;
  within90: number;
  amount30: number;
  amount60: number;
  amount90: number;
  /** Still running although their day has passed. */
  lapsed: number;
  /** Without an amount or an interval. */
  unpriced: number;
  origins: Origin[];
};

/** One plan of a customer; the amount is for a year, in its own currency. */
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

/** Plans that ended, by currency. */
export type Ended = { currency: string; plans: number; yearly: number; origins: Origin[] };

/** Customers' active plans, by currency; the amount is for a year. */
export type Recurring = { currency: string; plans: number; yearly: number; origins: Origin[] };
