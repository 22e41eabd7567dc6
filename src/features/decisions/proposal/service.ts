import { skillRefusal } from "#agency/policy.ts";
import { work } from "#agency/work.ts";
import { AppError } from "#contract/errors.ts";
import { roleTitle } from "#contract/roles.ts";
import type { Origin } from "#contract/origins.ts";
import type { Proposal } from "#contract/report.ts";
import { working } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/service.ts";
import type { Decision } from "#features/decisions/contract.ts";
import { loadDecision } from "#features/decisions/page/service.ts";
import { addPending } from "#features/decisions/pending/service.ts";
import { withoutUnfilledNotices } from "#features/decisions/effects/planned.ts";
import { evaluationSkill, factsFor } from "#features/decisions/proposal/skills.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import type { GivenForecast } from "#features/decisions/types/context.ts";
import { ownForecastsError } from "#features/decisions/types/own-forecasts.ts";
import type { DecisionType, Evaluation } from "#features/decisions/types/decision-type.ts";
import { decisionType, knownTypes, readContext } from "#features/decisions/types/registry.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, originOf, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";

type Request = {
  agentId: string;
  decisionType: string;
  context: Record<string, unknown>;
  isTest?: boolean | undefined;
};
type Cause = { runId: string; origin: Origin; engine: string };

/** Has an agent evaluate a request by rules; a repeated request returns the same decision. */
export function propose(ctx: Ctx, request: Request): Promise<Decision> {
  return write(ctx, async (tx) => {
    const { agent, type, context, fingerprint } = await resolveRequest(tx, request);
    const since = new Date(rules.duplicateCutoff(tx.now.toISOString()));
    const duplicate = await store.findDuplicate(tx, agent.id, fingerprint, since);
    return duplicate ? loadDecision(tx, duplicate) : evaluate(tx, agent, type, context, request.isTest);
  });
}

/** Has the agent evaluate a request by rules in a run that proposes the decision. */
export async function evaluate(
  tx: Tx,
  agent: agents.AgentRow,
  type: DecisionType,
  context: Record<string, unknown>,
  isTest?: boolean,
): Promise<Decision> {
  const trigger = tx.actor.kind === "user" ? ("person" as const) : ("agent" as const);
  const assignment = { agent, skill: evaluationSkill(type, isTest), input: context, origin: originOf(tx), trigger };
  const { runId } = await work(tx, assignment, "wait");
  const [created] = await store.ofRun(tx, runId);
  if (!created) throw new Error("The run created no decision.");
  return loadDecision(tx, created.id);
}

/**
 * Turns a run's proposals into pending decisions, in the transaction that ends the run. Skips pending and approved
 * ones; returns the reason for each that was rejected before or that the agent may not propose.
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
      await proposeUnlessSettled(tx, { agentId, decisionType, context }, cause);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(error.message);
    }
  return { refused };
}

async function proposeUnlessSettled(tx: Tx, request: Request, cause: Cause): Promise<void> {
  const { agent, type, context, fingerprint } = await resolveRequest(tx, request);
  const cutoff = new Date(rules.rejectionCutoff(tx.now.toISOString()));
  const [duplicate, previous, facts] = await Promise.all([
    store.findDuplicate(tx, agent.id, fingerprint, null),
    store.findSettled(tx, agent.id, fingerprint, cutoff),
    factsFor(tx, agent, type, context),
  ]);
  if (duplicate || previous?.status === "approved") return;
  const evaluation = type.evaluate(context, facts);
  if (previous?.settledAt) {
    const { number, reason, settledAt } = previous;
    const moment = rules.momentOf(tx);
    const settled = { number, reason, settledAt: settledAt.toISOString() };
    throw new AppError("conflict", rules.describeRejection(evaluation.title, settled, moment));
  }
  await savePending(tx, agent, type, { context, evaluation, ...cause });
}

/** Loads the agent and parses the context; throws if the agent may not evaluate this. */
async function resolveRequest(tx: Tx, { agentId, decisionType: id, context: input, isTest }: Request) {
  const agent = await working(tx, agentId);
  const type = typeFor(agent, id);
  const refusal = skillRefusal(agent, type);
  if (refusal) throw refusal;
  const context = contextFor(tx, agent, type, input);
  return { agent, type, context, fingerprint: rules.fingerprint(agent.id, type.id, context, isTest) };
}

export function typeFor(agent: Pick<agents.AgentRow, "role">, id: string): DecisionType {
  const type = decisionType(id);
  if (type) return type;
  const known = `The ${roleTitle(agent.role)} can propose: ${knownTypes(agent.role).join(", ")}`;
  throw new AppError("unprocessable", `Unknown decision type. ${known}.`);
}

/** The parsed context; throws with the first fault. */
export function contextFor(
  tx: Tx,
  agent: agents.AgentRow,
  type: DecisionType,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const parsed = readContext(type, input);
  if ("refused" in parsed) throw new AppError("unprocessable", parsed.refused);
  const context = parsed.context as Record<string, unknown> & { forecasts?: GivenForecast[] };
  const error = ownForecastsError(agent, context.forecasts, dayIn(tx.now, tx.timeZone));
  if (error) throw new AppError("unprocessable", error);
  return context;
}

/** Stores an evaluation as a pending decision if the policy allows it. */
export async function savePending(
  tx: Tx,
  agent: agents.AgentRow,
  type: DecisionType,
  result: Cause & { context: Record<string, unknown>; evaluation: Evaluation; isTest?: boolean },
): Promise<void> {
  const { context, evaluation, runId, origin, engine, isTest = false } = result;
  const id = crypto.randomUUID();
  const [team, authorization] = await Promise.all([
    agents.list(tx),
    authority.request(tx, agent, type, {
      id,
      exposure: evaluation.exposure,
      isTest,
      cause: { origin, engine },
    }),
  ]);
  authority.requireNotDenied(authorization);
  const { forecasts, verdict, steps, curves, questions, effects: planned, ...proposal } = evaluation;
  // An outside agent carries out elsewhere what it is allowed.
  const effects = agent.isOutside ? [] : withoutUnfilledNotices(planned, new Set(team.map(({ role }) => role)));
  const pending = {
    ...proposal,
    id,
    isTest,
    authorization,
    decisionType: type.id,
    fingerprint: rules.fingerprint(agent.id, type.id, context, isTest),
    context,
    engine,
    runId,
    origin,
    working: { verdict, steps, curves, questions, exposure: proposal.exposure, effects },
  };
  await addPending(tx, agent, team, pending, forecasts);
}
