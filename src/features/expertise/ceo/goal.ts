import { ask } from "#features/expertise/topics/ask.ts";
import { concluded } from "#features/expertise/topics/collect.ts";
import { shortDay } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { type Figure, type Line, toLine } from "#contract/report.ts";
import { forecastDaily } from "#features/forecasting/series/forecast.ts";
import { goalPace } from "#features/forecasting/series/goal-pace.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import type { Aim } from "#features/expertise/ceo/target-period.ts";
import { type Series, sumBetween } from "#features/expertise/topics/series.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { cell, withoutData } from "#features/expertise/topics/words.ts";

export type Goal = {
  /** Such as "revenue_target" and "daily_revenue"; `metric` is null if there are no such figures. */
  target: string;
  metric: string | null;
  isMoney: boolean;
  /** The current period and its target; null if no target covers today. */
  period: Aim["period"] | null;
  aim: number | null;
  series: Series;
};

export const goalAsks: readonly Ask[] = [
  ask("goal")`Are we on track for our revenue goal? Will we reach our target this year? How far are we from our goal?
    Are we on pace? Are we going to hit our numbers? Are we going to make plan? How close are we to the revenue
    target? Is the annual goal still within reach? Are we ahead of or behind target? What is missing to reach the
    goal? Are we on target for the year?`,
];

/** The most goals shown; the revenue goal comes first. */
export const mostGoals = 5;
/** The most figures read: a year and what a forecast needs. */
export const goalHistory = 400;
/** The longest forecast, in days: half a year of figures supports no more. */
const longestForecastDays = 90;
const forecastPoints = 182;

export function concludeGoals(goals: readonly Goal[], { today, currency }: Today): Conclusion {
  const title = "Goal pace";
  const gap = {
    what: "Goals",
    needed:
      'a revenue target: the figure "revenue_target", dated on the last day of the month, quarter or year it is for',
    href: "/records/figures/revenue_target",
  };
  const results = goals.map((goal, at) => measureGoal(goal, at, { today, currency }));
  const known = results.filter((one) => one !== null);
  if (known.length === 0)
    return withoutData(
      title,
      goals.length === 0
        ? "No goal is recorded, so there is no pace to measure."
        : "No goal has a period that holds today, or figures towards it.",
      ...(goals.length === 0 ? [gap] : goals.map((goal) => missingOf(goal, currency))),
    );
  const [first] = known;
  return concluded({
    headline: first?.line ?? null,
    section: {
      title,
      lines: known.map(({ line }) => line),
      table: {
        columns: ["Goal", "Target", "Reached", "Share", "Expected by now", "Projected end"],
        rows: known.map(({ name, target, reached, done, expected, projected }) => [
          [name],
          cell(target),
          cell(reached),
          cell(done),
          cell(expected),
          projected ? cell(projected) : ["too early"],
        ]),
      },
    },
    answers: { goal: known.flatMap(({ line }, at) => (at === 0 ? line : [" ", ...line])) },
    figures: known.flatMap(({ figures }) => figures),
    facts: known.map(({ name, goal }) => ({
      kind: "metric",
      reference: goal.target,
      value: name,
      asOf: goal.period?.to ?? null,
      href: `/records/figures/${goal.target}`,
    })),
    missing: goals.filter((_, at) => results[at] === null).map((goal) => missingOf(goal, currency)),
    concerns: known.flatMap(({ concern }) => concern ?? []),
  });
}

function missingOf({ target, metric, aim, series }: Goal, currency: string) {
  const name = target.replace(/_target$/, "");
  const needed =
    aim === null
      ? `the figure "${target}" in ${currency}, dated on the last day of the month, quarter or year under way`
      : metric === null || series.points.length === 0
        ? `the figure "${name}" in ${currency}`
        : `figures of "${metric}" within the period`;
  return {
    what: `The goal for ${name.replaceAll("_", " ")}`,
    needed,
    href: `/records/figures/${aim === null ? target : (metric ?? name)}`,
  };
}

function measureGoal(goal: Goal, at: number, { today, currency }: Pick<Today, "today" | "currency">) {
  const { period, aim, series, metric, isMoney } = goal;
  const last = series.points.findLast(({ day }) => day <= today)?.day;
  if (!period || aim === null || !metric || !last || last < period.from) return null;
  const { from, to } = period;
  const { sum, days } = sumBetween(series, from, last);
  const pace = goalPace({ target: aim, soFar: sum, from, to, today: addDays(last, 1) });
  if (!pace) return null;
  const daysLeft = daysBetween(last, to);
  const forecast =
    daysLeft > 0 && daysLeft <= longestForecastDays
      ? forecastDaily(series.points.slice(-forecastPoints), daysLeft)
      : null;
  const forecastSum = forecast?.sum && forecast.days.length === daysLeft ? forecast.sum : null;
  const end = daysLeft <= 0 ? sum : forecastSum ? sum + forecastSum.value : pace.projected;
  const name = goal.target.replace(/_target$/, "").replaceAll("_", " ");
  const href = `/records/figures/${metric}`;
  const source = { label: `${series.source}: ${days} days with a figure`, href, asOf: last };
  const amount = (
    id: string,
    label: string,
    value: number,
    more: Partial<Pick<Figure, "formula" | "range">> = {},
  ): Figure =>
    isMoney
      ? money(`${id}_${at}`, label, value, currency, source, more)
      : measure(`${id}_${at}`, label, value, "count", source, more);
  const share = (id: string, label: string, value: number, formula: string) =>
    measure(`${id}_${at}`, label, value, "share", source, { formula });
  const target = {
    ...amount("target", `Target for ${name}`, aim),
    source: {
      ...source,
      label: `${goal.target}, for ${period.label}`,
      href: `/records/figures/${goal.target}`,
      asOf: to,
    },
  };
  const reached = amount("reached", `${name} since ${shortDay(from)}`, sum);
  const done = share("done", "Share of the target reached", pace.done, "reached ÷ target");
  const expected = share(
    "expected",
    "Share of the period that is over",
    pace.expected,
    `days to ${shortDay(last)} ÷ days of the period`,
  );
  const projected =
    end === null
      ? null
      : amount("projected", `${name} by ${shortDay(to)}`, end, {
          formula: forecastSum ? `reached + forecast of ${daysLeft} days` : "reached ÷ days over × days of the period",
          range: forecastSum ? { low: sum + forecastSum.low, high: sum + forecastSum.high, level: 0.8 } : null,
        });
  const isOnTarget = end === null ? null : end >= aim;
  const behind =
    end !== null && !isOnTarget
      ? amount("short", `Short of the target for ${name}`, aim - end, { formula: "target − projected" })
      : null;
  const progressLine = toLine`${done} of the ${name} target reached with ${expected} of the ${period.kind} gone`;
  const projectionLine: Line = projected
    ? behind
      ? toLine`: heading for ${projected}, ${behind} short.`
      : toLine`: heading for ${projected}, on target.`
    : toLine`; too early to project.`;
  return {
    goal,
    name,
    target,
    reached,
    done,
    expected,
    projected,
    line: [...progressLine, ...projectionLine],
    figures: [target, reached, done, expected, ...(projected ? [projected] : []), ...(behind ? [behind] : [])],
    concern: behind
      ? [
          {
            key: `goal:${goal.target}:${to}`,
            kind: "risk" as const,
            line: toLine`At this pace, ${name} will be ${behind} short of the target for ${period.label}.`,
            amount: isMoney ? behind.value : null,
            dueOn: to,
            severity: Math.min(1, (2 * (behind.value ?? 0)) / aim),
            href,
          },
        ]
      : null,
  };
}
