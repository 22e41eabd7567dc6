import { notFound } from "#contract/errors.ts";
import { currency } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import { aloneLimit, limitUnit } from "#features/authority/limits/rules.ts";
import type { AgentLevel, AgentLevels } from "#features/authority/levels/contract.ts";
import * as rules from "#features/authority/levels/rules.ts";
import * as store from "#features/authority/levels/store.ts";
import { oversightActive } from "#features/authority/rules.ts";
import { currentVersion, policiesAt, type PolicyRow, stateOf } from "#features/authority/store.ts";
import { labelOf } from "#features/decisions/levels/naming.ts";
import * as steps from "#features/decisions/levels/store.ts";
import { outcomeScores } from "#features/decisions/outcome/scores/store.ts";
import { knownTypes } from "#features/decisions/types/registry.ts";
import type { Tx } from "#platform/context.ts";

/** An agent's earned levels: for each decision type of its role and each type it has a record in. */
export async function levelsOf(tx: Tx, agentId: string): Promise<AgentLevels> {
  const agent = await agents.findEver(tx, agentId);
  if (!agent) throw notFound();
  const [rows, scores, changes, waiting, state, version] = await Promise.all([
    store.ofAgent(tx, agentId),
    outcomeScores(tx, agentId),
    store.changesOf(tx, agentId),
    steps.pendingSteps(tx, agentId),
    stateOf(tx),
    currentVersion(tx),
  ]);
  const policies = (await policiesAt(tx, version)).filter(({ role }) => role === agent.role);
  const types = new Set([
    ...knownTypes(agent.role),
    ...rows.map(({ decisionType }) => decisionType),
    ...scores.map(({ decisionType }) => decisionType),
  ]);
  const mayExecute = state.heldAt === null && oversightActive(state);
  const levels = [...types].map((type): AgentLevel => {
    const row = rows.find(({ decisionType }) => decisionType === type);
    const score = scores.find(({ decisionType }) => decisionType === type);
    const outcomes = { good: score?.held ?? 0, resolved: score?.resolved ?? 0 };
    const level = row?.level ?? rules.startingLevel(agent.autonomy);
    const ceilings = { level, autonomy: agent.autonomy, decisionAuthority: agent.authority, mayExecute };
    const lowest = rules.lowestOf(ceilings);
    const own = changes.filter(({ decisionType }) => decisionType === type);
    return {
      decisionType: type,
      label: labelOf(type),
      level,
      isStarting: !row?.level,
      effective: lowest.level,
      heldBy: lowest.name,
      alone: aloneOf(tx, agent, policies, type),
      ...outcomes,
      lowerBound: outcomes.resolved > 0 ? rules.boundsOf(outcomes.good, outcomes.resolved).lower : null,
      next: rules.nextLevel(level),
      // A review that is already due happens with the next outcome.
      nextLook: Math.max(rules.nextLook(row?.lookedAt ?? 0), outcomes.resolved + 1),
      pendingDecisionId: waiting.get(type) ?? null,
      restorable: rules.lastLowered(own)?.from ?? null,
      changes: own.slice(0, 10).map(({ id, from, to, reason, at, decisionId }) => ({
        id,
        from,
        to,
        reason,
        at: at.toISOString(),
        decisionId,
      })),
    };
  });
  return { agentId, agentName: agent.name, levels };
}

/** The largest amount the agent may decide alone: by the type's own limits, else the role's. */
function aloneOf(tx: Tx, agent: agents.AgentRow, policies: readonly PolicyRow[], type: string): AgentLevel["alone"] {
  const policy = ["", type].reduce<PolicyRow | undefined>(
    (found, wanted) => policies.find(({ decisionType }) => decisionType === wanted) ?? found,
    undefined,
  );
  if (!policy) throw new Error(`There is no policy for ${agent.role}.`);
  const unit = limitUnit(type);
  const acting = { ...agent, decisionAuthority: agent.authority };
  const { amount, source } = aloneLimit(acting, policy, unit, currency.parse(tx.currency));
  return { amount, unit, source };
}
