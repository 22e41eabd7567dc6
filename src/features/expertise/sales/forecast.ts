import { pluralize } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { type Figure, type Line, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { Closed, Deal, Group } from "#features/records/pipeline/rows.ts";
import { enough, type Odds, stageOdds } from "#features/records/pipeline/odds.ts";
import { maxEnumeratedDeals, weighted } from "#features/expertise/sales/odds.ts";
import { collect, concludeUnknown, concluded } from "#features/expertise/topics/collect.ts";
import { during, monthEnd } from "#features/expertise/topics/period.ts";
import { ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { after, titleWithParty } from "#features/expertise/topics/words.ts";

export type Forecast = {
  groups: Group[];
  closed: Closed[];
  /** The largest open deals in the company's currency; all of them if there are few. */
  biggest: Deal[];
  anyDeals: boolean;
};

const title = "Sales forecast";
/** The most deals named in an answer about a period. */
const mostNamed = 3;
const twoDigits = (number: number): string => String(number).padStart(2, "0");

/** The month that many months after today's, as YYYY-MM. */
function monthAfter(today: string, months: number): string {
  const at = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 + months;
  return `${Math.floor(at / 12)}-${twoDigits((at % 12) + 1)}`;
}
const quarterOf = (month: string): string => `${month.slice(0, 4)} Q${Math.ceil(Number(month.slice(5, 7)) / 3)}`;
const monthsOf = (quarter: string): { from: string; to: string } => {
  const [year, last] = [quarter.slice(0, 4), Number(quarter.slice(-1)) * 3];
  return { from: `${year}-${twoDigits(last - 2)}`, to: `${year}-${twoDigits(last)}` };
};
const monthName = (month: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "long", year: "numeric" }).format(
    Date.parse(`${month}-01`),
  );

const isWhole = ({ from, to }: { from: string; to: string }): boolean =>
  from.endsWith("-01") && addDays(to, 1).endsWith("-01");
const formatMonths = ({ from, to }: { from: string; to: string }): string =>
  from === to ? monthName(from) : `${monthName(from)} to ${monthName(to)}`;
/** The expected month of a deal, as in `Group.month`. */
const monthOf = ({ expectedCloseOn }: Deal, today: string): string | null => {
  if (expectedCloseOn === null || expectedCloseOn < today) return null;
  const month = expectedCloseOn.slice(0, 7);
  return month < monthAfter(today, 12) ? month : "later";
};

export const oddsInWords = ({ own }: Odds, won: number, lost: number): string =>
  own
    ? `a deal's own probability, else its stage's by the company's win rate (${won} won, ${lost} lost in a year)`
    : `a deal's own probability, else its stage's usual one (lead 10%, qualified 25%, proposal 50%, negotiation 70%)`;

/** Expected sales by month and quarter. */
export function concludeForecast(
  { groups, closed, biggest, anyDeals }: Forecast,
  { today, currency }: Today,
  about: About,
): Conclusion {
  if (!anyDeals) return concludeUnknown(title, { what: "What will be sold", needed: "deals", href: "/records/deals" });
  const make = collect(currency, today, about);
  const own = groups.filter((group) => group.currency === currency);
  const past = closed.find((one) => one.currency === currency);
  const [won, lost] = [past?.won ?? 0, past?.lost ?? 0];
  const odds = stageOdds(won, lost);
  const by = oddsInWords(odds, won, lost);
  const canEnumerate = own.reduce((sum, { deals }) => sum + deals, 0) <= maxEnumeratedDeals;
  const only = ownCurrencyIfMixed(groups, currency);
  const href = rowsOf("deals", { view: "open", currency: only });
  /** Deals expected in these months, from today on; without months, those without a future date. */
  const closing = (months: { from: string; to: string } | null) => {
    if (!months) return rowsOf("deals", { view: "undated", currency: only });
    const from = months.from <= today.slice(0, 7) ? today : `${months.from}-01`;
    return rowsOf("deals", { view: "open", currency: only, from, to: monthEnd(months.to) });
  };
  const figure = (id: string, label: string, to: string, includes: (month: string | null) => boolean) => {
    const rows = own.filter(({ month }) => includes(month));
    const single = canEnumerate ? biggest.filter((deal) => includes(monthOf(deal, today))) : null;
    const { expected, low, high, deals } = weighted(rows, odds, single);
    const cents = (value: number) => Math.round(value * 100) / 100;
    return make.money(
      id,
      label,
      expected,
      { label: `${pluralize(deals, "open deal")}, ${label[0]?.toLowerCase()}${label.slice(1)}`, href: to },
      {
        formula: `sum of amount × probability; probability: ${by}`,
        range: deals > 0 ? { low: cents(low), high: cents(high), level: 0.8 } : null,
      },
    );
  };
  const within = (from: string, to: string) => (month: string | null) =>
    month !== null && month !== "later" && month >= from && month <= to;
  const months = Array.from({ length: 6 }, (_, at) => monthAfter(today, at));
  const byMonth = months.map((month, at) =>
    figure(`month_${at}`, `Closing in ${monthName(month)}`, closing({ from: month, to: month }), within(month, month)),
  );
  const inQuarter = (quarter: string) => (month: string | null) =>
    month !== null && month !== "later" && quarterOf(month) === quarter;
  const [thisQuarter, nextQuarter] = [quarterOf(monthAfter(today, 0)), quarterOf(monthAfter(today, 3))];
  const quarter = figure(
    "quarter",
    `Closing in ${thisQuarter}`,
    closing(monthsOf(thisQuarter)),
    inQuarter(thisQuarter),
  );
  const next = figure(
    "next_quarter",
    `Closing in ${nextQuarter}`,
    closing(monthsOf(nextQuarter)),
    inQuarter(nextQuarter),
  );
  const all = figure("weighted", "Weighted value of all open deals", href, () => true);
  const open = make.money(
    "open",
    "Open deals",
    own.reduce((sum, { amount }) => sum + amount, 0),
    {
      label: pluralize(
        own.reduce((sum, { deals }) => sum + deals, 0),
        "open deal",
      ),
      href,
    },
  );
  const undatedRows = own.filter(({ month }) => month === null);
  const undated = figure("undated", "Without a close date to come", closing(null), (month) => month === null);
  const whose = about.customer ? `with ${about.customer.name}` : "in the pipeline";
  const interval = (of: Pick<Figure, "range" | "source">, id: string): Line => {
    if (!of.range) return toLine``;
    const source = { label: of.source.label, href: of.source.href };
    const [low, high] = [
      make.money(`${id}_low`, "Lower end, 80%", of.range.low, source, { formula: "weighted sum less its spread" }),
      make.money(`${id}_high`, "Upper end, 80%", of.range.high, source, { formula: "weighted sum and its spread" }),
    ];
    return toLine` (80% range: ${low} to ${high})`;
  };
  const { period } = about;
  const span = period && period.to > today ? { from: period.from.slice(0, 7), to: period.to.slice(0, 7) } : null;
  // Deals are grouped by month, so part of a month becomes the whole one.
  const spanName = span && period && (isWhole(period) ? period.label : formatMonths(span));
  const asked =
    span && spanName
      ? {
          figure: figure("period", `Closing ${during(spanName)}`, closing(span), within(span.from, span.to)),
          name: spanName,
        }
      : { figure: quarter, name: `this quarter, ${thisQuarter}` };
  const headline = [
    ...toLine`${quarter} is likely to close this quarter, of ${open} open ${whose}`,
    ...interval(quarter, "quarter"),
    ".",
  ];
  const answer =
    asked.figure === quarter
      ? headline
      : [...toLine`${asked.figure} is likely to close ${during(asked.name)}`, ...interval(asked.figure, "period"), "."];
  const largest = span
    ? biggest.filter((deal) => within(span.from, span.to)(monthOf(deal, today))).slice(0, mostNamed)
    : [];
  const named = largest.flatMap((deal, at) => {
    const amount = make.money(`closing_${at}`, deal.name, deal.amount, {
      label: `deal "${deal.name}"`,
      href: `/records/deals/${deal.id}`,
    });
    const name = titleWithParty(deal.name, about.customer ? null : deal.customerName);
    return toLine`${at > 0 ? "; " : "The largest: "}${name} ${amount}`;
  });
  const basis = odds.own
    ? `Stages without a probability use your win rate of the last year: ${won} won and ${lost} lost.`
    : `Stages without a probability use typical win rates, because fewer than ${enough} deals closed in the last year.`;
  const otherCurrencyLines = make.inOtherCurrencies("open", "Open deals", sumsOf(groups), ({ rows, currency: of }) => ({
    label: pluralize(rows, "open deal"),
    href: rowsOf("deals", { view: "open", currency: of as Currency }),
  }));
  return concluded({
    headline,
    section: {
      title,
      lines: [
        headline,
        toLine`All open deals have a weighted value of ${all}; ${next} of it should close next quarter.`,
        ...(undatedRows.length > 0
          ? [toLine`${undated} of it is in no month: those deals have no close date, or one in the past.`]
          : []),
        toLine`${basis}`,
        ...otherCurrencyLines,
      ],
      table: {
        columns: ["Month", "Weighted"],
        rows: byMonth.map((month, at) => [toLine`${monthName(months[at] ?? "")}`, toLine`${month}`]),
      },
    },
    answers: {
      forecast: after(answer, [...(named.length > 0 ? [[...named, "."]] : []), [basis], ...otherCurrencyLines]),
    },
    figures: make.figures,
    missing:
      undatedRows.length > 0
        ? [
            {
              what: `When ${pluralize(
                undatedRows.reduce((sum, { deals }) => sum + deals, 0),
                "open deal",
              )} will close`,
              needed: "an expected close date to come",
              href: "/records/deals?view=slipped",
            },
          ]
        : [],
  });
}

export function sumsOf(groups: readonly Group[]): { currency: string; amount: number; rows: number }[] {
  const sums = new Map<string, { currency: string; amount: number; rows: number }>();
  for (const { currency, amount, deals } of groups) {
    const sum = sums.get(currency) ?? { currency, amount: 0, rows: 0 };
    sums.set(currency, { currency, amount: sum.amount + amount, rows: sum.rows + deals });
  }
  return [...sums.values()];
}
