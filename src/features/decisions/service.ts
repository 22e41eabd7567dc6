import { agencyOf } from "#agency/agency.ts";
import { includesRole } from "#contract/roles.ts";
import { truncate } from "#contract/words.ts";
import { AppError, notFound } from "#contract/errors.ts";
import type { Persona } from "#agency/persona.ts";
import * as agents from "#features/agents/store.ts";
import { onBehalfOf } from "#features/accounts/service.ts";
import { yearBudget } from "#features/authority/limits/rules.ts";
import * as authority from "#features/authority/service.ts";
import type { Authorization } from "#features/authority/contract.ts";
import * as exposures from "#features/authority/store.ts";
import * as messages from "#features/communications/service.ts";
import type { Decision, SeveralAnswer } from "#features/decisions/contract.ts";
import * as lists from "#features/decisions/list/store.ts";
import { plannedActions, runPlannedActions } from "#features/decisions/effects/service.ts";
import {
  decisionApproved,
  decisionExpired,
  decisionWithdrawn,
  decisionReasoned,
  decisionRejected,
  decisionUndone,
} from "#features/decisions/events.ts";
import { loadDecision } from "#features/decisions/page/service.ts";
import { decisionType } from "#features/decisions/types/registry.ts";
import { expiryJob, releaseJob } from "#features/decisions/pending/service.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import { undoUntil as undoUntilOf } from "#platform/clock.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { batch, read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

const momentOf = (tx: Tx): rules.Moment => ({ now: tx.now.toISOString(), timeZone: tx.timeZone });

type Answer = { approved: boolean; reason?: string | undefined; probability?: number | undefined };

/**
 * Approves or rejects a pending decision; of concurrent calls one wins. Its effects follow when it can no longer be
 * undone, or at once where undo is off.
 */
