import type { RunSession } from "#agency/skill.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { exploreHref, figureUnitOf, type Query, type QueryGroup, type QueryResult } from "#contract/query.ts";
import { type Figure, toLine } from "#contract/report.ts";
import { aheadIn, horizonTo, sumFrom } from "#features/conversations/ahead/ahead.ts";
import { asQuery } from "#features/conversations/following/topic/skills.ts";
import { understand, type Understanding } from "#features/conversations/understanding/skills.ts";
import type { Found } from "#features/conversations/queries/skills.ts";
import { todayOf } from "#features/expertise/topics/skills.ts";
import { runQuery } from "#features/explore/skills.ts";
import * as explore from "#features/explore/store.ts";
import { forecastDaily } from "#features/forecasting/series/forecast.ts";
import { readDear } from "#platform/db/transaction.ts";

/** The longest forecast, whatever the history. */
const mostAhead = 90;
/** Older days do not improve it; a query gives the last so many. */
const historyDays = 799;
const mostRead = 200;
const level = 0.8;

/** The forecast of any figure, or of any count or sum of rows by day; null for a question that asks for none. */
export async function forecastReply(
  session: RunSession,
  question: string,
  { topicId }: Pick<Understanding, "topicId">,
): Promise<Found | null> {
  const { today } = todayOf(session.ctx);
  const ahead = aheadIn(question, today);
  // The next days of revenue have a topic, with the weeks and months beside each other.
  if (!ahead || (topicId === "cfo.forecast" && ahead.isRolling)) return null;
  const found = await session.step(
    "Look for the series to forecast",
    (ctx) =>
      readDear(
        ctx,
        async (tx) => {
          const reading = await asQuery(tx, ahead.asked, await understand(tx, ahead.asked), tx.now);
          const subject = (await explore.subjects(tx)).find(({ id }) => id === reading?.query.subject);
          return reading && subject ? { reading, subject } : null;
        },
        { holdsOthers: true },
      ),
    { given: ahead.asked, detail: (one) => one?.reading.query.subject ?? "None." },
  );
  if (!found) return null;
  const { query, kind } = found.reading;
  const { one, many, day } = found.subject;
  const isLatest = query.measure.of === "latest";
  // Rows with a day of their own to come, such as contracts that end, are not forecast but read.
  if (kind !== "value" || query.groupBy || query.part.length > 0 || day === null || (query.day ?? day) !== day)
    return null;
  if (!isLatest && query.measure.of !== "sum" && query.measure.of !== "count") return null;
  // A state that rows reach later is no series by their day.
  if (query.filters.some(({ field, test }) => test === "is" && ["view", "status", "stage"].includes(field)))
    return null;
  const asked = (from: string, to: string): Query => ({
    ...query,
    period: { kind: "between", from, to },
    groupBy: { field: day, unit: "day" },
    compare: null,
    order: "first",
    limit: mostRead,
  });
  const groups: QueryGroup[] = [];
  const since = addDays(today, -historyDays);
  let result: QueryResult | null = null;
  for (let from = since; from <= today; from = addDays(from, mostRead)) {
    const ran = await session.use(runQuery, asked(from, addDays(from, mostRead - 1)));
    session.reads(...ran.origins);
    result = ran.result;
    groups.push(...(result.groups ?? []));
  }
  if (!result) return null;
  const { data } = result;
  if (!data || data.from > today) return null;
  const isFigure = query.subject === "figures";
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
  const source = {
    label: pluralize(
      points.length,
      isFigure ? "day with a figure" : "day of data",
      isFigure ? "days with a figure" : "days of data",
    ),
    href: exploreHref(asked(addDays(last, 1 - mostRead), last)),
    asOf: last,
  };
  const horizon = horizonTo(last, ahead.to, mostAhead);
  const made = forecastDaily(
    points.filter((point) => point.day <= last),
    horizon ?? mostAhead,
    level,
  );
  const end = made.days.at(-1);
  const estimate = isLatest
    ? (end ?? null)
    : sumFrom(made, horizon === null ? (made.days[0]?.day ?? ahead.from) : ahead.from);
  if (!end || !estimate)
    return refused(toLine`I can't forecast this. ${made.unknowns[0] ?? "Its history is too short."}`);
  const figure = (id: string, label: string, value: number): Figure => ({
    id,
    label,
    value: Math.round(value * 100) / 100,
    unit: figureUnitOf(result.unit),
    currency: result.currency,
    range: null,
    formula: made.method,
    source,
  });
  const isWholeNumber = result.unit !== "money" && points.every(({ value }) => Number.isInteger(value));
  const round = (value: number): number => (isWholeNumber ? Math.round(value) : Math.round(value * 100) / 100);
  const isWhole = horizon !== null && end.day === ahead.to;
  const rest = ahead.from <= last ? `the rest of ${ahead.label}` : ahead.label;
  const span = isWhole
    ? rest
    : `the ${daysBetween(last, end.day)} days after ${shortDay(last)}, as far as I can forecast`;
  const range = { low: round(Math.max(0, estimate.low)), high: round(estimate.high), level };
  const main = { ...figure("forecast", `${title}, ${span}`, round(estimate.value)), range };
  const low = figure("forecast_low", "At the least (80%)", range.low);
  const high = figure("forecast_high", "At the most (80%)", range.high);
  const when = isLatest ? `on ${shortDay(end.day)}` : /^(?:next|this)\b/.test(span) ? span : `in ${span}`;
  return {
    answered: true,
    report: {
      headline: [
        ...toLine`${title}: ${main} expected ${when}, with 80% between ${low} and ${high}. This goes by ${source.label} up to ${shortDay(last)}.`,
        ...(isWhole ? [] : toLine` ${capital(ahead.label)} goes to ${shortDay(ahead.to)}.`),
      ],
      sections:
        made.unknowns.length > 0
          ? [{ title: "What it does not know", lines: made.unknowns.map((one) => [one]), table: null }]
          : [],
      figures: [main, low, high],
      facts: [],
      missing: [],
      proposals: [],
    },
    followUps: [
      { label: `See the ${isFigure ? one : many} by day`, href: exploreHref(asked(addDays(last, 1 - mostRead), last)) },
    ],
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const refused = (headline: ReturnType<typeof toLine>): Found => ({
  answered: false,
  report: { headline, sections: [], figures: [], facts: [], missing: [], proposals: [] },
  followUps: [],
});
