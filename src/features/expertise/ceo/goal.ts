import { shortDay } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { type Figure, type Line, say } from "#contract/report.ts";
import { forecastDaily } from "#features/forecasting/series/forecast.ts";
import { goalPace } from "#features/forecasting/series/goal-pace.ts";
import { measure, money } from "#features/expertise/topics/figures.ts";
import type { Period } from "#features/expertise/topics/period.ts";
import { type Series, sumBetween } from "#features/expertise/topics/series.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { cell, unsaid } from "#features/expertise/topics/words.ts";

/** A target with the figures that go towards it. */
export type Goal = {
  /** Such as "revenue_target" and "daily_revenue"; `metric` null where no figure of that name is there. */
  target: string;
  metric: string | null;
  isMoney: boolean;
  /** The period under way and what is to be reached in it; null where no target is for a period that holds today. */
  period: Period | null;
  aim: number | null;
  series: Series;
};

export const goalAsks: readonly Ask[] = [
  {
    id: "goal",
    example: "Are we on track for our revenue goal?",
    like: [
      "Will we reach our target this year?",
      "How far are we from our goal?",
      "Are we on pace?",
      "Are we going to hit our numbers?",
      "Are we going to make plan?",
      "How close are we to the revenue target?",
      "Is the annual goal still within reach?",
      "Are we ahead of or behind target?",
      "What is missing to reach the goal?",
      "Are we on target for the year?",
    ],
    words: [["goal", "target", "on track", "on pace", "hit our number", "make our number", "our plan"]],
    not: ["incident", "ticket", "campaign", "channel", "task"],
  },
];

/** The most goals that are told; the one for revenue comes first. */
export const mostGoals = 5;
/** What the days of a year up to its last figure fit into, and what a forecast needs. */
export const goalHistory = 400;
/** A forecast reaches no further, and half a year of figures carries one so far. */
const farthest = 90;
const forecastPoints = 182;

/** Takes targets and the figures towards them, gives how each goal stands. */
export function concludeGoals(goals: readonly Goal[], { today, currency }: Today): Conclusion {
  const title = "Goal pace";
  const gap = {
    what: "Goals",
    needed:
      'a revenue target: the figure "revenue_target", dated on the last day of the month, quarter or year it is for',
    href: "/records/figures/revenue_target",
  };
  const told = goals.map((goal, at) => standing(goal, at, { today, currency }));
  const known = told.filter((one) => one !== null);
  if (known.length === 0)
    return unsaid(
      title,
      goals.length === 0
        ? "No goal is recorded: pace cannot be said."
        : "No goal has a period that holds today, or figures towards it.",
      ...(goals.length === 0 ? [gap] : goals.map((goal) => missingOf(goal, currency))),
    );
  const [first] = known;
  return {
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
    missing: goals.filter((_, at) => told[at] === null).map((goal) => missingOf(goal, currency)),
    concerns: known.flatMap(({ concern }) => concern ?? []),
    proposals: [],
  };
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

function standing(goal: Goal, at: number, { today, currency }: Pick<Today, "today" | "currency">) {
  const { period, aim, series, metric, isMoney } = goal;
  const last = series.points.findLast(({ day }) => day <= today)?.day;
  if (!period || aim === null || !metric || !last || last < period.from) return null;
  const { from, to } = period;
  const { sum, days } = sumBetween(series, from, last);
  const pace = goalPace({ target: aim, soFar: sum, from, to, today: addDays(last, 1) });
  if (!pace) return null;
  const left = daysBetween(last, to);
  const forecast = left > 0 && left <= farthest ? forecastDaily(series.points.slice(-forecastPoints), left) : null;
  const ahead = forecast?.sum && forecast.days.length === left ? forecast.sum : null;
  const end = left <= 0 ? sum : ahead ? sum + ahead.value : pace.projected;
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
          formula: ahead ? `reached + forecast of ${left} days` : "reached ÷ days over × days of the period",
          range: ahead ? { low: sum + ahead.low, high: sum + ahead.high, level: 0.8 } : null,
        });
  const isOn = end === null ? null : end >= aim;
  const behind =
    end !== null && !isOn
      ? amount("short", `Short of the target for ${name}`, aim - end, { formula: "target − projected" })
      : null;
  const stands = say`${reached} of ${target} ${name} is reached (${done}) for ${period.label}, where ${expected} of the time was over on ${shortDay(last)}`;
  const ending: Line = projected
    ? behind
      ? say`; it is heading for ${projected}, ${behind} short: not on pace.`
      : say`; it is heading for ${projected}: on pace.`
    : say`; it is too early to project.`;
  return {
    goal,
    name,
    target,
    reached,
    done,
    expected,
    projected,
    line: [...stands, ...ending],
    figures: [target, reached, done, expected, ...(projected ? [projected] : []), ...(behind ? [behind] : [])],
    concern: behind
      ? [
          {
            key: `goal:${goal.target}`,
            kind: "risk" as const,
            line: say`The goal for ${name} is missed by ${behind} at this pace.`,
            amount: isMoney ? behind.value : null,
            dueOn: to,
            severity: Math.min(1, (2 * (behind.value ?? 0)) / aim),
            href,
          },
        ]
      : null,
  };
}