export function settle(ctx: Ctx, id: string, answer: Answer): Promise<Decision> {
  return write(ctx, async (tx) => {
    const before = await store.find(tx, id);
    if (!before) throw notFound();
    const moment = momentOf(tx);
    const kind = answer.approved ? "approve" : "reject";
    const by = { kind, by: person(tx).username, reason: answer.reason } as const;
    const result = rules.settle(await settlementState(tx, before), by, moment);
    if ("conflict" in result) throw new AppError("conflict", result.conflict);
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

/** Throws if the person may not approve it or its plan can't run; gives its agent. */
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

/** The effects of a settled decision, in the caller's transaction: its amount, tasks and messages. A test has none. */
async function runEffects(tx: Tx, decision: store.DecisionRow, agent: Persona | null): Promise<void> {
  if (decision.isTest) return;
  const isApproved = decision.status === "approved";
  if (isApproved && !agent) throw new AppError("conflict", `${decision.agentName} no longer exists.`);
  await batch(
    tx,
    () => exposures.closeExposure(tx, decision.id, isApproved ? "committed" : "released"),
    () => (isApproved && agent ? executePlan(tx, decision, agent) : sendRejection(tx, decision)),
  );
}

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
      const withdrawn = await policyChange(tx, decision, agent);
      if (withdrawn) await reopen(tx, decision, withdrawn);
      else if (await store.endUndo(tx, id)) await runEffects(await onBehalfOf(tx, decision.settledBy), decision, agent);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await giveBack(ctx, id, error.message);
  }
}

const undoneByPerson: Refusal = {
  bound: "Oversight",
  reasons: ["A person undid the policy's approval"],
  limits: [],
};
const autonomyHeld = "Autonomous work was put on hold before its effects, so a person decides.";

type Refusal = Pick<Authorization, "bound" | "reasons" | "limits">;

/** Why what the policy approved may not take effect any more; null if it may, or if a person approved it. */
async function policyChange(
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
  const again = { id, exposure, createdAt, cause: { origin, engine } };
  const answer = await authority.requestAgain(tx, agent, action, again);
  return answer.verdict === "allow" ? null : answer;
}

/** Makes pending again what the policy approved and no longer allows, as far as its effects have not followed. */
export async function recheckApprovals(tx: Tx): Promise<void> {
  for (const id of await store.heldByPolicy(tx)) {
    const decision = await store.find(tx, id);
    const withdrawn = decision && (await policyChange(tx, decision, await agents.findEver(tx, decision.agentId)));
    if (withdrawn) await reopen(tx, decision, withdrawn);
  }
}

/** Makes a decision pending again whose effects can't run. */
export function giveBack(ctx: Ctx, id: string, problem: string): Promise<void> {
  return write(ctx, async (tx) => {
    const decision = await store.find(tx, id);
    if (decision?.undoUntil) await reopen(tx, decision, { bound: "Oversight", reasons: [problem], limits: [] });
  });
}

/** Makes a settled decision pending again; of an undo and the effects, the first one wins. */
export function undo(ctx: Ctx, id: string): Promise<Decision> {
  return write(ctx, async (tx) => {
    if (!(await reopen(tx, await changeable(tx, id), null)))
      throw new AppError("conflict", "Too late to undo. Reload to see its effects.");
    return loadDecision(tx, id);
  });
}

/** Adds the reason to a rejection that can still be undone. */
export function giveReason(ctx: Ctx, id: string, reason: string): Promise<Decision> {
  return write(ctx, async (tx) => {
    const decision = await changeable(tx, id);
    if (decision.status !== "rejected")
      throw new AppError("conflict", "It was approved: only a rejection takes a reason");
    await batch(
      tx,
      () => store.setReason(tx, id, reason),
      () => record(tx, decisionReasoned(decision, reason)),
    );
    return loadDecision(tx, id);
  });
}

/** A settled decision this person may still change; throws otherwise. */
async function changeable(tx: Tx, id: string): Promise<store.DecisionRow> {
  const [decision, shown] = await Promise.all([store.find(tx, id), lists.show(tx, id)]);
  if (!decision || !shown) throw notFound();
  const { id: personId, role } = person(tx);
  const state = { ...shown, settledBy: decision.settledBy };
  // What the policy approved is for every approver to undo.
  const isAdmin = includesRole(role, decision.policyEpoch === null ? "admin" : "approver");
  const error = rules.undoError(state, { id: personId, isAdmin }, momentOf(tx));
  if (error) throw new AppError(error.code, error.sentence);
  return decision;
}

/** `problem`: why its effects can't follow; null if a person undid it. False if they followed meanwhile. */
async function reopen(tx: Tx, decision: store.DecisionRow, problem: Refusal | null): Promise<boolean> {
  const { id, status, policyEpoch } = decision;
  const { bound, reasons, limits } = problem ?? undoneByPerson;
  const authorization: typeof decision.authorization =
    policyEpoch === null
      ? decision.authorization
      : { ...decision.authorization, verdict: "ask", askOf: "the owner", bound, reasons, limits };
  const sentence = problem?.reasons[0] ?? null;
  const expiresAt = rules.expiryAfterUndo(decision.expiresAt, tx.now);
  // Only amounts that exceeded the year's budget were not reserved.
  const wasAsked = authorization.limits.some(({ name }) => name === yearBudget);
  if (!(await store.reopen(tx, id, { expiresAt, authorization }))) return false;
  await batch(
    tx,
    () => record(tx, decisionUndone(decision, status === "approved" ? "approved" : "rejected", sentence)),
    async () => (status === "approved" && wasAsked ? exposures.reserve(tx, id, false) : undefined),
    async () =>
      expiresAt > decision.expiresAt
        ? tx.jobs.send(tx.db, expiryJob, tx.company, { decisionId: id }, { at: expiresAt })
        : undefined,
  );
  return true;
}

/** Calls a verb for each decision, as if alone, and says which were refused; unknown ids refuse all of them. */
async function forEach(
  ctx: Ctx,
  ids: readonly string[],
  verb: (id: string) => Promise<Decision>,
): Promise<SeveralAnswer> {
  const wanted = [...new Set(ids)];
  const known = new Map((await read(ctx, (tx) => store.existing(tx, wanted))).map(({ id, title }) => [id, title]));
  if (known.size < wanted.length) throw notFound();
  const answer: SeveralAnswer = { done: [], skipped: [], undoUntil: null };
  for (const id of wanted)
    try {
      const { undoUntil } = await verb(id);
      answer.undoUntil ??= undoUntil;
      answer.done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answer.skipped.push({ id, title: known.get(id) ?? "", sentence: error.message });
    }
  return answer;
}

export const settleSeveral = (ctx: Ctx, { ids, ...answer }: Answer & { ids: readonly string[] }) =>
  forEach(ctx, ids, (id) => settle(ctx, id, answer));

export const undoSeveral = (ctx: Ctx, ids: readonly string[]) => forEach(ctx, ids, (id) => undo(ctx, id));

/** Stores the approval as a grant and runs the planned actions under it. */
async function executePlan(tx: Tx, decision: store.DecisionRow, agent: Persona): Promise<void> {
  const grant = authority.approvalGrant(tx, decision);
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

async function sendRejection(tx: Tx, decision: store.DecisionRow): Promise<void> {
  const grant = authority.rejectionGrant(tx, decision);
  const message = {
    id: crypto.randomUUID(),
    receiverAgentId: decision.agentId,
    recipient: null,
    messageType: "internal" as const,
    subject: truncate(`Rejected: ${decision.title}`, 255),
    content: decision.reason ?? "No reason given.",
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
 * Queues the jobs again of decisions that were deleted by a reset when their job ran, and came back by its undo. A
 * second job finds nothing left to do.
 */
export async function requeueJobs(tx: Tx): Promise<void> {
  const overdue = await store.endingBefore(tx, new Date(tx.now.getTime() + 3_600_000));
  for (const { id, expiresAt } of overdue)
    await tx.jobs.send(tx.db, expiryJob, tx.company, { decisionId: id }, { at: expiresAt });
  for (const { id, undoUntil } of await store.held(tx))
    await tx.jobs.send(tx.db, releaseJob, tx.company, { decisionId: id }, { at: undoUntil ?? tx.now });
}
