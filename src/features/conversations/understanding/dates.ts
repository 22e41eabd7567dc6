import { shortDay } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { dayOf, monthNames, monthNumber, nearestDay } from "#contract/months.ts";
import { addMonths } from "#contract/spans.ts";

/** First and last day with a label; `words` are the words of the question it was read from. */
export type Period = { from: string; to: string; label: string; words: string[]; rolls?: Rolling };
/** "The last 30 days", "the next 2 weeks": counted from today. */
export type Rolling = { kind: "last" | "next"; count: number; unit: "day" | "week" | "month" | "quarter" | "year" };

export const futureWords =
  /\b(?:will|next|expir\w*|renew\w*|due|end|ends|ending|run out|runs out|forecast|expect\w*|upcoming|coming|going to|notice|lapse\w*|cancel by)\b/;
/** Matches a question about the past. */
export const pastWords = /\b(?:was|were|did|had(?! to)|been|(?:have|has) (?:we|they|it|customers))\b/;

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

export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** A date with a year that the calendar does not have, as written: "29 february 2025"; null if there is none. */
export function impossibleDate(text: string): string | null {
  for (const { source } of [dayFirst, monthFirst, inNumbers])
    for (const [whole = "", side = ""] of text.matchAll(new RegExp(source, "g"))) {
      const words = whole.slice(side.length).trim().replace(/^the /, "");
      const month = monthNumber(new RegExp(`\\b${monthNames}\\b`).exec(words)?.[1] ?? "");
      const year = /\b20\d\d\b/.exec(words)?.[0];
      // "In June 31 invoices" and "may 40 customers" name no day.
      if (!year && (side === "in" || month === monthNumber("may"))) continue;
      if (dayMeant(words, year, leapDay, false) === null) return words;
    }
  return null;
}

/** A day from which every date that exists in some year is found. */
const leapDay = "2400-12-31";

/** The date or range of dates in a normalized question. */
export function dateIn(text: string, today: string): Period | null {
  const isPast = pastWords.test(text);
  const ahead = futureWords.test(text) && !isPast;
  const range = span.exec(text);
  const days = range ? between(range, today, ahead) : null;
  if (range && days) return { ...days, words: range[0].trim().split(" ") };
  const found = dayFirst.exec(text) ?? monthFirst.exec(text) ?? inNumbers.exec(text);
  if (!found) return null;
  const [whole, side] = found;
  const bare = found.slice(2, 4).join(" ");
  // "may" is a verb more often than a month, and "in October 20 tickets" means the month.
  const year = /\b20\d\d\b/.exec(whole)?.[0];
  const isAmbiguous = side === "in" || (/\bmay\b/.test(bare) && (!side || side === "of"));
  if (isAmbiguous && !year && !/\d(?:st|nd|rd|th)\b/.test(whole)) return null;
  const isUntil = side === "by" || side === "until" || side === "till" || side === "before";
  const day = dayMeant(whole, year, today, isUntil ? !isPast : ahead || (side === "after" && !isPast));
  if (day === null) return null;
  // "In the week of 5 October".
  const [week] =
    (side === "of" && /(?:\b(?:in|for|during) )?(?:\bthe )?\bweek $/.exec(text.slice(0, found.index))) || [];
  const time = week === undefined ? around(day, side, today) : weekOf(day);
  return { ...time, words: `${week ?? ""}${whole}`.trim().split(" ") };
}

const weekOf = (day: string): Omit<Period, "words"> => {
  const from = mondayOf(day);
  return { from, to: addDays(from, 6), label: `the week of ${shortDay(day)}` };
};

/** The date in a few words of a question. */
function dayMeant(words: string, year: string | undefined, today: string, ahead: boolean): string | null {
  const numbers = /\b(20\d\d) (\d\d) (\d\d)\b/.exec(words);
  if (numbers) return dayOf(Number(numbers[1]), Number(numbers[2]), Number(numbers[3]));
  const month = monthNumber(new RegExp(`\\b${monthNames}\\b`).exec(words)?.[1] ?? "");
  const date = Number(/\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(words)?.[1]);
  return year ? dayOf(Number(year), month, date) : nearestDay(month, date, today, ahead);
}

/** A day, or the days up to it or from it on, depending on the word before it. */
function around(day: string, side: string | undefined, today: string): Omit<Period, "words"> {
  const dayLabel = shortDay(day);
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
  if (side === "after") return { from: addDays(day, 1), to: yearFrom(day, 1), label: `the year after ${dayLabel}` };
  return { from: day, to: day, label: dayLabel };
}

const yearFrom = (day: string, by: 1 | -1): string => addMonths(day, 12 * by);

/** The days from one date to another; the first may leave out its month and year. */
function between(found: RegExpExecArray, today: string, ahead: boolean): Omit<Period, "words"> | null {
  const [, first = "", firstMonth, firstYear, last = "", lastMonth = "", lastYear] = found;
  const end = monthNumber(lastMonth);
  const begin = firstMonth ? monthNumber(firstMonth) : end;
  const to = lastYear ? dayOf(Number(lastYear), end, Number(last)) : nearestDay(end, Number(last), today, ahead);
  if (!to) return null;
  const named = firstYear ? Number(firstYear) : Number(to.slice(0, 4));
  const same = dayOf(named, begin, Number(first));
  const from = same && !firstYear && same > to ? dayOf(named - 1, begin, Number(first)) : same;
  return from && from <= to ? { from, to, label: `the days from ${shortDay(from)} to ${shortDay(to)}` } : null;
}
