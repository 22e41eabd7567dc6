import { cut } from "#contract/words.ts";
import { AppError, notFound } from "#contract/errors.ts";
import type { Persona } from "#agency/persona.ts";
import * as agents from "#features/agents/store.ts";
import type { Authorization } from "#features/authority/contract.ts";
import * as authority from "#features/authority/service.ts";
import * as exposures from "#features/authority/store.ts";
import * as messages from "#features/communications/service.ts";
import type { Decision } from "#features/decisions/contract.ts";
import { takePlanned } from "#features/decisions/effects/service.ts";
import { decisionApproved, decisionExpired, decisionRejected } from "#features/decisions/events.ts";
import { shown } from "#features/decisions/page/service.ts";
import { expiryJob } from "#features/decisions/pending/service.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { batch, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Approves or rejects a pending decision; of any number at once one wins and its effects exist once. */
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
    const result = rules.settle(await standing(tx, before), by, moment);
    if ("conflict" in result) throw new AppError("conflict", result.conflict);
    const { agentId, exposure, authorization } = before;
    const asked = { id, agentId, type: before.decisionType, exposure, policyVersion: authorization.policyVersion };
    const [approval, agent] = answer.approved
      ? await batch(
          tx,
          () => authority.mayApprove(tx, asked),
          () => agents.findEver(tx, agentId),
        )
      : [null, null];
    if (approval && !agent) throw new AppError("conflict", `${before.agentName} is no longer there.`);
    const { status, reason, closedReason } = result.settled;
    const settled = { status, reason, closedReason, settledBy: person(tx).id, settledAt: tx.now };
    const settledEvent = answer.approved ? decisionApproved : decisionRejected;
    const [won, , , , after] = await batch(
      tx,
      () => store.settle(tx, id, { ...settled, approverProbability: answer.probability ?? null }),
      () => exposures.closeExposure(tx, id, answer.approved ? "committed" : "released"),
      () => record(tx, settledEvent(before, { reason, probability: answer.probability ?? null })),
      () => (approval && agent ? allowed(tx, before, approval, agent) : tellRejection(tx, before, reason)),
      () => shown(tx, id),
    );
    if (!won) throw new AppError("conflict", rules.conflictSentence(await shown(tx, id), moment));
    return after;
  });
}

/** Stores the approval as the permission for what was planned, and does it. */
async function allowed(tx: Tx, decision: store.DecisionRow, approval: Authorization, agent: Persona): Promise<void> {
  const grant = authority.approvalGrant(tx, decision, approval);
  await batch(tx, grant.add, () => takePlanned(tx, decision, agent, grant.id));
}

/** What the rules ask of a decision; names are looked up only where somebody has settled it. */
async function standing(tx: Tx, row: store.DecisionRow) {
  if (row.status !== "pending") return shown(tx, row.id);
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

async function tellRejection(tx: Tx, decision: store.DecisionRow, reason: string | null): Promise<void> {
  const grant = authority.personGrant(tx, "message", decision.id);
  const message = {
    id: crypto.randomUUID(),
    receiverAgentId: decision.agentId,
    recipient: null,
    messageType: "internal" as const,
    subject: cut(`Rejected: ${decision.title}`, 255),
    content: reason ?? "No reason was given.",
    decisionId: decision.id,
    effectIndex: 0,
    grantId: grant.id,
  };
  await batch(tx, grant.add, () => messages.send(tx, message));
}

/** Closes a decision nobody answered in time; does nothing when somebody did, or when it is gone. */
export function expire(ctx: Ctx, id: string): Promise<void> {
  return write(ctx, async (tx) => {
    const row = await store.find(tx, id);
    if (row?.status !== "pending") return;
    // The queue goes by the database's clock, which may be ahead of this one.
    if (row.expiresAt > tx.now)
      return tx.jobs.send(tx.db, expiryJob, tx.company, { decisionId: id }, { at: row.expiresAt });
    const change = { status: "rejected" as const, reason: null, closedReason: "expired", settledBy: null };
    if (!(await store.settle(tx, id, { ...change, settledAt: tx.now, approverProbability: null }))) return;
    await exposures.closeExposure(tx, id, "released");
    await record(tx, decisionExpired(row));
  });
}

/**
 * Queues the closing of decisions once more that were away when their time ended: the queue asked then, and found nothing.
 * It goes by the database's clock, which may be ahead; asked twice, the second finds the decision closed.
 */
export async function expireOverdue(tx: Tx): Promise<void> {
  const ended = await store.endingBefore(tx, new Date(tx.now.getTime() + 3_600_000));
  for (const { id, expiresAt } of ended)
    await tx.jobs.send(tx.db, expiryJob, tx.company, { decisionId: id }, { at: expiresAt });
}
