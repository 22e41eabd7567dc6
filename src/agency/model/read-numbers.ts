import { longDay, shortDay } from "#contract/format.ts";

export type Occurrence = { before: string; after: string };

/** Digits with separators, whole: no part of a longer number. */
const run = /(?<![\d.,])\d(?:[.,]?\d){0,39}(?![\d]|[.,]\d)/g;
/** Days as people write them, such as "17 November 2026", and as data has them. */
const writtenDay = /(?<![\d.,])\d{1,2} \p{L}{3,9} \d{4}(?![\d]|[.,]\d)/gu;
const isoDay = /(?<![\d.,-])\d{4}-\d\d-\d\d(?![\d]|[.,-]\d)/g;
/** What follows the day of a month. */
const month =
  /^(?:(?: to | and | bis | und |–|-)\d{1,2})?(?:\.|st|nd|rd|th)? (?:of |de )?(?:jan|ene|gen|feb|fév|mar|mär|apr|avr|abr|mai|may|mag|maj|jun|juin|giu|jul|juil|lug|aug|aoû|ago|sep|set|okt|oct|out|ott|nov|dec|déc|dez|dic)/i;
/** A number that was marked before, in this run or in another agent's, with its unit. */
const markedAfter = /^[\p{L}% ]{0,6} ?\(unverified\)/u;

/** The month of a day is no number that was read, nor is its day of the month. */
const afterYear = /(?:^|\D)\d{4}-(?:\d\d-)?$/;
const isInWrittenDay = (number: string, after: string): boolean =>
  /^\d\d?$/.test(number) && /^ [A-Z]\p{Ll}/u.test(after) && month.test(after);

/** Kept beside each number; currencies, signs and units are shorter. */
const around = 8;
/** The most different surroundings kept of one number. */
const maxOccurrences = 50;

/** The numbers of the texts a run has read, each text read once. */
export class ReadNumbers {
  readonly #byNumber = new Map<string, Occurrence[]>();
  /** Days in words, and the years and days of the month of all days read. */
  readonly #days = new Set<string>();
  readonly #years = new Set<string>();
  readonly #daysOfMonth = new Set<string>();

  add(text: string): void {
    for (const match of text.matchAll(run)) {
      const [number] = match;
      const end = match.index + number.length;
      if (markedAfter.test(text.slice(end, end + 24))) continue;
      const found = {
        before: text.slice(Math.max(0, match.index - around), match.index),
        after: text.slice(end, end + around),
      };
      const known = this.#byNumber.get(withoutSeparators(number)) ?? [];
      if (known.length >= maxOccurrences) continue;
      if (known.some(({ before, after }) => before === found.before && after === found.after)) continue;
      this.#byNumber.set(withoutSeparators(number), [...known, found]);
    }
    for (const match of text.matchAll(writtenDay))
      if (!markedAfter.test(text.slice(match.index + match[0].length).slice(0, 24))) this.#addWritten(match[0]);
    for (const [day] of text.matchAll(isoDay)) this.addDay(day);
  }

  /** Adds a day given as 2026-11-17; anything else adds nothing. */
  addDay(day: string): void {
    if (/^\d{4}-\d\d-\d\d$/.test(day)) this.#addWritten(longDay(day));
  }

  #addWritten(day: string): void {
    this.#days.add(day);
    const [date = "", , year = ""] = day.split(" ");
    this.#daysOfMonth.add(date);
    // Other years would be numbers that a model may have chosen.
    if (/^(?:19|20)\d\d$/.test(year)) this.#years.add(year);
  }

  /** Whether a day was read, given as 2026-11-17, as its year, or as a day of the month that a month follows. */
  hasDay(number: string, after: string): boolean {
    if (this.#days.has(longDay(number)) || this.#days.has(shortDay(number))) return true;
    if (this.#years.has(number)) return true;
    return this.#daysOfMonth.has(number.replace(/^0/, "")) && month.test(after);
  }

  /** Where a number was read, with its own sign, currency and unit, with or without separators of thousands. */
  find(number: string): readonly Occurrence[] {
    const [whole] = /\d[\d.,-]*/.exec(number.slice(0, 80)) ?? [];
    if (whole === undefined) return [];
    const start = number.indexOf(whole);
    const parts = whole.split("-");
    const [prefix, suffix] = [number.slice(0, start), number.slice(start + whole.length)];
    const occurrences = this.#byNumber.get(withoutSeparators(parts[0] ?? "")) ?? [];
    const rest = parts
      .slice(1)
      .map((part) => `-${part}`)
      .join("");
    return occurrences.filter(
      ({ before, after }) =>
        before.endsWith(prefix) &&
        !(prefix === "" && (afterYear.test(before) || isInWrittenDay(whole, after))) &&
        (prefix === "" || !/[\d.,]$/.test(before.slice(0, before.length - prefix.length))) &&
        after.startsWith(rest + suffix) &&
        !/^\d/.test(after.slice((rest + suffix).length)),
    );
  }
}

function withoutSeparators(number: string): string {
  const [whole = "", ...decimals] = number.split(".");
  return [whole.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, ""), ...decimals].join(".");
}
