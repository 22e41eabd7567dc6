import { AppError } from "#contract/errors.ts";
import { noExposure } from "#contract/actions.ts";
import { rules as rulesEngine } from "#agency/engine.ts";
import * as accounts from "#features/accounts/store.ts";
import { serving } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/store.ts";
import { addPending, type Pending } from "#features/decisions/pending/service.ts";
import { fingerprint } from "#features/decisions/rules.ts";
import { pendingOfType } from "#features/decisions/standing/store.ts";
import * as decisions from "#features/decisions/store.ts";
import { promotionRuleChanged, tierChanged } from "#features/identity/events.ts";
import * as calls from "#features/identity/promotions/contract.ts";
import * as tiers from "#features/identity/promotions/rules.ts";
import * as promotions from "#features/identity/promotions/store.ts";
import { errorsOf, performanceOf } from "#features/identity/scores/rules.ts";
import * as store from "#features/identity/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, originOf, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** The type of decisions that change an agent's tier, and the action their approval runs. */
export const promotionType = "promotion";
export const changeTierId = "identity_change_tier";

/** What the promotion rules look at. */
export function standingOf(score: store.ScoreRow | null): tiers.Standing {
  const inputs = score?.inputs;
  if (!inputs) return { finished: 0, errorRate: null, score: null };
  return { finished: inputs.finished, errorRate: errorsOf(inputs, score.reversals).rate, score: performanceOf(inputs) };
}

export const ruleOf = (row: promotions.RuleRow, names: ReadonlyMap<string, string>): calls.RuleVersion => ({
  currentRole: tiers.tierBelow(row.tier) ?? "executive",
  promotedRole: row.tier,
  version: row.version,
  minTaskCount: row.minTaskCount,
  maxErrorRate: row.maxErrorRate,
  minPerformanceScore: row.minPerformanceScore,
  changedBy: row.changedBy ? (names.get(row.changedBy) ?? "a former member") : "default",
  createdAt: row.createdAt?.toISOString() ?? null,
});

export const entriesOf = (
  rows: readonly promotions.HistoryRow[],
  names: ReadonlyMap<string, string>,
): calls.PromotionEntry[] =>
  rows.map(({ id, fromRole, toRole, reason, promotionType: type, performanceAtPromotion, ...row }) => ({
    id,
    fromRole,
    toRole,
    reason,
    promotionType: type,
    performanceAtPromotion,
    approvedBy: names.get(row.approvedBy ?? "") ?? "a former member",
    decisionId: row.decisionId,
    createdAt: row.createdAt.toISOString(),
  }));

export async function listRules(tx: Tx): Promise<calls.RuleVersion[]> {
  const names = await accounts.usernames(tx);
  return (await promotions.rules(tx)).map((row) => ruleOf(row, names));
}

/** Adds a version to a tier's rules. */
export function changeRule(
  ctx: Ctx,
  tier: tiers.RuledTier,
  { version, ...figures }: tiers.TierRule & { version: number },
): Promise<calls.RuleVersion[]> {
  return write(ctx, async (tx) => {
    const before = (await promotions.rules(tx)).find((row) => row.tier === tier) ?? tiers.defaultRules[tier];
    const current = "version" in before ? before.version : 1;
    const added =
      current === version &&
      (await promotions.addRule(tx, { tier, version: version + 1, ...figures, changedBy: person(tx).id }));
    if (!added) throw new AppError("conflict", "Someone else just changed these rules. Reload and try again.");
    const { minTaskCount, maxErrorRate, minPerformanceScore } = before;
    await record(
      tx,
      promotionRuleChanged(tier, version + 1, { minTaskCount, maxErrorRate, minPerformanceScore }, figures),
    );
    return listRules(tx);
  });
}

/** Creates a pending decision about an agent's next tier, or returns the one that is already pending. */
export function proposePromotion(ctx: Ctx, agentId: string): Promise<{ decisionId: string }> {
  return write(ctx, async (tx) => {
    const { agent, profile, standing } = await candidate(tx, agentId);
    const to = tiers.tierAbove(profile.roleTier);
    if (!to)
      throw new AppError("conflict", `${agent.name} is a ${calls.tierNames[profile.roleTier]}, the highest tier.`);
    const rule = (await promotions.rules(tx)).find(({ tier }) => tier === to) ?? tiers.defaultRules[to];
    const unmet = tiers.requirementsOf(rule, standing).filter(({ isMet }) => !isMet);
    if (unmet.length > 0) throw new AppError("conflict", tiers.describeUnmet(agent.name, to, unmet));
    const reason = tiers.describeStanding(standing);
    return propose(tx, agent, { from: profile.roleTier, to, reason, kind: "automatic" }, standing);
  });
}

