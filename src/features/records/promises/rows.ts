import type { Origin } from "#contract/origins.ts";

/** Promises to customers that are not kept yet. */
export type Totals = { open: number; overdue: number; soon: number; undated: number; origins: Origin[] };

/** One of them. */
export type Given = {
  id: string;
  title: string;
  customerName: string | null;
  ownerName: string | null;
  dueOn: string;
};
