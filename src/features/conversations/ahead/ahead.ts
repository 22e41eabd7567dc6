import { addDays, daysBetween } from "#contract/days.ts";
import type { Query, QuerySubject } from "#contract/query.ts";
import { addMonths } from "#contract/spans.ts";
import { periodOf } from "#features/conversations/understanding/period.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import type { Forecast } from "#features/forecasting/series/forecast.ts";

/** How a question speaks of what is to come. */
const aheadWords =
  /\b(?:will|shall|going to|forecast(?:s|ed)?|predict(?:s|ed|ion)?|project(?:ed|ion)|expect(?:ed)?|estimated?|outlook|likely)\b/gi;
const linking = /\b(?:be|get|have|make|look like|do you|do we|can we|give me|for|of the)\b/gi;
const inTime = /\bin (\d{1,2}|an?|one|two|three|four|five|six|nine|twelve) (day|week|month|quarter|year)s?\b(?! time)/i;
const numbers = "an one two three four five six seven eight nine ten eleven twelve".split(" ");
const monthsOf: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

/** Where nothing says how far ahead. */
const usualDays = 30;

/** What is asked about the future: the question without it, and the days it is about. */
export type Ahead = { asked: string; from: string; to: string; label: string; isRolling: boolean };

/** Null for a question that is about no time to come. */
export function aheadIn(question: string, today: string): Ahead | null {
  if (question.search(aheadWords) < 0) return null;
  const plain = question.replaceAll(aheadWords, " ");
  const at = inTime.exec(plain);
  const tidy = (text: string): string =>
    text
      .replaceAll(linking, " ")
      .replaceAll(/\s+/g, " ")
      .replace(/(?<![\s?!.])[\s?!.]+$/, "")
      .trim();
  if (at) {
    const [found, count = "", unit = ""] = at;
    const many = Number(count) || Math.max(1, numbers.indexOf(count.toLowerCase()));
    const months = monthsOf[unit.toLowerCase()];
    const to = months ? addMonths(today, many * months) : addDays(today, many * (/week/i.test(unit) ? 7 : 1));
    return { asked: tidy(plain.replace(found, " ")), from: addDays(today, 1), to, label: found, isRolling: false };
  }
  const period = periodOf(normalized(question), today);
  if (!period)
    return {
      asked: tidy(plain),
      from: addDays(today, 1),
      to: addDays(today, usualDays),
      label: `the next ${usualDays} days`,
      isRolling: true,
    };
  if (period.to <= today) return null;
  const words = new Set(period.words);
  const rest = plain
    .split(/\s+/)
    .filter((word) => !words.has(normalized(word)))
    .join(" ");
  return {
    asked: tidy(rest),
    from: period.from,
    to: period.to,
    label: period.label,
    isRolling: period.rolls !== undefined,
  };
}

/** Why rows are no series by day that can be forecast; null: they are one. */
export function seriesFault(query: Query, { many, day }: Pick<QuerySubject, "many" | "day">): string | null {
  // Rows with a day of their own to come, such as contracts that end, are not forecast but read.
  if (day === null || (query.day ?? day) !== day) return `${many} have no day they are forecast by: query them.`;
  if (query.groupBy || query.part.length > 0) return "A forecast has no groups and no shares.";
  if (!["latest", "sum", "count"].includes(query.measure.of))
    return "Forecast a count, a sum, or the latest of a figure.";
  // A state that rows reach later is no series by their day.
  if (query.filters.some(({ field, test }) => test === "is" && ["view", "status", "stage"].includes(field)))
    return "A view, status or stage is reached later: forecast the rows without it.";
  return null;
}

/** The sum of the days of a forecast from a day on, its range in proportion to that of the whole; null if it ends before. */
export function sumFrom({ days, sum }: Forecast, from: string): { value: number; low: number; high: number } | null {
  const within = days.filter(({ day }) => day >= from);
  if (!sum || within.length === 0) return null;
  if (within.length === days.length) return sum;
  const value = within.reduce((total, one) => total + one.value, 0);
  const part = Math.sqrt(days.length / within.length);
  const spread = (end: number): number => (sum.value === 0 ? end : (value * (end - sum.value) * part) / sum.value);
  return { value, low: value + spread(sum.low), high: value + spread(sum.high) };
}

/** The days from the last figure to the end of a time; null past what can be forecast. */
export function horizonTo(last: string, to: string, most: number): number | null {
  const days = daysBetween(last, to);
  return days >= 1 && days <= most ? days : null;
}
