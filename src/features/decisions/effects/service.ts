import { agencyOf } from "#agency/agency.ts";
import type { Write } from "#agency/action.ts";
import { actionRefusal } from "#agency/policy.ts";
import type { Persona } from "#agency/persona.ts";
import { AppError } from "#contract/errors.ts";
import { truncate } from "#contract/words.ts";
import * as authority from "#features/authority/service.ts";
import * as exposures from "#features/authority/store.ts";
import * as messages from "#features/communications/service.ts";
import type { DecisionRow } from "#features/decisions/store.ts";
import type { Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";

/** A decision's planned actions, ready to run; throws if one of them can no longer run. */
export function plannedActions(tx: Tx, decision: DecisionRow, agent: Persona): { action: Write; input: unknown }[] {
  return decision.working.effects.map(({ action: name, input, summary }) => {
    const action = agencyOf(tx).actions.get(name);
    if (!action || action.effect === "read")
      throw new AppError(
        "conflict",
        `This version of Boardroom no longer supports this action: ${summary}. Reject the decision.`,
      );
    // A proposal's tasks and messages are always allowed; an action the agent asked for must still be allowed.
    const refusal = action.id === decision.decisionType ? actionRefusal(agent, action, "finished") : null;
    if (refusal) throw refusal;
    const parsed = action.input.safeParse(input);
    if (!parsed.success)
      throw new AppError(
        "conflict",
        `This action was planned by an incompatible version of Boardroom: ${summary}. Reject the decision.`,
      );
    return { action, input: parsed.data };
  });
}

/** The effects of a settled decision, in the caller's transaction: its amount, tasks and messages. A test has none. */
export async function runEffects(tx: Tx, decision: DecisionRow, agent: Persona | null): Promise<void> {
  if (decision.isTest) return;
  const isApproved = decision.status === "approved";
  if (isApproved && !agent) throw new AppError("conflict", `${decision.agentName} no longer exists.`);
  await batch(
    tx,
    () => exposures.closeExposure(tx, decision.id, isApproved ? "committed" : "released"),
    () => (isApproved && agent ? executePlan(tx, decision, agent) : sendRejection(tx, decision)),
  );
}

/** Stores the approval as a grant and runs the planned actions under it. */
async function executePlan(tx: Tx, decision: DecisionRow, agent: Persona): Promise<void> {
  const grant = authority.approvalGrant(tx, decision);
  await batch(tx, grant.add, () => runPlannedActions(tx, decision, agent, grant.id));
}

/** Runs an approved decision's planned actions under a grant that is already stored. */
async function runPlannedActions(tx: Tx, decision: DecisionRow, agent: Persona, grantId: string): Promise<void> {
  const { id, number, runId, origin, engine, createdAt: proposedAt } = decision;
  const grant = { id: grantId, add: () => Promise.resolve() };
  await batch(
    tx,
    ...plannedActions(tx, decision, agent).map(({ action, input }, place) => async () => {
      await action.run(tx, { agent, runId, origin, engine, grant, plan: { id, number, proposedAt, place } }, input);
    }),
  );
}

async function sendRejection(tx: Tx, decision: DecisionRow): Promise<void> {
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
