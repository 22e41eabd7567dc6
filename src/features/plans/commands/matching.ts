import { stem } from "#features/conversations/understanding/stem.ts";
import { timeWords } from "#features/conversations/understanding/period.ts";
import { verbOf } from "./reading.ts";
import { functionWords, normalized } from "#features/conversations/understanding/words.ts";

/** A kind of command with examples of it. */
export type Kind = { id: string; examples: readonly string[] };
/** `known` of `words` are words of its examples; `hasVerb`: one of them begins with the text's verb. */
export type Ranked = { id: string; score: number; words: number; known: number; hasVerb: boolean };

const times: ReadonlySet<string> = new Set(timeWords);

/** The stems of the words that carry a meaning. */
export const contentOf = (text: string): string[] => [
  ...new Set(
    normalized(text)
      .split(" ")
      .filter((word) => word.length > 1 && !functionWords.has(word) && !times.has(word) && !/^\d/.test(word))
      .map(stem),
  ),
];

/** Verbs that say nothing without what follows. */
const light: ReadonlySet<string> = new Set([
  "get",
  "make",
  "mak",
  "do",
  "take",
  "tak",
  "put",
  "have",
  "hav",
  "give",
  "giv",
  "go",
  "i",
]);

/** How much the words of the examples count beside their meaning as vectors. */
const share = { words: 0.4, vectors: 0.6 };

/**
 * Ranks kinds of commands by their examples: by the cosine of the nearest two where there are vectors, and by how much
 * of the text's words, weighted by rarity, the nearest example and all examples of the kind have.
 */
export function matcher(kinds: readonly Kind[]) {
  const examples = kinds.flatMap(({ id, examples: texts }) =>
    texts.map((text) => ({ id, words: contentOf(text), verb: verbOf(text) })),
  );
  const vocabulary = new Map(
    kinds.map(({ id }) => [id, new Set(examples.filter((one) => one.id === id).flatMap(({ words }) => words))]),
  );
  /** Words that stand in several examples of a kind, and the verbs they begin with: what the kind itself is about. */
  const own = new Map(
    kinds.map(({ id, examples: texts }) => {
      const words = texts.flatMap(contentOf);
      const begin = texts.flatMap((text) => contentOf(text).slice(0, 1));
      return [id, new Set([...begin, ...words.filter((word) => words.indexOf(word) !== words.lastIndexOf(word))])];
    }),
  );
  const rarity = (word: string): number =>
    weightOf([...vocabulary.values()].filter((words) => words.has(word)).length, kinds.length);
  return {
    texts: kinds.flatMap((one) => one.examples),
    knows: (id: string, word: string): boolean => vocabulary.get(id)?.has(word) ?? false,
    isOwn: (id: string, word: string): boolean => own.get(id)?.has(word) ?? false,
    rank(text: string, vectors: { text: Float32Array; examples: readonly Float32Array[] } | null): Ranked[] {
      const words = contentOf(text).map((word) => ({ word, weight: rarity(word) }));
      const all = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
      const covered = (has: (word: string) => boolean): number =>
        words.reduce((sum, { word, weight }) => sum + (has(word) ? weight : 0), 0) / all;
      return kinds
        .map(({ id }) => {
          const own = examples.flatMap((one, at) => (one.id === id ? [{ ...one, at }] : []));
          const byWords =
            (covered((word) => vocabulary.get(id)?.has(word) ?? false) +
              Math.max(...own.map((one) => covered((word) => one.words.includes(word))))) /
            2;
          const known = words.filter(({ word }) => vocabulary.get(id)?.has(word)).length;
          const like = {
            id,
            words: words.length,
            known,
            hasVerb: !light.has(verbOf(text)) && own.some((one) => one.verb === verbOf(text)),
          };
          if (!vectors) return { ...like, score: byWords };
          const [first = 0, second = first] = own
            .map(({ at }) => cosine(vectors.text, vectors.examples[at]))
            .toSorted((one, other) => other - one);
          return { ...like, score: share.vectors * (0.7 * first + 0.3 * second) + share.words * byWords };
        })
        .toSorted((one, other) => other.score - one.score);
    },
  };
}

/** The rarer, the heavier; a word of no example is most likely a name or a condition. */
const weightOf = (kindsWithIt: number, all: number): number =>
  Math.log((all + 1) / (kindsWithIt + 0.5)) * (kindsWithIt === 0 ? unknownShare : 1);
const unknownShare = 0.35;

/** Of unit vectors. */
const cosine = (one: Float32Array, other: Float32Array | undefined): number =>
  other ? one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) : 0;
