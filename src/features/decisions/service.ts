import { addDays } from "#contract/days.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { currency } from "#contract/words.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/service.ts";
import * as exposures from "#features/authority/store.ts";
import * as messages from "#features/communications/service.ts";
import * as communications from "#features/communications/store.ts";
import type { NewMessage } from "#features/communications/store.ts";
import type { Decision, DecisionPage } from "#features/decisions/contract.ts";
import { carryOut } from "#features/decisions/effects/service.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import type { DecisionType, Evaluation, Facts } from "#features/decisions/types/decision-type.ts";
import { decisionType, knownTypes, readContext } from "#features/decisions/types/registry.ts";
import { bestPerDay, revenueMetric, sourceNames } from "#features/metrics/rules.ts";
import * as metrics from "#features/metrics/store.ts";
import * as tasks from "#features/tasks/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { linesAbout } from "#platform/journal/store.ts";

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
    const approval = answer.approved ? await authority.mayApprove(tx, asked) : null;
    const { status, reason, closedReason } = result.settled;
    const change = { status, reason, closedReason, settledBy: person(tx).id, settledAt: tx.now };
    const won = await store.settle(tx, id, { ...change, approverProbability: answer.probability ?? null });
    if (!won) throw new AppError("conflict", rules.conflictSentence(await shown(tx, id), moment));
    await exposures.closeExposure(tx, id, answer.approved ? "committed" : "released");
    await record(tx, {
      action: answer.approved ? "decision.approved" : "decision.rejected",
      resource: "decision",
      resourceId: id,
      agentId: before.agentId,
      title: before.title,
      details: { number: before.number, reason, probability: answer.probability ?? null },
      complianceRelevant: true,
    });
    if (approval) await carryOut(tx, before, approval);
    else await tellRejection(tx, before, reason);
    return shown(tx, id);
  });
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
  await messages.send(tx, {
    receiverAgentId: decision.agentId,
    recipient: null,
    messageType: "internal",
    subject: `Rejected: ${decision.title}`.slice(0, 255),
    content: reason ?? "No reason was given.",
    decisionId: decision.id,
    effectIndex: 0,
    grantId: await authority.grantPerson(tx, "message", decision.id),
  });
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
    await record(tx, {
      action: "decision.expired",
      resource: "decision",
      resourceId: id,
      agentId: row.agentId,
      title: row.title,
      details: { number: row.number },
      severity: "warning",
    });
  });
}

/** One decision with how it was reached: working, effects, budget and what the journal says of all of them. */
export async function page(tx: Tx, id: string): Promise<DecisionPage> {
  const row = await store.find(tx, id);
  if (!row) throw notFound();
  const [made, said] = [await tasks.ofDecision(tx, id), await communications.ofDecision(tx, id)];
  const effects = [
    ...made.map((task) => ({ kind: "task" as const, id: task.id, title: task.title, status: task.status })),
    ...said.map((message) => ({
      kind: "message" as const,
      id: message.id,
      title: message.subject,
      status: message.status,
    })),
  ];
  const lines = await linesAbout(tx, [id, ...effects.map((effect) => effect.id)]);
  const people = await accounts.usernames(tx);
  const team = new Map((await agents.list(tx)).map((agent) => [agent.id, `${agent.name} (${agent.role})`]));
  const actorOf = (line: (typeof lines)[number]): string => {
    if (line.actorKind === "user") return people.get(line.actorId ?? "") ?? "a former member";
    return line.actorKind === "agent" ? row.agentName : "Boardroom";
  };
  return {
    decision: await shown(tx, id),
    working: row.working,
    effects,
    budget: await budgetOf(tx, row),
    journal: lines.map((line) => ({
      agent: line.agentId ? (team.get(line.agentId) ?? null) : null,
      seq: line.seq,
      at: line.at.toISOString(),
      action: line.action,
      title: line.title,
      actor: actorOf(line),
      details: { ...line.details, ...receiverOf(said, line.resourceId, team) },
    })),
  };
}

/** Who was told, for a line about a message: an agent as "Marcus (CFO)", or the owner. */
function receiverOf(
  said: readonly { id: string; receiverAgentId: string | null; recipient: string | null }[],
  id: string | null,
  team: ReadonlyMap<string, string>,
): { told?: string } {
  const message = said.find((each) => each.id === id);
  if (!message) return {};
  return { told: team.get(message.receiverAgentId ?? "") ?? message.recipient ?? "a former colleague" };
}

async function budgetOf(tx: Tx, row: store.DecisionRow): Promise<DecisionPage["budget"]> {
  const agent = await agents.find(tx, row.agentId);
  if (!agent || row.exposure.kind === "none" || row.exposure.kind === "discount") return null;
  const year = Number(dayIn(row.createdAt, tx.timeZone).slice(0, 4));
  const ledger = (await exposures.yearLedgers(tx, year)).get(agent.id) ?? { reservedThisYear: 0, committedThisYear: 0 };
  const open = row.status === "pending" ? row.exposure.amount : 0;
  const { reservedThisYear: reserved, committedThisYear: committed } = ledger;
  return { yearBudget: agent.budget, reserved, committed, after: committed + open };
}

async function shown(tx: Tx, id: string): Promise<Decision> {
  const decision = await store.show(tx, id);
  if (!decision) throw notFound();
  return decision;
}
