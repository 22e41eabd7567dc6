import { runFailed } from "#agency/run/events.ts";
import { decisionApproved, decisionExpired, decisionRejected, decisionUndone } from "#features/decisions/events.ts";
import { forecastCorrected, forecastResolved } from "#features/decisions/outcome/events.ts";
import { aboutAgents } from "#features/decisions/standing/rules.ts";
import * as decisions from "#features/decisions/store.ts";
import { updateAllScores, updateScore } from "#features/identity/scores/service.ts";
import { taskUpdated } from "#features/tasks/events.ts";
import { defineListener, type Listener, type Scheduled } from "#platform/jobs/background.ts";
import type { DeliveredEvent, Tx } from "#platform/context.ts";

const asDetails = (details: unknown) =>
  details as { from?: unknown; to?: unknown; was?: unknown; problem?: string | null };

/** A completed task that was opened again, or an approval of the agent's own proposal that a person undid. */
async function isReversal(tx: Tx, { id, type, details }: DeliveredEvent<unknown>): Promise<boolean> {
  const { from, to, was, problem } = asDetails(details);
  if (type === taskUpdated.type) return from === "completed" && to === "pending";
  if (type !== decisionUndone.type || was !== "approved" || problem) return false;
  const decision = await decisions.find(tx, id ?? "");
  return decision !== null && !aboutAgents.includes(decision.decisionType);
}

/** Whether an event can change a score: a task's only if it closes or reopens the task. */
const affectsScore = ({ type, details }: DeliveredEvent<unknown>): boolean => {
  const { from, to } = asDetails(details);
  if (type !== taskUpdated.type) return true;
  return to === "completed" || to === "cancelled" || (to === "pending" && from === "completed");
};

export const listeners: readonly Listener[] = [
  defineListener<unknown>({
    name: "agent-scores",
    on: [
      taskUpdated,
      decisionApproved,
      decisionRejected,
      decisionExpired,
      decisionUndone,
      forecastResolved,
      forecastCorrected,
      runFailed,
    ],
    async run(tx, delivered) {
      if (delivered.agentId && affectsScore(delivered))
        await updateScore(tx, delivered.agentId, (await isReversal(tx, delivered)) ? 1 : 0);
    },
  }),
];

export const schedule: readonly Scheduled[] = [
  { name: "agent-score-days", every: { at: "03:30" }, run: (tx) => updateAllScores(tx) },
];
