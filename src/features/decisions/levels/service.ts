import { agencyOf } from "#agency/agency.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { serving } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import type { AgentLevels, EarnedLevel } from "#features/authority/levels/contract.ts";
import { levelChanged } from "#features/authority/levels/events.ts";
import * as rules from "#features/authority/levels/rules.ts";
import * as store from "#features/authority/levels/store.ts";
import { decisionWithdrawn } from "#features/decisions/events.ts";
import { levelsOf } from "#features/decisions/levels/page/service.ts";
import { proposeStep } from "#features/decisions/levels/step/service.ts";
import * as steps from "#features/decisions/levels/store.ts";
import { goodOutcomes } from "#features/decisions/outcome/scores/store.ts";
import * as decisions from "#features/decisions/store.ts";
import { knownTypes } from "#features/decisions/types/registry.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

type LevelChange = {
  decisionType: string;
  from: EarnedLevel;
  to: EarnedLevel;
  reason: string;
  good: number;
  resolved: number;
  decisionId?: string;
  findingId?: string;
};

/**
 * Changes a level and records it. After a lowering, decisions that the policy approved and no longer allows are pending
 * again. False if the level is no longer `from`. The agent's row must be locked.
 */
export async function changeLevel(tx: Tx, agent: agents.AgentRow, change: LevelChange): Promise<boolean> {
  const { decisionType, from, to, decisionId = null, findingId = null } = change;
  const row = await store.find(tx, agent.id, decisionType);
  if ((row?.level ?? rules.startingLevel(agent.autonomy)) !== from) return false;
  await store.put(tx, agent.id, decisionType, { level: to });
  await store.addChange(tx, { ...change, agentId: agent.id, decisionId, findingId });
  await record(tx, levelChanged({ agent, ...change }));
  if (rules.rankOf(to) < rules.rankOf(from)) {
    await withdrawStep(tx, agent.id, decisionType, change.reason);
    await agencyOf(tx).recheckApprovals(tx);
  }
  return true;
}

/** Withdraws a pending step up, because the level was lowered. */
async function withdrawStep(tx: Tx, agentId: string, decisionType: string, reason: string): Promise<void> {
  const id = await steps.pendingStep(tx, agentId, decisionType);
  const row = id ? await decisions.find(tx, id) : null;
  if (!row) return;
  const settled = { status: "rejected" as const, closedReason: "withdrawn", settledBy: null, undoUntil: null };
  if (await decisions.settle(tx, row.id, { ...settled, reason, settledAt: tx.now, approverProbability: null }))
    await record(tx, decisionWithdrawn(row, reason));
}

type Cause = { reason: string; decisionId?: string; findingId?: string };

/** Lowers the level by one step at once, because of a breach. */
async function lowerLevel(tx: Tx, agent: agents.AgentRow, decisionType: string, cause: Cause): Promise<void> {
  const from = (await store.find(tx, agent.id, decisionType))?.level ?? rules.startingLevel(agent.autonomy);
  const to = rules.stepDown(from);
  if (!to) return;
  const outcomes = await goodOutcomes(tx, agent.id, decisionType);
  await changeLevel(tx, agent, { decisionType, from, to, ...outcomes, ...cause });
}

/** One step down for a type of decision, because a person undid what the policy approved and said why. */
export async function lowerForUndo(tx: Tx, decision: decisions.DecisionRow, reason: string): Promise<void> {
  const agent = await agents.lock(tx, decision.agentId);
  if (agent && !agent.retiredAt)
    await lowerLevel(tx, agent, decision.decisionType, {
      reason: `The policy's approval of D-${decision.number} was undone: ${reason}`,
      decisionId: decision.id,
    });
}

