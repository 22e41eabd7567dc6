import { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { defineSkill, type Skill } from "#agency/skill.ts";
import { currency } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import { perDecisionLimit } from "#features/authority/limits/rules.ts";
import { policyOf } from "#features/authority/store.ts";
import { describeEvaluation, describeFacts } from "#features/decisions/proposal/steps.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import type { DecisionType, Evaluation, Facts } from "#features/decisions/types/decision-type.ts";
import { bestPerDay, revenueMetric, sourceNames } from "#features/metrics/rules.ts";
import * as metrics from "#features/metrics/store.ts";
import { partiesNamed } from "#features/records/outcomes/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

const context = z.record(z.string(), z.unknown());

/** A skill that evaluates one decision type from a request and company data; as a test, of a sample request. */
export const evaluationSkill = (type: DecisionType, isTest = false): Skill<typeof context, z.ZodType<Evaluation>> =>
  defineSkill({
    id: isTest ? `decision.${type.id}.test` : `decision.${type.id}`,
    label: isTest ? `${type.label} (test)` : type.label,
    roles: type.roles,
    capability: type.capability,
    isQuiet: true,
    input: context,
    output: z.custom<Evaluation>(),
    async rules(session, request) {
      const gather = (tx: Tx) => factsFor(tx, session.agent, type, request);
      const facts = await session.step("Read company data", (ctx) => read(ctx, gather), {
        detail: describeFacts,
      });
      const title = `Apply the ${type.label.toLowerCase()} rules`;
      const evaluate = async () => type.evaluate(request, facts);
      const evaluation = await session.step(title, evaluate, { given: request, detail: describeEvaluation });
      const found = evaluation.evidence.filter((row) => row.found);
      session.cites(...found.map(({ kind, reference, value, asOf }) => ({ kind, reference, value, asOf, href: null })));
      return evaluation;
    },
    prompt: (agent, request, origin) =>
      promptOf(
        agent,
        `Evaluate a "${type.label}" decision with its formula and propose it.`,
        untrusted(JSON.stringify(request, null, 2), { origin, source: "the decision request" }),
      ),
  });

export async function factsFor(
  tx: Tx,
  agent: Pick<Persona, "id" | "name" | "role">,
  type: DecisionType,
  { counterparty }: Record<string, unknown>,
): Promise<Facts> {
  const [figures, record, parties, means] = await Promise.all([
    metrics.lastDays(tx, revenueMetric, 366),
    store.recordOf(tx, type.id, rules.leadingHorizon(type.id)),
    typeof counterparty === "string" ? partiesNamed(tx, counterparty) : { customer: null, vendor: null },
    type.capsByMeans ? meansOf(tx, agent) : undefined,
  ]);
  // Other currencies are left out: there is no exchange rate.
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
    parties,
    ...(means && { means }),
  };
}

/** The latest cash balance in the company's currency, and the agent's limit per decision. */
async function meansOf(tx: Tx, { id, role }: Pick<Persona, "id" | "role">): Promise<Facts["means"]> {
  const [balances, policy, agent] = await Promise.all([
    metrics.lastDays(tx, "cash", 1),
    policyOf(tx, role),
    agents.findEver(tx, id),
  ]);
  const last = bestPerDay(balances).findLast((point) => (point.currency ?? tx.currency) === tx.currency);
  return {
    cash: last ? { value: last.metricValue, day: last.measurementDate } : null,
    limit: agent ? perDecisionLimit(policy, agent.budget) : null,
  };
}
