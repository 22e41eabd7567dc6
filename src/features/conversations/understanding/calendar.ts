import { addDays } from "#contract/days.ts";
import { shortDay } from "#contract/format.ts";
import { dayOf, monthNames, monthNumber, ordinals } from "#contract/months.ts";
import { addMonths, firstOf, lastOf, spanOf } from "#contract/spans.ts";
import { mondayOf } from "./dates.ts";
import type { Hemisphere } from "./hemisphere.ts";
import type { Scanner } from "./scanner.ts";

export type Days = { from: string; to: string };
export type Now = {
  today: string;
  fiscalYearStart: number;
  /** FY2025 is the fiscal year that starts in 2025, as in Japan, not the one that ends then. */
  isNamedByStart: boolean;
  /** Where the company is; null if unknown, so that "spring" is not read. */
  hemisphere: Hemisphere | null;
};

/** A part of a year that comes round every year. */
export type Part = {
  kind: "day" | "days" | "week" | "month" | "months" | "quarter" | "half" | "season" | "holiday";
  /** Its days in the year that begins on a day; null if that year has none. */
  in: (start: string) => Days | null;
  name: (days: Days) => string;
};

/** Words like "first" and "2nd" for the parts of a year. */
const ordinal = `(${ordinals.join("|")}|1st|2nd|3rd|4th)`;
const placeOf = (word: string): number => ordinals.indexOf(word) + 1 || Number.parseInt(word, 10);

const numberWords = (
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen twenty"
).split(" ");
export const count = `(\\d{1,3}|${numberWords.join("|")})`;
export const countOf = (word: string): number => numberWords.indexOf(word) + 1 || Number(word);

export const seasonNames = "(spring|summer|autumn|fall|winter)";
const seasonStarts: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 };
const monthsOfSeason = 3;
const halfYear = 6;

/** Days that have a name, with the months and days they are from and to. */
const holidays: readonly (readonly [name: string, from: string, to: string])[] = [
  ["christmas eve", "12-24", "12-24"],
  ["christmas day", "12-25", "12-25"],
  ["christmas", "12-24", "12-26"],
  ["boxing day", "12-26", "12-26"],
  ["new years? eve", "12-31", "12-31"],
  ["new years? day", "01-01", "01-01"],
  ["valentines? day|valentines", "02-14", "02-14"],
  ["halloween", "10-31", "10-31"],
];

export const yearOf = (day: string): number => Number(day.slice(0, 4));
const monthOf = (day: string): number => Number(day.slice(5, 7));
/** The year of the first such month on or after a day. */
const yearFor = (start: string, month: number): number => yearOf(start) + (month < monthOf(start) ? 1 : 0);

/** The name of days in a sentence. */
export const nameOf = (days: Days): string => spanOf({ kind: "between", ...days }, days.to).label;
const fromTo = ({ from, to }: Days): string => `the days from ${shortDay(from)} to ${shortDay(to)}`;

const runOf = (kind: Part["kind"], month: number, length: number, name: Part["name"] = nameOf): Part => ({
  kind,
  in: (start) => {
    const year = yearFor(start, month);
    return { from: firstOf(year, month), to: lastOf(year, month + length - 1) };
  },
  name,
});
const dayPart = (month: number, date: number): Part => ({
  kind: "day",
  in: (start) => {
    const day = dayOf(yearFor(start, month), month, date);
    return day === null ? null : { from: day, to: day };
  },
  name: ({ from }) => shortDay(from),
});
/** A day of a month, or several up to another; there are none in the wrong order. */
function daysPart(name = "", first = "", last?: string): Part {
  const day = dayPart(monthNumber(name), Number(first));
  if (last === undefined) return day;
  const run = through(day, dayPart(monthNumber(name), Number(last)));
  return Number(first) <= Number(last) ? run : { ...run, in: () => null };
}
/** Half or a quarter of any year, a fiscal one too. */
const shareOf = (kind: "quarter" | "half", size: number, at: number): Part | null =>
  at >= 1 && at <= 12 / size
    ? {
        kind,
        in: (start) => ({ from: addMonths(start, size * (at - 1)), to: addDays(addMonths(start, size * at), -1) }),
        name: nameOf,
      }
    : null;
const weekPart = (week: number): Part => ({
  kind: "week",
  in: (start) => {
    const year = yearOf(start);
    const from = addDays(mondayOf(`${year}-01-04`), 7 * (week - 1));
    return week >= 1 && from < mondayOf(`${year + 1}-01-04`) ? { from, to: addDays(from, 6) } : null;
  },
  name: ({ from }) => `week ${week} of ${yearOf(addDays(from, 3))}`,
});

