import type { Origin } from "#contract/origins.ts";

/** Spend on a channel in a period and the one before; `channel` is its latest spelling. */
export type ChannelSpend = {
  key: string;
  channel: string;
  bills: number;
  amount: number;
  before: number;
  origins: Origin[];
};

/** Leads of a channel from a period and the one before, by outcome; `channel` is null if they have none. */
export type ChannelLeads = {
  key: string | null;
  channel: string | null;
  leads: number;
  won: number;
  lost: number;
  amount: number;
  leadsBefore: number;
  wonBefore: number;
  amountBefore: number;
  origins: Origin[];
};

export type Elsewhere = { currency: string; bills: number; spent: number; won: number; wonAmount: number };

export type LeadMonth = { month: string; leads: number };

export type LeadCount = { leads: number; before: number; origins: Origin[] };
