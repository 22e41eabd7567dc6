import { createHash } from "node:crypto";
import type { z } from "zod";
import { AppError } from "#contract/errors.ts";
import { currency } from "#contract/words.ts";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import { bestPerDay, isMoney, isTarget } from "#features/metrics/rules.ts";
import { latestDay, putFigures } from "#features/metrics/service.ts";
import * as metrics from "#features/metrics/store.ts";
import { periodNamed } from "#features/setup/company/period.ts";
import { readGoals } from "#features/setup/company/reading.ts";
import * as calls from "#features/setup/company/contract.ts";
import { companySetUp, goalsCorrected } from "#features/setup/company/events.ts";
import * as rules from "#features/setup/company/rules.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Adds recorded figures: a tracked goal shows its figure's current value, unless the goal's own target has changed. */
async function withFigures(tx: Tx, goals: readonly rules.StoredGoal[]): Promise<calls.CompanyDetails["targets"]> {
  const points = await metrics.at(tx, goals.filter(rules.isComplete).map(rules.figureOf));
  return goals.map(({ tracked, ...goal }) => {
    const at = rules.isComplete(goal) ? rules.figureOf(goal) : null;
    const [figure] = bestPerDay(
      points.filter((point) => point.metricName === at?.metricName && point.measurementDate === at.measurementDate),
    );
    const target = figure && goal.target === tracked ? figure.metricValue : goal.target;
    const { period = null } = goal;
    return { ...goal, period, target, currency: figure?.currency ?? null, isTracked: figure?.metricValue === target };
  });
}

const digest = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 32);

/** Throws if another save came first. */
function requireVersion(version: string | undefined, current: unknown, what: string): void {
  if (version !== undefined && version !== digest(current))
    throw new AppError("conflict", `Someone changed ${what} since you opened it. What you typed is still here.`);
}

/** The metrics a goal can be set for, without "daily_". */
async function goalMetrics(tx: Tx): Promise<string[]> {
  const names = (await metrics.names(tx)).filter((name) => !isTarget(name));
  return [...new Set(["revenue", ...names.map((name) => name.replace(/^daily_/, ""))])].toSorted();
}

export async function details(tx: Tx, known?: readonly string[]): Promise<calls.CompanyDetails> {
  const { goalTargets, ...setup } = await accounts.setup(tx);
  return calls.companyDetails.parse({
    ...setup,
    version: digest(setup),
    targetsVersion: digest(goalTargets),
    targets: await withFigures(tx, goalTargets),
    metrics: known ?? (await goalMetrics(tx)),
  });
}

export async function profiles(tx: Tx): Promise<z.output<typeof calls.listProfiles.response>> {
  return (await agents.list(tx)).map(({ id, name, role, status }) => ({ id, name, role, status }));
}

export function setupCompany(ctx: Ctx, input: z.output<typeof calls.setupCompany.body>): Promise<calls.CompanyDetails> {
  return write(ctx, async (tx) => {
    const known = await goalMetrics(tx);
    const context = { today: dayIn(tx.now, tx.timeZone), currency: currency.parse(tx.currency), metrics: known };
    // Before the setup is locked, because long goals take a moment to read.
    const read = readGoals(input.goals, context);
    const before = await accounts.setup(tx, true);
    const { monthlyRevenue = before.monthlyRevenue, version, ...sent } = input;
    const { goalTargets: _targets, ...current } = before;
    requireVersion(version, current, "the setup");
    const changes = rules.changesBetween(before, { ...sent, monthlyRevenue });
    if (Object.keys(changes).length > 0) {
      await accounts.changeSetup(tx, {
        ...sent,
        ...(changes["monthlyRevenue"] && {
          monthlyRevenue,
          monthlyRevenueCurrency: monthlyRevenue === null ? null : tx.currency,
        }),
        ...(changes["goals"] && { goalTargets: await mergeIntoTargets(tx, before.goalTargets, read) }),
      });
      await record(tx, companySetUp(tx.company, changes));
    }
    return details(tx, known);
  });
}

const withPeriod = (goal: calls.GoalTarget): rules.StoredGoal => ({ ...goal, period: periodNamed(goal) });

async function mergeIntoTargets(
  tx: Tx,
  before: readonly rules.StoredGoal[],
  read: readonly calls.GoalTarget[],
): Promise<rules.StoredGoal[]> {
  const tracked = new Set((await withFigures(tx, before)).flatMap(({ isTracked, text }) => (isTracked ? [text] : [])));
  return rules.mergeGoals(before, ({ text }) => tracked.has(text), read.map(withPeriod), calls.maxTargets);
}

/** Records the targets of complete goals, and removes those of goals that were removed or changed. */
export function setTargets(
  ctx: Ctx,
  goals: readonly calls.GoalTarget[],
  version?: string,
): Promise<calls.CompanyDetails> {
  const error = rules.targetsError(goals);
  if (error) throw new AppError("unprocessable", error);
  const complete = goals.filter(rules.isComplete);
  const tooFar = complete.find(({ date }) => date > latestDay(ctx, "revenue_target"));
  if (tooFar) throw new AppError("unprocessable", `${tooFar.date} is more than five years ahead.`);
  return write(ctx, async (tx) => {
    const before = (await accounts.setup(tx, true)).goalTargets;
    requireVersion(version, before, "these goals");
    const kept = new Set(complete.map(rules.keyOfGoal));
    const removed: rules.CompleteGoal[] = [];
    for (const { metric, target, date, tracked = target } of before.filter(rules.isComplete)) {
      const old = { metric, target: tracked, date };
      if (!kept.has(rules.keyOfGoal(old)) && (await metrics.removeEntered(tx, rules.figureOf(old)))) removed.push(old);
    }
    const recorded = new Map((await withFigures(tx, complete)).map((one) => [one.text, one]));
    const companyCurrency = currency.parse(tx.currency);
    const added = complete.filter((goal) => {
      const at = recorded.get(goal.text);
      const hasOtherCurrency = isMoney(rules.figureOf(goal).metricName) && at?.currency !== companyCurrency;
      return !at?.isTracked || at.target !== goal.target || hasOtherCurrency;
    });
    const figures = added.map((goal) => {
      const figure = rules.figureOf(goal);
      return { ...figure, ...(isMoney(figure.metricName) && { currency: companyCurrency }) };
    });
    if (figures.length > 0) await putFigures(tx, "manual", figures);
    const goalTargets = goals
      .map(withPeriod)
      .map((goal) => (rules.isComplete(goal) ? { ...goal, tracked: goal.target } : goal));
    const isChanged = Object.keys(rules.changesBetween({ goalTargets: before }, { goalTargets })).length > 0;
    if (isChanged) await accounts.changeSetup(tx, { goalTargets });
    if (isChanged || removed.length + added.length > 0) {
      const tracked = added.map(({ metric, target, date }) => ({ metric, target, date }));
      await record(tx, goalsCorrected(tx.company, { goals: goals.length, tracked, removed }));
    }
    return details(tx);
  });
}
