import { addDays } from "#contract/days.ts";
import { dayOf, monthNames, monthNumber } from "#contract/months.ts";

/** "The last 30 days", "the next 2 weeks": counted from today. */
export type Rolling = { kind: "last" | "next"; count: number; unit: "day" | "week" | "month" | "quarter" | "year" };
/** First and last day with a label; `words` are the words of the question it was read from. */
export type Period = { from: string; to: string; label: string; words: string[]; rolls?: Rolling };

export const futureWords =
  /\b(?:will|next|expir\w*|renew\w*|due|end|ends|ending|run out|runs out|forecast|expect\w*|upcoming|coming|going to|notice|lapse\w*|cancel by)\b/;
/** Matches a question about the past. */
export const pastWords = /\b(?:was|were|did|had(?! to)|been|(?:have|has) (?:we|they|it|customers))\b/;

export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

const before = "(?:(on|by|until|till|before|since|after|from|between|in|of|for|at) )?(?:the )?";
const date = "(\\d{1,2})(?:st|nd|rd|th)?";
const inYear = "(?: (20\\d\\d))?";
const written = [
  `${before}${date} (?:of )?${monthNames}${inYear}`,
  `${before}${monthNames} (?:the )?${date}${inYear}`,
  `${before}(20\\d\\d) (\\d\\d) (\\d\\d)`,
];

/** A date that the calendar does not have, as written: "29 february 2025"; null if there is none. */
export function impossibleDate(text: string): string | null {
  for (const pattern of written)
    for (const [whole = "", side = ""] of text.matchAll(new RegExp(`\\b${pattern}\\b`, "g"))) {
      const words = whole.slice(side.length).trim().replace(/^the /, "");
      const month = monthNumber(new RegExp(`\\b${monthNames}\\b`).exec(words)?.[1] ?? "");
      const year = /\b20\d\d\b/.exec(words)?.[0];
      // "In June 31 invoices" and "may 40 customers" name no day.
      if (!year && (side === "in" || month === monthNumber("may"))) continue;
      const numbers = /\b20\d\d (\d\d) (\d\d)\b/.exec(words);
      const [inMonth, day] = numbers ? [Number(numbers[1]), numbers[2]] : [month, /\b(\d{1,2})\D*\b/.exec(words)?.[1]];
      // Every date that exists in some year exists in a leap year.
      if (dayOf(Number(year ?? 2400), inMonth, Number(day)) === null) return words;
    }
  return null;
}
