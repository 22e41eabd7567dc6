import { longDay } from "#contract/format.ts";
import { shorten } from "#contract/words.ts";
import { type Edition, editionDay } from "#features/brain/answering/editions.ts";
import type { Ranked } from "#features/brain/answering/ranking.ts";
import type { Value } from "#features/brain/answering/values.ts";
import { type BrainAnswer, type Fact, leastConfidence, type Passage } from "#features/brain/contract.ts";

const round = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;

/** Fitted by `npm run bench:answers` to the questions in test/data/brain: docs/brain.md. */
const fitted = { offset: -3.63, lead: 0.26, own: 0.58, meaning: 1.96, covered: 0.84, beside: 1.27 };
const compared = 6;
/** What a right answer's cosine is on average; counted where no vector was at hand. */
const usualMeaning = 0.5;
/** What the next sentences score on average; counted where a sentence is the only one. */
const usualNext = 10;

/**
 * How sure the best sentences answer: what speaks for the first, how far it leads the next ones, and whether these are of
 * the same passage. A doubtful source counts less.
 */
export function confidenceOf(ranked: readonly Ranked[]): number {
  const [first, ...rest] = ranked;
  if (!first) return 0;
  const { own, under, title, near, passage, meaning, absent } = first.evidence;
  const next = rest.slice(0, compared - 1);
  // A single sentence leads nothing if it is about another name or number.
  const others = next.length === 0 ? usualNext : next.reduce((sum, { score }) => sum + score, 0) / next.length;
  const lead = next.length === 0 && absent > 0 ? 0 : first.score - others;
  const beside = rest.slice(0, 3).filter((one) => one.passage.id === first.passage.id).length / 3;
  const sum =
    fitted.offset +
    fitted.lead * lead +
    fitted.own * own +
    fitted.meaning * (meaning || usualMeaning) +
    fitted.covered * (own + under + title + near + passage) +
    fitted.beside * beside;
  return round((1 / (1 + Math.exp(-sum))) * (first.passage.isDoubtful ? 0.7 : 1));
}

export const isKnown = (confidence: number): boolean => confidence >= leastConfidence;

/** What a fact that a person entered is worth. */
export const confidenceOfFacts = (facts: readonly Fact[]): number =>
  facts.length === 0 ? 0 : facts.some(({ conflictsWith }) => conflictsWith !== null) ? 0.5 : 0.9;

const isSameSource = ({ passage }: Ranked, other: Ranked): boolean =>
  passage.id === other.passage.id ||
  (passage.place.documentId !== null && passage.place.documentId === other.passage.place.documentId);

const lettersOf = (lexemes: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...lexemes].filter((lexeme) => !/\d/.test(lexeme)));

/** Whether another source states another value of the same unit about the same subject. */
export function contradicts(best: Ranked, other: Ranked, asked: readonly Value[], likeness: number): boolean {
  if (other.isReplaced !== best.isReplaced || isSameSource(best, other)) return false;
  const stated = best.values.filter(({ value }) => !asked.some((one) => one.value === value));
  const differs = stated.some(({ unit }) => {
    const [own, its] = [best, other].map(({ values }) => values.filter((one) => one.unit === unit));
    return its && its.length > 0 && !own?.some(({ value }) => its.some((one) => one.value === value));
  });
  const covered = ({ own, under, title, near }: Ranked["evidence"]): number => own + under + title + near;
  const [own, its] = [lettersOf(best.lexemes.own), lettersOf(other.lexemes.own)];
  const shared = own.intersection(its).size / Math.max(1, Math.min(own.size, its.size));
  return (
    differs &&
    other.evidence.kind >= best.evidence.kind &&
    other.evidence.absent <= best.evidence.absent &&
    (shared >= 0.75 || (covered(other.evidence) >= 0.6 * covered(best.evidence) && (shared >= 0.5 || likeness >= 0.6)))
  );
}

const longest = 400;
const textOf = ({ unit }: Ranked): string => shorten(unit.text.replaceAll(/\s+/g, " "), longest);

