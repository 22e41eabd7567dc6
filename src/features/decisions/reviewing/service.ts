import { includesRole } from "#contract/roles.ts";
import { notFound } from "#contract/errors.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import { startingLevel } from "#features/authority/levels/rules.ts";
import * as levels from "#features/authority/levels/store.ts";
import * as authority from "#features/authority/store.ts";
import type { Reviewer, ReviewRecord, RuleSuggestion } from "#features/decisions/reviewing/contract.ts";
import { enoughApprovals, suggestRule } from "#features/decisions/reviewing/rules.ts";
import * as store from "#features/decisions/reviewing/store.ts";
import * as decisions from "#features/decisions/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { note } from "#platform/db/transaction.ts";

const emptyRecord: ReviewRecord = {
  settled: 0,
  approved: 0,
  opened: 0,
  medianSeconds: null,
  fast: 0,
  known: 0,
  badly: 0,
};

/** Uses the server's clock. Not recorded in the journal, because it is private. */
export const markOpened = (ctx: Ctx, id: string): Promise<Record<string, never>> =>
  note(ctx, async (tx) => {
    const decision = await decisions.find(tx, id);
    if (!decision) throw notFound();
    if (decision.status === "pending" && !decision.isTest) await store.markOpened(tx, id, person(tx).id);
    return {};
  });

export async function ownRecord(tx: Tx): Promise<ReviewRecord> {
  const { id } = person(tx);
  return (await store.records(tx, id)).get(id) ?? emptyRecord;
}

export async function reviewers(tx: Tx): Promise<Reviewer[]> {
  const [people, records] = await Promise.all([accounts.people(tx), store.records(tx)]);
  return people
    .filter(({ id, role }) => includesRole(role, "approver") || records.has(id))
    .map(({ id, username, role }) => ({ id, username, role, record: records.get(id) ?? emptyRecord }));
}

/** Kinds of proposals that the person always approved and the agent may not decide alone yet. */
export async function suggestions(tx: Tx): Promise<RuleSuggestion[]> {
  const found: RuleSuggestion[] = [];
  for (const kind of await store.alwaysApproved(tx, person(tx).id, enoughApprovals)) {
    const agent = await agents.find(tx, kind.agentId);
    if (!agent) continue;
    const { id: agentId, name: agentName, role, autonomy, authority: decisionAuthority } = agent;
    const { budget, riskTolerance, escalation } = agent;
    const current = await authority.policyOf(tx, role, kind.decisionType);
    const level = (await levels.find(tx, agentId, kind.decisionType))?.level ?? startingLevel(autonomy);
    const acting = { name: agentName, autonomy, decisionAuthority, budget, riskTolerance, escalation, level };
    const rule = suggestRule(acting, current, kind);
    if (rule.figures || rule.obstacles.length > 0)
      found.push({ agentId, agentName, role, decisionType: kind.decisionType, approved: kind.approved, ...rule });
  }
  return found;
}
