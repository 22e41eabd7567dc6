import { marked } from "./links/marks.ts";
import { timeWords } from "./period.ts";
import { dayTerms, fieldTerms, quantityTerms } from "./query/field-terms.ts";
import { superlatives, units } from "./query/group.ts";
import { terms } from "./query/terms.ts";
import { choiceTerms, flagTerms, viewTerms } from "./query/value-terms.ts";
import { distance, stem } from "./stem.ts";
import { normalized } from "./words.ts";

/** Words of a question that are written almost like a name, and the names they may mean. */
export type Misspelt = { written: string; names: string[] };

const shortest = 5;
/** From this length on, two letters may differ. */
const shortestWithTwo = 8;
/** Words before a name that is written without a capital. */
const leads = new Set("does did do has have had for from of to by with at owe owes".split(" "));

/** How far a written word is from the nearest word of a name; null if it is none of them. */
function farFrom(word: string, name: readonly string[], isKnown: boolean): number | null {
  if (name.includes(word)) return 0;
  // "Beyton Construction" for "Beighton Construction": half a word may differ beside one that does not.
  const most = isKnown ? Math.floor(word.length / 2) : word.length >= shortestWithTwo ? 2 : 1;
  if (word.length < shortest) return null;
  const far = name
    .filter((one) => one.length >= shortest && one[0] === word[0])
    .map((one) => distance(word, one, most));
  const least = Math.min(...far, most + 1);
  return least <= most ? least : null;
}

/** Whether several words of a name stand in it in this order, with others between them. */
const isPartOf = (words: readonly string[], name: readonly string[]): boolean =>
  words.length > 1 &&
  words.length < name.length &&
  words.every((word, at) => name.indexOf(word) > (at === 0 ? -1 : name.indexOf(words[at - 1] ?? "")));

/** The name that unknown words, written as one or no other words, are nearest to, or the names if several are equally near. */
export function misspeltIn(
  question: string,
  unknown: readonly string[],
  names: readonly string[],
  isWord: (word: string) => boolean = () => true,
): Misspelt | null {
  const stems = new Set(names.flatMap((name) => normalized(name).split(" ").map(stem)));
  const known = names.map((name) => ({ name, words: normalized(name).split(" ") }));
  const asked = normalized(question).split(" ");
  for (const written of unknown.toSorted((one, other) => other.length - one.length)) {
    const words = normalized(written).split(" ");
    const isWrittenAsName =
      question.split(/[^\p{L}\p{N}]+/u).some((word) => /^\p{Lu}/u.test(word) && normalized(word) === words[0]) ||
      leads.has(asked[asked.indexOf(words[0] ?? "") - 1] ?? "") ||
      // "Associations" are none of the names with "Association".
      words.every((word) => word.length >= shortest && !isWord(word) && !stems.has(stem(word)));
    if (!isWrittenAsName) continue;
    const near = known.flatMap(({ name, words: own }) => {
      const isKnown = words.some((word) => word.length > 3 && own.includes(word));
      const far = words.filter((word) => word.length > 3).map((word) => farFrom(word, own, isKnown));
      return far.length > 0 && far.every((one) => one !== null)
        ? [{ name, far: far.reduce<number>((sum, one) => sum + (one ?? 0), 0) }]
        : [];
    });
    const least = Math.min(...near.map(({ far }) => far));
    const nearest = near.filter(({ far }) => far === least).map(({ name }) => name);
    // "Dr Brunner" of "Dr. med. dent. Brunner": a name without its middle.
    const meant = least > 0 ? nearest : nearest.filter((name) => isPartOf(words, normalized(name).split(" ")));
    if (meant.length > 0) return { written, names: [...new Set(meant)].slice(0, 4) };
  }
  return null;
}

/** The words that questions are read by, whatever the company's rows hold. */
const readBy: readonly string[] = [
  ...terms.map(({ words }) => words),
  ...[...fieldTerms, ...dayTerms, ...quantityTerms, ...choiceTerms, ...viewTerms, ...flagTerms].map(([words]) => words),
  superlatives,
  ...Object.values(units),
  ...marked,
  ...timeWords,
];

const wordsOf = (texts: Iterable<string>): Set<string> =>
  new Set([...texts].flatMap((text) => normalized(text).split(" ")).filter((word) => word.length >= shortest - 1));

/** A word that is no English one and is nearest to one word alone of those that questions are read by, or that rows hold. */
export function misspeltWord(
  unknown: readonly string[],
  held: readonly string[],
  isEnglish: (word: string) => boolean,
): { written: string; word: string } | null {
  const able = unknown.filter((word) => word.length >= shortest && /^[a-z]+$/.test(word) && !isEnglish(word));
  if (able.length === 0) return null;
  const known = wordsOf([...readBy, ...held]);
  const stems = new Set([...known].map(stem));
  for (const written of able) {
    if (stems.has(stem(written))) continue;
    const most = written.length >= shortestWithTwo ? 2 : 1;
    const near = [...known].flatMap((word) => {
      const far = word[0] === written[0] ? distance(written, word, most) : most + 1;
      return far <= most ? [{ word, far }] : [];
    });
    const least = Math.min(...near.map(({ far }) => far));
    const nearest = near.filter(({ far }) => far === least);
    const [first] = nearest;
    if (first && new Set(nearest.map(({ word }) => stem(word))).size === 1) return { written, word: first.word };
  }
  return null;
}
