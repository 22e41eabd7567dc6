import { addDays, daysBetween } from "#contract/days.ts";
import type { Agreement, Terms } from "#features/records/agreements/rows.ts";

export type Term = {
  endsOn: string;
  /** The notice deadline; the end itself if the notice period is unknown. */
  noticeBy: string;
  noticeKnown: boolean;
  renews: boolean;
  /** Months of a renewal; 0 if it does not renew. */
  months: number;
};

/** Renewals of unknown length are for a year. */
const defaultRenewalMonths = 12;

/** The term that includes `today`, also after renewals; null without an end. */
export function termOf({ endsOn, noticeDays, autoRenews, renewalMonths }: Terms, today: string): Term | null {
  if (endsOn === null) return null;
  const renews = autoRenews === true;
  const months = renews ? (renewalMonths ?? defaultRenewalMonths) : 0;
  const ends = renews ? nextEnd(endsOn, months, today) : endsOn;
  return {
    endsOn: ends,
    noticeBy: addDays(ends, -(noticeDays ?? 0)),
    noticeKnown: noticeDays !== null,
    renews,
    months,
  };
}

export const committed = (yearlyValue: number, { months }: Term): number => (yearlyValue * months) / 12;

function nextEnd(endsOn: string, months: number, today: string): string {
  if (endsOn >= today) return endsOn;
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  let terms = Math.max(1, Math.floor((monthOf(today) - monthOf(endsOn)) / months));
  // Counted from the first end, so that the 31st returns after a short month.
  while (monthsLater(endsOn, terms * months) < today) terms += 1;
  return monthsLater(endsOn, terms * months);
}

function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** How far ahead notice deadlines are reported. */
export const aheadDays = 90;
/** `days` until the notice deadline, negative if it has passed. */
export type NoticeDeadline = { agreement: Agreement; term: Term; days: number };

/** Contracts whose notice deadline is within 90 days, or has passed in the current term. */
export function noticeDeadlines(
  rows: readonly Agreement[],
  today: string,
): { coming: NoticeDeadline[]; missed: NoticeDeadline[] } {
  const all = rows.flatMap((agreement) => {
    const term = termOf(agreement, today);
    return term ? [{ agreement, term, days: daysBetween(today, term.noticeBy) }] : [];
  });
  all.sort(
    (one, other) => one.days - other.days || (other.agreement.yearlyValue ?? 0) - (one.agreement.yearlyValue ?? 0),
  );
  return {
    coming: all.filter(({ days }) => days >= 0 && days < aheadDays),
    missed: all.filter(({ days, term }) => days < 0 && term.endsOn >= today),
  };
}

export function sumsOf(rows: readonly NoticeDeadline[]): { currency: string; amount: number; rows: number }[] {
  const sums = new Map<string, { currency: string; amount: number; rows: number }>();
  for (const { agreement } of rows) {
    const { currency, yearlyValue } = agreement;
    const sum = sums.get(currency) ?? { currency, amount: 0, rows: 0 };
    sums.set(currency, { currency, amount: sum.amount + (yearlyValue ?? 0), rows: sum.rows + 1 });
  }
  return [...sums.values()];
}
