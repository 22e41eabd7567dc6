import { asksForFormer } from "#features/brain/answering/editions.ts";
import { cosine, meaningsOf } from "#features/brain/answering/meaning.ts";
import { type Question, questionOf, rank, type Ranked } from "#features/brain/answering/ranking.ts";
import * as rules from "#features/brain/answering/rules.ts";
import { findMaterial, type Material } from "#features/brain/answering/store.ts";
import { mostPassages, type Passage } from "#features/brain/contract.ts";
import { vectorOf } from "#features/brain/search/store.ts";
import type { Ctx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

/** Sentences whose meaning is compared with the question's. */
const mostCompared = 32;
const mostShown = 3;
/** Below this distance from the best sentence another one of its passage, or of another, is shown beside it. */
const nearlyAsGood = { here: 5, elsewhere: 3 };

export type Consulted = Material & {
  question: Question;
  confidence: number;
  ranked: Ranked[];
  /** The best sentences, and one that contradicts the first. */
  shown: Ranked[];
  disputing: Ranked | null;
};

/** Finds the sentences that answer a question, by words first, and the best of them by meaning too. */
export async function consult(ctx: Ctx, text: string): Promise<Consulted> {
  const vector = await vectorOf(ctx, text);
  const found = await read(ctx, (tx) => findMaterial(tx, text, vector));
  const isFormer = asksForFormer(text);
  const candidates = isFormer
    ? found.candidates.map((one) => ({ ...one, isReplaced: found.replaced.size > 0 && !one.isReplaced }))
    : found.candidates;
  const question = questionOf(text, found.terms);
  const likely = rank(question, candidates, new Map()).slice(0, mostCompared);
  const meanings = await meaningsOf(ctx, question, vector, likely);
  const ranked = rank(question, likely, meanings);
  const vectorIn = (one: Ranked | undefined) =>
    [...meanings].find(([{ unit, passage }]) => unit === one?.unit && passage === one.passage)?.[1].vector;
  const confidence = rules.confidenceOf(ranked);
  const [best, ...others] = ranked;
  const own = vectorIn(best);
  const disputing =
    others.find((one) => {
      const its = vectorIn(one);
      return best && rules.contradicts(best, one, question, own && its ? cosine(own, its) : 0);
    }) ?? null;
  const isLike = (one: Ranked, other: Ranked): boolean =>
    one.unit.text.includes(other.unit.text) || other.unit.text.includes(one.unit.text);
  const shown = ranked.filter((one, at) => {
    if (!best || at === 0) return true;
    if (one.isReplaced !== best.isReplaced || ranked.slice(0, at).some((better) => isLike(one, better))) return false;
    return best.score - one.score < (one.passage === best.passage ? nearlyAsGood.here : nearlyAsGood.elsewhere);
  });
  return { ...found, question, confidence, ranked, shown: shown.slice(0, mostShown), disputing };
}

/** The sentences of an answer, each with its passage. */
export const sentencesOf = ({ shown, disputing, editions }: Consulted) => rules.sentencesOf(shown, disputing, editions);

/** Passages of the answer first, then the others that the search found best. */
export function passagesOf({ ranked, shown, disputing }: Consulted): Passage[] {
  const cited = (disputing ? [...shown.slice(0, 1), disputing] : shown).map(({ passage }) => passage);
  const rest = ranked.filter(({ isReplaced }) => !isReplaced).map(({ passage }) => passage);
  return [...new Set([...cited, ...rest])].slice(0, mostPassages);
}
