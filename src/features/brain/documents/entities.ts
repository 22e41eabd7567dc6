import { columnTypes, firstNames, legalForms, streets, titles } from "#features/brain/documents/words.ts";

export type Found = { name: string; type: string; tags?: readonly string[]; start: number; end: number };

type Word = { text: string; start: number; end: number };

const mostPerType = 12;
const longestName = 120;

const patterns: readonly (readonly [string, RegExp])[] = [
  ["money", /[£$€]\s?\d[\d,]{0,15}(?:\.\d{1,4})?(?:\s?(?:million|billion|bn|[km])\b)?/g],
  ["money", /\b\d[\d,]{0,15}(?:\.\d{1,4})?\s?(?:GBP|USD|EUR|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN|INR|BRL)\b/g],
  ["date", /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6},? \d{4}\b/g],
  ["date", /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6} \d{1,2},? \d{4}\b/g],
  ["date", /\b\d{4}-\d{2}-\d{2}\b/g],
  ["email", /\b[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{2,63}){1,4}\b/gi],
  ["product", /\b[A-Z]{2,8}(?:-[A-Z0-9]{1,10}){1,4}\b/g],
];

const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text);
const isPlainName = (text: string): boolean => /^\p{Lu}[\p{L}'’-]{1,30}$/u.test(text);

/** Finds text that looks like a person, a company, a product, an amount, a date or an address. */
export function findEntities(text: string): Found[] {
  const found: Found[] = [];
  for (const [type, pattern] of patterns)
    for (const { 0: name, index } of text.matchAll(pattern))
      if (type !== "product" || /\d/.test(name) || name.split("-").length > 2)
        found.push({ name, type, start: index, end: index + name.length });
  found.push(...cellNames(text));
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’&-]*/gu)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
  found.push(...namesInWords(text, words));
  return withoutOverlaps(found);
}

/** Names in the cells of a table's line, by their column: "Supplier: Castle Enamel; Price: £3". */
function cellNames(text: string): Found[] {
  const found: Found[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    let from = at;
    for (const cell of line.split("; ")) {
      const colon = cell.indexOf(": ");
      const type =
        colon > 0 && colon < 40
          ? columnTypes[
              cell
                .slice(0, colon)
                .toLowerCase()
                .replace(/ (?:name|code|no)$/, "")
            ]
          : undefined;
      const name = cell.slice(colon + 2).trim();
      if (type && name && name.length <= longestName) {
        const start = from + colon + 2;
        found.push({ name, type, start, end: start + name.length });
      }
      from += cell.length + 2;
    }
    at += line.length + 1;
  }
  return found;
}

/** Whether there are only spaces between two words. */
const isNext = (text: string, one: Word | undefined, other: Word | undefined): boolean =>
  one !== undefined && other !== undefined && /^[^\S\n]{1,2}$/.test(text.slice(one.end, other.start));

function namesInWords(text: string, words: readonly Word[]): Found[] {
  const found: Found[] = [];
  const add = (type: string, first: Word | undefined, last: Word | undefined) => {
    if (!first || !last || last.end - first.start > longestName) return;
    found.push({ type, name: text.slice(first.start, last.end), start: first.start, end: last.end });
  };
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    if (legalForms.has(word.text)) {
      let first = at;
      while (at - first < 5 && isNext(text, words[first - 1], words[first]) && isCapital(words[first - 1]?.text ?? ""))
        first -= 1;
      if (first < at) add("company", words[first], word);
    }
    if (streets.has(word.text)) {
      let first = at;
      while (at - first < 4 && isNext(text, words[first - 1], words[first]) && isCapital(words[first - 1]?.text ?? ""))
        first -= 1;
      const number = words[first - 1];
      if (first < at && number && /^\d{1,5}[a-z]?$/i.test(number.text) && isNext(text, number, words[first]))
        add("address", number, word);
    }
    const isNamed = next && isPlainName(next.text) && !legalForms.has(next.text) && !streets.has(next.text);
    if (firstNames.has(word.text) && isNamed && isNext(text, word, next)) add("person", word, next);
    if (titles.has(word.text) && isNamed && text.slice(word.end, next.start).replace(".", "").trim() === "")
      add("person", next, next);
  }
  return found;
}

/** Keeps the longest of overlapping names, and at most `mostPerType` of each type. */
function withoutOverlaps(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  const byType = new Map<string, number>();
  for (const one of found.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)) {
    if (kept.some((other) => one.start < other.end && other.start < one.end)) continue;
    const seen = byType.get(one.type) ?? 0;
    if (seen >= mostPerType) continue;
    byType.set(one.type, seen + 1);
    kept.push(one);
  }
  return kept.toSorted((a, b) => a.start - b.start);
}

/** Runs of capitalized words, to be compared with the names on records. */
export function candidateNames(text: string): Found[] {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’&-]*/gu)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
  const found: Found[] = [];
  for (const [at, word] of words.entries()) {
    if (!isCapital(word.text)) continue;
    for (let last = at; last < at + 5; last += 1) {
      const end = words[last];
      if (!end || (last > at && !isNext(text, words[last - 1], end))) break;
      if (last > at || word.text.length > 3)
        found.push({ type: "company", name: text.slice(word.start, end.end), start: word.start, end: end.end });
    }
  }
  return found.slice(0, 400);
}
