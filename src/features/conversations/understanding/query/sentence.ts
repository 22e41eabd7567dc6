import { functionWords, isNegation, normalized } from "../words.ts";
import { stem } from "../stem.ts";

type Word = { text: string; stem: string; used: boolean };
type Phrase = { stems: readonly string[]; words: readonly string[]; texts: readonly string[] };

/**
 * How to search: from a place on, among used words too, and unstemmed: `exact` apart from the plural, `whole` letter by
 * letter, as for names ("Sam" is not in "same").
 */
type SearchOptions = { from?: number; used?: boolean; exact?: boolean; whole?: boolean };
/** Takes all matches, not only the first. */
type TakeOptions = { all?: boolean };

const singular = (word: string): string => word.replace(/(?<=[a-z]{2}[^isu])s$/, "");

const phraseCache = new Map<string, readonly Phrase[]>();
/** Phrases are also names and values of companies, of which there is no end. */
const maxPhrases = 5_000;

/** Stems comma-separated phrases, longest first. */
function phrasesOf(words: string): readonly Phrase[] {
  const known = phraseCache.get(words);
  if (known) return known;
  const phrases = words
    .split(",")
    .map((one) => normalized(one))
    .filter((one) => one !== "")
    .map((text) => text.split(" "))
    .map((texts) => ({ texts, words: texts.map(singular), stems: texts.map(stem) }))
    .toSorted((one, other) => other.stems.length - one.stems.length);
  if (phraseCache.size >= maxPhrases) phraseCache.clear();
  phraseCache.set(words, phrases);
  return phrases;
}

/** The place of a phrase in a sentence. */
export type Found = { at: number; length: number };

const asPhrase = (text: string): string => normalized(text).replaceAll(",", " ");

/** The words of a question, each of which can be used once: the rest was not understood. */
export class Sentence {
  readonly #words: readonly Word[];
  /** The place of the words used last; -1 before any are used. */
  latest = -1;

  constructor(text: string) {
    this.#words = normalized(text)
      .split(" ")
      .filter((one) => one !== "")
      .map((one) => ({ text: one, stem: stem(one), used: false }));
  }

  /** The place of the longest of these phrases, by default among unused words. */
  find(phrases: string, { from = 0, used = false, exact = false, whole = false }: SearchOptions = {}): Found | null {
    for (const { stems, words, texts } of phrasesOf(phrases)) {
      const isAt = (at: number, place: number): boolean => {
        const word = this.#words[at + place];
        if (!word || (word.used && !used)) return false;
        if (whole) return word.text === texts[place];
        return exact ? singular(word.text) === words[place] : word.stem === stems[place];
      };
      for (let at = from; at + stems.length <= this.#words.length; at += 1)
        if (!this.#isLimit(at) && stems.every((_one, place) => isAt(at, place))) return { at, length: stems.length };
    }
    return null;
  }

  /** "At least" and "at most" limit a number: their second word is no superlative. */
  #isLimit = (at: number): boolean =>
    /^(?:least|most)$/.test(this.#words[at]?.text ?? "") && this.#words[at - 1]?.text === "at";

  /** Marks the words of a place as used. */
  use(found: Pick<Found, "at" | "length"> | null): boolean {
    if (!found) return false;
    for (const word of this.#words.slice(found.at, found.at + found.length)) word.used = true;
    this.latest = found.at;
    return true;
  }

  /** Finds a phrase and marks it as used. */
  take(phrases: string, how: SearchOptions & TakeOptions = {}): Found | null {
    const found = this.find(phrases, how);
    this.use(found);
    if (found && how.all) this.take(phrases, how);
    return found;
  }

  /**
   * Takes a name: "Acme" is enough for Acme Ltd. Words that also stand elsewhere say something else there: in "green coffee
   * from Nordic Green Coffee" the first two are no part of the name.
   */
  takeName(name: string): void {
    const own = normalized(name).split(" ").map(singular);
    const isOwn = (word: Word | undefined): boolean => word !== undefined && own.includes(singular(word.text));
    const runs: Found[] = [];
    for (let at = 0; at < this.#words.length; at += 1) {
      let length = 0;
      while (isOwn(this.#words[at + length])) length += 1;
      if (length > 0) runs.push({ at, length });
      at += length;
    }
    const beginning = runs.filter(({ at }) => singular(this.#words[at]?.text ?? "") === own[0]);
    for (const run of beginning.length > 0 ? beginning : runs) this.use(run);
  }

  has(phrases: string): boolean {
    return this.find(phrases, { used: true }) !== null;
  }

  /** Takes a text as a single phrase. */
  takeWritten(text: string, how?: SearchOptions): boolean {
    return this.take(asPhrase(text), how) !== null;
  }

  /** Whether a text stands in it as a single phrase of which no word is used yet. */
  hasUnused(text: string): boolean {
    return this.find(asPhrase(text)) !== null;
  }

  /** The word at a place, null past the end. */
  at(place: number): string | null {
    return this.#words[place]?.text ?? null;
  }

  /** The words from one place to before another. */
  words(from: number, to: number): string {
    return this.#words
      .slice(from, to)
      .map(({ text }) => text)
      .join(" ");
  }

  /** The unused words. */
  rest(): string[] {
    return this.#words.filter(({ used }) => !used).map(({ text }) => text);
  }

  /** Takes the first unused negation. */
  takeAnyNegation(): boolean {
    return this.use(this.#found((word) => !word.used && isNegation(word.text)));
  }

  #found(isWanted: (word: Word) => boolean): Found | null {
    const at = this.#words.findIndex(isWanted);
    return at < 0 ? null : { at, length: 1 };
  }

  /** Takes the negation of the words at a place: the nearest one before it, with only words of grammar between them. */
  takeNegation(at: number): boolean {
    for (let place = at - 1; place >= 0; place -= 1) {
      const word = this.#words[place];
      if (!word) return false;
      if (isNegation(word.text)) {
        const isFree = !word.used;
        word.used = true;
        return isFree;
      }
      if (!functionWords.has(word.text)) return false;
    }
    return false;
  }

  get text(): string {
    return this.words(0, this.#words.length);
  }
}
