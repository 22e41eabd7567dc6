import { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { promptOf, untrusted } from "#agency/prompt.ts";
import { defineSkill, type Skill } from "#agency/skill.ts";
import { currency } from "#contract/words.ts";
import { evaluatedInWords, factsInWords } from "#features/decisions/proposal/steps.ts";
import * as rules from "#features/decisions/rules.ts";
import * as store from "#features/decisions/store.ts";
import type { DecisionType, Evaluation, Facts } from "#features/decisions/types/decision-type.ts";
import { bestPerDay, revenueMetric, sourceNames } from "#features/metrics/rules.ts";
import * as metrics from "#features/metrics/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

const context = z.record(z.string(), z.unknown());

/** The evaluation of one type of decision, as work of an agent: its formula over what was asked and what the company knows. */
export const evaluating = (type: DecisionType): Skill<typeof context, z.ZodType<Evaluation>> =>
  defineSkill({
    id: `decision.${type.id}`,
    label: type.label,
    roles: type.roles,
    capability: type.capability,
    isQuiet: true,
    input: context,
    output: z.custom<Evaluation>(),
    async rules(session, asked) {
      const gather = (tx: Tx) => factsFor(tx, session.agent, type);
      const facts = await session.step("Read what the company knows", (ctx) => read(ctx, gather), {
        detail: factsInWords,
      });
      const title = `Work out the ${type.label.toLowerCase()} by rules`;
      const work = async () => type.evaluate(asked, facts);
      const evaluation = await session.step(title, work, { given: asked, detail: evaluatedInWords });
      const found = evaluation.evidence.filter((row) => row.found);
      session.cites(...found.map(({ kind, reference, value, asOf }) => ({ kind, reference, value, asOf, href: null })));
      return evaluation;
    },
    prompt: (agent, asked, origin) =>
      promptOf(
        agent,
        `Work out a decision of the type "${type.label}" by its formula and propose it.`,
        untrusted(JSON.stringify(asked, null, 2), { origin, source: "what was asked to be decided" }),
      ),
  });

/** What the company knows today that an evaluation may stand on. */
export async function factsFor(tx: Tx, agent: Pick<Persona, "name" | "role">, type: DecisionType): Promise<Facts> {
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
