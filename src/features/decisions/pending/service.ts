import type { Origin } from "#contract/origins.ts";
import { truncate } from "#contract/words.ts";
import type { Agent } from "#features/agents/contract.ts";
import * as agents from "#features/agents/store.ts";
import type { Authorization } from "#features/authority/contract.ts";
import * as authority from "#features/authority/service.ts";
import { stateOf } from "#features/authority/store.ts";
import * as messages from "#features/communications/service.ts";
import type { NewMessage } from "#features/communications/store.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { beginArgument } from "#features/decisions/argument/service.ts";
import { decisionApproved, decisionProposed } from "#features/decisions/events.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import { createTaskId } from "#features/tasks/rules.ts";
import { undoUntil as undoUntilOf } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

export const expiryJob = { name: "decision-expiry" };
export const releaseJob = { name: "decision-release" };

/** A decision without the columns that follow from its agent and the time. */
export type Pending = Omit<
  Parameters<typeof store.add>[1],
  "number" | "plannedTasks" | "expiresAt" | "agentId" | "agentName" | "agentRole" | "status" | "requiresApproval"
> & { id: string; isTest: boolean; runId: string; origin: Origin; authorization: Authorization };

/**
 * Adds a pending decision, notifies the CEO and the owner, and queues its expiry. If the policy lets the agent decide
 * alone, it approves the decision at once.
 */
export async function addPending(
  tx: Tx,
  agent: agents.AgentRow,
  team: readonly Agent[],
  pending: Pending,
  forecasts: readonly Forecast[] = [],
  /** The person who asked for it in the chat, whose run proposes it. */
  requestedBy: string | null = null,
): Promise<void> {
  const number = await store.nextNumber(tx);
  const expiresAt = new Date(rules.expiresAt(tx.now.toISOString()));
  const row = {
    ...pending,
    number,
    plannedTasks: pending.working.effects.filter(({ action }) => action === createTaskId).length,
    expiresAt,
    agentId: agent.id,
    agentName: agent.name,
    agentRole: agent.role,
    status: "pending" as const,
    requiresApproval: true,
  };
  const { bound, reasons } = pending.authorization;
  // At the level "shadow" a proposal is only recorded: no approver is notified.
  const isShadow = pending.authorization.level === "shadow";
  const { verdict } = pending.working;
  const evaluation = { type: row.decisionType, verdict, confidence: row.confidence, bound, reasons };
  const entry = decisionProposed(row, { ...evaluation, ...(requestedBy && { requestedBy }) });
  await batch(
    tx,
    () => store.add(tx, row),
    () => store.addForecasts(tx, row.id, forecasts),
    () => agents.touch(tx, agent.id),
    () => record(tx, entry),
    async () => (row.isTest || isShadow ? undefined : notifyApprovers(tx, agent, team, row)),
    () => tx.jobs.send(tx.db, expiryJob, tx.company, { decisionId: row.id }, { at: expiresAt }),
  );
  if (row.isTest) return;
  if (pending.authorization.verdict === "allow") await approveByPolicy(tx, row);
  // A model argues only for those who work here.
  else if (!agent.isOutside) await beginArgument(tx, agent, row);
}

/** Approves a decision within the agent's limits; its effects wait as long as those of a person's approval. */
async function approveByPolicy(
  tx: Tx,
  decision: Parameters<typeof decisionApproved>[0] & Pick<Pending, "authorization">,
): Promise<void> {
  const { holdEpoch: policyEpoch } = await stateOf(tx);
  // An agent that has earned the level "execute" acts without undo time.
  const seconds = decision.authorization.level === "execute" ? 0 : tx.installation.undoSeconds;
  const undoUntil = undoUntilOf(tx.now, seconds) ?? tx.now;
  // Recorded as the system: the person who asked for the proposal did not approve it.
  const byPolicy: Tx = { ...tx, actor: { kind: "system" }, origin: null };
  await batch(
    tx,
    () => store.approveByPolicy(tx, decision.id, { policyEpoch, undoUntil }),
    () => record(byPolicy, decisionApproved(decision, { reason: null, probability: null }, true)),
    () => tx.jobs.send(tx.db, releaseJob, tx.company, { decisionId: decision.id }, { at: undoUntil }),
  );
}

/** Messages the CEO, and the owner if a limit is exceeded. */
async function notifyApprovers(
  tx: Tx,
  agent: agents.AgentRow,
  team: readonly Agent[],
  {
    id,
    title,
    recommendation,
    authorization,
    runId,
    origin,
  }: Pick<Pending, "id" | "title" | "recommendation" | "authorization" | "runId" | "origin">,
): Promise<void> {
  const { reasons, limits, policyVersion } = authorization;
  const overLimit = limits.length > 0;
  const grant = authority.noticeGrant(tx, agent, id, policyVersion);
  const subject = truncate(overLimit ? `Over limit: ${title}` : title, 255);
  const content = [recommendation, ...reasons].join("\n");
  const message = { senderAgentId: agent.id, subject, content, decisionId: id, grantId: grant.id, runId, origin };
  const ceo = team.find(({ role }) => role === "CEO");
  const notices: NewMessage[] = [];
  if (ceo && ceo.id !== agent.id)
    notices.push({ ...message, id: crypto.randomUUID(), receiverAgentId: ceo.id, messageType: "internal" });
  if (overLimit) notices.push({ ...message, id: crypto.randomUUID(), recipient: messages.owner, messageType: "owner" });
  await batch(tx, grant.add, () => messages.send(tx, ...notices));
}
