import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import * as agents from "#features/agents/store.ts";
import type { addGoal, changeGoal, Goal } from "#features/brain/goals/contract.ts";
import { goalAdded, goalChanged, goalDeleted } from "#features/brain/goals/events.ts";
import { progressOf } from "#features/brain/goals/rules.ts";
import * as store from "#features/brain/goals/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

type Change = z.output<typeof changeGoal.body>;

/** Saves a goal. If it has key results, they determine its progress. */
async function save(tx: Tx, before: Goal, change: Change): Promise<Goal> {
  if (change.ownerAgentId && !(await agents.team(tx)).some(({ id }) => id === change.ownerAgentId)) throw notFound();
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const goal: Goal = { ...before, ...given };
  goal.progress = progressOf(goal.keyResults) ?? goal.progress;
  await store.put(tx, goal);
  return goal;
}

export function add(ctx: Ctx, given: z.output<typeof addGoal.body>): Promise<Goal> {
  return write(ctx, async (tx) => {
    const goal = await save(
      tx,
      {
        id: crypto.randomUUID(),
        description: given.description,
        status: "active",
        priority: "medium",
        progress: 0,
        timeframe: null,
        ownerAgentId: null,
        blockers: [],
        keyResults: [],
        createdAt: tx.now.toISOString(),
      },
      given,
    );
    await record(tx, goalAdded(goal));
    return goal;
  });
}

export function change(ctx: Ctx, id: string, given: Change): Promise<Goal> {
  return write(ctx, async (tx) => {
    const before = await store.find(tx, id);
    if (!before) throw notFound();
    if (Object.values(given).every((value) => value === undefined))
      throw new AppError("invalid", "Send what should change");
    const goal = await save(tx, before, given);
    await record(tx, goalChanged(goal));
    return goal;
  });
}

export function remove(ctx: Ctx, id: string): Promise<{ deleted: boolean }> {
  return write(ctx, async (tx) => {
    const goal = await store.find(tx, id);
    if (!goal) throw notFound();
    await store.remove(tx, id);
    await record(tx, goalDeleted(goal));
    return { deleted: true };
  });
}
