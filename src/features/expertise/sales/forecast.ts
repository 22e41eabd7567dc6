import { pluralize } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { type Figure, joinLines, sentences, toLine } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";
import type { Closed, Deal, Group } from "#features/records/pipeline/rows.ts";
import { enough, type Odds, stageOdds } from "#features/records/pipeline/odds.ts";
import { maxEnumeratedDeals, weighted } from "#features/expertise/sales/odds.ts";
import { collect, concludeUnknown, gap, sumOf } from "#features/expertise/topics/collect.ts";
import { during, monthEnd } from "#features/expertise/topics/period.ts";
import { ownCurrencyIfMixed, rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { titleWithParty } from "#features/expertise/topics/words.ts";

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
  if (!anyDeals) return concludeUnknown(title, gap("What will be sold", "deals", "/records/deals"));
  const make = collect(currency, today, about);
  const { customer, period } = about;
  const own = groups.filter((group) => group.currency === currency);
  const { won, lost } = closed.find((one) => one.currency === currency) ?? { won: 0, lost: 0 };
  const odds = stageOdds(won, lost);
  const formula = `sum of amount × probability; probability: ${oddsInWords(odds, won, lost)}`;
  const openDeals = sumOf(own, ({ deals }) => deals);
  const only = ownCurrencyIfMixed(groups, currency);
  const href = rowsOf("deals", { view: "open", currency: only });
  const figure = (id: string, label: string, to: string, includes: (month: string | null) => boolean) => {
    const rows = own.filter(({ month }) => includes(month));
    const single = openDeals > maxEnumeratedDeals ? null : biggest.filter((deal) => includes(monthOf(deal, today)));
    const { expected, low, high, deals } = weighted(rows, odds, single);
    const cents = (value: number) => Math.round(value * 100) / 100;
    const range = deals > 0 ? { low: cents(low), high: cents(high), level: 0.8 } : null;
    const source = [`${pluralize(deals, "open deal")}, ${label[0]?.toLowerCase()}${label.slice(1)}`, to] as const;
    return make.money(id, label, expected, source, { formula, range });
  };
  type Months = { from: string; to: string };
  const within =
    ({ from, to }: Months) =>
    (month: string | null) =>
      month !== null && month !== "later" && month >= from && month <= to;
  /** What is expected in these months, from today on. */
  const closing = (id: string, when: string, months: Months) => {
    const from = months.from <= today.slice(0, 7) ? today : `${months.from}-01`;
    const to = rowsOf("deals", { view: "open", currency: only, from, to: monthEnd(months.to) });
    return figure(id, `Closing ${when}`, to, within(months));
  };
  const byMonth = Array.from({ length: 6 }, (_, at) => {
    const month = monthAfter(today, at);
    return [monthName(month), closing(`month_${at}`, `in ${monthName(month)}`, { from: month, to: month })] as const;
  });
  const quarterAfter = (id: string, months: number) => {
    const name = quarterOf(monthAfter(today, months));
    return closing(id, `in ${name}`, monthsOf(name));
  };
  const quarter = quarterAfter("quarter", 0);
  const next = quarterAfter("next_quarter", 3);
  const all = figure("weighted", "Weighted value of all open deals", href, () => true);
  const openAmount = sumOf(own, ({ amount }) => amount);
  const open = make.money("open", "Open deals", openAmount, [pluralize(openDeals, "open deal"), href]);
  const undatedRows = own.filter(({ month }) => month === null);
  const undatedHref = rowsOf("deals", { view: "undated", currency: only });
  const undated = figure("undated", "Without a close date to come", undatedHref, (month) => month === null);
  const interval = ({ id, range, source }: Figure) => {
    if (!range) return null;
    const from = [source.label, source.href] as const;
    const low = make.money(`${id}_low`, "Lower end, 80%", range.low, from, "weighted sum less its spread");
    const high = make.money(`${id}_high`, "Upper end, 80%", range.high, from, "weighted sum and its spread");
    return toLine` (80% range: ${low} to ${high})`;
  };
  const span = period && period.to > today ? { from: period.from.slice(0, 7), to: period.to.slice(0, 7) } : null;
  // Deals are grouped by month, so part of a month becomes the whole one.
  const when = span && period && during(isWhole(period) ? period.label : formatMonths(span));
  const asked = span && when ? closing("period", when, span) : null;
  const whose = customer ? `with ${customer.name}` : "in the pipeline";
  const headline = toLine`${quarter} is likely to close this quarter, of ${open} open ${whose}${interval(quarter)}.`;
  const answer = asked ? toLine`${asked} is likely to close ${when}${interval(asked)}.` : headline;
  const largest = span ? biggest.filter((deal) => within(span)(monthOf(deal, today))).slice(0, mostNamed) : [];
  const named = largest.map((deal, at) => {
    const source = [`deal "${deal.name}"`, `/records/deals/${deal.id}`] as const;
    const amount = make.money(`closing_${at}`, deal.name, deal.amount, source);
    return toLine`${titleWithParty(deal.name, customer ? null : deal.customerName)} ${amount}`;
  });
  const basis = odds.own
    ? `Stages without a probability use your win rate of the last year: ${won} won and ${lost} lost.`
    : `Stages without a probability use typical win rates, because fewer than ${enough} deals closed in the last year.`;
  const elsewhere = make.inOtherCurrencies("open", "Open deals", sumsOf(groups), (sum) => [
    pluralize(sum.rows, "open deal"),
    rowsOf("deals", { view: "open", currency: sum.currency as Currency }),
  ]);
  return make.conclude({
    title,
    headline,
    lines: [
      headline,
      toLine`All open deals have a weighted value of ${all}; ${next} of it should close next quarter.`,
      undatedRows.length > 0 &&
        toLine`${undated} of it is in no month: those deals have no close date, or one in the past.`,
      basis,
      ...elsewhere,
    ],
    columns: ["Month", "Weighted"],
    rows: byMonth,
    answers: {
      forecast: sentences(
        answer,
        named.length > 0 && toLine`The largest: ${joinLines("; ", named)}.`,
        basis,
        ...elsewhere,
      ),
    },
    missing: [
      undatedRows.length > 0 &&
        gap(
          `When ${pluralize(
            sumOf(undatedRows, ({ deals }) => deals),
            "open deal",
          )} will close`,
          "an expected close date to come",
          "/records/deals?view=slipped",
        ),
    ],
  });
}

export function sumsOf(groups: readonly Group[]): { currency: string; amount: number; rows: number }[] {
  return [...Map.groupBy(groups, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    amount: sumOf(of, ({ amount }) => amount),
    rows: sumOf(of, ({ deals }) => deals),
  }));
}
