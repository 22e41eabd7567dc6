import { cut } from "#contract/words.ts";
import { AppError, notFound } from "#contract/errors.ts";
import type { Persona } from "#agency/persona.ts";
import * as agents from "#features/agents/store.ts";
import type { Authorization } from "#features/authority/contract.ts";
import * as authority from "#features/authority/service.ts";
import * as exposures from "#features/authority/store.ts";
import * as messages from "#features/communications/service.ts";
import type { Decision } from "#features/decisions/contract.ts";
import { runPlannedActions } from "#features/decisions/effects/service.ts";
import { decisionApproved, decisionExpired, decisionRejected } from "#features/decisions/events.ts";
import { loadDecision } from "#features/decisions/page/service.ts";
import { expiryJob } from "#features/decisions/pending/service.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { batch, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Approves or rejects a pending decision; of concurrent calls one wins and its effects happen once. */
export function settle(
  ctx: Ctx,
  id: string,
  answer: { approved: boolean; reason?: string | undefined; probability?: number | undefined },
): Promise<Decision> {
  return write(ctx, async (tx) => {
    const before = await store.find(tx, id);
    if (!before) throw notFound();
    const moment = { now: tx.now.toISOString(), timeZone: tx.timeZone };
    const kind = answer.approved ? "approve" : "reject";
    const by = { kind, by: person(tx).username, reason: answer.reason } as const;
    const result = rules.settle(await settlementState(tx, before), by, moment);
    if ("conflict" in result) throw new AppError("conflict", result.conflict);
    const { agentId, exposure, authorization } = before;
    const target = { id, agentId, type: before.decisionType, exposure, policyVersion: authorization.policyVersion };
    const [approval, agent] = answer.approved
      ? await batch(
          tx,
          () => authority.mayApprove(tx, target),
          () => agents.findEver(tx, agentId),
        )
      : [null, null];
    if (approval && !agent) throw new AppError("conflict", `${before.agentName} no longer exists.`);
    const { status, reason, closedReason } = result.settled;
    const settled = { status, reason, closedReason, settledBy: person(tx).id, settledAt: tx.now };
    const settledEvent = answer.approved ? decisionApproved : decisionRejected;
    const [won, , , , after] = await batch(
      tx,
      () => store.settle(tx, id, { ...settled, approverProbability: answer.probability ?? null }),
      () => exposures.closeExposure(tx, id, answer.approved ? "committed" : "released"),
      () => record(tx, settledEvent(before, { reason, probability: answer.probability ?? null })),
      () => (approval && agent ? executePlan(tx, before, approval, agent) : sendRejection(tx, before, reason)),
      () => loadDecision(tx, id),
    );
    if (!won) throw new AppError("conflict", rules.describeConflict(await loadDecision(tx, id), moment));
    return after;
  });
}

/** Stores the approval as a grant and runs the planned actions under it. */
async function executePlan(
  tx: Tx,
  decision: store.DecisionRow,
  approval: Authorization,
  agent: Persona,
): Promise<void> {
  const grant = authority.approvalGrant(tx, decision, approval);
  await batch(tx, grant.add, () => runPlannedActions(tx, decision, agent, grant.id));
}

/** Loads names only for a settled decision, to report the conflict. */
async function settlementState(tx: Tx, row: store.DecisionRow) {
  if (row.status !== "pending") return loadDecision(tx, row.id);
  const { status, closedReason, expiresAt } = row;
  return {
    status,
    closedReason,
    approvedBy: null,
    rejectedBy: null,
    settledAt: null,
    expiresAt: expiresAt.toISOString(),
  };
}

async function sendRejection(tx: Tx, decision: store.DecisionRow, reason: string | null): Promise<void> {
  const grant = authority.personGrant(tx, "message", decision.id);
  const message = {
    id: crypto.randomUUID(),
    receiverAgentId: decision.agentId,
    recipient: null,
    messageType: "internal" as const,
    subject: cut(`Rejected: ${decision.title}`, 255),
    content: reason ?? "No reason given.",
    decisionId: decision.id,
    effectIndex: 0,
    grantId: grant.id,
  };
  await batch(tx, grant.add, () => messages.send(tx, message));
}

/** Closes a decision that is still pending after its time. */
export function expire(ctx: Ctx, id: string): Promise<void> {
  return write(ctx, async (tx) => {
    const row = await store.find(tx, id);
    if (row?.status !== "pending") return;
    // The queue uses the database's clock, which may be ahead.
    if (row.expiresAt > tx.now)
      return tx.jobs.send(tx.db, expiryJob, tx.company, { decisionId: id }, { at: row.expiresAt });
    const change = { status: "rejected" as const, reason: null, closedReason: "expired", settledBy: null };
    if (!(await store.settle(tx, id, { ...change, settledAt: tx.now, approverProbability: null }))) return;
    await exposures.closeExposure(tx, id, "released");
    await record(tx, decisionExpired(row));
  });
}

/**
 * Queues the expiry again for decisions that were deleted by a reset when their job ran, and came back by its undo.
 * A second job finds the decision closed.
 */
export async function expireOverdue(tx: Tx): Promise<void> {
  const overdue = await store.endingBefore(tx, new Date(tx.now.getTime() + 3_600_000));
  for (const { id, expiresAt } of overdue)
    await tx.jobs.send(tx.db, expiryJob, tx.company, { decisionId: id }, { at: expiresAt });
}
