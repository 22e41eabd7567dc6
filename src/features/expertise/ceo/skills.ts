import { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { defineAction } from "#agency/action.ts";
import { type Origin, origins } from "#contract/origins.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { currency as currencyOf } from "#contract/words.ts";
import { agentStatuses } from "#features/agents/contract.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import * as due from "#features/decisions/due/store.ts";
import * as decisions from "#features/decisions/store.ts";
import { isTarget, metricOfTarget, revenueMetric } from "#features/metrics/rules.ts";
import * as metrics from "#features/metrics/store.ts";
import type { BriefFacts } from "#features/expertise/ceo/brief.ts";
import { concludeDay, dailyBriefing, type Day } from "#features/expertise/ceo/day.ts";
import { concludeGoals, type Goal, goalAsks, goalHistory, mostGoals } from "#features/expertise/ceo/goal.ts";
import { concludeOverview, overviewAsks } from "#features/expertise/ceo/overview.ts";
import { currentAims } from "#features/expertise/ceo/target-period.ts";
import { citedFigures, type Contribution } from "#features/expertise/ceo/contributions.ts";
import { overdueRows } from "#features/expertise/overdue/contract.ts";
import { overdueOf } from "#features/expertise/overdue/store.ts";
import { concludeWaiting, waitingAsks } from "#features/expertise/ceo/waiting.ts";
import { prefixFigureIds } from "#features/expertise/topics/combine.ts";
import { seriesOf } from "#features/expertise/topics/series.ts";
import { mayRead, todayOf } from "#features/expertise/topics/skills.ts";
import { aboutAll, type Today, type Topic, topicOf } from "#features/expertise/topics/topic.ts";
import * as tasks from "#features/tasks/load/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

const topic = topicOf("CEO");

/** The CEO's own topic in a briefing; the others come from the executives. */
export const goalsId = "ceo.goals";

/**
 * Revenue of the last 30 days that have figures, in the company's currency; without figures, what an admin stated; null
 * without either.
 */
async function monthlyRevenue(tx: Tx): Promise<Pick<BriefFacts, "monthlyRevenue" | "isRevenueStated">> {
  const { points } = seriesOf(await metrics.lastDays(tx, revenueMetric, 30), currencyOf.parse(tx.currency));
  if (points.length > 0) return { monthlyRevenue: points.reduce((sum, { value }) => sum + value, 0) };
  const stated = await accounts.statedMonthlyRevenue(tx);
  return { monthlyRevenue: stated, isRevenueStated: stated !== null };
}

const persona: z.ZodType<Persona> = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(agentRoleIds),
  status: z.enum(agentStatuses),
  capabilities: z.record(z.string(), z.boolean()),
  customInstructions: z.string(),
});

/** The executives to ask, and the revenue that concerns are weighed against. */
export const readExecutives = defineAction({
  id: "ceo_team",
  label: "Read who is there, and a month of revenue",
  description: "Gives the other executives, at work or not, and the revenue of the last 30 days that have figures.",
  effect: "read",
  cost: "zero",
  roles: ["CEO"],
  capability: null,
  input: z.strictObject({}),
  output: z.strictObject({
    others: z.array(persona),
    revenue: z.number().nullable(),
    isRevenueStated: z.boolean().optional(),
    overdue: z.array(overdueRows).optional(),
  }),
  run: (ctx, { agent }) =>
    read(ctx, async (tx) => {
      const { monthlyRevenue: revenue, isRevenueStated } = await monthlyRevenue(tx);
      const others = (await agents.team(tx)).filter(({ id }) => id !== agent.id);
      return { others, revenue, overdue: await overdueOf(tx), ...(isRevenueStated && { isRevenueStated }) };
    }),
});

const goals = topic(goalsId, "Goal pace", "strategic_planning", {
  asks: goalAsks,
  async gather(tx, { today, currency }) {
    const names = await metrics.names(tx);
    const targets = names.filter(isTarget).sort((one) => (one === "revenue_target" ? -1 : 0));
    const goals = (await accounts.setup(tx)).goalTargets;
    const facts: Goal[] = [];
    for (const target of targets.slice(0, mostGoals)) {
      const metric = metricOfTarget(target, names);
      const points = await metrics.series(tx, target);
      const aims = currentAims(
        seriesOf(points, currency).points.map((point) => ({
          ...point,
          named: goals.find(({ metric, date }) => `${metric}_target` === target && date === point.day)?.period,
        })),
        today,
      );
      const series = seriesOf(metric ? await metrics.lastDays(tx, metric, goalHistory) : [], currency);
      const isMoney = metric === revenueMetric || points.some((point) => point.currency !== null);
      const measured = aims.length > 0 ? aims : [{ period: null, aim: null }];
      facts.push(...measured.map((one) => ({ target, metric, isMoney, series, ...one })));
    }
    return { facts: facts.slice(0, mostGoals), origins: [] };
  },
  conclude: concludeGoals,
});

const waiting = topic("ceo.waiting", "Decisions that wait", null, {
  asks: waitingAsks,
  raises: false,
  async gather(tx, { timeZone }) {
    const { total, first } = await decisions.waiting(tx);
    const dated = first.map(({ expiresAt, ...one }) => ({ ...one, expiresOn: dayIn(expiresAt, timeZone) }));
    // Titles of decisions may contain external text.
    return {
      facts: { total, first: dated, overdue: await overdueOf(tx) },
      origins: total > 0 ? (["external"] as const).slice() : [],
    };
  },
  conclude: concludeWaiting,
});

