import { ask } from "#features/expertise/topics/ask.ts";
import { concluded } from "#features/expertise/topics/collect.ts";
import { shortDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { type Figure, toLine } from "#contract/report.ts";
import { forecastDaily } from "#features/forecasting/series/forecast.ts";
import { revenueGap, revenueHref } from "#features/expertise/cfo/revenue.ts";
import { money } from "#features/expertise/topics/figures.ts";
import type { Series } from "#features/expertise/topics/series.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { cell, withoutData } from "#features/expertise/topics/words.ts";

/** Days of figures to read; older ones do not improve the forecast. */
export const forecastHistory = 800;

export const forecastAsks: readonly Ask[] = [
  ask("forecast")`What revenue do we expect in the next 30 days? Forecast our revenue. How much are we going to sell
    next month? How much will we sell next month? How much will we make next month? What turnover can we expect next
    quarter? What will our sales be in the coming months? What is the revenue outlook? How much will come in over the
    next three months? How will revenue develop? What is our income going to look like? What do you predict for our
    sales?`,
];

const horizons = [7, 30, 90] as const;
const level = 0.8;

/** Expected revenue of the next 7, 30 and 90 days after the last figure. */
export function concludeForecast(series: Series, { today, currency }: Today): Conclusion {
  const title = "Revenue forecast";
  if (series.points.length === 0)
    return withoutData(title, `Revenue in ${currency} is not known: no forecast without a source.`, {
      ...revenueGap,
      needed: `daily revenue in ${currency} of recent days`,
    });
  const forecasts = horizons.map((days) => ({ days, forecast: forecastDaily(series.points, days, level) }));
  const complete = forecasts.filter(({ days, forecast }) => forecast.sum && forecast.days.length === days);
  const [shortest] = forecasts;
  const { last, unknowns = [], points = 0 } = shortest?.forecast ?? { last: null };
  if (complete.length === 0 || !last)
    return withoutData(title, unknowns[0] ?? "No forecast.", {
      ...revenueGap,
      what: "The revenue forecast",
      needed: "daily revenue of at least 28 days",
    });
  const source = { label: `${series.source}: ${points} days with a figure`, href: revenueHref, asOf: last };
  const sums = complete.map(({ days, forecast: { sum, method } }) => {
    const { value, low, high } = sum ?? { value: 0, low: 0, high: 0 };
    const of = (id: string, label: string, amount: number, range: Figure["range"] = null) =>
      money(
        `${id}_${days}`,
        `${label} of the ${days} days from ${shortDay(addDays(last, 1))}`,
        amount,
        currency,
        source,
        {
          formula: method,
          range,
        },
      );
    return {
      days,
      middle: of("next", "Expected revenue", value, { low, high, level }),
      low: of("low", "Lower end of the revenue", low),
      high: of("high", "Upper end of the revenue", high),
    };
  });
  const main = sums.find(({ days }) => days === 30) ?? sums.at(-1);
  if (!main) return withoutData(title, "No forecast.", revenueGap);
  const from = last < today ? ` after ${shortDay(last)}, the last day with a figure,` : "";
  const headline = toLine`Revenue of the next ${String(main.days)} days${from} is expected at ${main.middle}, with 80% between ${main.low} and ${main.high}.`;
  const others = sums.filter((one) => one !== main);
  const longest = forecasts.at(-1)?.forecast;
  return concluded({
    headline,
    section: {
      title,
      lines: [headline, ...(longest?.unknowns ?? []).map((words) => toLine`${words}`)],
      table: {
        columns: ["Days", "Expected", "80% from", "to"],
        rows: sums.map(({ days, middle, low, high }) => [toLine`${String(days)}`, cell(middle), cell(low), cell(high)]),
      },
    },
    answers: {
      forecast: [
        ...headline,
        ...others.flatMap(({ days, middle, low, high }) => [
          " ",
          ...toLine`The next ${String(days)} days: ${middle} (${low} to ${high}).`,
        ]),
      ],
    },
    figures: sums.flatMap(({ middle, low, high }) => [middle, low, high]),
    facts: [{ kind: "metric", reference: "daily_revenue", value: `${points} days`, asOf: last, href: revenueHref }],
  });
}