/** A source's title with the day it counts from. */
function sourceOf({ passage }: { passage: Passage }, editions: ReadonlyMap<string, Edition>): string {
  const { place, happenedAt } = passage;
  const edition = editions.get(place.documentId ?? "");
  const day = edition ? editionDay(edition) : "";
  return `${place.title}, ${longDay(day || happenedAt.slice(0, 10))}`;
}

/** The sentences of an answer: the best, what contradicts it, and others nearly as good. */
export function sentencesOf(
  shown: readonly Ranked[],
  disputing: Ranked | null,
  editions: ReadonlyMap<string, Edition>,
): { text: string; passage: Passage }[] {
  const [best] = shown;
  if (best && disputing)
    return [best, disputing].map((one, at) => ({
      text: `${at === 0 ? "Sources disagree. " : ""}${sourceOf(one, editions)}: ${textOf(one)}`,
      passage: one.passage,
    }));
  return shown.map((one) => ({ text: textOf(one), passage: one.passage }));
}

export const factText = ({ subject, predicate, value, validFrom, conflictsWith }: Fact): string =>
  `${subject}, ${predicate}: ${value}${validFrom ? `, since ${longDay(validFrom.slice(0, 10))}` : ""}${conflictsWith ? " (disputed)" : ""}.`;

export const answerText = (sentences: BrainAnswer["sentences"]): string =>
  sentences.map(({ text, sources }) => `${text}${sources.map((at) => ` [${at + 1}]`).join("")}`).join("\n");

/** The answer when the Brain does not know: the nearest section, and what the person could add. */
export function notKnown(question: string, isEmpty: boolean, best: Ranked | undefined) {
  const text = isEmpty
    ? "The Brain does not know this: it is empty. Sync it, or add documents."
    : "The Brain does not know this.";
  const { place, href } = best?.passage ?? {};
  return {
    answer: text,
    sentences: [{ text, sources: [] }],
    known: false,
    nearest: place && href ? { label: [place.title, ...place.headingPath.slice(-1)].join(": "), href } : null,
    sources: [],
    suggestedActions: [
      ...(isEmpty ? ["Sync the Brain to read messages, decisions and tasks"] : []),
      `Add a document or a note that answers: ${shorten(question, 80)}`,
    ],
    relatedEntities: [],
    facts: [],
  };
}

/** A passage's best sentence compared with the best of all. */
export function relevanceOf({ id }: Passage, ranked: readonly Ranked[]): number {
  const best = ranked.find(({ passage }) => passage.id === id);
  return best && ranked[0] ? round(best.score / Math.max(ranked[0].score, 1e-9)) : 1;
}

/** Current facts whose value an answer states. */
export const factsInPoint = (facts: readonly Fact[], sentences: BrainAnswer["sentences"]): Fact[] =>
  facts.filter(
    ({ subject, value, supersededBy, mark }) =>
      supersededBy === null &&
      mark === null &&
      sentences.some(({ text }) => text.includes(value) && text.includes(subject)),
  );

/** What can be done about an answer. */
export function actionsFor(
  shown: readonly Passage[],
  facts: readonly Fact[],
  replaced: ReadonlyMap<string, Edition>,
): string[] {
  const [first] = shown;
  const [newer, older] =
    [...replaced].map(([id, by]) => [by, id] as const).find(([by]) => by.id === first?.place.documentId) ?? [];
  return [
    ...facts
      .filter(({ conflictsWith }) => conflictsWith !== null)
      .slice(0, 1)
      .map(({ subject, predicate }) => `Settle the conflict about ${subject}, ${predicate}: mark the wrong fact`),
    ...(newer && older ? [`Delete the edition that ${newer.title} replaces`] : []),
    ...(first?.isDoubtful ? ["Check the first source: something it was derived from was deleted or marked"] : []),
    ...(first ? [`Open ${first.place.title} to read on`] : []),
  ];
}
