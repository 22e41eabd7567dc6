import { addDays } from "#contract/days.ts";
import { currency } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import * as communications from "#features/communications/store.ts";
import type { Dashboard } from "#features/dashboard/contract.ts";
import { change30, efficiency, lineOf } from "#features/dashboard/rules.ts";
import * as decisions from "#features/decisions/store.ts";
import { bestPerDay, revenueMetric } from "#features/metrics/rules.ts";
import * as metrics from "#features/metrics/store.ts";
import * as tasks from "#features/tasks/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";

/** Rows of the lists on the control center; the widgets read further pages themselves. */
const shown = 20;

/** Everything the control center shows at once, as it stands in the company's own day. */
export async function overview(tx: Tx): Promise<Dashboard> {
  const today = dayIn(tx.now, tx.timeZone);
  const team = await agents.list(tx);
  const waiting = await decisions.waiting(tx, shown);
  const perDay = await decisions.perDay(tx, addDays(today, -29));
  const made = new Map(perDay.map((row) => [row.day, row.made]));
  // Whole days, so that the score changes with a task or with the day and never in between.
  const weekAgo = addDays(today, -7);
  const { score, ...punctual } = efficiency(
    await tasks.punctuality(tx, weekAgo, today),
    await tasks.punctuality(tx, addDays(weekAgo, -7), weekAgo),
  );
  const revenue = await latestRevenue(tx);
  return {
    agents: team,
    pendingDecisions: waiting.lines,
    waiting: waiting.count,
    communications: await communications.list(tx, undefined, shown),
    metrics: {
      dailyRevenue: revenue?.value ?? null,
      activeAgents: team.filter((agent) => agent.status === "active").length,
      totalAgents: team.length,
      decisionsToday: made.get(today) ?? 0,
      efficiencyScore: score,
    },
    revenue: revenue?.shown ?? null,
    decisionsSettled: {
      byPeople: await decisions.settledByPeople(tx, today),
      waiting: waiting.count,
    },
    decisionsPerDay: lineOf(made, today, 0),
    efficiency: punctual,
    firstSteps: {
      company: true,
      workforce: team.length > 0,
      data: revenue !== null,
      decided: await decisions.anySettled(tx),
    },
  };
}

async function latestRevenue(tx: Tx): Promise<{ value: number; shown: NonNullable<Dashboard["revenue"]> } | null> {
  const lastDay = await metrics.lastDay(tx, revenueMetric);
  if (!lastDay) return null;
  const all = bestPerDay(await metrics.series(tx, revenueMetric, addDays(lastDay, -59)));
  const last = all.at(-1);
  if (!last) return null;
  // Days in another currency are gaps: a sum over both would mean nothing.
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
      change30: change30(values, lastDay),
    },
  };
}
