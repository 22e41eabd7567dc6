import { shortDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";

/** First and last day, and what to call it; `words` are those of the question that meant it. */
export type Period = { from: string; to: string; label: string; words: string[] };

export const months: readonly string[] =
  "january february march april may june july august september october november december".split(" ");
export const short: readonly string[] = "jan feb mar apr may jun jul aug sept oct nov dec".split(" ");
/** A month by its name, as a group of a pattern. */
export const monthNames = `(${[...months, ...short, "sep"].join("|")})`;

/** Takes a month's name, gives its number. */
export const monthNumber = (name: string): number =>
  months.findIndex((month, at) => month === name || short[at] === name || name === month.slice(0, 3)) + 1;

/** Words of a question about what comes. */
export const coming =
  /\b(?:will|next|expir\w*|renew\w*|due|end|ends|ending|run out|runs out|forecast|expect\w*|upcoming|coming|going to|notice|lapse\w*|cancel by)\b/;
/** Words of a question about what was. */
const gone = /\b(?:was|were|did|had(?! to)|been|(?:have|has) (?:we|they|it|customers))\b/;

const before = "(?:(on|by|until|till|before|since|after|from|between|in|of|for|at) )?(?:the )?";
const date = "(\\d{1,2})(?:st|nd|rd|th)?";
const inYear = "(?: (20\\d\\d))?";
const until = "(?:and |to |until |till |through )?(?:the )?";
const dayFirst = new RegExp(`\\b${before}${date} (?:of )?${monthNames}${inYear}\\b`);
const monthFirst = new RegExp(`\\b${before}${monthNames} (?:the )?${date}${inYear}\\b`);
const inNumbers = new RegExp(`\\b${before}(20\\d\\d) (\\d\\d) (\\d\\d)\\b`);
const span = new RegExp(
  `\\b(?:from |between |of )?(?:the )?${date}(?: (?:of )?${monthNames}${inYear})? ${until}${date} (?:of )?${monthNames}${inYear}\\b`,
);

const pad = (number: string | number): string => String(number).padStart(2, "0");
const isDay = (day: string): boolean => !Number.isNaN(Date.parse(day)) && addDays(day, 0) === day;

/** The day of a year; null where it has none such. */
function dayOf(year: number, month: number, date: string): string | null {
  const day = `${year}-${pad(month)}-${pad(date)}`;
  return month >= 1 && month <= 12 && Number(date) >= 1 && Number(date) <= 31 && isDay(day) ? day : null;
}

/** The nearest such day that is not in the future, or, where what comes is asked about, not in the past. */
function nearest(month: number, date: string, today: string, ahead: boolean): string | null {
  const year = Number(today.slice(0, 4));
  // Eight years are the longest without a 29 February.
  const years = Array.from({ length: 9 }, (_, away) => (ahead ? year + away : year - away));
  const found = years.map((one) => dayOf(one, month, date));
  return found.find((day) => day !== null && (ahead ? day >= today : day <= today)) ?? null;
}

/** Takes a normalized question and the day it is asked, gives the date it is about, or the days to, since or between dates. */
export function dateIn(text: string, today: string): Period | null {
  const isPast = gone.test(text);
  const ahead = coming.test(text) && !isPast;
  const range = span.exec(text);
  const days = range ? between(range, today, ahead) : null;
  if (range && days) return { ...days, words: range[0].trim().split(" ") };
  const found = dayFirst.exec(text) ?? monthFirst.exec(text) ?? inNumbers.exec(text);
  if (!found) return null;
  const [whole, side] = found;
  const bare = found.slice(2, 4).join(" ");
  // "may" is a verb more often than a month, and of "in October 20 tickets" the month is meant.
  const year = /\b20\d\d\b/.exec(whole)?.[0];
  const doubtful = side === "in" || (/\bmay\b/.test(bare) && (!side || side === "of"));
  if (doubtful && !year && !/\d(?:st|nd|rd|th)\b/.test(whole)) return null;
  const isUntil = side === "by" || side === "until" || side === "till" || side === "before";
  const day = dayMeant(whole, year, today, isUntil ? !isPast : ahead || (side === "after" && !isPast));
  return day === null ? null : { ...around(day, side, today), words: whole.trim().split(" ") };
}

/** The day that is written somewhere in a few words. */
function dayMeant(words: string, year: string | undefined, today: string, ahead: boolean): string | null {
  const numbers = /\b(20\d\d) (\d\d) (\d\d)\b/.exec(words);
  if (numbers) return dayOf(Number(numbers[1]), Number(numbers[2]), numbers[3] ?? "");
  const month = monthNumber(new RegExp(`\\b${monthNames}\\b`).exec(words)?.[1] ?? "");
  const date = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(words)?.[1] ?? "";
  return year ? dayOf(Number(year), month, date) : nearest(month, date, today, ahead);
}

/** A day, or the days up to it or from it on, as the word before it says. */
function around(day: string, side: string | undefined, today: string): Omit<Period, "words"> {
  const called = shortDay(day);
  if (side === "by" || side === "until" || side === "till" || side === "before") {
    const to = side === "before" ? addDays(day, -1) : day;
    return to >= today
      ? { from: today, to, label: `the days until ${shortDay(to)}` }
      : { from: addDays(yearFrom(to, -1), 1), to, label: `the year up to ${shortDay(to)}` };
  }
  if (side === "since" || ((side === "after" || side === "from") && day < today)) {
    const from = side === "after" ? addDays(day, 1) : day;
    if (from <= today) return { from, to: today, label: `the time since ${shortDay(from)}` };
  }
  if (side === "after") return { from: addDays(day, 1), to: yearFrom(day, 1), label: `the year after ${called}` };
  return { from: day, to: day, label: called };
}

const yearFrom = (day: string, by: 1 | -1): string => {
  const same = `${Number(day.slice(0, 4)) + by}${day.slice(4)}`;
  return isDay(same) ? same : addDays(`${same.slice(0, 8)}01`, 27);
};

/** The days from one date to another; the first may leave out its month and year. */
function between(found: RegExpExecArray, today: string, ahead: boolean): Omit<Period, "words"> | null {
  const [, first = "", firstMonth, firstYear, last = "", lastMonth = "", lastYear] = found;
  const end = monthNumber(lastMonth);
  const begin = firstMonth ? monthNumber(firstMonth) : end;
  const to = lastYear ? dayOf(Number(lastYear), end, last) : nearest(end, last, today, ahead);
  if (!to) return null;
  const named = firstYear ? Number(firstYear) : Number(to.slice(0, 4));
  const same = dayOf(named, begin, first);
  const from = same && !firstYear && same > to ? dayOf(named - 1, begin, first) : same;
  return from && from <= to ? { from, to, label: `the days from ${shortDay(from)} to ${shortDay(to)}` } : null;
}
