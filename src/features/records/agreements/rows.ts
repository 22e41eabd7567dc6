import type { Origin } from "#contract/origins.ts";
import type { RecordFields } from "#features/records/contract.ts";

/** What a contract says about its end. */
export type Terms = {
  endsOn: string | null;
  noticeDays: number | null;
  autoRenews: boolean | null;
  renewalMonths: number | null;
};

/** One contract; its value is for a year, in its own currency. */
export type Agreement = Terms & {
  id: string;
  title: string;
  kind: RecordFields["contracts"]["kind"];
  status: RecordFields["contracts"]["status"];
  customerName: string | null;
  vendorName: string | null;
  signedOn: string | null;
  startsOn: string | null;
  yearlyValue: number | null;
  currency: string;
  ownerName: string | null;
  /** The day it was recorded. */
  recordedOn: string;
  origin: Origin;
};

/** Whose contracts; all null: everybody's. */
export type Party = { customerId: string | null; vendorId: string | null };

/** Contracts in force by currency: with customers, with vendors, and others. */
export type InForce = {
  currency: string;
  customers: number;
  vendors: number;
  others: number;
  customerValue: number;
  vendorValue: number;
  /** Without a value of a year, among those with customers and vendors. */
  unvalued: number;
  /** Without an end; they go on until somebody ends them. */
  endless: number;
  origins: Origin[];
};

/** Drafts: how many, and how many that wait for long. */
export type Drafts = { drafts: number; long: number; unsigned: number; origins: Origin[] };

/** How many contracts were signed in a period, and the newest of them. */
export type Signed = { total: number; newest: Agreement[] };

/** With whom a contract is. */
export const partyOf = ({ customerName, vendorName }: Pick<Agreement, "customerName" | "vendorName">): string | null =>
  vendorName ?? customerName;