/** Concludes an executive's topics directly, not in a run, because a question is waiting for the answer. */
async function contributionOf(
  tx: Tx,
  today: Today,
  one: Persona,
  known: readonly Topic[],
): Promise<{ contribution: Contribution; origins: Origin[] }> {
  const { id: agentId, name, role, status } = one;
  const nothing = { agentId, name, role, headlines: [], concerns: [], figures: [], missing: [] };
  if (status !== "active") return { contribution: { ...nothing, refused: `is ${status}` }, origins: [] };
  const contribution: Contribution = { ...nothing, refused: null };
  const seen: Origin[] = [];
  for (const each of known) {
    const { facts, origins } = await each.gather(tx, today, aboutAll);
    const { headline, concerns, figures, missing } = prefixFigureIds(each.id, each.conclude(facts, today, aboutAll));
    const headlines = headline ? [headline] : [];
    const named = citedFigures([...headlines, ...concerns.map(({ line }) => line)], figures);
    contribution.headlines.push(...headlines);
    contribution.concerns.push(...concerns);
    contribution.figures.push(...named);
    contribution.missing.push(...missing);
    seen.push(...origins);
  }
  return { contribution, origins: seen };
}

type SourcedContribution = { contribution: Contribution; origins: Origin[] };

/** The CEO covers the topics of roles that have no agent. */
async function contributionsOfTeam(tx: Tx, today: Today, weighable: readonly Topic[]): Promise<SourcedContribution[]> {
  const team = await agents.team(tx);
  const filled = new Set(team.map(({ role }) => role));
  const collected: SourcedContribution[] = [];
  for (const one of team)
    collected.push(
      await contributionOf(
        tx,
        today,
        one,
        weighable.filter((each) => mayRead(one, each) || (one.role === "CEO" && !filled.has(each.role))),
      ),
    );
  return collected;
}

/** What changed, what is pending, and the concerns of every executive's topics. */
export const readDailyBrief = (others: readonly Topic[]) => {
  const weighable = [...others, goals].filter(({ raises }) => raises !== false);
  return defineAction({
    id: "ceo_day",
    label: "Read what changed, what waits and what is at risk",
    description: "Gives the day's brief with the figures it names.",
    effect: "read",
    cost: "zero",
    roles: ["CEO"],
    capability: null,
    input: z.strictObject({}),
    output: z.strictObject({ made: dailyBriefing, origins: z.array(z.enum(origins)) }),
    run: (ctx) =>
      read(ctx, async (tx) => {
        const day = todayOf(ctx);
        const collected = await contributionsOfTeam(tx, day, weighable);
        const facts = await readDay(tx, day, collected);
        const seen = new Set(collected.flatMap((one) => one.origins));
        // Titles of decisions and tasks may contain external text.
        if (facts.pending.total + facts.settled.length + facts.overdue.total > 0) seen.add("external");
        return { made: concludeDay(facts, day.today, day.currency), origins: [...seen] };
      }),
  });
};

const revenueDays = 31;

async function readDay(
  tx: Tx,
  { today, currency, timeZone }: Today,
  collected: readonly SourcedContribution[],
): Promise<Day> {
  const pending = await decisions.waiting(tx);
  const settled = await due.settledSince(tx, new Date(tx.now.getTime() - 86_400_000));
  const [oldest = null] = await tasks.late(tx);
  return {
    revenue: seriesOf(await metrics.lastDays(tx, revenueMetric, revenueDays), currency),
    settled: settled.map(({ id, number, title, status, closedReason }) => ({
      id,
      number,
      title,
      how: closedReason === "expired" ? "expired" : status === "approved" ? "approved" : "rejected",
    })),
    pending: {
      total: pending.total,
      first: pending.first.map(({ id, number, title, expiresAt }) => ({
        id,
        number,
        title,
        expiresOn: dayIn(expiresAt, timeZone),
      })),
    },
    forecasts: (await due.forecastsDue(tx, today)).map(({ decisionId, number, claim, dueOn }) => ({
      decisionId,
      number,
      claim,
      dueOn,
    })),
    overdue: {
      total: (await tasks.totals(tx)).overdue,
      oldest: oldest && { title: oldest.title, dueOn: oldest.dueOn },
    },
    late: await overdueOf(tx),
    contributions: collected.map(({ contribution }) => contribution),
    ...(await monthlyRevenue(tx)),
  };
}

/** The CEO's topics; the last one reads the topics of all other executives. */
export const ceoTopics = (others: readonly Topic[]): readonly Topic[] => [
  goals,
  waiting,
  topic("ceo.overview", "The whole company", null, {
    asks: overviewAsks,
    async gather(tx, today) {
      const weighable = [...others, goals].filter(({ raises }) => raises !== false);
      const collected: { contribution: Contribution; origins: Origin[] }[] = [];
      for (const one of await agents.team(tx))
        collected.push(
          await contributionOf(
            tx,
            today,
            one,
            weighable.filter((each) => mayRead(one, each)),
          ),
        );
      const facts = {
        contributions: collected.map(({ contribution }) => contribution),
        overdue: await overdueOf(tx),
        ...(await monthlyRevenue(tx)),
      };
      return { facts, origins: [...new Set(collected.flatMap(({ origins }) => origins))] };
    },
    conclude: concludeOverview,
  }),
];
