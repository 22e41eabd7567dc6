import type { Origin } from "#contract/origins.ts";

/** What a vendor with a budget billed, in the company's currency. */
export type VendorSpend = {
  id: string;
  name: string;
  budget: number;
  /** In the last 365 days. */
  billed: number;
  /** Of those 365 days, so many since the first bill of them. */
  days: number;
  invoices: number;
  origin: Origin;
};

/** A pace needs so many days; with fewer, the bills count as those of 90 days. */
export const leastDays = 90;

/** Takes what was billed in a number of days, gives what that is in a year. */
export const pace = ({ billed, days }: Pick<VendorSpend, "billed" | "days">): number =>
  (billed / Math.min(365, Math.max(leastDays, days))) * 365;
