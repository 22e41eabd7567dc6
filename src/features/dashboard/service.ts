import { currency } from "#contract/words.ts";
import * as agents from "#features/agents/store.ts";
import * as communications from "#features/communications/store.ts";
import type { Dashboard } from "#features/dashboard/contract.ts";
import { change30, daysBefore, efficiency, lineOf } from "#features/dashboard/rules.ts";
import * as decisions from "#features/decisions/store.ts";
import { bestPerDay, revenueMetric } from "#features/metrics/rules.ts";
import * as metrics from "#features/metrics/store.ts";
import * as tasks from "#features/tasks/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";

const week = 7 * 86_400_000;

/** Everything the control center shows at once, as it stands in the company's own day. */
export async function overview(tx: Tx): Promise<Dashboard> {
  const today = dayIn(tx.now, tx.timeZone);
  const team = await agents.list(tx);
  const waiting = await decisions.waiting(tx);
  const perDay = await decisions.perDay(tx, daysBefore(today, 29));
  const made = new Map(perDay.map((row) => [row.day, row.made]));
  const weekAgo = new Date(tx.now.getTime() - week);
  const { score, ...punctual } = efficiency(
    await tasks.punctuality(tx, weekAgo, tx.now),
    await tasks.punctuality(tx, new Date(weekAgo.getTime() - week), weekAgo),
  );
  const revenue = await latestRevenue(tx);
  return {
    agents: team,
    pendingDecisions: waiting.decisions,
    waiting: waiting.count,
    communications: await communications.list(tx),
    metrics: {
      dailyRevenue: revenue?.value ?? null,
      activeAgents: team.filter((agent) => agent.status === "active").length,
      totalAgents: team.length,
      decisionsToday: made.get(today) ?? 0,
      efficiencyScore: score,
    },
    revenue: revenue?.shown ?? null,
    decisionsSettled: {
      byPeople: perDay.find((row) => row.day === today)?.settled ?? 0,
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
  const points = bestPerDay(await metrics.series(tx, revenueMetric, daysBefore(lastDay, 59)));
  const last = points.at(-1);
  if (!last) return null;
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
