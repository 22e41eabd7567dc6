import { addMonths } from "#contract/spans.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { joinLines, toLine } from "#contract/report.ts";
import type { BookedCosts } from "#features/records/books/rows.ts";
import { collect, sumOf } from "#features/expertise/topics/collect.ts";
import {
  during,
  lastDaysTo,
  monthEnd,
  type Period,
  pastPeriod,
  periodBefore,
} from "#features/expertise/topics/period.ts";
import { rowsOf } from "#features/expertise/topics/rows-of.ts";
import type { About, Conclusion, Today } from "#features/expertise/topics/topic.ts";
import { writtenMonth } from "#features/expertise/topics/words.ts";

/** What was spent by the ledger's accounts, or by the categories of the bank, where there are no bills. */
export type BookedSpend = {
  from: BookedCosts["from"];
  now: Period;
  before: Period;
  costs: BookedCosts;
  earlier: BookedCosts;
};

const monthOf = (day: string): string => day.slice(0, 7);

/** Whole months with their name. */
function monthsOf(from: string, to: string): Period {
  const [first, last] = [writtenMonth(monthOf(from)), writtenMonth(monthOf(to))];
  return { from, to, label: first === last ? first : `${first} to ${last}` };
}

/** The whole months of the ledger in the question's period, by default its last one, and as many before; null if none. */
export function ledgerPeriods(lastCost: string, { period }: About): { now: Period; before: Period } | null {
  const last = monthOf(lastCost);
  const from = !period
    ? `${last}-01`
    : period.from.endsWith("-01")
      ? period.from
      : addMonths(`${monthOf(period.from)}-01`, 1);
  const isWhole = period?.to === monthEnd(monthOf(period?.to ?? last));
  const end = !period ? last : isWhole ? monthOf(period.to) : monthOf(addMonths(`${monthOf(period.to)}-01`, -1));
  const to = monthEnd(end < last ? end : last);
  if (to < from) return null;
  const [year = 0, month = 0] = to.split("-").map(Number);
  const [firstYear = 0, firstMonth = 0] = from.split("-").map(Number);
  const months = (year - firstYear) * 12 + month - firstMonth + 1;
  return {
    now: monthsOf(from, to),
    before: monthsOf(addMonths(from, -months), monthEnd(monthOf(addMonths(from, -1)))),
  };
}

/** The question's period, by default the last 30 days the bank's transactions reach to, and the one before. */
export function bankPeriods(last: string, about: About, today: string): { now: Period; before: Period } {
  const isRecent = last >= lastDaysTo(today, 30).from;
  const now =
    about.period || isRecent
      ? pastPeriod(about, today, 30)
      : { ...lastDaysTo(last, 30), label: `the 30 days to ${shortDay(last)}` };
  return { now, before: periodBefore(now) };
}

const centsOf = ({ parts }: BookedCosts): number => sumOf(parts, ({ amount }) => Math.round(amount * 100)) / 100;

export function concludeBookedSpend(
  { from, now, before, costs, earlier }: BookedSpend,
  { today, currency }: Today,
): Conclusion {
  const make = collect(currency, today);
  const isLedger = from === "ledger";
  const [kind, day, field] = isLedger
    ? (["ledger", "month", "account"] as const)
    : (["transactions", "bookedOn", "category"] as const);
  const view = isLedger ? "costs" : undefined;
  const source = (period: Period, rows: number, more: object = {}) =>
    [
      isLedger ? `${pluralize(rows, "ledger line")} of costs` : `${pluralize(rows, "transaction")} that went out`,
      rowsOf(kind, { view, day, from: period.from, to: period.to, ...more }),
    ] as const;
  const formula = isLedger ? "sum of the costs in the ledger" : "sum of what went out of the bank accounts";
  const spent = (id: string, period: Period, booked: BookedCosts) => {
    const rows = sumOf(booked.parts, (part) => part.rows);
    return make.money(id, `Spent ${during(period.label)}`, centsOf(booked), source(period, rows), formula);
  };
  const total = spent("total", now, costs);
  const previous = earlier.parts.length > 0 && spent("before", before, earlier);
  const parts = costs.parts
    .filter(({ amount }) => amount > 0)
    .slice(0, 5)
    .map(({ name, amount, rows }, at) => {
      const shown = source(now, rows, name === null ? { unknown: field } : { field, is: name });
      return { name: name ?? "no category", figure: make.money(`part_${at}`, name ?? "No category", amount, shown) };
    });
  const by = isLedger ? "by the ledger" : "by the bank, with transfers between your accounts";
  const others = costs.elsewhere.length > 0 && ` Costs in ${costs.elsewhere.join(", ")} are not added.`;
  const was = previous && toLine`; ${previous} ${during(before.label)}`;
  const headline = toLine`${total} was spent ${during(now.label)}, ${by}${was}.${others}`;
  const named = parts.slice(0, 3).map(({ name, figure }) => toLine`${name} ${figure}`);
  const most = toLine`${during(now.label, true)} most went into ${joinLines("; ", named)}; ${total} in all, ${by}.${others}`;
  return make.conclude({
    title: "Spending",
    headline,
    lines: [headline],
    columns: [isLedger ? "Account" : "Category", "Spent"],
    rows: parts.map(({ name, figure }) => [name, figure]),
    answers: { spent: headline, categories: parts.length > 0 && most },
  });
}
