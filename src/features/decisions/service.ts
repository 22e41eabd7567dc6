import { createHash } from "node:crypto";
import { AppError, notFound } from "#contract/errors.ts";
import { formatMoney } from "#contract/format.ts";
import { currency } from "#contract/words.ts";
import * as accounts from "#features/accounts/store.ts";
import type { Persona } from "#agency/persona.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/service.ts";
import * as exposures from "#features/authority/store.ts";
import type { Decision, SeveralAnswer } from "#features/decisions/contract.ts";
import { plannedActions, runEffects } from "#features/decisions/effects/service.ts";
import {
  decisionApproved,
  decisionExpired,
  decisionHastened,
  decisionRejected,
  decisionWithdrawn,
} from "#features/decisions/events.ts";
import { loadDecision } from "#features/decisions/page/service.ts";
import { expiryJob, releaseJob } from "#features/decisions/pending/service.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import { reopen, undo } from "#features/decisions/undo/service.ts";
import { undoUntil as undoUntilOf } from "#platform/clock.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { batch, read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

type Answer = { approved: boolean; reason?: string | undefined; probability?: number | undefined };

/** A digest of what an approver reads and what follows: an answer from elsewhere is bound to it. */
export const textHash = ({ title, description, recommendation, exposure, working }: store.DecisionRow): string =>
  createHash("sha256")
    .update(JSON.stringify([title, description, recommendation, exposure, working.effects]))
    .digest()
    .subarray(0, 12)
    .toString("base64url");

/**
 * Approves or rejects a pending decision; of concurrent calls one wins. Its effects follow when it can no longer be
 * undone, or at once where undo is off. `text`: the digest of what the person has read elsewhere.
 */
export function settle(ctx: Ctx, id: string, answer: Answer & { text?: string }): Promise<Decision> {
  return write(ctx, async (tx) => {
    const before = await store.find(tx, id);
    if (!before) throw notFound();
    const moment = rules.momentOf(tx);
    const kind = answer.approved ? "approve" : "reject";
    const by = { kind, by: person(tx).username, reason: answer.reason } as const;
    const result = rules.settle(await settlementState(tx, before), by, moment);
    if ("conflict" in result) throw new AppError("conflict", result.conflict);
    if (answer.text !== undefined && answer.text !== textHash(before))
      throw new AppError("conflict", "This proposal changed since it was sent to you. Open it in Boardroom");
    const agent = answer.approved && !before.isTest ? await checkApproval(tx, before) : null;
    const { status, reason, closedReason } = result.settled;
    const undoUntil = undoUntilOf(tx.now, tx.installation.undoSeconds);
    const settled = { status, reason, closedReason, settledBy: person(tx).id, settledAt: tx.now, undoUntil };
    const settledEvent = answer.approved ? decisionApproved : decisionRejected;
    const after = { ...before, ...settled };
    const [won, , , shown] = await batch(
      tx,
      () => store.settle(tx, id, { ...settled, approverProbability: answer.probability ?? null }),
      () => record(tx, settledEvent(before, { reason, probability: answer.probability ?? null })),
      () => (undoUntil ? holdEffects(tx, after, undoUntil) : runEffects(tx, after, agent)),
      () => loadDecision(tx, id),
    );
    if (!won) throw new AppError("conflict", rules.describeConflict(await loadDecision(tx, id), moment));
    return shown;
  });
}

/** Throws if the person may not approve it or its plan can't run; returns its agent. */
async function checkApproval(tx: Tx, decision: store.DecisionRow): Promise<Persona> {
  const { id, agentId, exposure, decisionType: type, authorization } = decision;
  const target = { id, agentId, type, exposure, policyVersion: authorization.policyVersion };
  const [, agent] = await batch(
    tx,
    () => authority.mayApprove(tx, target),
    () => agents.findEver(tx, agentId),
  );
  if (!agent) throw new AppError("conflict", `${decision.agentName} no longer exists.`);
  plannedActions(tx, decision, agent);
  return agent;
}

/** Queues the effects for when it can no longer be undone; an approved amount counts from now on. */
async function holdEffects(tx: Tx, decision: store.DecisionRow, undoUntil: Date): Promise<void> {
  await batch(
    tx,
    () => tx.jobs.send(tx.db, releaseJob, tx.company, { decisionId: decision.id }, { at: undoUntil }),
    async () => (decision.status === "approved" ? exposures.reserve(tx, decision.id, true) : undefined),
  );
}

