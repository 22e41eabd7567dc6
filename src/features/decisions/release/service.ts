import { agencyOf } from "#agency/agency.ts";
import { AppError } from "#contract/errors.ts";
import { onBehalfOf } from "#features/accounts/service.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/service.ts";
import { plannedActions, runEffects } from "#features/decisions/effects/service.ts";
import { releaseJob } from "#features/decisions/pending/service.ts";
import * as store from "#features/decisions/store.ts";
import { decisionType } from "#features/decisions/types/registry.ts";
import { type Refusal, reopen } from "#features/decisions/undo/service.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";

/** Runs the effects of a decision that can no longer be undone, once; if they can't run, it is pending again. */
export async function release(ctx: Ctx, id: string): Promise<void> {
  try {
    await write(ctx, async (tx) => {
      const decision = await store.find(tx, id);
      if (!decision?.undoUntil) return;
      // The queue uses the database's clock, which may be ahead.
      if (decision.undoUntil > tx.now)
        return tx.jobs.send(tx.db, releaseJob, tx.company, { decisionId: id }, { at: decision.undoUntil });
      // Locked, so that the agent can't be paused or limited meanwhile.
      const agent = await agents.lock(tx, decision.agentId);
      const refusal = await policyRefusal(tx, decision, agent);
      if (refusal) await reopen(tx, decision, refusal);
      else if (await store.endUndo(tx, id)) await runEffects(await onBehalfOf(tx, decision.settledBy), decision, agent);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await reopenFailed(ctx, id, error.message);
  }
}

const autonomyHeld = "Autonomous work was put on hold before its effects, so a person decides.";

/** Why the policy no longer allows a decision it approved; null if it still does, or if a person approved it. */
async function policyRefusal(
  tx: Tx,
  decision: store.DecisionRow,
  agent: agents.AgentRow | null,
): Promise<Refusal | null> {
  const { id, policyEpoch, agentName, decisionType: type, exposure, createdAt, origin, engine } = decision;
  if (policyEpoch === null) return null;
  const refuse = (bound: string, sentence: string): Refusal => ({ bound, reasons: [sentence], limits: [] });
  if (!(await authority.mayActAlone(tx, policyEpoch))) return refuse("Oversight", autonomyHeld);
  if (!agent || agent.retiredAt) return refuse("Status", `${agentName} is retired.`);
  const action = decisionType(type) ?? agencyOf(tx).actions.get(type);
  if (!action) return refuse("Policy", "This version of Boardroom no longer supports this action.");
  const request = { id, exposure, createdAt, cause: { origin, engine } };
  const answer = await authority.requestAgain(tx, agent, action, request);
  if (answer.verdict !== "allow") return answer;
  const why = "permit" in action ? await permitRefusal(tx, decision, agent) : null;
  return why === null ? null : refuse("Tool", why);
}

/** Why its action is no longer for the agent alone; null if it is. */
async function permitRefusal(tx: Tx, decision: store.DecisionRow, agent: agents.AgentRow): Promise<string | null> {
  try {
    for (const { action, input } of plannedActions(tx, decision, agent)) {
      const why = await action.permit?.(tx, agent, input);
      if (why) return why;
    }
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Makes decisions pending again that the policy approved and no longer allows, if their effects have not run. */
export async function recheckApprovals(tx: Tx): Promise<void> {
  for (const id of await store.heldByPolicy(tx)) {
    const decision = await store.find(tx, id);
    const refusal = decision && (await policyRefusal(tx, decision, await agents.findEver(tx, decision.agentId)));
    if (refusal) await reopen(tx, decision, refusal);
  }
}

/** Makes a decision pending again whose effects can't run. */
export function reopenFailed(ctx: Ctx, id: string, problem: string): Promise<void> {
  return write(ctx, async (tx) => {
    const decision = await store.find(tx, id);
    if (decision?.undoUntil) await reopen(tx, decision, { bound: "Oversight", reasons: [problem], limits: [] });
  });
}
