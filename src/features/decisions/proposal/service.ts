import { barred } from "#agency/policy.ts";
import { work } from "#agency/work.ts";
import { AppError } from "#contract/errors.ts";
import type { Origin } from "#contract/origins.ts";
import type { Proposal } from "#contract/report.ts";
import { serving } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/service.ts";
import type { Decision } from "#features/decisions/contract.ts";
import { shown } from "#features/decisions/page/service.ts";
import { addPending } from "#features/decisions/pending/service.ts";
import { plannedFor } from "#features/decisions/effects/planned.ts";
import { evaluating, factsFor } from "#features/decisions/proposal/skills.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import type { DecisionType, Evaluation } from "#features/decisions/types/decision-type.ts";
import { decisionType, knownTypes, readContext } from "#features/decisions/types/registry.ts";
import { type Ctx, originOf, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";

/** Something an agent is to evaluate. */
type Request = { agentId: string; decisionType: string; context: Record<string, unknown> };
/** The run of an agent that a proposal comes out of. */
type Cause = { runId: string; origin: Origin; engine: string };

/** Lets an agent evaluate something by rules; the proposal waits for a person. A repeated request gives the same decision. */
export function propose(ctx: Ctx, request: Request): Promise<Decision> {
  return write(ctx, async (tx) => {
    const { agent, type, context, fingerprint } = await understood(tx, request);
    const since = new Date(rules.sameRequestSince(tx.now.toISOString()));
    const same = await store.findSame(tx, agent.id, fingerprint, since);
    if (same) return shown(tx, same);
    const trigger = tx.actor.kind === "user" ? ("person" as const) : ("agent" as const);
    const assignment = { agent, skill: evaluating(type), input: context, origin: originOf(tx), trigger };
    const { runId } = await work(tx, assignment, "wait");
    const [made] = await store.ofRun(tx, runId);
    if (!made) throw new Error("The decision was not written.");
    return shown(tx, made.id);
  });
}

/**
 * Turns what an agent's run came to propose into pending decisions, in the transaction that ends the run. What waits
 * already or was approved is not proposed twice; what a person rejected, or the agent may not propose, is left out, with
 * the sentence that says why.
 */
export async function proposeFrom(
  tx: Tx,
  agentId: string,
  cause: Cause,
  proposals: readonly Proposal[],
): Promise<{ refused: string[] }> {
  const refused: string[] = [];
  for (const { decisionType, context } of proposals)
    try {
      await proposeAgain(tx, { agentId, decisionType, context }, cause);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(error.message);
    }
  return { refused };
}

/** Proposes what an agent came to by itself, unless it waits, was approved, or was rejected with the same figures. */
async function proposeAgain(tx: Tx, request: Request, cause: Cause): Promise<void> {
  const { agent, type, context, fingerprint } = await understood(tx, request);
  const answeredSince = new Date(rules.answeredSince(tx.now.toISOString()));
  const [same, answered, facts] = await Promise.all([
    store.findSame(tx, agent.id, fingerprint, null),
    store.findAnswered(tx, agent.id, fingerprint, answeredSince),
    factsFor(tx, agent, type),
  ]);
  if (same || answered?.status === "approved") return;
  const evaluation = type.evaluate(context, facts);
  if (answered?.settledAt) {
    const { number, reason, settledAt } = answered;
    const moment = { now: tx.now.toISOString(), timeZone: tx.timeZone };
    const settled = { number, reason, settledAt: settledAt.toISOString() };
    throw new AppError("conflict", rules.rejectedSentence(evaluation.title, settled, moment));
  }
  await savePending(tx, agent, type, { context, evaluation, ...cause });
}

/** Takes a request, gives who evaluates what; refuses in words what cannot be evaluated, or not by this agent. */
async function understood(tx: Tx, { agentId, decisionType: id, context: sent }: Request) {
  const agent = await serving(tx, agentId);
  const type = decisionType(id);
  if (!type) {
    const known = `The ${agent.role} knows: ${knownTypes(agent.role).join(", ")}`;
    throw new AppError("unprocessable", `There is no such decision type. ${known}.`);
  }
  const refusal = barred(agent, type);
  if (refusal) throw refusal;
  const read = readContext(type, sent);
  if ("refused" in read) throw new AppError("unprocessable", read.refused);
  const context = read.context as Record<string, unknown>;
  return { agent, type, context, fingerprint: rules.fingerprint(agent.id, type.id, context) };
}

/** Keeps an evaluation as a decision that waits for a person, as far as the policy lets it be proposed. */
export async function savePending(
  tx: Tx,
  agent: agents.AgentRow,
  type: DecisionType,
  worked: Cause & { context: Record<string, unknown>; evaluation: Evaluation },
): Promise<void> {
  const { context, evaluation, runId, origin, engine } = worked;
  const id = crypto.randomUUID();
  const team = await agents.list(tx);
  const authorization = await authority.request(tx, agent, type, { id, exposure: evaluation.exposure });
  authority.requireNotDenied(authorization);
  const { forecasts, verdict, steps, curves, questions, effects: planned, ...proposal } = evaluation;
  const effects = plannedFor(planned, new Set(team.map(({ role }) => role)));
  const pending = {
    ...proposal,
    id,
    authorization,
    decisionType: type.id,
    fingerprint: rules.fingerprint(agent.id, type.id, context),
    context,
    engine,
    runId,
    origin,
    working: { verdict, steps, curves, questions, exposure: proposal.exposure, effects },
  };
  await addPending(tx, agent, team, pending, forecasts);
}
