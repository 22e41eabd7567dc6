import { addDays, daysBetween } from "#contract/days.ts";
import type { Agreement, Terms } from "#features/records/agreements/rows.ts";

/** The term a contract is in on a day. */
export type Term = {
  /** The last day of it. */
  endsOn: string;
  /** The last day to give notice; the end itself where no notice period is known. */
  noticeBy: string;
  noticeKnown: boolean;
  renews: boolean;
  /** For how long it goes on by itself; 0 where it does not. */
  months: number;
};

/** A contract that renews and does not say for how long renews for a year. */
const usualMonths = 12;

/** Takes a contract's terms and a day, gives the term that runs on it; null without an end. What renews has a next end. */
export function termOf({ endsOn, noticeDays, autoRenews, renewalMonths }: Terms, today: string): Term | null {
  if (endsOn === null) return null;
  const renews = autoRenews === true;
  const months = renews ? (renewalMonths ?? usualMonths) : 0;
  const ends = renews ? nextEnd(endsOn, months, today) : endsOn;
  return {
    endsOn: ends,
    noticeBy: addDays(ends, -(noticeDays ?? 0)),
    noticeKnown: noticeDays !== null,
    renews,
    months,
  };
}

/** What a renewal commits to, by the value of a year. */
export const committed = (yearlyValue: number, { months }: Term): number => (yearlyValue * months) / 12;

function nextEnd(endsOn: string, months: number, today: string): string {
  if (endsOn >= today) return endsOn;
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  let terms = Math.max(1, Math.floor((monthOf(today) - monthOf(endsOn)) / months));
  // Counted from the first end, so that the 31st comes back after a short month.
  while (monthsLater(endsOn, terms * months) < today) terms += 1;
  return monthsLater(endsOn, terms * months);
}

function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** So far ahead a day to give notice is looked for. */
export const aheadDays = 90;
/** A contract in its term; `days` until notice has to be given, negative when that has passed. */
export type Noticed = { agreement: Agreement; term: Term; days: number };

/** Takes contracts and a day, gives those whose last day to give notice comes within 90 days, or has passed in a term that runs. */
export function noticed(rows: readonly Agreement[], today: string): { coming: Noticed[]; missed: Noticed[] } {
  const all = rows.flatMap((agreement) => {
    const term = termOf(agreement, today);
    return term ? [{ agreement, term, days: daysBetween(today, term.noticeBy) }] : [];
  });
  all.sort(
    (one, other) => one.days - other.days || (other.agreement.yearlyValue ?? 0) - (one.agreement.yearlyValue ?? 0),
  );
  return {
    coming: all.filter(({ days }) => days >= 0 && days <= aheadDays),
    missed: all.filter(({ days, term }) => days < 0 && term.endsOn >= today),
  };
}

/** Takes contracts, gives what they are worth a year of each currency. */
export function sumsOf(rows: readonly Noticed[]): { currency: string; amount: number; rows: number }[] {
  const sums = new Map<string, { currency: string; amount: number; rows: number }>();
  for (const { agreement } of rows) {
    const { currency, yearlyValue } = agreement;
    const sum = sums.get(currency) ?? { currency, amount: 0, rows: 0 };
    sums.set(currency, { currency, amount: sum.amount + (yearlyValue ?? 0), rows: sum.rows + 1 });
  }
  return [...sums.values()];
}
