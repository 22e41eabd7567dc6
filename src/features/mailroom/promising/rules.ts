import { bindingsIn } from "#features/mailroom/letters/binding.ts";
import { countWords, plainText, wordList } from "#features/mailroom/letters/evidence.ts";
import { commitments, months, nearDays, units, weekdays } from "#features/mailroom/promising/words.ts";

export type PromiseIn = { words: string; dueOn: string; isDayNamed: boolean };

const committing = wordList(commitments);
const near = nearDays.map(([words, of, ahead]) => ({ words: wordList(words), of, ahead }));
const unitWords = units.map(([words, days]) => ({ words: wordList(words.replaceAll(" ", ",")), days }));

/** A promise without a day is due after this many. */
export const daysWithoutOne = 7;
const most = 10;
const longest = 300;

const dayMs = 86_400_000;
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const after = (day: string, days: number): string => isoDay(at(day) + days * dayMs);
/** 0 for Monday. */
const weekday = (day: string): number => (new Date(at(day)).getUTCDay() + 6) % 7;

/** A day of the calendar, or null: 31 February is none. */
function dayOf(year: number, month: number, day: number): string | null {
  const ms = Date.UTC(year, month - 1, day);
  const found = new Date(ms);
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === day ? isoDay(ms) : null;
}

/** Without a year the next such day. */
function nextDay(today: string, month: number, day: number, year: number | null): string | null {
  const own = Number(today.slice(0, 4));
  if (year !== null) return dayOf(year, month, day);
  const [thisYear, nextYear] = [dayOf(own, month, day), dayOf(own + 1, month, day)];
  return thisYear !== null && thisYear >= today ? thisYear : nextYear;
}

const monthOf = (word: string): number => months.findIndex((names) => names.includes(word)) + 1;
const yearOf = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
};

/** Days written with figures or a month's name; 4/5 is two days, so it is none. */
function writtenDays(sentence: string, today: string): string[] {
  const plain = plainText(sentence);
  const found: (string | null)[] = [];
  for (const [, year, month, day] of sentence.matchAll(/\b(\d{4})-(\d\d)-(\d\d)\b/g))
    found.push(dayOf(Number(year), Number(month), Number(day)));
  for (const [, day, month, year] of sentence.matchAll(/(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})?(?!\d)/g))
    found.push(nextDay(today, Number(month), Number(day), yearOf(year)));
  for (const [, one, other, year] of sentence.matchAll(/(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/g)) {
    const [first, second] = [Number(one), Number(other)];
    if (first > 12) found.push(dayOf(Number(year), second, first));
    else if (second > 12 || first === second) found.push(dayOf(Number(year), first, second));
  }
  for (const [, day, month = "", year] of plain.matchAll(
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er)? (?:of |de )?(\p{L}+)(?: (?:de )?(\d{4}))?/gu,
  ))
    if (monthOf(month)) found.push(nextDay(today, monthOf(month), Number(day), yearOf(year)));
  for (const [, month = "", day, year] of plain.matchAll(
    /(?<!\p{L})(\p{L}{3,12}) (\d{1,2})(?:st|nd|rd|th)?(?!\d)(?: (\d{4}))?/gu,
  ))
    if (monthOf(month)) found.push(nextDay(today, monthOf(month), Number(day), yearOf(year)));
  return found.filter((day) => day !== null);
}

/** The days a sentence names, seen from the day it was sent. */
function daysIn(sentence: string, today: string): string[] {
  const plain = plainText(sentence);
  const days = writtenDays(sentence, today);
  for (const [, count, unit = ""] of plain.matchAll(/(?<!\d)(\d{1,3}) (\p{L}+)/gu)) {
    const known = unitWords.find(({ words }) => countWords(` ${unit} `, words) > 0);
    if (known)
      days.push(
        after(
          today,
          known.words.some((word) => word === "hour*") ? Math.ceil(Number(count) / 24) : Number(count) * known.days,
        ),
      );
  }
  for (const [place, names] of weekdays.entries())
    if (names.some((name) => plain.includes(` ${name} `)))
      // "Next Friday" can be either; the earlier one is looked at in time.
      days.push(after(today, (place - weekday(today) + 7) % 7 || 7));
  // "Morgen" is in "übermorgen": the first that fits, of each kind.
  const hit = near.find(({ words }) => countWords(plain, words) > 0);
  if (hit) {
    if (hit.of === "day") days.push(after(today, hit.ahead));
    else if (hit.of === "week") {
      const friday = after(today, 4 - weekday(today) + 7 * hit.ahead);
      days.push(friday < today ? today : friday);
    } else {
      const first = new Date(at(today));
      days.push(isoDay(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1 + hit.ahead, 0)));
    }
  }
  return days;
}

const sentencesOf = (text: string): string[] =>
  text
    .slice(0, 20_000)
    .split(/(?<=[!?;])\s+|(?<=\p{L}{2}\.)\s+|(?<=\d\.)\s+(?=\p{Lu})|\n+/u)
    .flatMap((one) => one.replaceAll(/\s+/g, " ").trim() || []);

/**
 * What a text that was sent promises, each with the day by which: sentences that say what the company will do, and name
 * a day, money or an obligation. `approved`: figures and days of records, which promise nothing.
 */
export function promisesIn(text: string, today: string, approved: readonly string[] = []): PromiseIn[] {
  return sentencesOf(text)
    .flatMap((sentence): PromiseIn[] => {
      if (countWords(plainText(sentence), committing) === 0) return [];
      const kinds = bindingsIn(sentence, approved).map(({ kind }) => kind);
      const isBinding = kinds.some(
        (kind) => kind === "money" || kind === "discount" || kind === "date" || kind === "legal",
      );
      const days = daysIn(sentence, today).filter((day) => day >= today);
      if (!isBinding && days.length === 0) return [];
      // Of several days the first has to be kept first.
      const [first] = days.toSorted((one, other) => one.localeCompare(other));
      return [
        {
          words: sentence.slice(0, longest),
          dueOn: first ?? after(today, daysWithoutOne),
          isDayNamed: first !== undefined,
        },
      ];
    })
    .slice(0, most);
}
