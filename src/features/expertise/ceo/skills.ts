import { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { defineAction } from "#agency/action.ts";
import type { Origin } from "#contract/origins.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { currency as currencyOf } from "#contract/words.ts";
import { agentStatuses } from "#features/agents/contract.ts";
import * as agents from "#features/agents/store.ts";
import * as decisions from "#features/decisions/store.ts";
import { isTarget, metricOfTarget, revenueMetric } from "#features/metrics/rules.ts";
import * as metrics from "#features/metrics/store.ts";
import { concludeGoals, type Goal, goalAsks, goalHistory, mostGoals } from "#features/expertise/ceo/goal.ts";
import { concludeOverview, overviewAsks } from "#features/expertise/ceo/overview.ts";
import { targetPeriod } from "#features/expertise/ceo/target-period.ts";
import { namedIn, type Voice } from "#features/expertise/ceo/voices.ts";
import { concludeWaiting, waitingAsks } from "#features/expertise/ceo/waiting.ts";
import { prefixed } from "#features/expertise/topics/combine.ts";
import { seriesOf } from "#features/expertise/topics/series.ts";
import { mayRead } from "#features/expertise/topics/skills.ts";
import { aboutAll, type Today, type Topic, topic } from "#features/expertise/topics/topic.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

/** The CEO's own part of a brief; for the rest every executive is asked. */
export const goalsId = "ceo.goals";

/** Revenue of the last 30 days that have figures, in the company's currency; null without a source. */
async function monthlyRevenue(tx: Tx): Promise<number | null> {
  const { points } = seriesOf(await metrics.lastDays(tx, revenueMetric, 30), currencyOf.parse(tx.currency));
  return points.length === 0 ? null : points.reduce((sum, { value }) => sum + value, 0);
}

const persona: z.ZodType<Persona> = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(agentRoleIds),
  status: z.enum(agentStatuses),
  capabilities: z.record(z.string(), z.boolean()),
  customInstructions: z.string(),
});

/** The CEO's look at whom there is to ask, and at what the others' findings are weighed against. */
export const lookAround = defineAction({
  id: "ceo_team",
  label: "Read who is there, and a month of revenue",
  description: "Gives the other executives, at work or not, and the revenue of the last 30 days that have figures.",
  effect: "read",
  cost: "zero",
  roles: ["CEO"],
  capability: null,
  input: z.strictObject({}),
  output: z.strictObject({ others: z.array(persona), revenue: z.number().nullable() }),
  run: (ctx, { agent }) =>
    read(ctx, async (tx) => ({
      others: (await agents.team(tx)).filter(({ id }) => id !== agent.id),
      revenue: await monthlyRevenue(tx),
    })),
});

const goals = topic({
  id: goalsId,
  role: "CEO",
  capability: "strategic_planning",
  title: "Goal pace",
  asks: goalAsks,
  async gather(tx, { today, currency }) {
    const names = await metrics.names(tx);
    const targets = names.filter(isTarget).sort((one) => (one === "revenue_target" ? -1 : 0));
    const facts: Goal[] = [];
    for (const target of targets.slice(0, mostGoals)) {
      const metric = metricOfTarget(target, names);
      const points = await metrics.series(tx, target);
      const aims = seriesOf(points, currency).points;
      const period = targetPeriod(
        aims.map(({ day }) => day),
        today,
      );
      const series = seriesOf(metric ? await metrics.lastDays(tx, metric, goalHistory) : [], currency);
      const aim = aims.find(({ day }) => day === period?.to)?.value ?? null;
      const isMoney = metric === revenueMetric || points.some((point) => point.currency !== null);
      facts.push({ target, metric, isMoney, period, aim, series });
    }
    return { facts, origins: [] };
  },
  conclude: concludeGoals,
});

const waiting = topic({
  id: "ceo.waiting",
  role: "CEO",
  capability: null,
  title: "Decisions that wait",
  asks: waitingAsks,
  raises: false,
  async gather(tx, { timeZone }) {
    const { total, first } = await decisions.waiting(tx);
    const dated = first.map(({ expiresAt, ...one }) => ({ ...one, expiresOn: dayIn(expiresAt, timeZone) }));
    // What a decision is called may have come from outside.
    return { facts: { total, first: dated }, origins: total > 0 ? (["external"] as const).slice() : [] };
  },
  conclude: concludeWaiting,
});

/** Lets an executive's topics speak at once, without a run of their own: for a question that waits. */
async function hear(
  tx: Tx,
  today: Today,
  one: Persona,
  known: readonly Topic[],
): Promise<{ voice: Voice; origins: Origin[] }> {
  const { id: agentId, name, role, status } = one;
  const nothing = { agentId, name, role, headlines: [], concerns: [], figures: [], missing: [] };
  if (status !== "active") return { voice: { ...nothing, refused: `is ${status}` }, origins: [] };
  const voice: Voice = { ...nothing, refused: null };
  const seen: Origin[] = [];
  for (const each of known) {
    const { facts, origins } = await each.gather(tx, today, aboutAll);
    const { headline, concerns, figures, missing } = prefixed(each.id, each.conclude(facts, today, aboutAll));
    const headlines = headline ? [headline] : [];
    const named = namedIn([...headlines, ...concerns.map(({ line }) => line)], figures);
    voice.headlines.push(...headlines);
    voice.concerns.push(...concerns);
    voice.figures.push(...named);
    voice.missing.push(...missing);
    seen.push(...origins);
  }
  return { voice, origins: seen };
}

/** Takes the topics of the other executives, gives what the CEO knows about; the last of them asks all the others. */
export const ceoTopics = (others: readonly Topic[]): readonly Topic[] => [
  goals,
  waiting,
  topic({
    id: "ceo.overview",
    role: "CEO",
    capability: null,
    title: "The whole company",
    asks: overviewAsks,
    async gather(tx, today) {
      const weighable = [...others, goals].filter(({ raises }) => raises !== false);
      const heard: { voice: Voice; origins: Origin[] }[] = [];
      for (const one of await agents.team(tx))
        heard.push(
          await hear(
            tx,
            today,
            one,
            weighable.filter((each) => mayRead(one, each)),
          ),
        );
      const facts = { voices: heard.map(({ voice }) => voice), monthlyRevenue: await monthlyRevenue(tx) };
      return { facts, origins: [...new Set(heard.flatMap(({ origins }) => origins))] };
    },
    conclude: concludeOverview,
  }),
];
