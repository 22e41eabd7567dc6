import type { Unit } from "#features/brain/answering/units.ts";
import {
  bracketFit,
  holds,
  type Kind,
  kindsOf,
  unitsAsked,
  type Value,
  valuesIn,
} from "#features/brain/answering/values.ts";
import type { Passage } from "#features/brain/contract.ts";

/** A sentence that may answer, with the lexemes of what surrounds it. */
export type Candidate = {
  unit: Unit;
  passage: Passage;
  /** The cosine of the passage's vector. */
  similarity: number;
  /** Its document is replaced by a newer edition. */
  isReplaced: boolean;
  /** Of its own words, what it stands under, its document's title, the sentences beside it, and the whole passage. */
  lexemes: Record<"own" | "under" | "title" | "near" | "passage", ReadonlySet<string>>;
  values: readonly Value[];
};

export type Meaning = {
  vector: Float32Array;
  /** The cosine of the sentence and the question. */
  cosine: number;
  /** How near the question's words, weighted by rareness, come to words of the sentence or of its headings. */
  closeness: number;
};

export type Question = {
  text: string;
  kinds: readonly Kind[];
  /** What is counted: "day", "money"; empty if any unit will do. */
  units: readonly string[];
  values: readonly Value[];
  /** Its lexemes with their rareness. */
  terms: ReadonlyMap<string, number>;
  /** The lexemes that are names, codes or numbers. */
  exact: ReadonlySet<string>;
};

export function questionOf(text: string, terms: ReadonlyMap<string, number>): Question {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(1).filter((word) => /^\p{Lu}|\d/u.test(word));
  const names = words.map((word) => word.toLowerCase());
  const exact = [...terms.keys()].filter((term) => names.some((name) => name.startsWith(term.slice(0, -1) || term)));
  return { text, kinds: kindsOf(text), units: unitsAsked(text), values: valuesIn(text), terms, exact: new Set(exact) };
}

const places = ["own", "under", "title", "near", "passage"] as const;

/** What speaks for a candidate: shares of the question's words by where they stand, cosines, and the asked kind. */
export type Evidence = Record<(typeof places)[number], number> & {
  kind: number;
  /** Whether it states a value of the unit asked for; 0.5 if any will do. */
  unit: number;
  bracket: number;
  /** The share of names and numbers that stand nowhere around it. */
  absent: number;
  /** The cosine of its passage, its own, and how near its words come to the question's. */
  similarity: number;
  meaning: number;
  closeness: number;
};

function evidenceOf(asked: Question, one: Candidate, meaning: Meaning | undefined): Evidence {
  const shares = { own: 0, under: 0, title: 0, near: 0, passage: 0 };
  let [all, absent] = [0, 0];
  const bracket = bracketFit(asked.values, one.values);
  for (const [term, rareness] of asked.terms) {
    all += rareness;
    // "2500" is found in "2,500".
    const isStated = one.values.some(({ from }) => String(from) === term);
    const place = isStated ? "own" : places.find((name) => one.lexemes[name].has(term));
    if (place) shares[place] += rareness;
    else if (asked.exact.has(term)) absent += rareness;
  }
  const share = (sum: number): number => (all === 0 ? 0 : sum / all);
  const held = asked.kinds.filter((kind) => holds(kind, one.unit.text, one.values)).length;
  return {
    own: share(shares.own),
    under: share(shares.under),
    title: share(shares.title),
    near: share(shares.near),
    passage: share(shares.passage),
    kind: asked.kinds.length === 0 ? 0.5 : held / asked.kinds.length,
    unit: asked.units.length === 0 ? 0.5 : Number(one.values.some(({ unit }) => asked.units.includes(unit))),
    // A bracket counts as far as it is about what is asked.
    bracket: bracket * Math.min(1, 2 * share(shares.own + shares.under + shares.title)),
    absent: share(absent),
    similarity: one.similarity,
    meaning: meaning?.cosine ?? 0,
    closeness: meaning?.closeness ?? 0,
  };
}

/** Fitted by `npm run bench:answers` to the questions in test/data/brain. */
const weights: Partial<Evidence> = {
  own: 8.8,
  under: 12.5,
  title: 14.2,
  near: 4.6,
  passage: 1.5,
  kind: 9.4,
  unit: 2.7,
  bracket: 8.1,
  absent: -6,
  similarity: 8.4,
  meaning: 7.9,
  closeness: 9,
};

const scoreOf = (evidence: Evidence): number =>
  Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * evidence[name as keyof Evidence], 0);

export type Ranked = Candidate & { evidence: Evidence; score: number };

/** Candidates, the best first. Replaced editions come last. */
export const rank = (
  asked: Question,
  candidates: readonly Candidate[],
  meanings: ReadonlyMap<Candidate, Meaning>,
): Ranked[] =>
  candidates
    .map((one) => {
      const evidence = evidenceOf(asked, one, meanings.get(one));
      return { ...one, evidence, score: scoreOf(evidence) };
    })
    .toSorted((one, other) => Number(one.isReplaced) - Number(other.isReplaced) || other.score - one.score);