export function proposeDemotion(ctx: Ctx, agentId: string, reason: string): Promise<{ decisionId: string }> {
  return write(ctx, async (tx) => {
    const { agent, profile, standing } = await candidate(tx, agentId);
    const to = tiers.tierBelow(profile.roleTier);
    if (!to) throw new AppError("conflict", `${agent.name} is an Executive, the lowest tier.`);
    return propose(tx, agent, { from: profile.roleTier, to, reason, kind: "demotion" }, standing);
  });
}

/** The agent, locked, with its profile and what the rules look at. */
async function candidate(tx: Tx, agentId: string) {
  const agent = await serving(tx, agentId);
  const profile = await store.findProfile(tx, agentId);
  if (!profile) throw new AppError("conflict", `${agent.name} has no profile yet. Initialize it first.`);
  return { agent, profile, standing: standingOf(await store.findScore(tx, agentId)) };
}

type Change = { from: calls.RoleTier; to: calls.RoleTier; reason: string; kind: "automatic" | "demotion" };

async function propose(
  tx: Tx,
  agent: agents.AgentRow,
  change: Change,
  standing: tiers.Standing,
): Promise<{ decisionId: string }> {
  const waiting = (await pendingOfType(tx, promotionType)).get(agent.id);
  if (waiting) return { decisionId: waiting };
  const id = crypto.randomUUID();
  const { from, to, reason, kind } = change;
  const verb = kind === "demotion" ? "Move" : "Promote";
  const summary = `${verb} ${agent.name} (${agent.role}) from ${calls.tierNames[from]} to ${calls.tierNames[to]}`;
  const { version: policyVersion } = await authority.policyOf(tx, agent.role);
  const today = dayIn(tx.now, tx.timeZone);
  const fact = (type: string, value: string) => ({
    kind: type,
    reference: `${agent.name}'s record`,
    value,
    asOf: today,
    found: true,
  });
  const pending = {
    id,
    isTest: false,
    authorization: {
      verdict: "ask",
      askOf: "an approver or an admin",
      reasons: ["A person decides on every change of tier"],
      limits: [],
      bound: "Promotion",
      autonomy: agent.autonomy,
      policyVersion,
    },
    title: summary,
    description: kind === "demotion" ? `Demotion: ${reason}` : `Meets the rules for ${calls.tierNames[to]}: ${reason}`,
    recommendation: `${summary}. The tier says how far the record reaches; limits stay as they are.`,
    confidence: 1,
    priority: "medium",
    impact: "medium",
    metadata: { financialImpact: null, returns: null, timeframe: "", stakeholders: [], risks: [] },
    alternatives: [],
    evidence: [
      fact("Finished tasks", String(standing.finished)),
      fact("Error rate", standing.errorRate === null ? "none yet" : `${standing.errorRate}%`),
      fact("Performance", standing.score === null ? "none yet" : String(standing.score)),
    ],
    exposure: noExposure,
    decisionType: promotionType,
    fingerprint: fingerprint(agent.id, promotionType, { from, to }),
    context: { from, to, reason },
    engine: rulesEngine.id,
    runId: crypto.randomUUID(),
    origin: originOf(tx),
    working: {
      verdict: "",
      steps: [],
      curves: [],
      questions: [],
      exposure: noExposure,
      effects: [
        { action: changeTierId, input: { agentId: agent.id, ...change, performance: standing.score }, summary },
      ],
    },
  } satisfies Pending;
  await addPending(tx, agent, await agents.list(tx), pending, [], person(tx).id);
  return { decisionId: id };
}

/** The effect of an approved promotion or demotion. */
export async function changeTier(
  tx: Tx,
  decisionId: string,
  { agentId, from, to, reason, kind, performance }: Change & { agentId: string; performance: number | null },
): Promise<void> {
  const agent = await serving(tx, agentId);
  const decision = await decisions.find(tx, decisionId);
  if (!(await store.moveTier(tx, agentId, from, to, kind === "automatic")))
    throw new AppError("conflict", `${agent.name} is no longer a ${calls.tierNames[from]}. Reject the decision.`);
  await promotions.addEntry(tx, {
    agentId,
    fromRole: from,
    toRole: to,
    promotionType: kind,
    reason,
    performanceAtPromotion: performance,
    approvedBy: decision?.settledBy ?? null,
    decisionId,
  });
  await record(tx, tierChanged(agent, { from, to, performance, reason }));
}
