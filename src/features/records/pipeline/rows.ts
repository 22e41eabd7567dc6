import type { Origin } from "#contract/origins.ts";

export const openStages = ["lead", "qualified", "proposal", "negotiation"] as const;
export type OpenStage = (typeof openStages)[number];

/** Open deals of one currency, stage and month of closing, with what a weighted sum and its spread need. */
export type Group = {
  currency: string;
  stage: OpenStage;
  /** YYYY-MM from this month on, "later" after a year; null: no day to come is known. */
  month: string | null;
  deals: number;
  amount: number;
  /** Of those with a probability of their own: Σ amount, Σ amount × p and Σ amount² × p (1 − p). */
  ownAmount: number;
  ownExpected: number;
  ownVariance: number;
  /** Σ amount² of the others. */
  restSquares: number;
  /** The sum that is certain: deals whose own probability is 1. */
  certain: number;
  origins: Origin[];
};

/** What was won and lost of one currency in a stretch of days. */
export type Closed = {
  currency: string;
  won: number;
  lost: number;
  wonAmount: number;
  daysToWin: number | null;
  origins: Origin[];
};

/** One open deal. */
export type Deal = {
  id: string;
  name: string;
  customerName: string | null;
  stage: OpenStage;
  amount: number;
  probability: number | null;
  channel: string | null;
  openedOn: string;
  expectedCloseOn: string | null;
  /** The day anything happened last; the day it was opened where none is known. */
  movedOn: string;
  nextStep: string | null;
  origin: Origin;
};

/** How many days a deal of a stage may stand still before it counts as stale. */
export type Patience = Record<OpenStage, number>;

/** Open deals of one currency that ask for something. */
export type Waiting = {
  currency: string;
  deals: number;
  amount: number;
  stale: number;
  staleAmount: number;
  slipped: number;
  slippedAmount: number;
  withoutStep: number;
  withoutDay: number;
  origins: Origin[];
};

/** A deal that was won. */
export type Won = { id: string; name: string; customerName: string | null; amount: number; closedOn: string };

/** What somebody won; the name is null where no deal names an owner. */
export type Seller = { name: string | null; deals: number; amount: number };
