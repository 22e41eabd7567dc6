import { longDay } from "#contract/format.ts";
import { leastConfidence, type BrainAnswer, type Fact, type Passage } from "#features/brain/contract.ts";

export type Found = { passage: Passage; score: number; coverage: number; similarity: number };

const clip = (value: number): number => Math.min(1, Math.max(0, value));

/** Fitted to the development half of LoCoMo, so that 15% of answerable questions are refused: docs/brain.md. */
const fitted = { offset: -4.5, coverage: 2.5, first: 1.4, score: 0.23 };
const staleDays = 730;

/**
 * The confidence of an answer, from the words and score of the best passages, how many agree, and their age. A fact
 * that answers the question counts more than any passage.
 */
export function confidenceOf(found: readonly Found[], facts: readonly Fact[], now: Date): number {
  const isDisputed = facts.some(({ conflictsWith }) => conflictsWith !== null);
  if (facts.length > 0) return isDisputed ? 0.5 : 0.9;
  const [first] = found;
  if (!first) return 0;
  const most = Math.max(...found.map(({ coverage }) => coverage));
  const sum =
    fitted.offset + fitted.coverage * most + fitted.first * first.coverage + fitted.score * Math.min(first.score, 15);
  const agreeing = found.filter(({ coverage }) => coverage >= 0.5 && coverage >= 0.8 * most).length;
  const age = (now.getTime() - Date.parse(first.passage.happenedAt)) / 86_400_000;
  const confidence = 1 / (1 + Math.exp(-sum)) + (agreeing > 1 ? 0.03 : 0) - (age > staleDays ? 0.05 : 0);
  return Math.round(clip(first.passage.isDoubtful ? confidence * 0.7 : confidence) * 100) / 100;
}

/** Short words that say nothing about what is asked. */
const common = new Set(
  "a an and are as at be been but by can did do does for from had has have how i if in is it its me my of on or our that the their then there these they this to was we were what when where which who whom whose why will with would you your about".split(
    " ",
  ),
);

/** What a question asks about, in lower case. */
const wordsIn = (text: string): string[] => [
  ...new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !common.has(word))),
];

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const longestSentence = 400;
const mostSentences = 3;

/** The sentence of a passage that shares most words with the question. */
export function bestSentence(content: string, question: string): string {
  const sentences = [...segmenter.segment(content.slice(0, 4_000))]
    .map(({ segment }) => segment.trim())
    .filter(Boolean);
  const stems = wordsIn(question).map((word) => word.slice(0, Math.max(4, word.length - 2)));
  const scored = sentences.map((text) => {
    const lower = text.toLowerCase();
    return { text, score: stems.filter((stem) => lower.includes(stem)).length };
  });
  const best = scored.reduce((most, one) => (one.score > most.score ? one : most), { text: content, score: -1 });
  const whole = best.text.replaceAll(/\s+/g, " ");
  return whole.length <= longestSentence ? whole : `${whole.slice(0, longestSentence - 1).trimEnd()}…`;
}

/** The answer's sentences with the indexes of their passages in `found`; facts come first. */
export function sentencesOf(
  question: string,
  found: readonly Found[],
  facts: readonly Fact[],
): BrainAnswer["sentences"] {
  const stated = facts.map(({ subject, predicate, value, passageId, validFrom, conflictsWith }) => ({
    text: `${subject}, ${predicate}: ${value}${validFrom ? `, since ${longDay(validFrom.slice(0, 10))}` : ""}${conflictsWith ? " (disputed)" : ""}.`,
    sources: found.flatMap(({ passage }, at) => (passage.id === passageId ? [at] : [])),
  }));
  const first = found[0]?.score ?? 0;
  const quoted = found
    .map(({ passage, score }, at) => ({ text: bestSentence(passage.content, question), sources: [at], score }))
    .filter(({ score }, at) => at === 0 || score >= first * 0.6)
    .slice(0, mostSentences)
    .map(({ text, sources }) => ({ text, sources }));
  return [...stated, ...quoted];
}

export const answerText = (sentences: BrainAnswer["sentences"]): string =>
  sentences.map(({ text, sources }) => `${text}${sources.map((at) => ` [${at + 1}]`).join("")}`).join("\n");

export const isKnown = (confidence: number): boolean => confidence >= leastConfidence;

/** The answer when the Brain does not know, and what the person could add. */
export function notKnown(question: string, isEmpty: boolean): { answer: string; suggestedActions: string[] } {
  const about = wordsIn(question).slice(0, 4).join(", ");
  return {
    answer: isEmpty
      ? "The Brain does not know this: it is empty. Sync it, or add documents."
      : "The Brain does not know this.",
    suggestedActions: [
      ...(isEmpty ? ["Sync the Brain to read messages, decisions and tasks"] : []),
      about ? `Add a document or a note about: ${about}` : "Add a document or a note about it",
    ],
  };
}

/** What can be done about an answer. */
export const actionsFor = (found: readonly Found[], facts: readonly Fact[]): string[] => [
  ...facts
    .filter(({ conflictsWith }) => conflictsWith !== null)
    .slice(0, 1)
    .map(({ subject, predicate }) => `Settle the conflict about ${subject}, ${predicate}: mark the wrong fact`),
  ...(found[0]?.passage.isDoubtful
    ? ["Check the first source: something it was derived from was deleted or marked"]
    : []),
  ...(found[0] ? [`Open ${found[0].passage.place.title} to read on`] : []),
];
