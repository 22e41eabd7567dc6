import type { Origin } from "#contract/origins.ts";

/** What was spent on a channel in a period and in the one before; `channel` as it was written last. */
export type ChannelSpend = {
  key: string;
  channel: string;
  bills: number;
  amount: number;
  before: number;
  origins: Origin[];
};

/** What became of the leads of a channel that came in a period, and in the one before; `channel` null where none is named. */
export type ChannelLeads = {
  key: string | null;
  channel: string | null;
  leads: number;
  won: number;
  lost: number;
  /** Of the won ones, in one currency. */
  amount: number;
  leadsBefore: number;
  wonBefore: number;
  amountBefore: number;
  origins: Origin[];
};

/** What was spent on channels, and won by them, in another currency than one's own. */
export type Elsewhere = { currency: string; bills: number; spent: number; won: number; wonAmount: number };

/** How many leads came in a month (YYYY-MM). */
export type LeadMonth = { month: string; leads: number };

/** How many leads came in a period and in the one before. */
export type LeadCount = { leads: number; before: number; origins: Origin[] };
