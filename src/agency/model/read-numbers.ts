import { longDay, shortDay } from "#contract/format.ts";

export type Occurrence = { before: string; after: string };

/** Digits with separators, whole: no part of a longer number. */
const run = /(?<![\d.,])\d(?:[.,]?\d){0,39}(?![\d]|[.,]\d)/g;
/** Days as people write them, such as "17 November 2026". */
const writtenDay = /(?<![\d.,])\d{1,2} \p{L}{3,9} \d{4}(?![\d]|[.,]\d)/gu;
/** A number that was marked before, in this run or in another agent's, with its unit. */
const markedAfter = /^[\p{L}% ]{0,6} ?\(unverified\)/u;

/** Kept beside each number; currencies, signs and units are shorter. */
const around = 8;
/** The most different surroundings kept of one number. */
const maxOccurrences = 50;

/** The numbers of the texts a run has read, each text read once. */
export class ReadNumbers {
  readonly #byNumber = new Map<string, Occurrence[]>();
  readonly #days = new Set<string>();

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
      if (!markedAfter.test(text.slice(match.index + match[0].length).slice(0, 24))) this.#days.add(match[0]);
  }

  /** Whether a day, given as 2026-11-17, was read in words. */
  hasDay(day: string): boolean {
    return this.#days.has(longDay(day)) || this.#days.has(shortDay(day));
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