/** One step down for every type of decision the agent may execute, because oversight intervened. */
export async function lowerForFinding(tx: Tx, agentId: string, findingId: string, title: string): Promise<void> {
  const agent = await serving(tx, agentId);
  const known = await store.ofAgent(tx, agentId);
  const types = new Set([...knownTypes(agent.role), ...known.map(({ decisionType }) => decisionType)]);
  for (const type of types) {
    const level = known.find(({ decisionType }) => decisionType === type)?.level ?? rules.startingLevel(agent.autonomy);
    if (rules.rankOf(level) >= rules.rankOf("execute_undo"))
      await lowerLevel(tx, agent, type, { reason: `Oversight intervened: ${title}`, findingId });
  }
}

/** Restores the levels a finding lowered, after its intervention was undone, unless they have changed since. */
export async function restoreAfterFinding(tx: Tx, agentId: string, findingId: string): Promise<void> {
  const agent = await agents.lock(tx, agentId);
  if (!agent || agent.retiredAt) return;
  const seen = new Set<string>();
  for (const change of await store.changesOf(tx, agentId)) {
    const isNewest = !seen.has(change.decisionType);
    seen.add(change.decisionType);
    if (isNewest && change.findingId === findingId)
      await restoreLevel(tx, agent, change, "The intervention was undone.");
  }
}

async function restoreLevel(
  tx: Tx,
  agent: agents.AgentRow,
  lowered: store.ChangeRow,
  reason: string,
): Promise<boolean> {
  const { decisionType, from: to, to: from } = lowered;
  const outcomes = await goodOutcomes(tx, agent.id, decisionType);
  if (!(await changeLevel(tx, agent, { decisionType, from, to, reason, ...outcomes }))) return false;
  // A level that equals the starting level is not stored, so that it follows later changes of autonomy.
  if (to === rules.startingLevel(agent.autonomy)) await store.put(tx, agent.id, decisionType, { level: null });
  return true;
}

/** Restores the level from before the last lowering, at a person's request. */
export function restore(ctx: Ctx, agentId: string, decisionType: string, reason: string): Promise<AgentLevels> {
  return write(ctx, async (tx) => {
    const agent = await serving(tx, agentId);
    if (!(await levelsOf(tx, agentId)).levels.some((level) => level.decisionType === decisionType)) throw notFound();
    const lowered = rules.lastLowered(await store.changesOf(tx, agentId, decisionType));
    if (!lowered || !(await restoreLevel(tx, agent, lowered, `Given back: ${reason}`)))
      throw new AppError("conflict", "This level was not lowered, or has changed since. Reload and look again.");
    return levelsOf(tx, agentId);
  });
}

/** After an outcome: lowers a level that the record no longer supports, or proposes a step up if a review is due. */
export async function reviewLevel(tx: Tx, decisionId: string, held: boolean): Promise<void> {
  const decision = await decisions.find(tx, decisionId);
  const agent = decision && (await agents.lock(tx, decision.agentId));
  if (!agent || agent.retiredAt || decision.isTest) return;
  const { decisionType } = decision;
  const row = await store.find(tx, agent.id, decisionType);
  const level = row?.level ?? rules.startingLevel(agent.autonomy);
  const outcomes = await goodOutcomes(tx, agent.id, decisionType);
  const look = rules.lookReached(outcomes.resolved);
  const isLook = look > (row?.lookedAt ?? 0);
  if (isLook) await store.put(tx, agent.id, decisionType, { lookedAt: look });
  // A level that only follows the owner's autonomy setting is not lowered by the record; oversight watches it.
  if (!held && row?.level && rules.isLost(level, outcomes)) {
    const reason = `The record no longer supports ${rules.levelNames[level]}: ${rules.describeRecord(outcomes)}.`;
    return lowerLevel(tx, agent, decisionType, { reason, decisionId });
  }
  const to = isLook ? rules.stepUp(level, outcomes) : null;
  if (to && !(await steps.pendingStep(tx, agent.id, decisionType)))
    await proposeStep(tx, agent, { decisionType, from: level, to, ...outcomes });
}
