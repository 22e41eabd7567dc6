import * as runs from "#agency/run/store.ts";
import * as agents from "#features/agents/store.ts";
import { outcomeScores } from "#features/decisions/outcome/scores/store.ts";
import { proposalsOf } from "#features/decisions/standing/store.ts";
import { performanceChanged } from "#features/identity/events.ts";
import { type Inputs, performanceOf } from "#features/identity/scores/rules.ts";
import * as store from "#features/identity/store.ts";
import { addDays } from "#contract/days.ts";
import * as models from "#features/models/store.ts";
import { recordOf } from "#features/tasks/track/store.ts";
import { dayIn, momentOf } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { record } from "#platform/journal/record.ts";

export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7));

async function inputsOf(tx: Tx, agentId: string): Promise<Inputs> {
  const today = dayIn(tx.now, tx.timeZone);
  const monthStart = `${today.slice(0, 8)}01`;
  const [tasks, proposals, outcomes, tally, budget] = await Promise.all([
    recordOf(tx, agentId),
    proposalsOf(tx, agentId),
    outcomeScores(tx, agentId),
    runs.tallyOf(tx, agentId, momentOf(monthStart, "00:00:00", tx.timeZone)),
    models.budget(tx),
  ]);
  const days = Number(addDays(`${addDays(monthStart, 31).slice(0, 8)}01`, -1).slice(8));
  return {
    ...tasks,
    ...proposals,
    failedRuns: tally.failed,
    runs: tally.runs,
    costUsd: tally.costUsd,
    planUsd: Math.round((100 * budget.agent * Number(today.slice(8))) / days) / 100,
    outcomes: outcomes.map(({ decisionType, resolved, held, brier, baseBrier, skill }) => ({
      decisionType,
      resolved,
      held,
      brier,
      baseBrier,
      skill,
    })),
  };
}

/** Recalculates and stores an agent's inputs and score; a retired agent keeps its last ones. */
export async function updateScore(tx: Tx, agentId: string, newReversals = 0): Promise<void> {
  const agent = await agents.find(tx, agentId);
  if (!agent) return;
  const inputs = await inputsOf(tx, agentId);
  const performance = performanceOf(inputs);
  await store.putScore(tx, agentId, inputs, newReversals);
  if (performance !== null) await store.putWeek(tx, agentId, mondayOf(dayIn(tx.now, tx.timeZone)), performance);
  if (await agents.setPerformance(tx, agentId, performance))
    await record(tx, performanceChanged(agent, performance, inputs.finished));
}

/** Updates every serving agent, because no event marks a new week or month. */
export async function updateAllScores(tx: Tx): Promise<void> {
  for (const { id } of await agents.listEveryone(tx)) await updateScore(tx, id);
}
