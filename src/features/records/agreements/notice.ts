import { addDays } from "#contract/days.ts";

/** What a contract says about its end. */
export type Terms = {
  endsOn: string | null;
  noticeDays: number | null;
  autoRenews: boolean | null;
  renewalMonths: number | null;
};

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
