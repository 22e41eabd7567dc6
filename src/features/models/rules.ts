import type { ProviderId, Purpose } from "#contract/models.ts";

/** USD a month until an admin changes it. */
export const defaultBudget = { company: 40, agent: 5 };

export type Budget = { company: number; agent: number };

/** A budget capped at the operator's limit; null: the company pays itself. */
export const capBudget = ({ company, agent }: Budget, most: number | null): Budget =>
  most === null ? { company, agent } : { company: Math.min(company, most), agent: Math.min(agent, most) };

/** The share of a limit at which people are warned. */
const warningShare = 0.8;

export type Spent = { counted: number; reserved: number };

/** Whether a call that costs at most `largest` still fits, exactly to the limit. In USD. */
export const fits = ({ counted, reserved }: Spent, limit: number, largest: number): boolean =>
  largest === 0 || toUnits(counted) + toUnits(reserved) + toUnits(largest) <= toUnits(limit);

/** Whole hundred-millionths, as the columns keep them; a reservation is never rounded down. */
const toUnits = (usd: number): number => Math.ceil(Math.round(usd * 1e10) / 100);

/** An amount as the columns keep it, rounded up. */
export const roundUp = (usd: number): number => toUnits(usd) / 1e8;

export const isNearLimit = ({ counted }: Pick<Spent, "counted">, limit: number): boolean =>
  limit > 0 && counted >= warningShare * limit;

type Account = { id: string; provider: ProviderId; model: string | null };
type Choice = { accountId: string; model: string };
/** What serves a purpose; the fallback is used when the model fails. */
export type Assignment = { purpose: Purpose; chosen: Choice; fallback: Choice | null };
type Suggested = Record<ProviderId, { models: Record<Purpose, string> | null }>;

/** The model of an account for a purpose until another is chosen. */
export const defaultModel = ({ model, provider }: Account, purpose: Purpose, suggested: Suggested): string | null =>
  model ?? suggested[provider].models?.[purpose] ?? null;

/** An assignment after an account is removed: its fallback serves the purpose, else the replacement. */
export function withoutAccount(given: Assignment, removedId: string, replacement: Choice): Assignment {
  const { purpose, chosen } = given;
  const fallback = given.fallback?.accountId === removedId ? null : given.fallback;
  if (chosen.accountId !== removedId) return { purpose, chosen, fallback };
  return { purpose, chosen: fallback ?? replacement, fallback: null };
}

/** An address without trailing slashes, as `URL` spells it. */
export function normalizeAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  let { href } = new URL(address);
  while (href.endsWith("/")) href = href.slice(0, -1);
  return href;
}

/** An address without its credentials, query and fragment, which may hold secrets. */
export function plainAddress(address: string): string {
  const url = new URL(address);
  return url.username || url.password || url.search || url.hash ? `${url.origin}${url.pathname}` : address;
}
