import type { Question } from "#features/brain/answering/ranking.ts";
import * as rules from "#features/brain/answering/rules.ts";
import { consult, passagesOf, sentencesOf } from "#features/brain/answering/skills.ts";
import { lexemesOfText } from "#features/brain/answering/store.ts";
import type { BrainAnswer, Fact } from "#features/brain/contract.ts";
import * as facts from "#features/brain/facts/store.ts";
import * as graph from "#features/brain/graph/store.ts";
import * as store from "#features/brain/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

const engine = "rules";
const mostRelated = 12;

/** Answers a question from the company's passages and facts. Stores nothing. */
export async function answer(ctx: Ctx, text: string): Promise<BrainAnswer> {
  const consulted = await consult(ctx, text);
  const { question, replaced, ranked } = consulted;
  return read(ctx, async (tx) => {
    const matching = await factsFor(tx, question);
    const confidence = matching.length > 0 ? rules.confidenceOfFacts(matching) : consulted.confidence;
    if (!rules.isKnown(confidence)) {
      const isEmpty = ranked.length === 0 && (await store.amount(tx)) === 0;
      return { ...rules.notKnown(text, isEmpty, ranked[0]), confidence, engine, reply: null };
    }
    const quoted = matching.length > 0 ? [] : sentencesOf(consulted);
    const entered = await store.byIds(tx, [...new Set(matching.flatMap(({ passageId }) => passageId ?? []))]);
    const cited =
      matching.length > 0
        ? entered
        : passagesOf(consulted).slice(0, new Set(quoted.map(({ passage }) => passage)).size);
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
      reply: null,
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
  const lexemes = await lexemesOfText(
    tx,
    found.map(({ subject, predicate, value }) => `${subject} ${predicate} ${value}`),
  );
  return found.filter((_, at) => {
    const shared = [...terms].reduce((sum, [term, rareness]) => sum + (lexemes[at]?.has(term) ? rareness : 0), 0);
    return all === 0 || shared / all >= leastCovered;
  });
}
