import type { Origin } from "#contract/origins.ts";
import type { RecordFields } from "#features/records/contract.ts";

export type Terms = {
  endsOn: string | null;
  noticeDays: number | null;
  autoRenews: boolean | null;
  renewalMonths: number | null;
};

/** `yearlyValue` is in the contract's currency. */
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
  recordedOn: string;
  origin: Origin;
};

/** All null: every party. */
export type Party = { customerId: string | null; vendorId: string | null };

export type InForce = {
  currency: string;
  customers: number;
  vendors: number;
  others: number;
  customerValue: number;
  vendorValue: number;
  /** Those with customers and vendors whose yearly value is unknown. */
  unvalued: number;
  /** Contracts without an end date. */
  endless: number;
  origins: Origin[];
};

/** The number of drafts, of stale drafts (`long`), and of contracts in force without a signature. */
export type Drafts = { drafts: number; long: number; unsigned: number; origins: Origin[] };

export type Signed = { total: number; newest: Agreement[] };

export const partyOf = ({ customerName, vendorName }: Pick<Agreement, "customerName" | "vendorName">): string | null =>
  vendorName ?? customerName;
