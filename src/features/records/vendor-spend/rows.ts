import type { Origin } from "#contract/origins.ts";

/** The billings of a vendor with a budget, in the company's currency. */
export type VendorSpend = {
  id: string;
  name: string;
  budget: number;
  /** In the last 365 days. */
  billed: number;
  /** The days of those 365 since its first bill. */
  days: number;
  invoices: number;
  origin: Origin;
};

/** The fewest days for a yearly rate; fewer count as this many. */
export const leastDays = 90;

/** Yearly spend at the rate of the period. */
export const pace = ({ billed, days }: Pick<VendorSpend, "billed" | "days">): number =>
  (billed / Math.min(365, Math.max(leastDays, days))) * 365;
