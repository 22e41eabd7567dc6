import type { Plan } from "#contract/pricing.ts";

const day = 86_400_000;

/** Why a company cannot have this many agents, or null. */
export function agentsError({ label, agents }: Plan, wanted: number): string | null {
  if (agents === null || wanted <= agents) return null;
  return `The ${label} plan has ${agents} agents: choose fewer, retire one, or ask your operator for a larger plan.`;
}

/** The smaller of the plan's users and those the company's admin allows. */
export const usersAllowed = ({ users }: Plan, maxUsers: number): number =>
  users === null ? maxUsers : Math.min(users, maxUsers);

/** When the trial that began with the company ends. It locks nothing. */
export const trialEnd = (createdAt: Date, days: number): Date => new Date(createdAt.getTime() + days * day);
