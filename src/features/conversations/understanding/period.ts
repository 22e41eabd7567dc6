import { addDays } from "#contract/days.ts";

/** First and last day, and what to call it; `words` are those of the question that meant it. */
export type Period = { from: string; to: string; label: string; words: string[] };

const months = "january february march april may june july august september october november december".split(" ");
const pad = (value: number): string => String(value).padStart(2, "0");
const firstOf = (year: number, month: number): string => `${year}-${pad(month)}-01`;
const lastOf = (year: number, month: number): string =>
  addDays(month === 12 ? firstOf(year + 1, 1) : firstOf(year, month + 1), -1);
const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Takes a normalized question and the day it is asked, gives the time it is about; null where it names none. */
export function periodOf(text: string, today: string): Period | null {
  const [year = 0, month = 0] = today.split("-").map(Number);
  const quarter = Math.floor((month - 1) / 3);
  const of = (from: string, to: string, label: string, phrase: string): Period => ({
    from,
    to,
    label,
    words: phrase.split(" "),
  });
  const quarterFrom = (y: number, q: number) => [firstOf(y, q * 3 + 1), lastOf(y, q * 3 + 3)] as const;
  const says = (phrase: string): boolean => ` ${text} `.includes(` ${phrase} `);

  const count = /\b(?:last|past|previous) (\d{1,3}) (day|week|month)s?\b/.exec(text);
  if (count) {
    const size = Number(count[1]) * { day: 1, week: 7, month: 30 }[count[2] as "day" | "week" | "month"];
    return of(addDays(today, -size + 1), today, `the last ${count[1]} ${count[2]}s`, count[0]);
  }
  const numbered = /\bq([1-4])(?: (20\d\d))?\b/.exec(text);
  if (numbered) {
    const y = numbered[2] ? Number(numbered[2]) : year;
    const [from, to] = quarterFrom(y, Number(numbered[1]) - 1);
    return of(from, to, `Q${numbered[1]} ${y}`, numbered[0]);
  }
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -weekday);
  if (says("yesterday")) return of(addDays(today, -1), addDays(today, -1), "yesterday", "yesterday");
  if (says("this week")) return of(monday, addDays(monday, 6), "this week", "this week");
  if (says("last week")) return of(addDays(monday, -7), addDays(monday, -1), "last week", "last week");
  if (says("next week")) return of(addDays(monday, 7), addDays(monday, 13), "next week", "next week");
  if (says("this month")) return of(firstOf(year, month), lastOf(year, month), "this month", "this month");
  if (says("last month")) {
    const [y, m] = month === 1 ? [year - 1, 12] : [year, month - 1];
    return of(firstOf(y, m), lastOf(y, m), "last month", "last month");
  }
  if (says("next month")) {
    const [y, m] = month === 12 ? [year + 1, 1] : [year, month + 1];
    return of(firstOf(y, m), lastOf(y, m), "next month", "next month");
  }
  if (says("this quarter")) return of(...quarterFrom(year, quarter), "this quarter", "this quarter");
  if (says("last quarter"))
    return of(
      ...(quarter === 0 ? quarterFrom(year - 1, 3) : quarterFrom(year, quarter - 1)),
      "last quarter",
      "last quarter",
    );
  if (says("next quarter"))
    return of(
      ...(quarter === 3 ? quarterFrom(year + 1, 0) : quarterFrom(year, quarter + 1)),
      "next quarter",
      "next quarter",
    );
  if (says("this year")) return of(`${year}-01-01`, `${year}-12-31`, "this year", "this year");
  if (says("last year")) return of(`${year - 1}-01-01`, `${year - 1}-12-31`, "last year", "last year");
  for (const [at, name] of months.entries()) {
    // "may" alone is a verb more often than a month.
    const found = new RegExp(
      `\\b(?:in |of |for |during |since |until |by )${name}(?: (20\\d\\d))?\\b|\\b${name} (20\\d\\d)\\b`,
    ).exec(text);
    if (!found) continue;
    const named = found[1] ?? found[2];
    // A month without its year is the last one that has begun.
    const y = named ? Number(named) : at + 1 > month ? year - 1 : year;
    return of(firstOf(y, at + 1), lastOf(y, at + 1), `${title(name)} ${y}`, found[0]);
  }
  const only = /\b(?:in|of|for|during) (20\d\d)\b/.exec(text);
  return only ? of(`${only[1]}-01-01`, `${only[1]}-12-31`, `${only[1]}`, only[0]) : null;
}
