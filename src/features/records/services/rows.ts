import type { Origin } from "#contract/origins.ts";

/** A service that ends on a day unless it is renewed. */
export const endingKinds = ["certificate", "domain", "token", "licence"] as const;
export type EndingKind = (typeof endingKinds)[number];

export type Endings = {
  kind: EndingKind;
  all: number;
  unknown: number;
  ended: number;
  within14: number;
  within30: number;
  within60: number;
  origins: Origin[];
};

export type Ending = { id: string; name: string; kind: EndingKind; renewsOn: string; vendor: string | null };

export type ServiceCost = {
  currency: string;
  services: number;
  monthly: number;
  seats: number;
  /** Services without an amount or interval. */
  unknown: number;
  origins: Origin[];
};

export type CostlyService = { id: string; name: string; kind: string; monthly: number; seats: number | null };
