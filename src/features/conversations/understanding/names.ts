import { nameKey } from "#features/records/naming/name-key.ts";
import { normalized, telling, wantsAction } from "./words.ts";

/** The longest name, in words. */
const longest = 5;
/** A question is read for names up to this many words. */
const mostWords = 60;

/** Keys of possible names in a question: sequences of one to five words. */
export function nameCandidates(question: string): string[] {
  const words = wordsOf(question);
  const found = new Set<string>();
  for (let size = longest; size > 0; size -= 1)
    for (let at = 0; at + size <= words.length; at += 1) {
      const key = nameKey(words.slice(at, at + size).join(" "));
      if (key.length > 1) found.add(key);
    }
  return [...found];
}

/** Capitalized words that longer names may start with: those after the first, and those of written names. */
export function nameBeginnings(question: string, written: readonly string[] = []): string[] {
  const keys = [...wordsOf(question).slice(1), ...written.flatMap((name) => name.split(" "))]
    .filter((word) => /^\p{Lu}/u.test(word))
    .map(nameKey);
  return [...new Set(keys.filter((key) => key.length > 3))];
}

const wordsOf = (question: string): string[] =>
  question
    .replace(/['’]s\b/g, "")
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, mostWords);

/**
 * Finds text written like names: runs of capitalized words that are not ordinary words. At the start of a sentence,
 * where every word is capitalized, only an unknown word counts.
 */
export function writtenNames(question: string, isWord: (word: string) => boolean): string[] {
  const found: string[][] = [];
  let run: string[] = [];
  let isSentenceStart = true;
  const end = () => {
    const hasUnknownWord = run.some((word) => !isWord(withoutPunctuation(word)));
    if (run.length > 0 && hasUnknownWord) found.push(run);
    run = [];
  };
  for (const word of wordsOf(question)) {
    const isName =
      /^["“(]?\p{Lu}/u.test(word) && !(isSentenceStart && isWord(withoutPunctuation(word))) && !isAbbreviation(word);
    if (isName) run.push(withoutPunctuation(word));
    else end();
    isSentenceStart = /[.!?:]["”)]?$/.test(word);
    if (/[,.!?:;]["”)]?$/.test(word) && !/^(?:Ltd|Inc|Co|Corp)\.$/.test(word)) end();
  }
  end();
  return found.map((words) => words.join(" "));
}

const withoutPunctuation = (word: string): string =>
  word.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, "");
/** I, Q3, or an abbreviation such as DSO: capitalized, but not a name. */
const isAbbreviation = (word: string): boolean =>
  /^(?:I|I['’]\p{L}+|\p{Lu}\d|\p{Lu}{2,4}s?)$/u.test(withoutPunctuation(word));

/**
 * The record a question names: the one with the longest complete name in it, otherwise the only one whose name starts
 * with a written name; null if there is none or it is ambiguous.
 */
export function matchName<Named extends { name: string }>(
  rows: readonly Named[],
  candidates: readonly string[],
  written: readonly string[],
): Named | null {
  const keyed = rows.map((row) => ({ row, key: nameKey(row.name) }));
  const whole = keyed.filter(({ key }) => candidates.includes(key)).sort((a, b) => b.key.length - a.key.length);
  const [first, second] = whole;
  if (first) return second && second.key.length === first.key.length && second.key !== first.key ? null : first.row;
  const begins = keyed.filter(({ key }) => written.some((name) => key.startsWith(`${nameKey(name)} `)));
  return begins.length === 1 ? (begins[0]?.row ?? null) : null;
}

/**
 * All spellings on records of the longest name written in a question; empty if no record has one.
 */
export function spellingsOf(rows: readonly { key: string; name: string }[], written: readonly string[]): string[] {
  const keys = written.map(nameKey).toSorted((one, other) => other.length - one.length);
  const longest = keys.find((key) => rows.some((row) => row.key === key));
  return rows.filter(({ key }) => key === longest).map(({ name }) => name);
}

/** Shorter names occur by chance. */
const shortest = 4;

/** Whether a question is a name, or asks what to do about one and hardly more: "Should we renew Fibrelink?" */
export function isMainly(question: string, name: string): boolean {
  const [asked, called] = [normalized(question), normalized(name)];
  if (called.length < shortest || !` ${asked} `.includes(` ${called} `)) return false;
  const words = telling(called);
  const others = telling(asked).filter((word) => !words.includes(word));
  return others.length <= (wantsAction(asked) ? Math.max(1, words.length) : 0);
}
