import { addDays, daysBetween, isMonthEnd } from "#contract/days.ts";
import { monthNames } from "#contract/months.ts";
import type { CalendarUnit } from "#contract/query.ts";
import { addMonths } from "#contract/spans.ts";
import { periodOf } from "#features/conversations/understanding/period.ts";
import type { Cue } from "./cues.ts";

type Days = { from: string; to: string };

const monthsIn: Partial<Record<CalendarUnit, number>> = { month: 1, quarter: 3, year: 12 };
/** A period of at least this many days counts as a whole year. */
const minYearDays = 360;

/** Shifts a period by calendar units; whole months stay whole. */
function shiftPeriod({ from, to }: Days, unit: CalendarUnit, by: number): Days {
  const months = monthsIn[unit];
  if (!months) {
    const days = by * (unit === "week" ? 7 : 1);
    return { from: addDays(from, days), to: addDays(to, days) };
  }
  const end = addMonths(to, by * months);
  return {
    from: addMonths(from, by * months),
    to: isMonthEnd(to) ? addDays(addMonths(addDays(to, 1), by * months), -1) : end,
  };
}

const isWholeYear = ({ from, to }: Days): boolean =>
  from.endsWith("-01-01") && to.endsWith("-12-31") && from.slice(0, 4) === to.slice(0, 4);
const namesMonth = new RegExp(`\\b(?:${monthNames}|q[1-4]|(?:first|second|third|fourth) quarter)\\b`);
const bareTime = new RegExp(`^(?:${monthNames}(?: 20\\d\\d)?|20\\d\\d)$`);

/** Puts "in" before a month or year that stands alone, so that it reads as a time. */
export const asTimePhrase = (rest: string): string => (bareTime.test(rest.toLowerCase()) ? `in ${rest}` : rest);

/**
 * The period a normalized message asks for, given the period the conversation is about; null if it names none. A month
 * without a year is in the same year, and "last year" means the same months of it.
 */
export function periodAfter(
  text: string,
  { step, isWhole }: Pick<Cue, "step" | "isWhole">,
  before: Days | null,
  today: string,
): Days | null {
  if (step && before) return shiftPeriod(before, step.unit, step.by);
  const words = step ? `${step.by < 0 ? "last" : "next"} ${step.unit}` : text;
  const found = periodOf(words, today);
  if (!found) return null;
  const year = before?.to.slice(0, 4);
  if (year && namesMonth.test(words) && !/\b20\d\d\b/.test(words)) {
    const inSameYear = periodOf(words, `${year}-12-31`);
    if (inSameYear && inSameYear.from <= today) return { from: inSameYear.from, to: inSameYear.to };
  }
  const { from, to } = found;
  if (before && !isWhole && isWholeYear(found) && daysBetween(before.from, before.to) < minYearDays)
    return shiftPeriod(before, "year", Number(from.slice(0, 4)) - Number(before.from.slice(0, 4)));
  return { from, to };
}