/** Runs an action for each decision separately and lists the refused ones; throws if any id is unknown. */
async function runForEach(
  ctx: Ctx,
  ids: readonly string[],
  action: (id: string, exposure: Decision["exposure"]) => Promise<Decision>,
): Promise<SeveralAnswer> {
  const wanted = [...new Set(ids)];
  const known = await read(ctx, (tx) => store.existing(tx, wanted));
  if (known.length < wanted.length) throw notFound();
  const inOrder = known.toSorted((one, other) => wanted.indexOf(one.id) - wanted.indexOf(other.id));
  const answer: SeveralAnswer = { done: [], skipped: [], undoUntil: null };
  for (const { id, title, exposure } of inOrder)
    try {
      const { undoUntil } = await action(id, exposure);
      answer.undoUntil ??= undoUntil;
      answer.done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answer.skipped.push({ id, title, sentence: error.message });
    }
  return answer;
}

/** A person's own approval limit applies to each decision and to their total. */
export async function settleSeveral(
  ctx: Ctx,
  { ids, ...answer }: Answer & { ids: readonly string[] },
): Promise<SeveralAnswer> {
  const limit = answer.approved ? await read(ctx, (tx) => accounts.approvalLimit(tx, person(tx).id)) : null;
  const format = (amount: number) => formatMoney(amount, currency.parse(ctx.currency));
  let approved = 0;
  return runForEach(ctx, ids, async (id, exposure) => {
    const problem = rules.batchLimitError(limit, approved, exposure, format);
    if (problem) throw new AppError("forbidden", problem);
    const settled = await settle(ctx, id, answer);
    approved += rules.moneyOf(exposure);
    return settled;
  });
}

export const undoSeveral = (ctx: Ctx, ids: readonly string[]) => runForEach(ctx, ids, (id) => undo(ctx, id));

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

/** Expires a decision that is still pending after its deadline. */
export function expire(ctx: Ctx, id: string): Promise<void> {
  return write(ctx, async (tx) => {
    const row = await store.find(tx, id);
    if (row?.status !== "pending") return;
    // The queue uses the database's clock, which may be ahead.
    if (row.expiresAt > tx.now)
      return tx.jobs.send(tx.db, expiryJob, tx.company, { decisionId: id }, { at: row.expiresAt });
    const change = {
      status: "rejected" as const,
      reason: null,
      closedReason: "expired",
      settledBy: null,
      undoUntil: null,
    };
    if (!(await store.settle(tx, id, { ...change, settledAt: tx.now, approverProbability: null }))) return;
    await exposures.closeExposure(tx, id, "released");
    await record(tx, decisionExpired(row));
  });
}

/** Has an urgent proposal expire sooner, because it has reached somebody who can decide it where they are. */
export async function hasten(tx: Tx, row: store.DecisionRow): Promise<void> {
  const until = new Date(tx.now.getTime() + rules.urgentHours * 3_600_000);
  if (row.status !== "pending" || row.priority !== "high" || row.expiresAt <= until) return;
  await store.setExpiry(tx, row.id, until);
  await record(tx, decisionHastened(row, until));
  await tx.jobs.send(tx.db, expiryJob, tx.company, { decisionId: row.id }, { at: until });
}

/** Whether no person decided it: it is pending, or the policy approved it and its effects wait. */
export const canWithdraw = ({ status, policyEpoch, undoUntil }: store.DecisionRow, now: Date): boolean =>
  status === "pending" || (policyEpoch !== null && undoUntil !== null && undoUntil > now);

/** Closes a decision whose cause no longer exists; returns false if it was decided. */
export async function withdraw(tx: Tx, id: string, reason: string): Promise<boolean> {
  const before = await store.find(tx, id);
  if (before && before.status !== "pending" && canWithdraw(before, tx.now))
    await reopen(tx, before, { bound: "Withdrawn", reasons: [reason], limits: [] });
  const row = await store.find(tx, id);
  if (row?.status !== "pending") return false;
  const change = { status: "rejected" as const, reason, closedReason: "withdrawn", settledBy: null, undoUntil: null };
  if (!(await store.settle(tx, id, { ...change, settledAt: tx.now, approverProbability: null }))) return false;
  await exposures.closeExposure(tx, id, "released");
  await record(tx, decisionWithdrawn(row, reason));
  return true;
}

/**
 * Requeues the jobs of decisions after a reset is undone, because a job that ran in between did not find its decision.
 * A duplicate job does nothing.
 */
export async function requeueJobs(tx: Tx): Promise<void> {
  const overdue = await store.endingBefore(tx, new Date(tx.now.getTime() + 3_600_000));
  for (const { id, expiresAt } of overdue)
    await tx.jobs.send(tx.db, expiryJob, tx.company, { decisionId: id }, { at: expiresAt });
  for (const { id, undoUntil } of await store.held(tx))
    await tx.jobs.send(tx.db, releaseJob, tx.company, { decisionId: id }, { at: undoUntil ?? tx.now });
}
