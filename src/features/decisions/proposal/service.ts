import { type DoneWork, recordRun } from "#agency/run/record-run.ts";
import { barred } from "#agency/policy.ts";
import { AppError } from "#contract/errors.ts";
import type { Origin } from "#contract/origins.ts";
import type { Proposal } from "#contract/report.ts";
import { currency } from "#contract/words.ts";
import type { Agent } from "#features/agents/contract.ts";
import { serving } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import type { Authorization } from "#features/authority/contract.ts";
import * as authority from "#features/authority/service.ts";
import type { Decision } from "#features/decisions/contract.ts";
import { shown } from "#features/decisions/page/service.ts";
import { addPending } from "#features/decisions/pending/service.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import type { DecisionType, Evaluation, Facts } from "#features/decisions/types/decision-type.ts";
import { decisionType, knownTypes, readContext } from "#features/decisions/types/registry.ts";
import { stepsOf } from "#features/decisions/proposal/steps.ts";
import { bestPerDay, revenueMetric, sourceNames } from "#features/metrics/rules.ts";
import * as metrics from "#features/metrics/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, originOf, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";

/** Something an agent is to evaluate. */
type Request = { agentId: string; decisionType: string; context: Record<string, unknown> };
/** The run of an agent that a proposal comes out of. */
type Cause = { runId: string; origin: Origin };

/** Lets an agent evaluate something by rules; the proposal waits for a person. A repeated request gives the same decision. */
export async function propose(ctx: Ctx, input: Request): Promise<Decision> {
  return evaluate(ctx, input, null);
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
): Promise<{ made: Decision[]; refused: string[] }> {
  const made: Decision[] = [];
  const refused: string[] = [];
  for (const { decisionType, context } of proposals)
    try {
      made.push(await evaluate(tx, { agentId, decisionType, context }, cause));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push(error.message);
    }
  return { made, refused };
}

async function evaluate(ctx: Ctx, input: Request, cause: Cause | null): Promise<Decision> {
  const type = decisionType(input.decisionType);
  const sent = type ? readContext(type, input.context) : { refused: "" };
  return write(ctx, async (tx) => {
    const agent = await serving(tx, input.agentId);
    if (!type) {
      const known = `The ${agent.role} knows: ${knownTypes(agent.role).join(", ")}`;
      throw new AppError("unprocessable", `There is no such decision type. ${known}.`);
    }
    const refusal = barred(agent, type);
    if (refusal) throw refusal;
    if ("refused" in sent) throw new AppError("unprocessable", sent.refused);
    const fingerprint = rules.fingerprint(agent.id, type.id, sent.context);
    const since = cause ? null : new Date(rules.sameRequestSince(tx.now.toISOString()));
    const [same, answered, facts, team] = await Promise.all([
      store.findSame(tx, agent.id, fingerprint, since),
      cause ? store.findAnswered(tx, agent.id, fingerprint, new Date(rules.answeredSince(tx.now.toISOString()))) : null,
      gather(tx, agent, type),
      agents.list(tx),
    ]);
    if (same) return shown(tx, same);
    if (answered?.status === "approved") return shown(tx, answered.id);
    const evaluation = type.evaluate(sent.context, facts);
    if (answered?.settledAt) {
      const { number, reason, settledAt } = answered;
      const moment = { now: tx.now.toISOString(), timeZone: tx.timeZone };
      const settled = { number, reason, settledAt: settledAt.toISOString() };
      throw new AppError("conflict", rules.rejectedSentence(evaluation.title, settled, moment));
    }
    return save(tx, agent, type, { context: sent.context, fingerprint, evaluation, team, facts, cause });
  });
}

/** What the company knows today that an evaluation may stand on. */
async function gather(tx: Tx, agent: agents.AgentRow, type: DecisionType): Promise<Facts> {
  const [figures, record] = await Promise.all([
    metrics.lastDays(tx, revenueMetric, 366),
    store.recordOf(tx, type.id, rules.leadingOf(type.id)),
  ]);
  // Money of another currency is not compared with the company's own; nothing here knows a rate.
  const points = bestPerDay(figures).filter((point) => (point.currency ?? tx.currency) === tx.currency);
  const last = points.at(-1);
  return {
    today: dayIn(tx.now, tx.timeZone),
    currency: currency.parse(tx.currency),
    agentName: agent.name,
    role: agent.role,
    revenue: last
      ? {
          points: points.map(({ measurementDate, metricValue }) => ({ day: measurementDate, value: metricValue })),
          source: sourceNames[last.source],
          asOf: last.measurementDate,
        }
      : null,
    record,
  };
}

async function save(
  tx: Tx,
  agent: agents.AgentRow,
  type: DecisionType,
  worked: {
    context: unknown;
    fingerprint: string;
    evaluation: Evaluation;
    team: readonly Agent[];
    facts: Facts;
    cause: Cause | null;
  },
): Promise<Decision> {
  const { evaluation, team, cause } = worked;
  const id = crypto.randomUUID();
  const runId = cause?.runId ?? crypto.randomUUID();
  const origin = cause?.origin ?? originOf(tx);
  const authorization = await authority.request(tx, agent, type, { id, exposure: evaluation.exposure });
  authority.requireNotDenied(authorization);
  const { forecasts, verdict, steps, curves, questions, effects: planned, ...proposal } = evaluation;
  const effects = rules.plannedFor(planned, new Set(team.map(({ role }) => role)));
  const pending = {
    ...proposal,
    id,
    authorization,
    decisionType: type.id,
    fingerprint: worked.fingerprint,
    context: worked.context as Record<string, unknown>,
    engine: "rules",
    runId,
    origin,
    working: { verdict, steps, curves, questions, exposure: proposal.exposure, effects },
  };
  const writeRun = (number: number) =>
    recordRun(tx, runOf(agent, type, { ...worked, runId, number, origin, authorization }));
  await addPending(tx, agent, team, pending, { forecasts, ...(cause ? {} : { beside: writeRun }) });
  return shown(tx, id);
}

/** How a proposal was worked out, for the page of its run. */
function runOf(
  agent: agents.AgentRow,
  type: DecisionType,
  done: {
    runId: string;
    number: number;
    origin: Origin;
    context: unknown;
    evaluation: Evaluation;
    facts: Facts;
    authorization: Authorization;
  },
): DoneWork {
  const { evaluation, authorization } = done;
  return {
    id: done.runId,
    agent,
    skill: `decision.${type.id}`,
    label: type.label,
    input: done.context,
    origin: done.origin,
    facts: evaluation.evidence
      .filter(({ found }) => found)
      .map(({ kind, reference, value, asOf }) => ({ kind, reference, value, asOf, href: null })),
    steps: stepsOf(type.label, done.number, done.facts, evaluation, authorization),
  };
}
