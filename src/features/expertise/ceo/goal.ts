import { ask } from "#features/expertise/topics/ask.ts";
import { shortDay } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { type Figure, sentences, toLine } from "#contract/report.ts";
import { forecastDaily } from "#features/forecasting/series/forecast.ts";
import { goalPace } from "#features/forecasting/series/goal-pace.ts";
import { collect, fact, gap, type Source, withoutData } from "#features/expertise/topics/collect.ts";
import type { Aim } from "#features/expertise/ceo/target-period.ts";
import { type Series, sumBetween } from "#features/expertise/topics/series.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";

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
  const noGoal = gap(
    "Goals",
    'a revenue target: the figure "revenue_target", dated on the last day of the month, quarter or year it is for',
    "/records/figures/revenue_target",
  );
  const make = collect(currency, today);
  const results = goals.map((goal, at) => measureGoal(make, goal, at, today));
  const known = results.filter((one) => one !== null);
  const [first] = known;
  if (!first)
    return goals.length === 0
      ? withoutData(title, "No goal is recorded, so there is no pace to measure.", noGoal)
      : withoutData(
          title,
          "No goal has a period that holds today, or figures towards it.",
          ...goals.map((goal) => missingOf(goal, currency)),
        );
  return make.conclude({
    title,
    headline: first.line,
    lines: known.map(({ line }) => line),
    columns: ["Goal", "Target", "Reached", "Share", "Expected by now", "Projected end"],
    rows: known.map((one) => [one.name, one.target, one.reached, one.done, one.expected, one.projected ?? "too early"]),
    answers: { goal: sentences(...known.map(({ line }) => line)) },
    facts: known.map(({ name, goal }) =>
      fact("metric", goal.target, name, `/records/figures/${goal.target}`, goal.period?.to ?? null),
    ),
    missing: goals.map((goal, at) => results[at] === null && missingOf(goal, currency)),
    concerns: known.map(({ concern }) => concern),
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
  const href = `/records/figures/${aim === null ? target : (metric ?? name)}`;
  return gap(`The goal for ${name.replaceAll("_", " ")}`, needed, href);
}

function measureGoal(make: ReturnType<typeof collect>, goal: Goal, at: number, today: string) {
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
  const rows = [`${series.source}: ${days} days with a figure`, href, last] as const;
  const amount = (id: string, label: string, value: number, rest: Partial<Figure> = {}, source: Source = rows) =>
    isMoney
      ? make.money(`${id}_${at}`, label, value, source, rest)
      : make.count(`${id}_${at}`, label, value, source, rest);
  const share = (id: string, label: string, value: number, formula: string) =>
    make.measure(`${id}_${at}`, label, value, "share", rows, formula);
  const targetRow = [`${goal.target}, for ${period.label}`, `/records/figures/${goal.target}`, to] as const;
  const target = amount("target", `Target for ${name}`, aim, {}, targetRow);
  const reached = amount("reached", `${name} since ${shortDay(from)}`, sum);
  const done = share("done", "Share of the target reached", pace.done, "reached ÷ target");
  const gone = `days to ${shortDay(last)} ÷ days of the period`;
  const expected = share("expected", "Share of the period that is over", pace.expected, gone);
  const projected =
    end === null
      ? null
      : amount("projected", `${name} by ${shortDay(to)}`, end, {
          formula: forecastSum ? `reached + forecast of ${daysLeft} days` : "reached ÷ days over × days of the period",
          range: forecastSum && { low: sum + forecastSum.low, high: sum + forecastSum.high, level: 0.8 },
        });
  const behind =
    end !== null && end < aim
      ? amount("short", `Short of the target for ${name}`, aim - end, { formula: "target − projected" })
      : null;
  const heading = projected
    ? toLine`: heading for ${projected}, ${behind ? toLine`${behind} short` : "on target"}.`
    : "; too early to project.";
  return {
    goal,
    name,
    target,
    reached,
    done,
    expected,
    projected,
    line: toLine`${done} of the ${name} target reached with ${expected} of the ${period.kind} gone${heading}`,
    concern: behind && {
      key: `goal:${goal.target}:${to}`,
      kind: "risk" as const,
      line: toLine`At this pace, ${name} will be ${behind} short of the target for ${period.label}.`,
      amount: isMoney ? behind.value : null,
      dueOn: to,
      severity: Math.min(1, (2 * (behind.value ?? 0)) / aim),
      href,
    },
  };
}
