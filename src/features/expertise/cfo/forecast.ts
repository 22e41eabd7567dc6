import { ask } from "#features/expertise/topics/ask.ts";
import { shortDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { type Figure, sentences, toLine } from "#contract/report.ts";
import { forecastDaily } from "#features/forecasting/series/forecast.ts";
import { revenueGap, revenueHref } from "#features/expertise/cfo/revenue.ts";
import { collect, gap, withoutData } from "#features/expertise/topics/collect.ts";
import type { Series } from "#features/expertise/topics/series.ts";
import type { Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";

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
  const { last, unknowns = [], points = 0 } = forecasts[0]?.forecast ?? { last: null };
  const make = collect(currency, today);
  const source = [`${series.source}: ${points} days with a figure`, revenueHref, last] as const;
  const sums = forecasts.flatMap(({ days, forecast: { sum, method, days: forecast } }) => {
    if (!last || !sum || forecast.length !== days) return [];
    const of = (id: string, label: string, amount: number, range: Figure["range"] = null) => {
      const name = `${label} of the ${days} days from ${shortDay(addDays(last, 1))}`;
      return make.money(`${id}_${days}`, name, amount, source, { formula: method, range });
    };
    const middle = of("next", "Expected revenue", sum.value, { low: sum.low, high: sum.high, level });
    const low = of("low", "Lower end of the revenue", sum.low);
    return [{ days: String(days), middle, low, high: of("high", "Upper end of the revenue", sum.high) }];
  });
  const main = sums.find(({ days }) => days === "30") ?? sums.at(-1);
  if (!last || !main)
    return withoutData(
      title,
      unknowns[0] ?? "No forecast.",
      gap("The revenue forecast", "daily revenue of at least 28 days", revenueHref),
    );
  const from = last < today && ` after ${shortDay(last)}, the last day with a figure,`;
  const headline = toLine`Revenue of the next ${main.days} days${from} is expected at ${main.middle}, with 80% between ${main.low} and ${main.high}.`;
  const others = sums
    .filter((one) => one !== main)
    .map(({ days, middle, low, high }) => toLine`The next ${days} days: ${middle} (${low} to ${high}).`);
  return make.conclude({
    title,
    headline,
    lines: [headline, ...(forecasts.at(-1)?.forecast.unknowns ?? [])],
    columns: ["Days", "Expected", "80% from", "to"],
    rows: sums.map(({ days, middle, low, high }) => [days, middle, low, high]),
    answers: { forecast: sentences(headline, ...others) },
    facts: [{ kind: "metric", reference: "daily_revenue", value: `${points} days`, asOf: last, href: revenueHref }],
  });
}
