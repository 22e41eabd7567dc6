import * as rules from "#features/brain/answering/rules.ts";
import { type BrainAnswer, mostPassages } from "#features/brain/contract.ts";
import * as facts from "#features/brain/facts/store.ts";
import * as graph from "#features/brain/graph/store.ts";
import { findPassages } from "#features/brain/answering/store.ts";
import { vectorOf } from "#features/brain/search/store.ts";
import * as store from "#features/brain/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

const engine = "rules";
const mostRelated = 12;

/** Answers a question from the company's passages and facts. Stores nothing. */
export async function answer(ctx: Ctx, question: string): Promise<BrainAnswer> {
  const vector = await vectorOf(ctx, question);
  return read(ctx, async (tx) => {
    const found = await findPassages(tx, question, vector);
    const matching = await factsFor(tx, question);
    const confidence = rules.confidenceOf(found, matching, tx.now);
    const cited = rules.isKnown(confidence) ? await withFactSources(tx, found, matching) : [];
    const sources = cited.map(({ passage, score, coverage }) => ({
      type: passage.contentType,
      content: passage.content,
      relevance: relevanceOf(score, coverage, found[0]?.score ?? 1),
      passage,
    }));
    if (!rules.isKnown(confidence)) {
      const isEmpty = found.length === 0 && (await store.amount(tx)) === 0;
      const { answer: text, suggestedActions } = rules.notKnown(question, isEmpty);
      return {
        answer: text,
        sentences: [{ text, sources: [] }],
        confidence,
        known: false,
        sources,
        suggestedActions,
        relatedEntities: [],
        facts: [],
        engine,
      };
    }
    const sentences = rules.sentencesOf(question, cited, matching);
    const ids = cited.map(({ passage }) => passage.id);
    const named = await graph.ofMemories(tx, ids);
    const { entities } = await graph.around(tx, named, mostRelated);
    return {
      answer: rules.answerText(sentences),
      sentences,
      confidence,
      known: true,
      sources,
      suggestedActions: rules.actionsFor(cited, matching),
      relatedEntities: entities.map(({ id, name, type }) => ({ id, name, type })),
      facts: matching.length > 0 ? matching : (await facts.about(tx, [], ids)).slice(0, 10),
      engine,
    };
  });
}

async function factsFor(tx: Tx, question: string) {
  // Topics keep punctuation within words, so words are looked up with and without it.
  const text = question.toLowerCase();
  const words = [...text.split(/\s+/), ...(text.match(/[\p{L}\p{N}]+/gu) ?? [])];
  return facts.named(tx, [...new Set(words)].slice(0, 200));
}

/** Adds the passages that the facts come from to the sources. */
async function withFactSources(
  tx: Tx,
  found: readonly rules.Found[],
  matching: readonly { passageId: string | null }[],
): Promise<rules.Found[]> {
  const missing = matching.flatMap(({ passageId }) =>
    passageId && !found.some(({ passage }) => passage.id === passageId) ? [passageId] : [],
  );
  const added = (await store.byIds(tx, [...new Set(missing)])).map((passage) => ({
    passage,
    score: found[0]?.score ?? 1,
    coverage: 1,
    similarity: 0,
  }));
  return [...added, ...found].slice(0, mostPassages);
}

const relevanceOf = (score: number, coverage: number, first: number): number =>
  Math.round(Math.min(1, Math.max(0, (0.6 * score) / Math.max(first, 1e-9) + 0.4 * coverage)) * 100) / 100;
