import { lastDays } from "#contract/spans.ts";
import { addDays } from "#contract/days.ts";
import { currency } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import * as communications from "#features/communications/store.ts";
import { parseWritten, type Written, writtenList, writtenObject } from "#contract/written.ts";
import { type Dashboard, neededMetrics } from "#features/dashboard/contract.ts";
import { efficiency, punctuality } from "#features/dashboard/rules.ts";
import * as store from "#features/dashboard/store.ts";
import { latestBrief } from "#features/expertise/skills.ts";
import * as decisions from "#features/decisions/list/store.ts";
import { bestPerDay, compare30, lineOf, revenueMetric } from "#features/metrics/rules.ts";
import * as metrics from "#features/metrics/store.ts";
import * as records from "#features/records/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";

/** Everything the control center shows, for the company's current day. */
export async function overview(tx: Tx): Promise<Written<Dashboard>> {
  const today = dayIn(tx.now, tx.timeZone);
  const [team, urgent, messages, days, totals, revenue, cash, expenses] = await Promise.all([
    agents.listWritten(tx),
    decisions.mostUrgent(tx),
    communications.latest(tx),
    store.days(tx, lastDays(30, today).from),
    store.totals(tx),
    latestRevenue(tx),
    metrics.lastDays(tx, "cash", 1),
    metrics.lastDays(tx, "expenses", 1),
  ]);
  const countsByDay = new Map(days.map((day) => [day.day, day]));
  const weekAgo = addDays(today, -7);
  // Whole days, so that the score changes only with a task or a new day.
  const { score, ...punctual } = efficiency(
    punctuality(days, weekAgo, today),
    punctuality(days, addDays(weekAgo, -7), weekAgo),
  );
  const parsedAgents = team.map(parseWritten);
  return writtenObject<Dashboard>({
    agents: writtenList(team),
    pendingDecisions: writtenList(urgent),
    waiting: totals.waiting,
    communications: messages,
    metrics: {
      dailyRevenue: revenue?.value ?? null,
      activeAgents: parsedAgents.filter((agent) => agent.status === "active").length,
      totalAgents: team.length,
      decisionsToday: countsByDay.get(today)?.proposed ?? 0,
      efficiencyScore: score,
    },
    revenue: revenue?.shown ?? null,
    decisionsSettled: { byPeople: countsByDay.get(today)?.settled ?? 0, waiting: totals.waiting },
    decisionsPerDay: lineOf(new Map(days.map((day) => [day.day, day.proposed])), today, 0),
    efficiency: punctual,
    brief: await latestBrief(tx, parsedAgents.find(({ role, status }) => role === "CEO" && status === "active")?.id),
    missing: neededMetrics.filter(
      (name) => ({ daily_revenue: revenue, cash: cash[0], expenses: expenses[0] })[name] == null,
    ),
    firstSteps: {
      company: true,
      workforce: team.length > 0,
      // Queried only without revenue; established companies skip it.
      data: revenue !== null || (await records.anything(tx)),
      decided: totals.settled > 0,
    },
  });
}

async function latestRevenue(tx: Tx): Promise<{ value: number; shown: NonNullable<Dashboard["revenue"]> } | null> {
  const all = bestPerDay(await metrics.lastDays(tx, revenueMetric, 60));
  const last = all.at(-1);
  if (!last) return null;
  const lastDay = last.measurementDate;
  // Days in another currency are gaps, because sums across currencies are meaningless.
  const points = all.filter((point) => point.currency === last.currency);
  const values = new Map(points.map((point) => [point.measurementDate, point.metricValue]));
  return {
    value: last.metricValue,
    shown: {
      date: lastDay,
      source: last.source,
      currency: last.currency ?? currency.parse(tx.currency),
      recordedAt: last.recordedAt,
      last30: lineOf(values, lastDay, null),
      compared: compare30(values, lastDay),
    },
  };
}