/** From one part to another of the same year, or of the next if that comes first. */
export const through = (first: Part, last: Part): Part => ({
  kind: first.kind === "day" ? "days" : "months",
  in: (start) => {
    const from = first.in(start);
    const to = from && last.in(start);
    const end = from && to && to.to < from.from ? last.in(addMonths(start, 12)) : to;
    return from && end && from.from <= end.to ? { from: from.from, to: end.to } : null;
  },
  name: first.kind === "day" ? fromTo : nameOf,
});

const date = "(\\d{1,2})(?:st|nd|rd|th)?";
export const joint = "(?:to|until|till|through|thru)";

/** One part of a year, without the year; a number behind a month may be no day of it. */
export function partIn(scan: Scanner, { hemisphere }: Now, isMonth: boolean): Part | null {
  const two = `${date} (?:(?:and|${joint}) )?(?:the )?${date}`;
  const range = scan.take(`${two} (?:of )?${monthNames}`);
  if (range) return daysPart(range[3], range[1], range[2]);
  const behind = isMonth ? null : scan.take(`${monthNames} (?:the )?${two}(?! (?:of )?${monthNames})`);
  if (behind) return daysPart(...(behind.slice(1) as [string]));
  const day = scan.take(`${date} (?:of )?${monthNames}`);
  if (day) return daysPart(day[2], day[1]);
  const dayBehind = isMonth ? null : scan.take(`${monthNames} (?:the )?${date}`);
  if (dayBehind) return daysPart(dayBehind[1], dayBehind[2]);
  const month = scan.take(monthNames);
  if (month) return runOf("month", monthNumber(month[1] ?? ""), 1);
  const quarter = scan.take(`(?:${ordinal} quarter|q([1-4])|([1-4])q)`);
  if (quarter) return shareOf("quarter", 3, placeOf(quarter[1] ?? quarter[2] ?? quarter[3] ?? ""));
  const half = scan.take(`(?:${ordinal} half(?: year)?|h([12])|([12])h)`);
  if (half) return shareOf("half", halfYear, placeOf(half[1] ?? half[2] ?? half[3] ?? ""));
  const weeks = scan.take(`weeks (\\d{1,2}) (?:(?:and|${joint}) )?(\\d{1,2})`);
  if (weeks) return through(weekPart(Number(weeks[1])), weekPart(Number(weeks[2])));
  const week = scan.take("(?:calendar )?(?:week|cw|kw|wk) (?:number |no )?(\\d{1,2})|w(\\d{1,2})");
  if (week) return weekPart(Number(week[1] ?? week[2]));
  const holiday = holidays.find(([name]) => scan.take(`(?:${name})(?! (?:party|present|card|tree|market)s?\\b)`));
  if (holiday) {
    const [name, from, to] = holiday;
    const called = name.split("|")[0]?.replace("?", "") ?? "";
    return {
      kind: "holiday",
      in: (start) => ({ from: `${yearOf(start)}-${from}`, to: `${yearOf(start)}-${to}` }),
      name: (at) => `${called} ${yearOf(at.from)}`,
    };
  }
  const season = hemisphere ? scan.take(seasonNames)?.[1] : undefined;
  if (!season) return null;
  const begins = seasonStarts[season] ?? 1;
  return runOf(
    "season",
    hemisphere === "south" ? ((begins + 5) % 12) + 1 : begins,
    monthsOfSeason,
    ({ from }) => `${season} ${yearOf(from)}`,
  );
}

export type Lean = "past" | "ahead" | "last" | "this" | "next";

/** At most eight years pass between two 29 Februaries. */
const mostYears = 8;

/** The days of a part whose year is not named. */
export function nearest(part: Part, lean: Lean, today: string): Days | null {
  const year = yearOf(today);
  const around = Array.from({ length: 2 * mostYears + 1 }, (_, at) => year - mostYears + at);
  const all = around.flatMap((one) => part.in(`${one}-01-01`) ?? []);
  // A run is over when its last day or month has come.
  const begun = ({ from, to }: Days): string =>
    part.kind === "days" ? to : part.kind === "months" ? `${to.slice(0, 8)}01` : from;
  if (lean === "past") return all.findLast((one) => begun(one) <= today) ?? null;
  if (lean === "last") return all.findLast(({ to }) => to < today) ?? null;
  if (lean === "ahead") return all.find(({ to }) => to >= today) ?? null;
  if (lean === "next") return all.find(({ from }) => from > today) ?? null;
  return all.find(({ from, to }) => from <= today && to >= today) ?? part.in(`${year}-01-01`);
}
