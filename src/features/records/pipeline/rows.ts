import type { Origin } from "#contract/origins.ts";
import { states } from "#features/records/kinds/states.ts";

export const openStages = states.deals.open;
export type OpenStage = (typeof openStages)[number];

/** Open deals by currency, stage and expected month, with what a weighted sum and its variance need. */
export type Group = {
  currency: string;
  stage: OpenStage;
  /** The company's own name of the stage; null if it has none. */
  stageName: string | null;
  /** YYYY-MM from this month on, "later" after a year; null without an expected date in the future. */
  month: string | null;
  deals: number;
  amount: number;
  /** Deals with their own probability: Σ amount, Σ amount × p and Σ amount² × p (1 − p). */
  ownAmount: number;
  ownExpected: number;
  ownVariance: number;
  /** Σ amount² of the others. */
  restSquares: number;
  /** The certain amount: deals whose own probability is 1. */
  certain: number;
  origins: Origin[];
};

/** Deals won and lost in a period in one currency. */
export type Closed = {
  currency: string;
  won: number;
  lost: number;
  wonAmount: number;
  daysToWin: number | null;
  origins: Origin[];
};

export type Deal = {
  id: string;
  name: string;
  customerName: string | null;
  stage: OpenStage;
  stageName: string | null;
  amount: number;
  probability: number | null;
  channel: string | null;
  openedOn: string;
  expectedCloseOn: string | null;
  /** The last activity; by default the day it was opened. */
  movedOn: string;
  nextStep: string | null;
  origin: Origin;
};

export const stageOf = ({ stage, stageName }: { stage: OpenStage; stageName: string | null }): string =>
  stageName ?? stage;

/** Days without activity after which a deal of a stage is stale. */
export type Patience = Record<OpenStage, number>;

/** Open deals that need attention, in one currency. */
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

export type Won = { id: string; name: string; customerName: string | null; amount: number; closedOn: string };

export type Seller = { name: string | null; deals: number; amount: number };
