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
