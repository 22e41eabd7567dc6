import { AppError } from "#contract/errors.ts";
import { type PlanId, planOf, trialDays } from "#contract/pricing.ts";
import type { PlanState } from "#features/accounts/plan/contract.ts";
import { planSet } from "#features/accounts/plan/events.ts";
import { agentsError, trialEnd, usersAllowed } from "#features/accounts/plan/rules.ts";
import { countActive } from "#features/accounts/members/store.ts";
import * as store from "#features/accounts/plan/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** The company's plan with its agents counted by the caller; null while plans are off. */
export async function readPlan(tx: Tx, agents: number): Promise<PlanState | null> {
  if (!tx.installation.plans) return null;
  const row = await store.find(tx);
  const plan = planOf(row.plan);
  return {
    id: plan.id,
    label: plan.label,
    trialUntil: row.setAt ? null : dayIn(trialEnd(row.createdAt, trialDays), tx.timeZone),
    agents: { used: agents, most: plan.agents },
    users: { used: await countActive(tx), most: usersAllowed(plan, row.maxUsers) },
  };
}

/** How many people the company may have: as many as its admin and its plan allow. */
export async function seatsAllowed(tx: Tx): Promise<{ most: number; plan: { label: string; users: number } | null }> {
  const row = await store.find(tx);
  const plan = planOf(row.plan);
  if (!tx.installation.plans || plan.users === null) return { most: row.maxUsers, plan: null };
  return { most: usersAllowed(plan, row.maxUsers), plan: { label: plan.label, users: plan.users } };
}

/** How many agents the plan allows; null: any number. Locks the plan until the transaction ends. */
export async function agentsAllowed(tx: Tx): Promise<number | null> {
  return tx.installation.plans ? planOf((await store.find(tx, true)).plan).agents : null;
}

/** Throws if adding this many agents exceeds the plan; `count` counts the present ones. */
export async function requireAgentPlaces(tx: Tx, count: () => Promise<number>, added = 1): Promise<void> {
  if (added === 0 || !tx.installation.plans) return;
  const plan = planOf((await store.find(tx, true)).plan);
  const error = agentsError(plan, (await count()) + added);
  if (error) throw new AppError("conflict", error);
}

/** Sets the plan for the operator. Existing agents stay, even if there are more than the new plan allows. */
export function setPlan(ctx: Ctx, plan: PlanId): Promise<void> {
  return write(ctx, async (tx) => {
    const before = await store.find(tx, true);
    await store.set(tx, plan);
    await record(tx, planSet(tx.company, before.plan, plan));
  });
}
