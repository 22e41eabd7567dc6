import { addDays } from "#contract/days.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { currency } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/service.ts";
import * as messages from "#features/communications/service.ts";
import type { NewMessage } from "#features/communications/store.ts";
import type { Decision } from "#features/decisions/contract.ts";
import { shown } from "#features/decisions/page/service.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import type { DecisionType, Evaluation, Facts } from "#features/decisions/types/decision-type.ts";
import { decisionType, knownTypes, readContext } from "#features/decisions/types/registry.ts";
import { bestPerDay, revenueMetric, sourceNames } from "#features/metrics/rules.ts";
import * as metrics from "#features/metrics/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** The name of the job that closes what nobody answered. */
export const expiryJob = { name: "decision-expiry" };

/** Lets an agent evaluate something by rules; the proposal waits for a person. A repeated request gives the same decision. */
export async function propose(
  ctx: Ctx,
  input: { agentId: string; decisionType: string; context: Record<string, unknown> },
): Promise<Decision> {
  const type = decisionType(input.decisionType);
  if (!type)
    throw new AppError("unprocessable", `There is no such decision type. Known types: ${knownTypes().join(", ")}.`);
  const sent = readContext(type, input.context);
  return write(ctx, async (tx) => {
    const agent = await agents.lock(tx, input.agentId);
    if (!agent) throw notFound();
    requireOwner(type, agent);
    if ("refused" in sent) throw new AppError("unprocessable", sent.refused);
    const fingerprint = rules.fingerprint(agent.id, type.id, sent.context);
    const since = new Date(rules.sameRequestSince(tx.now.toISOString()));
    const same = await store.findSame(tx, agent.id, fingerprint, since);
    if (same) return shown(tx, same);
    const facts = await gather(tx, agent, type);
    const evaluation = type.evaluate(sent.context, facts);
    return shown(tx, await save(tx, agent, type, { context: sent.context, fingerprint, evaluation }));
  });
}

function requireOwner(type: DecisionType, agent: agents.AgentRow): void {
  if (!type.roles.includes(agent.role))
    throw new AppError(
      "forbidden",
      `${type.label} belongs to the ${type.roles.join(" or ")}, not to the ${agent.role}`,
    );
  if (agent.status !== "active")
    throw new AppError("conflict", `${agent.name} is ${agent.status}. Switch this executive to active first.`);
}

/** What the company knows today that an evaluation may stand on. */
async function gather(tx: Tx, agent: agents.AgentRow, type: DecisionType): Promise<Facts> {
  const lastDay = await metrics.lastDay(tx, revenueMetric);
  const series = lastDay ? bestPerDay(await metrics.series(tx, revenueMetric, addDays(lastDay, -365))) : [];
  // Money of another currency is not compared with the company's own; nothing here knows a rate.
  const points = series.filter((point) => (point.currency ?? tx.currency) === tx.currency);
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
    record: await store.recordOf(tx, type.id, type.leading),
  };
}

async function save(
  tx: Tx,
  agent: agents.AgentRow,
  type: DecisionType,
  worked: { context: unknown; fingerprint: string; evaluation: Evaluation },
): Promise<string> {
  const { evaluation } = worked;
  const id = crypto.randomUUID();
  const authorization = await authority.request(tx, agent, { id, type: type.id, exposure: evaluation.exposure });
  if (authorization.verdict === "deny")
    throw new AppError("forbidden", authorization.reasons[0] ?? `${agent.name} may not propose this`);
  const number = await store.nextNumber(tx);
  const { forecasts, verdict, steps, curves, questions, effects: planned, ...proposal } = evaluation;
  const effects = rules.plannedFor(planned, new Set((await agents.list(tx)).map(({ role }) => role)));
  const expiresAt = new Date(rules.expiresAt(tx.now.toISOString()));
  await store.add(
    tx,
    {
      ...proposal,
      id,
      number,
      expiresAt,
      authorization,
      agentId: agent.id,
      agentName: agent.name,
      agentRole: agent.role,
      decisionType: type.id,
      fingerprint: worked.fingerprint,
      context: worked.context as Record<string, unknown>,
      status: "pending",
      requiresApproval: true,
      engine: "rules",
      runId: crypto.randomUUID(),
      working: { verdict, steps, curves, questions, exposure: proposal.exposure, effects },
    },
    forecasts,
  );
  await agents.update(tx, agent.id, { lastActivity: tx.now });
  await record(tx, {
    action: "decision.proposed",
    resource: "decision",
    resourceId: id,
    agentId: agent.id,
    title: proposal.title,
    details: {
      number,
      type: type.id,
      verdict,
      confidence: proposal.confidence,
      bound: authorization.bound,
      reasons: authorization.reasons,
    },
  });
  await tell(tx, agent, { id, evaluation, overLimit: authorization.limits.length > 0, reasons: authorization.reasons });
  await tx.jobs.send(tx.db, expiryJob, tx.company, { decisionId: id }, { at: expiresAt });
  return id;
}

/** The proposer tells the CEO; what is over a limit also goes to the owner (BEHAVIOUR 4). */
async function tell(
  tx: Tx,
  agent: agents.AgentRow,
  proposal: { id: string; evaluation: Evaluation; overLimit: boolean; reasons: readonly string[] },
): Promise<void> {
  const grantId = await authority.grantNotice(tx, agent, proposal.id);
  const { title, recommendation } = proposal.evaluation;
  const subject = (proposal.overLimit ? `Over a limit: ${title}` : title).slice(0, 255);
  const content = [recommendation, ...proposal.reasons].join("\n");
  const message = { senderAgentId: agent.id, subject, content, decisionId: proposal.id, grantId };
  const ceo = await agents.findByRole(tx, "CEO");
  const told: NewMessage[] = [];
  if (ceo && ceo.id !== agent.id) told.push({ ...message, receiverAgentId: ceo.id, messageType: "internal" });
  if (proposal.overLimit) told.push({ ...message, recipient: messages.owner, messageType: "owner" });
  await messages.send(tx, ...told);
}
