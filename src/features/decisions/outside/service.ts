import { skillRefusal } from "#agency/policy.ts";
import { noExposure } from "#contract/actions.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { currency } from "#contract/words.ts";
import { serving } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/service.ts";
import { policyOf } from "#features/authority/store.ts";
import type { PolicyAnswer } from "#features/decisions/outside/contract.ts";
import { outcomeReported, proposalDenied } from "#features/decisions/outside/events.ts";
import { answerOf, evaluationDenial } from "#features/decisions/outside/rules.ts";
import { loadDecision } from "#features/decisions/page/service.ts";
import { contextFor, evaluate, typeFor } from "#features/decisions/proposal/service.ts";
import { factsFor } from "#features/decisions/proposal/skills.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import type { DecisionType } from "#features/decisions/types/decision-type.ts";
import { type Ctx, originOf, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

type Request = { agentId: string; decisionType: string; context: Record<string, unknown> };

/** The policy's answer to a proposal; a repeated one gets the answer of the decision that exists. */
export function ask(ctx: Ctx, { agentId, decisionType, context: input }: Request): Promise<PolicyAnswer> {
  return write(ctx, async (tx) => {
    const agent = await serving(tx, agentId);
    if (!agent.isOutside) throw new AppError("unprocessable", `${agent.name} is no outside agent.`);
    if (agent.operatorId !== person(tx).id)
      throw new AppError("forbidden", `Only programs of its operator may propose as ${agent.name}`);
    const type = typeFor(agent, decisionType);
    if (skillRefusal(agent, type)) return deny(tx, agent, type, await policyDenial(tx, agent, type));
    const context = contextFor(tx, agent, type, input);
    const fingerprint = rules.fingerprint(agent.id, type.id, context);
    const cutoff = new Date(rules.rejectionCutoff(tx.now.toISOString()));
    const since = new Date(rules.duplicateCutoff(tx.now.toISOString()));
    const [pending, recent, previous] = await Promise.all([
      store.findDuplicate(tx, agent.id, fingerprint, null),
      store.findDuplicate(tx, agent.id, fingerprint, since),
      store.findSettled(tx, agent.id, fingerprint, cutoff),
    ]);
    const known = pending ?? recent;
    if (known) return answerOf(await loadDecision(tx, known));
    const { version: policyVersion } = await policyOf(tx, agent.role, type.id);
    if (previous?.status === "rejected" && previous.settledAt) {
      const rejection = { ...previous, settledAt: previous.settledAt.toISOString() };
      const reasons = [rules.describeRejection(type.label, rejection, rules.momentOf(tx))];
      return deny(tx, agent, type, { reasons, policyVersion });
    }
    const denial = evaluationDenial(type, type.evaluate(context, await factsFor(tx, agent, type, context)));
    if (denial) return deny(tx, agent, type, { reasons: denial, policyVersion });
    return answerOf(await evaluate(tx, agent, type, context));
  });
}

/** The policy's own answer, which stores the request: its role, status or a capability forbids this type. */
const policyDenial = (tx: Tx, agent: agents.AgentRow, type: DecisionType) =>
  authority.request(tx, agent, type, {
    id: crypto.randomUUID(),
    exposure: noExposure,
    cause: { origin: originOf(tx), engine: "rules" },
  });

async function deny(
  tx: Tx,
  agent: agents.AgentRow,
  type: DecisionType,
  { reasons, policyVersion }: Pick<PolicyAnswer, "reasons" | "policyVersion">,
): Promise<PolicyAnswer> {
  await record(tx, proposalDenied(agent, type, { reasons, policyVersion }));
  return { verdict: "deny", askOf: null, reasons, limits: [], policyVersion, decision: null, actFrom: null };
}

/** A decision of an outside agent that the caller operates; unknown to everyone else. */
async function ownDecision(tx: Tx, id: string): Promise<store.DecisionRow> {
  const decision = await store.find(tx, id);
  const agent = decision && (await agents.findEver(tx, decision.agentId));
  if (!decision || !agent?.isOutside || agent.operatorId !== person(tx).id) throw notFound();
  return decision;
}

export async function answer(tx: Tx, id: string): Promise<PolicyAnswer> {
  await ownDecision(tx, id);
  return answerOf(await loadDecision(tx, id));
}

/** Records what its agent says came of an allowed decision. It resolves no forecast: no agent judges itself. */
export function report(
  ctx: Ctx,
  id: string,
  { carriedOut, amount, note }: { carriedOut: boolean; amount?: number | undefined; note?: string | undefined },
): Promise<PolicyAnswer> {
  return write(ctx, async (tx) => {
    const decision = await ownDecision(tx, id);
    if (decision.status !== "approved" || decision.undoUntil)
      throw new AppError("conflict", `D-${decision.number} is not allowed: there is nothing to report yet`);
    const said = { carriedOut, amount: amount ?? null, note: note?.trim() || null };
    await record(tx, outcomeReported(decision, said, currency.parse(tx.currency)));
    return answerOf(await loadDecision(tx, id));
  });
}
