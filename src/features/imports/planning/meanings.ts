import { endings as fillerEndings, fillerWords, fold, lexicon } from "#features/imports/programs/lexicon.ts";

/** The words of a heading or a cell: "dueDate", "Party's Name" and "Due_date (UTC)" have two. */
const wordsOf = (text: string): string[] =>
  fold(
    text
      .slice(0, mostLetters)
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .replaceAll(/[#№]/g, " number ")
      .replaceAll(/['’`]s(?!\p{L})/gu, ""),
  )
    .split(/[^\p{L}]+/u)
    .filter(Boolean);

const mostLetters = 80;
const mostWords = 8;
const mostReadings = 32;
/** What stands between the parts of a compound: "Rechnungsdatum". */
const links = ["", "s", "e", "n", "es", "en", "er"];
/** Shorter words are parts of longer ones by chance, except at their end: "Fakturanr". */
const leastPart = 3;
const endings = new Set(["nr", "no", "id"]);

type Meanings = readonly string[];

/** "" for a word that may mean nothing of its own; undefined for an unknown one. */
function meaningsOf(word: string): Meanings | undefined {
  const known = lexicon.get(word);
  if (!fillerWords.has(word)) return known;
  return [...(known ?? []), ""];
}

/** A compound as its parts, the longest first; null if any of it is unknown. */
function partsOf(word: string, isFirst = true): Meanings[] | null {
  if (word === "") return [];
  for (let length = word.length; length > 0; length -= 1) {
    const part = word.slice(0, length);
    const rest = word.slice(length);
    const isShort = length < leastPart && /^\p{Script=Latin}+$/u.test(part);
    if (isShort && !(rest === "" && !isFirst && endings.has(part)) && !isEnd(part, rest, isFirst)) continue;
    // What means nothing alone may turn a word over as its beginning: "Underpaid", "Delbetalning".
    const known = lexicon.get(part) ?? (isEnd(part, rest, isFirst) ? [""] : undefined);
    if (known === undefined) continue;
    for (const link of rest === "" ? [""] : links) {
      const following = rest.startsWith(link) ? partsOf(rest.slice(link.length), false) : null;
      if (following && (link === "" || rest.length > link.length)) return [known, ...following];
    }
  }
  return null;
}

const isEnd = (part: string, rest: string, isFirst: boolean): boolean =>
  rest === "" && !isFirst && part.length > 1 && fillerEndings.has(part);

const kept = new Map<string, readonly string[]>();
const mostKept = 5_000;

/**
 * What a heading or a cell says, whatever its language: each reading as its meanings in one order, such as "date due"
 * for "Due date", "Fälligkeitsdatum" and "Forfallsdato". None if any word is unknown.
 */
export function readingsOf(text: string): readonly string[] {
  const known = kept.get(text);
  if (known) return known;
  if (kept.size >= mostKept) kept.clear();
  const readings = [...new Set(read(text).map(asHeading))];
  kept.set(text, readings);
  return readings;
}

/** Whether any word of a heading says something, whatever stands beside it: "Selling fees" names fees. */
export const names = (text: string, meaning: string): boolean =>
  wordsOf(text).some((word) => (meaningsOf(word) ?? partsOf(word)?.flat() ?? []).includes(meaning));

/** What a cell says: "Payment" is no state, as "paid" is. */
export const readingsOfCell = (text: string): readonly string[] => read(text);

const nouns: Readonly<Record<string, string>> = { payment: "paid", closing: "closed" };
/** A heading names a thing as it names its state: the payment's day is the day it was paid. */
const asHeading = (reading: string): string =>
  meaning(
    reading
      .split(" ")
      .map((word) => nouns[word] ?? word)
      .join(" "),
  );

/** "Co./Last Name" and "Customer or Vendor" are read as a whole, and each side alone. */
function read(text: string): string[] {
  const sides = text.split(/\/|\b(?:or|oder|ou|eller)\b/iu).filter((side) => side.trim() !== "");
  return [...new Set([text, ...(sides.length === 2 ? sides : [])].flatMap(readWhole))];
}

function readWhole(text: string): string[] {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > mostWords) return [];
  const parts: Meanings[] = [];
  for (let at = 0; at < words.length; ) {
    // "Credit note" and "past due" are one word.
    const length = [3, 2].find(
      (count) => at + count <= words.length && lexicon.has(words.slice(at, at + count).join("")),
    );
    const word = words.slice(at, at + (length ?? 1)).join("");
    at += length ?? 1;
    const known = meaningsOf(word);
    const compound = known ? [known] : partsOf(word);
    if (!compound) return [];
    parts.push(...compound);
  }
  let readings = [new Set<string>()];
  for (const meanings of parts) {
    readings = readings.flatMap((before) =>
      meanings.map((one) => new Set([...before, ...one.split(" ").filter(Boolean)])),
    );
    if (readings.length > mostReadings) return [];
  }
  return [...new Set(readings.map(keyOf))].filter(Boolean);
}

/** One way of writing several meanings: in alphabetical order, and "gross" for what includes its tax. */
function keyOf(meanings: ReadonlySet<string>): string {
  const all = new Set(meanings);
  for (const [word, meaning] of [
    ["incl", "gross"],
    ["excl", "net"],
  ] as const)
    if (all.delete(word)) {
      all.delete("tax");
      all.add(meaning);
    }
  return [...all].toSorted().join(" ");
}

/** Meanings as they are written in tables: "date due". */
export const meaning = (text: string): string => keyOf(new Set(text.trim().split(/\s+/)));
