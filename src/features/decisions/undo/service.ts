import { includesRole } from "#contract/roles.ts";
import { AppError, notFound } from "#contract/errors.ts";
import type { Authorization } from "#features/authority/contract.ts";
import { yearBudget } from "#features/authority/limits/rules.ts";
import * as exposures from "#features/authority/store.ts";
import type { Decision } from "#features/decisions/contract.ts";
import { decisionReasoned, decisionUndone } from "#features/decisions/events.ts";
import * as lists from "#features/decisions/list/store.ts";
import { lowerForUndo } from "#features/decisions/levels/service.ts";
import { loadDecision } from "#features/decisions/page/service.ts";
import { expiryJob } from "#features/decisions/pending/service.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { batch, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

export type Refusal = Pick<Authorization, "bound" | "reasons" | "limits">;

const undoneByPerson: Refusal = {
  bound: "Oversight",
  reasons: ["A person undid the policy's approval"],
  limits: [],
};

/**
 * Makes a settled decision pending again; fails if its effects ran first. A reason for undoing what the policy approved
 * lowers the agent's level.
 */
export function undo(ctx: Ctx, id: string, reason?: string): Promise<Decision> {
  return write(ctx, async (tx) => {
    const decision = await requireChangeable(tx, id);
    const isByPolicy = decision.policyEpoch !== null;
    const problem = reason ? { ...undoneByPerson, reasons: [`Undone: ${reason}`] } : null;
    if (!(await reopen(tx, decision, null, problem ?? undoneByPerson, reason)))
      throw new AppError("conflict", "Too late to undo. Reload to see its effects.");
    if (reason && isByPolicy) await lowerForUndo(tx, decision, reason);
    return loadDecision(tx, id);
  });
}

/** Adds the reason to a rejection that can still be undone. */
export function giveReason(ctx: Ctx, id: string, reason: string): Promise<Decision> {
  return write(ctx, async (tx) => {
    const decision = await requireChangeable(tx, id);
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
async function requireChangeable(tx: Tx, id: string): Promise<store.DecisionRow> {
  const [decision, shown] = await Promise.all([store.find(tx, id), lists.show(tx, id)]);
  if (!decision || !shown) throw notFound();
  const { id: personId, role } = person(tx);
  const state = { ...shown, settledBy: decision.settledBy };
  // Any approver may undo what the policy approved.
  const isAdmin = includesRole(role, decision.policyEpoch === null ? "admin" : "approver");
  const error = rules.undoError(state, { id: personId, isAdmin }, rules.momentOf(tx));
  if (error) throw new AppError(error.code, error.sentence);
  return decision;
}

/** `problem`: why its effects can't run; null if a person undid it. False if they have run meanwhile. */
export async function reopen(
  tx: Tx,
  decision: store.DecisionRow,
  problem: Refusal | null,
  byPerson: Refusal = undoneByPerson,
  reason?: string,
): Promise<boolean> {
  const { id, status, policyEpoch } = decision;
  const { bound, reasons, limits } = problem ?? byPerson;
  const authorization: typeof decision.authorization =
    policyEpoch === null
      ? decision.authorization
      : { ...decision.authorization, verdict: "ask", askOf: "the owner", bound, reasons, limits };
  const sentence = problem?.reasons[0] ?? null;
  const expiresAt = rules.expiryAfterUndo(decision.expiresAt, tx.now);
  // While pending, an amount over the year's budget is not reserved.
  const exceedsYearBudget = authorization.limits.some(({ name }) => name === yearBudget);
  if (!(await store.reopen(tx, id, { expiresAt, authorization, isByPerson: problem === null }))) return false;
  await batch(
    tx,
    () => record(tx, decisionUndone(decision, status === "approved" ? "approved" : "rejected", sentence, reason)),
    async () => (status === "approved" && exceedsYearBudget ? exposures.reserve(tx, id, false) : undefined),
    async () =>
      expiresAt > decision.expiresAt
        ? tx.jobs.send(tx.db, expiryJob, tx.company, { decisionId: id }, { at: expiresAt })
        : undefined,
  );
  return true;
}
