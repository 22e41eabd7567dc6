import type { Currency } from "#contract/words.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { pluralize } from "#contract/format.ts";
import { exploreHref, query, type QueryInput, spelledOut } from "#contract/query.ts";
import { overview } from "#features/authority/service.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import * as explore from "#features/explore/store.ts";
import { bestPerDay, isTarget } from "#features/metrics/rules.ts";
import * as metrics from "#features/metrics/store.ts";
import type { CycleCheck } from "#features/orchestrator/autopilot/contract.ts";
import { companyMonitored } from "#features/orchestrator/events.ts";
import { type Finding, findingsIn, type Swept } from "#features/orchestrator/monitor/findings.ts";
import * as store from "#features/orchestrator/store.ts";
import { foundIn, is, known, moneyText, view } from "#features/plans/playbooks/playbook.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Sweeps the company without a model; each finding is a reflection, a repeated one updates its row. */
export function monitor(ctx: Ctx): Promise<{ found: number; added: number; summary: string }> {
  return write(ctx, async (tx) => {
    const { findings } = await sweep(tx);
    const added = await store.upsert(tx, findings);
    await record(tx, companyMonitored(tx.company, findings.length, added));
    return {
      found: findings.length,
      added,
      summary: `${pluralize(findings.length, "finding")}, ${added} new.`,
    };
  });
}

/** At most so many findings of one kind. */
const perKind = 20;

/** The checks of a sweep, each with the trigger of its findings. */
const checkNames = {
  "Overdue tasks": "Overdue task",
  "Stuck tasks": "Stuck task",
  "Waiting proposals": "Waiting approval",
  "Ending services": "Expiring service",
  "Forecasts due": "Forecast due",
  "Failed runs": "Failing agent",
  Budgets: "Budget pace",
  Figures: "Unusual figure",
} as const;
type CheckName = keyof typeof checkNames;

export async function sweep(tx: Tx): Promise<{ findings: Finding[]; checks: CycleCheck[] }> {
  const { today, currency } = todayOf(tx);
  const timings: { name: CheckName; items: number; ms: number }[] = [];
  const timed = async <T>(name: CheckName, items: (result: T) => number, look: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await look();
    timings.push({ name, items: items(result), ms: Math.round(performance.now() - start) });
    return result;
  };
  const find = (name: CheckName, asked: QueryInput) =>
    timed(
      name,
      ({ count }) => count,
      async () => {
        const { result } = await explore.run(tx, query.parse({ limit: perKind, ...asked }));
        return foundIn(result, exploreHref(asked), tx.currency as Currency);
      },
    );
  const before = (field: string, days: number) => ({ field, test: "atMost" as const, values: [addDays(today, days)] });
  const overdueTasks = await find("Overdue tasks", {
    subject: "tasks",
    filters: [view("overdue")],
    day: "dueOn",
    order: "first",
  });
  const stuckTasks = await find("Stuck tasks", {
    subject: "tasks",
    filters: [is("status", "in_progress"), before("startedOn", -14)],
    day: "startedOn",
    order: "first",
  });
  const waiting = await find("Waiting proposals", {
    subject: "decisions",
    filters: [view("pending"), before("proposedOn", -3), known("expiresOn")],
    order: "first",
  });
  const expiring = await find("Ending services", {
    subject: "subscriptions",
    filters: [view("ending"), before("renewsOn", 29)],
    day: "renewsOn",
    order: "first",
  });
  const forecasts = await find("Forecasts due", {
    subject: "forecasts",
    filters: [view("due"), known("dueOn")],
    order: "first",
  });
  const failed: QueryInput = {
    subject: "runs",
    filters: [is("status", "failed")],
    period: { kind: "last", count: 7, unit: "day" },
    groupBy: { field: "agentName" },
  };
  const failing = (await find("Failed runs", failed)).groups.filter(({ rows }) => rows >= 3);
  const { limits } = await timed(
    "Budgets",
    (found) => found.limits.length,
    () => overview(tx),
  );
  const year = today.slice(0, 4);
  const series = await timed(
    "Figures",
    (found) => found.length,
    () => seriesOf(tx),
  );
  const findings = findingsIn({
    today,
    overdueTasks: overdueTasks.rows,
    stuckTasks: stuckTasks.rows,
    waiting: waiting.rows,
    expiring: expiring.rows,
    forecasts: forecasts.rows,
    failing: failing.map(({ label, rows, href }) => ({ agent: label, runs: rows, href })),
    budgets: limits.map(({ agentId, agentName, reserved, committed, yearBudget }) => ({
      agentId,
      agent: agentName,
      used: reserved + committed,
      budget: yearBudget,
    })),
    series,
    yearDay: daysBetween(`${year}-01-01`, today) + 1,
    yearDays: daysBetween(`${year}-01-01`, `${Number(year) + 1}-01-01`),
    money: moneyText(currency),
  });
  const checks = timings.map(({ name, ...check }) => {
    const found = findings.filter(({ trigger }) => trigger === checkNames[name]).length;
    return { name, ...check, found: found > 0 ? pluralize(found, "finding") : "Nothing" };
  });
  return { findings, checks };
}

async function seriesOf(tx: Tx): Promise<Swept["series"][number][]> {
  const series: Swept["series"][number][] = [];
  for (const name of await metrics.names(tx)) {
    if (isTarget(name)) continue;
    const points = bestPerDay(await metrics.lastDays(tx, name, 90));
    const last = points.at(-1);
    // Amounts of another currency are not compared.
    const same = points.filter((point) => point.currency === last?.currency);
    if (last)
      series.push({
        name,
        label: spelledOut(name),
        day: last.measurementDate,
        values: same.map(({ metricValue }) => metricValue),
      });
  }
  return series;
}
