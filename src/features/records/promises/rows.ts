import type { Origin } from "#contract/origins.ts";

/** Open promises to customers. */
export type Totals = { open: number; overdue: number; soon: number; undated: number; origins: Origin[] };

export type Given = {
  id: string;
  title: string;
  customerName: string | null;
  ownerName: string | null;
  dueOn: string;
};
