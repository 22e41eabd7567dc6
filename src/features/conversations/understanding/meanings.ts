import { howAsked } from "./how-asked.ts";
import { sameWords } from "./same-words.ts";
import { distance, stem } from "./stem.ts";
import { fillers } from "./words.ts";

/** The longest phrase in the tables, in words. */
const longest = 6;
/** Shorter words are never corrected. */
const shortestCorrected = 5;
/** From this length on, two typos are corrected. */
const shortestWithTwoTypos = 9;

const listed = (phrases: string): string[] => phrases.split(",").map((phrase) => phrase.trim());

/** Contractions and synonyms of single words, written out. */
const expansions: Readonly<Record<string, string>> = {
  whats: "what is",
  hows: "how is",
  whos: "who is",
  wheres: "where is",
  whens: "when is",
  dont: "do not",
  doesnt: "does not",
  didnt: "did not",
  havent: "have not",
  hasnt: "has not",
  hadnt: "had not",
  isnt: "is not",
  arent: "are not",
  wont: "will not",
  cant: "can not",
  cannot: "can not",
  shouldve: "should have",
  theyre: "they are",
  weve: "we have",
  youve: "you have",
  gonna: "going to",
  gotta: "got to",
  firm: "company",
  business: "company",
  organisation: "company",
  organization: "company",
  startup: "company",
  enterprise: "company",
};

const expandWords = (text: string): string[] =>
  text.split(" ").flatMap((word) => (expansions[word] ?? word).split(" "));
export const stemsOf = (text: string): string[] => expandWords(text).map(stem);
const stemmed = (phrase: string): string => stemsOf(phrase).join(" ");

const phrasesByMeaning = { ...sameWords, ...howAsked };

const meaningByPhrase = new Map<string, string>();
for (const [meaning, phrases] of Object.entries(phrasesByMeaning))
  for (const phrase of [meaning, ...listed(phrases)])
    if (!meaningByPhrase.has(stemmed(phrase))) meaningByPhrase.set(stemmed(phrase), meaning);

const emptyStems: ReadonlySet<string> = new Set([...fillers].map(stem));

/** All words of the tables, which need no correction. */
export const tableWords: readonly string[] = [
  ...Object.keys(phrasesByMeaning),
  ...Object.values(phrasesByMeaning).flatMap(listed),
  ...fillers,
].flatMap((phrase) => phrase.split(" "));

type ReadWord = { word: string; meaning: string | null };

/** The words of a normalized text with contractions written out, each with the meaning of the longest phrase it is in. */
export function readWords(text: string): ReadWord[] {
  const words = expandWords(text);
  const stems = words.map(stem);
  const read: ReadWord[] = [];
  for (let at = 0; at < words.length; ) {
    let size = Math.min(longest, words.length - at);
    while (size > 0 && !meaningByPhrase.has(stems.slice(at, at + size).join(" "))) size -= 1;
    const own = stems[at] ?? "";
    const meaning =
      meaningByPhrase.get(stems.slice(at, at + size).join(" ")) ??
      (own.length > 1 && !emptyStems.has(own) ? own : null);
    read.push(...words.slice(at, at + Math.max(1, size)).map((word) => ({ word, meaning })));
    at += Math.max(1, size);
  }
  return read;
}

/** The stems of a normalized text: synonyms unified, stop words removed. */
export const meaningsOf = (text: string): Set<string> =>
  new Set(readWords(text).flatMap(({ meaning }) => meaning ?? []));

type Speller = { spell: (text: string) => string; isWord: (word: string) => boolean };

/** Builds a spelling corrector from known words, and a test for these words. */
export function speller(known: Iterable<string>): Speller {
  const vocabulary = [...new Set(known)];
  const stems = new Set(vocabulary.map(stem));
  const words = new Set(vocabulary);
  // Short words are compared letter by letter: "Sam" has the stem of "same".
  const isWord = (word: string): boolean => words.has(word) || (word.length > 3 && stems.has(stem(word)));
  const nearest = (word: string): string => {
    if (word.length < shortestCorrected || isWord(word) || !/^[a-z]+$/.test(word)) return word;
    const most = word.length >= shortestWithTwoTypos ? 2 : 1;
    let best = word;
    let least = most + 1;
    for (const other of vocabulary) {
      if (other.length < shortestCorrected - 1 || other[0] !== word[0]) continue;
      const far = distance(word, other, least - 1);
      if (far < least) [best, least] = [other, far];
    }
    return best;
  };
  return { spell: (text) => text.split(" ").map(nearest).join(" "), isWord };
}
