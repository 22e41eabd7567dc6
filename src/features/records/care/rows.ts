import type { Origin } from "#contract/origins.ts";
import type { RecordFields } from "#features/records/contract.ts";

/** Signals of a customer's health; null if unknown. Amounts are in the company's currency. */
export type Signals = {
  id: string;
  name: string;
  status: RecordFields["customers"]["status"];
  ownerName: string | null;
  lastContactOn: string | null;
  usage30: number | null;
  usagePrior30: number | null;
  satisfaction: number | null;
  openTickets: number;
  overdueTickets: number;
  overdueInvoices: number;
  overdueAmount: number;
  oldestOverdueOn: string | null;
  /** Yearly revenue from plans and services. */
  yearlyValue: number | null;
  nextRenewalOn: string | null;
  origin: Origin;
};

/** Thresholds of warning signs; customers without any are not scored one by one. */
export const signs = { usage: 0.8, quietDays: 60, openTickets: 3, satisfaction: 7 } as const;

/** Customers by status. `dated`: with a known first day; `fresh`: whose first day is in the period, in any status. */
export type Kept = {
  all: number;
  active: number;
  paused: number;
  churned: number;
  dated: number;
  fresh: number;
  origins: Origin[];
};

/** A customer, its first day, and its status. */
export type Newcomer = {
  id: string;
  name: string;
  since: string;
  status: RecordFields["customers"]["status"];
};
