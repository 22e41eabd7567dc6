import { asksForFormer } from "#features/brain/answering/editions.ts";
import { cosine, vectorsOf } from "#features/brain/answering/meaning.ts";
import { type Question, questionOf, rank, type Ranked } from "#features/brain/answering/ranking.ts";
import * as rules from "#features/brain/answering/rules.ts";
import { findMaterial, lexemesOfText, type Material } from "#features/brain/answering/store.ts";
import { type BrainAnswer, type Fact, mostPassages, type Passage } from "#features/brain/contract.ts";
import * as facts from "#features/brain/facts/store.ts";
import * as graph from "#features/brain/graph/store.ts";
import { vectorOf } from "#features/brain/search/store.ts";
import * as store from "#features/brain/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

const engine = "rules";
const mostRelated = 12;
/** Sentences whose meaning is compared with the question's. */
const mostCompared = 16;
const mostShown = 3;
/** Below this distance from the best sentence another one is shown beside it. */
const nearlyAsGood = 0.5;
/** Above this confidence the best sentence stands alone. */
const sure = 0.75;

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
  const vectors = vector ? await vectorsOf(ctx, likely) : new Map<Ranked, Float32Array>();
  const meanings = new Map([...vectors].map(([one, own]) => [one, cosine(own, vector as Float32Array)]));
  const ranked = rank(question, likely, meanings);
  const vectorIn = (one: Ranked | undefined) =>
    [...vectors].find(([{ unit, passage }]) => unit === one?.unit && passage === one.passage)?.[1];
  const confidence = rules.confidenceOf(ranked);
  const [best, ...others] = ranked;
  const own = vectorIn(best);
  const disputing =
    others.find((one) => {
      const its = vectorIn(one);
      return best && rules.contradicts(best, one, question.values, own && its ? cosine(own, its) : 0);
    }) ?? null;
  const shown = ranked.filter(
    ({ score, isReplaced, unit }, at) =>
      at === 0 ||
      (!ranked.slice(0, at).some((better) => better.unit.text.includes(unit.text) || unit.text.includes(better.unit.text)) &&
        (confidence < sure && best && isReplaced === best.isReplaced && best.score - score < nearlyAsGood)),
  );
  return { ...found, question, confidence, ranked, shown: shown.slice(0, mostShown), disputing };
}

/** The sentences of an answer, each with its passage. */
export const sentencesOf = ({ shown, disputing, editions }: Consulted) => rules.sentencesOf(shown, disputing, editions);

/** Passages of the answer first, then the others that the search found best. */
export function passagesOf({ ranked, shown, disputing }: Consulted): Passage[] {
  const cited = [...shown, ...(disputing ? [disputing] : [])].map(({ passage }) => passage);
  const rest = ranked.filter(({ isReplaced }) => !isReplaced).map(({ passage }) => passage);
  return [...new Set([...cited, ...rest])].slice(0, mostPassages);
}

/** Answers a question from the company's passages and facts. Stores nothing. */
export async function answer(ctx: Ctx, text: string): Promise<BrainAnswer> {
  const consulted = await consult(ctx, text);
  const { question, replaced, ranked } = consulted;
  return read(ctx, async (tx) => {
    const matching = await factsFor(tx, question);
    const confidence = matching.length > 0 ? rules.confidenceOfFacts(matching) : consulted.confidence;
    if (!rules.isKnown(confidence)) {
      const isEmpty = ranked.length === 0 && (await store.amount(tx)) === 0;
      return { ...rules.notKnown(text, isEmpty, ranked[0]), confidence, engine };
    }
    const quoted = matching.length > 0 ? [] : sentencesOf(consulted);
    const entered = await store.byIds(tx, [...new Set(matching.flatMap(({ passageId }) => passageId ?? []))]);
    const cited = matching.length > 0 ? entered : passagesOf(consulted).slice(0, new Set(quoted.map(({ passage }) => passage)).size);
    const sentences = [
      ...matching.map((one) => ({
        text: rules.factText(one),
        sources: cited.flatMap(({ id }, at) => (id === one.passageId ? [at] : [])),
      })),
      ...quoted.map((one) => ({ text: one.text, sources: [cited.indexOf(one.passage)] })),
    ];
    const ids = cited.map(({ id }) => id);
    const named = await graph.ofMemories(tx, ids);
    const { entities } = await graph.around(tx, named, mostRelated);
    const beside = matching.length > 0 ? [] : await facts.about(tx, [], ids);
    return {
      answer: rules.answerText(sentences),
      sentences,
      confidence,
      known: true,
      nearest: null,
      sources: cited.map((passage) => ({
        type: passage.contentType,
        content: passage.content,
        relevance: rules.relevanceOf(passage, ranked),
        passage,
      })),
      suggestedActions: rules.actionsFor(cited, matching, replaced),
      relatedEntities: entities.map(({ id, name, type }) => ({ id, name, type })),
      facts: [...matching, ...rules.factsInPoint(beside, sentences)],
      engine,
    };
  });
}

/** The share of a question's words, by rareness, that a fact must have to answer it. */
const leastCovered = 0.7;

/** Facts of people that answer a question: all their words are in it, and little of it is left. */
async function factsFor(tx: Tx, { text, terms }: Question): Promise<Fact[]> {
  // Topics keep punctuation within words, so words are looked up with and without it.
  const words = [...text.toLowerCase().split(/\s+/), ...(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
  const found = await facts.named(tx, [...new Set(words)].slice(0, 200));
  const all = [...terms.values()].reduce((sum, rareness) => sum + rareness, 0);
  const lexemes = await lexemesOfText(tx, found.map(({ subject, predicate, value }) => `${subject} ${predicate} ${value}`));
  return found.filter((_, at) => {
    const shared = [...terms].reduce((sum, [term, rareness]) => sum + (lexemes[at]?.has(term) ? rareness : 0), 0);
    return all === 0 || shared / all >= leastCovered;
  });
}
