import { ask } from "#features/expertise/topics/ask.ts";
import { shortDay } from "#contract/format.ts";
import { spanOfFigures } from "#contract/spans.ts";
import { sentences, toLine } from "#contract/report.ts";
import { collect, fact, gap, withoutData } from "#features/expertise/topics/collect.ts";
import { during, lastDaysTo, lengthOf, type Period, periodBefore } from "#features/expertise/topics/period.ts";
import { type Series, sumBetween } from "#features/expertise/topics/series.ts";
import type { About, Ask, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { changeFormula, changeInWords } from "#features/expertise/topics/words.ts";

/** `last`: the last day with a figure in any currency; `series`: the period and the one before. */
export type Revenue = { series: Series; last: string | null };

export const revenueHref = "/records/figures/daily_revenue";
export const revenueGap = gap("Revenue", "daily revenue: import a CSV or type it in", revenueHref);

export const revenueAsks: readonly Ask[] = [
  ask("revenue", "period")`What was our revenue in the last 30 days? How much did we sell last month? What is our
    turnover this year? How much did we earn in May? What did we take in last week? How much revenue did we make? What
    were sales in the first quarter? What were our sales last month? How much money came in last month? How much have
    we made this year?`,
  ask("trend", "period")`Is our revenue growing? Are sales going up or down? Is turnover falling? How does revenue
    compare with last month? Did we sell more than last year? Is the business growing? What is the trend of our
    revenue? Are we making more than before? Why are sales down? Is our income shrinking?`,
];

/**
 * The requested period as far as there are figures; by default the 30 days up to the last one. A rolling period ends on
 * the last figure, as on the control center and in queries.
 */
export function revenuePeriod(last: string, { period }: Pick<About, "period">, today: string): Period | null {
  if (!period) return lastDaysTo(last, 30);
  if (period.from > last) return null;
  if (period.rolls) {
    const { from, to } = spanOfFigures({ kind: "last", ...period.rolls }, today, last);
    return { from, to, label: period.label };
  }
  return period.to > last ? { ...period, to: last } : period;
}

/** Two thirds of the days: a shop that is closed at weekends has 20 to 22 of 30. */
const leastShare = 0.6;

export function concludeRevenue({ series, last }: Revenue, { today, currency }: Today, about: About): Conclusion {
  const title = "Revenue";
  if (!last) return withoutData(title, "Revenue is not known: there is no source for it.", revenueGap);
  const now = revenuePeriod(last, about, today);
  const inside = now && sumBetween(series, now.from, now.to);
  if (!now || !inside || inside.days === 0) {
    const asked = about.period?.label;
    return withoutData(
      title,
      `Revenue of ${asked ?? `the 30 days to ${shortDay(last)}`} is not known in ${currency}: the last figure of any currency is of ${shortDay(last)}.`,
      { ...revenueGap, needed: `daily revenue in ${currency} of ${asked ?? "recent days"}` },
    );
  }
  const make = collect(currency, today);
  const before = periodBefore(now);
  const earlier = sumBetween(series, before.from, before.to);
  const source = (days: number, to: string) =>
    [`${series.source}: ${days} days with a figure`, revenueHref, to] as const;
  const formula = `sum of ${inside.days} days, ${shortDay(now.from)} to ${shortDay(now.to)}`;
  const total = make.money("total", `Revenue of ${now.label}`, inside.sum, source(inside.days, now.to), formula);
  const least = leastShare * lengthOf(now);
  const comparable = inside.days >= least && earlier.days >= least && earlier.sum > 0;
  const rate = inside.sum / inside.days / (earlier.sum / earlier.days) - 1;
  const past = () => {
    const from = source(earlier.days, before.to);
    const prior = make.money("before", `Revenue of ${before.label}`, earlier.sum, from);
    const change = make.measure(
      "change",
      rate < 0 ? "Less a day than before" : "More a day than before",
      Math.abs(rate),
      "share",
      source(inside.days + earlier.days, now.to),
      changeFormula(`(${total.value} ÷ ${inside.days} days)`, `(${prior.value} ÷ ${earlier.days} days)`, rate),
    );
    const words = changeInWords(change, rate, ["more a day than", "less a day than", "as much a day as"]);
    return { prior, change, words };
  };
  const compared = comparable ? past() : null;
  const until = last < today && now.to === last && `, up to ${shortDay(last)}, the last day with a figure`;
  const stands = toLine`Revenue of ${now.label} is ${total}${until}.`;
  const comparison = compared
    ? toLine`That is ${compared.words} ${during(before.label)} (${compared.prior}).`
    : toLine`There are too few figures before to say how it changed.`;
  const direction = Math.abs(rate) < 0.02 ? "flat" : rate > 0 ? "growing" : "falling";
  return make.conclude({
    title,
    headline: stands,
    lines: [
      stands,
      comparison,
      series.left > 0 && `${series.left} days in another currency are not in it, as no rate is known.`,
    ],
    answers: {
      revenue: sentences(stands, comparison),
      trend: compared
        ? toLine`Revenue is ${direction}: ${total} ${during(now.label)}${until}, ${compared.words} the ${compared.prior} of ${before.label}.`
        : toLine`Revenue of ${now.label} is ${total}${until}; there are too few figures before it to say whether it grows.`,
    },
    facts: [fact("metric", "daily_revenue", `${inside.days + earlier.days} days`, revenueHref, now.to)],
    missing: [!compared && gap("How revenue changes", "daily revenue of two periods in a row", revenueHref)],
    concerns: [
      compared &&
        rate < -0.1 && {
          key: "revenue:falling",
          kind: "risk",
          line: toLine`Revenue falls: ${compared.change} less a day than ${during(before.label)}.`,
          amount: Math.round(-rate * inside.sum * 100) / 100,
          severity: Math.min(1, -rate * 2),
          href: revenueHref,
        },
    ],
  });
}
