import { z } from "zod";
import { defineAction } from "#agency/action.ts";
import type { ModelText } from "#agency/model/desk.ts";
import { AppError } from "#contract/errors.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { origins } from "#contract/origins.ts";
import { exploreHref, figureUnitOf, type Query, type QueryGroup, type QueryResult, query } from "#contract/query.ts";
import { figure } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { day } from "#contract/words.ts";
import { horizonTo, seriesFault, sumFrom } from "#features/conversations/ahead/ahead.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import * as explore from "#features/explore/store.ts";
import { forecastDaily } from "#features/forecasting/series/forecast.ts";
import type { Ctx } from "#platform/context.ts";
import { readDear } from "#platform/db/transaction.ts";

/** The longest forecast, whatever the history. */
const mostAhead = 90;
/** Older days do not improve it; a query gives the last so many. */
const historyDays = 799;
const mostRead = 200;
const level = 0.8;

const asked = z.strictObject({
  query,
  from: day,
  to: day,
  /** The days in words: "next month". */
  label: z.string(),
});

const forecast = z.strictObject({
  title: z.string(),
  isLatest: z.boolean(),
  isFigure: z.boolean(),
  /** The rows it goes by, in words, with the last day of them. */
  basis: z.string(),
  last: day,
  /** The days it is of, in words, and the last of them. */
  span: z.string(),
  end: day.nullable(),
  /** Whether it reaches the end of what was asked for. */
  isWhole: z.boolean(),
  /** The estimate, with its lowest and highest at 80%; none if the history does not do. */
  figures: z.array(figure),
  unknowns: z.array(z.string()),
  /** The rows by day. */
  href: z.string(),
  origins: z.array(z.enum(origins)),
});
type Made = z.output<typeof forecast>;

const givenByModel = z.strictObject({
  subject: query.shape.subject,
  filters: z.array(z.unknown()).optional().describe("As in explore_query; of figures their name."),
  measure: query.shape.measure.optional().describe("count or sum; of figures latest."),
  from: day,
  to: day,
});

/** Forecasts any figure, or the count or sum of any rows by day. */
export const forecastSeries = defineAction({
  id: "forecast_series",
  label: "Forecast a figure or rows by day",
  description:
    "Takes a figure, or rows with a count or sum by their day, and the days to come; gives the estimate with its range of 80%, at most 90 days ahead.",
  effect: "read",
  cost: "zero",
  roles: agentRoleIds,
  capability: null,
  input: asked,
  output: forecast.nullable(),
  forModel: {
    input: givenByModel,
    async read(_ctx, given) {
      const { from, to, ...rest } = givenByModel.parse(given);
      const read = query.safeParse(rest);
      if (!read.success) throw new AppError("unprocessable", "These are no filters as explore_query takes them.");
      return { query: read.data, from, to, label: `the days from ${shortDay(from)} to ${shortDay(to)}` };
    },
  },
  run: (ctx, _caller, given) => forecastOf(ctx, given),
  describeForModel: describeForecast,
});

async function forecastOf(
  ctx: Ctx,
  { query: of, from, to, label }: z.output<typeof asked>,
): Promise<z.output<typeof forecast> | null> {
  const { today } = todayOf(ctx);
  if (to <= today || from > to) throw new AppError("unprocessable", "The days of a forecast are to come.");
  const history = await readDear(ctx, async (tx) => {
    const subject = (await explore.subjects(tx)).find(({ id }) => id === of.subject);
    if (!subject) throw new AppError("unprocessable", `Nothing is called "${of.subject}" here`);
    const fault = seriesFault(of, subject);
    if (fault) throw new AppError("unprocessable", fault);
    const since = addDays(today, -historyDays);
    const byDay = (first: string, last: string): Query => ({
      ...of,
      period: { kind: "between", from: first, to: last },
      groupBy: { field: String(subject.day), unit: "day" },
      compare: null,
      order: "first",
      limit: mostRead,
    });
    const groups: QueryGroup[] = [];
    const seen = new Set<(typeof origins)[number]>();
    let result: QueryResult | null = null;
    for (let first = since; first <= today; first = addDays(first, mostRead)) {
      const ran = await explore.run(tx, byDay(first, addDays(first, mostRead - 1)));
      for (const origin of ran.origins) seen.add(origin);
      result = ran.result;
      groups.push(...(result.groups ?? []));
    }
    return { since, byDay, groups, result, seen: [...seen] };
  });
  const { since, byDay, groups, result, seen } = history;
  const data = result?.data;
  if (!result || !data || data.from > today) return null;
  const isLatest = of.measure.of === "latest";
  const isFigure = of.subject === "figures";
  const last = isFigure && data.to < today ? data.to : addDays(today, -1);
  const days = new Map(groups.flatMap(({ key, value }) => (key && value !== null ? [[key, value]] : [])));
  const first = data.from > since ? data.from : since;
  const points = isFigure
    ? [...days].map(([at, value]) => ({ day: at, value }))
    : Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, at) => addDays(first, at)).map((at) => ({
        day: at,
        value: days.get(at) ?? 0,
      }));
  const title = result.title.replace(/ by day\b.*/, "");
  const href = exploreHref(byDay(addDays(last, 1 - mostRead), last));
  const basis = isFigure
    ? pluralize(points.length, "day with a figure", "days with a figure")
    : pluralize(points.length, "day of data", "days of data");
  const horizon = horizonTo(last, to, mostAhead);
  const series = points.filter((point) => point.day <= last);
  const made = forecastDaily(series, horizon ?? mostAhead, level);
  const end = made.days.at(-1);
  const start = horizon === null ? (made.days[0]?.day ?? from) : from;
  const estimate = isLatest ? (end ?? null) : sumFrom(made, start);
  const isWhole = horizon !== null && end?.day === to;
  const rest = from <= last ? `the rest of ${label}` : label;
  const reach = end ? `the ${daysBetween(last, end.day)} days after ${shortDay(last)}, as far as I can forecast` : rest;
  const span = isWhole ? rest : reach;
  const common = { title, isLatest, isFigure, basis, last, span, isWhole, unknowns: made.unknowns, href };
  if (!end || !estimate) return { ...common, end: null, figures: [], origins: seen };
  const isWholeNumber = result.unit !== "money" && points.every(({ value }) => Number.isInteger(value));
  const round = (value: number): number => (isWholeNumber ? Math.round(value) : Math.round(value * 100) / 100);
  const range = { low: round(Math.max(0, estimate.low)), high: round(estimate.high), level };
  const { unit, currency } = result;
  const figureOf = (id: string, name: string, value: number) => ({
    id,
    label: name,
    value: round(value),
    unit: figureUnitOf(unit),
    currency,
    range: null,
    formula: made.method,
    source: { label: basis, href, asOf: last },
  });
  return {
    ...common,
    end: end.day,
    figures: [
      { ...figureOf("forecast", `${title}, ${span}`, estimate.value), range },
      figureOf("forecast_low", "At the least (80%)", range.low),
      figureOf("forecast_high", "At the most (80%)", range.high),
    ],
    origins: seen,
  };
}

function describeForecast(made: Made | null): ModelText {
  if (!made) return { text: "No such rows are recorded up to today.", figures: [], facts: [], origins: ["system"] };
  const { title, span, end, last, basis, figures, unknowns } = made;
  const text = end
    ? `${title}, ${span} (up to ${end}): {forecast}, with 80% between {forecast_low} and {forecast_high}. It goes by ${basis} up to ${last}.`
    : `${title}: no forecast.`;
  return { text: [text, ...unknowns].join("\n"), figures, facts: [], origins: made.origins };
}
