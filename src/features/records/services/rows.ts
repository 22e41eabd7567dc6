import type { Origin } from "#contract/origins.ts";

/** What ends by itself on a day when nobody renews it. */
export const endingKinds = ["certificate", "domain", "token", "licence"] as const;
export type EndingKind = (typeof endingKinds)[number];

/** How many of a kind end within so many days from a day on; `ended`: before it, and still in use. */
export type Endings = {
  kind: EndingKind;
  all: number;
  /** Nobody wrote down when. */
  unknown: number;
  ended: number;
  within14: number;
  within30: number;
  within60: number;
  origins: Origin[];
};

export type Ending = { id: string; name: string; kind: EndingKind; renewsOn: string; vendor: string | null };

/** What the company pays a month for services, licences and the like of one currency. */
export type ServiceCost = {
  currency: string;
  services: number;
  monthly: number;
  seats: number;
  /** Without an amount or an interval. */
  unknown: number;
  origins: Origin[];
};

export type CostlyService = { id: string; name: string; kind: string; monthly: number; seats: number | null };
