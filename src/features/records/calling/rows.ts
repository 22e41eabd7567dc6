import type { Origin } from "#contract/origins.ts";
import type { OpenStage } from "#features/records/pipeline/rows.ts";

type Found = { currency: string; origins: Origin[] };
type Party = { customerId: string | null; name: string };

/** The undisputed overdue invoices of one customer in one currency, oldest first. */
export type Overdue = Found &
  Party & {
    invoices: { id: string; number: string; dueOn: string; open: number }[];
    /** Their sum. */
    amount: number;
    /** Credit notes not used yet, and disputed invoices; both 0 or above. */
    credits: number;
    disputed: number;
  };

/** An open deal past its close day, without activity since. */
export type StaleDeal = Found & {
  id: string;
  name: string;
  customerName: string | null;
  stage: OpenStage;
  stageName: string | null;
  amount: number;
  closeOn: string;
  movedOn: string;
};

/** A cost account that cost more in a month than its budget; `rows` are its ledger lines. */
export type OverBudget = Found & {
  account: string;
  type: string;
  /** Its first day. */
  month: string;
  actual: number;
  budget: number;
  rows: string[];
  /** Months of the last year, this one included, in which it was over its budget. */
  monthsOver: number;
};

/** A contract with a vendor whose last day for notice is near; `months` of a renewal, 0 if it ends. */
export type Renewing = Found & {
  id: string;
  title: string;
  vendor: string;
  yearlyValue: number;
  endsOn: string;
  noticeBy: string;
  noticeDays: number | null;
  months: number;
};
