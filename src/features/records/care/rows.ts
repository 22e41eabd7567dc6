import type { Origin } from "#contract/origins.ts";
import type { RecordFields } from "#features/records/contract.ts";

/** What speaks about how a customer is doing; null: not known. Amounts are of the company's own currency. */
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
  /** What their plans and services bring a year. */
  yearlyValue: number | null;
  nextRenewalOn: string | null;
  origin: Origin;
};

/** From where on a signal speaks against a customer; whoever shows none of these signs is not looked at one by one. */
export const signs = { usage: 0.8, quietDays: 60, openTickets: 3, satisfaction: 7 } as const;

/**
 * How many customers there are of each state; of how many a first day is known and how many began in a period, whatever
 * became of them.
 */
export type Kept = {
  all: number;
  active: number;
  paused: number;
  churned: number;
  dated: number;
  fresh: number;
  origins: Origin[];
};

/** A customer, since when it is one, and what became of it. */
export type Newcomer = {
  id: string;
  name: string;
  since: string;
  status: RecordFields["customers"]["status"];
};
