import { longDay } from "#contract/format.ts";
import { shorten } from "#contract/words.ts";
import { type Edition, editionDay } from "#features/brain/answering/editions.ts";
import type { Question, Ranked } from "#features/brain/answering/ranking.ts";
import { isSpan } from "#features/brain/answering/values.ts";
import { type BrainAnswer, type Fact, leastConfidence, type Passage } from "#features/brain/contract.ts";

const round = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;

/** Fitted by `npm run bench:answers` to the questions in test/data/brain: docs/brain.md. */
const fitted = { offset: -3.12, lead: 0.36, own: 1.46, meaning: 0.95, beside: 1.53, unitless: -1.8 };
/** The sentences after those that are shown, which an answer is compared with. */
const compared = { from: 3, to: 8 };
/** What a right answer's cosine is on average; counted where no vector was at hand. */
const usualMeaning = 0.5;
/** What the next sentences score on average: the least that counts where few are left to compare with. */
const usualNext = 18;
const few = 16;

/**
 * How sure the best sentences answer: what speaks for the first, how far it leads the next ones, and whether these are of
 * the same passage. A doubtful source counts less.
 */
export function confidenceOf(ranked: readonly Ranked[]): number {
  const [first, ...rest] = ranked;
  if (!first) return 0;
  const { own, meaning, absent, unit } = first.evidence;
  const next = ranked.slice(compared.from, compared.to);
  // Nothing to compare with, and it is about another name or number.
  if (next.length === 0 && absent > 0) return 0;
  const average = next.reduce((sum, { score }) => sum + score, 0) / Math.max(1, next.length);
  const others = ranked.length < few ? Math.max(average, usualNext) : average;
  const beside = rest.slice(0, 3).filter((one) => one.passage.id === first.passage.id).length / 3;
  const sum =
    fitted.offset +
    fitted.lead * (first.score - others) +
    fitted.own * own +
    fitted.meaning * (meaning || usualMeaning) +
    fitted.beside * beside +
    (unit === 0 ? fitted.unitless : 0);
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

/** Of the units a sentence states, the one that is asked for: of "paid 14 days after delivery, 2%" it may be the day. */
function unitsInPoint({ units, kinds }: Question, { values }: Ranked): ReadonlySet<string> {
  const stated = new Set(values.map(({ unit }) => unit));
  const asked = stated.intersection(new Set(units));
  if (asked.size > 0) return asked;
  if (kinds.includes("duration")) return new Set([...stated].filter(isSpan));
  const usual = ["money", "%"].find((unit) => stated.has(unit));
  return usual ? new Set([usual]) : stated;
}

const valuesOf = ({ values }: Ranked, unit: string): ReadonlySet<string> =>
  new Set(values.flatMap((one) => (one.unit === unit ? one.value : [])));

/** Fitted to the contradictions of the same sets: how far the other may stay behind, and how alike both must be. */
const disputed = { behind: 6, shared: 0.6, likeness: 0.65, covered: 0.5 };

/** Whether another source states another value of the unit that is asked for about the same subject. */
export function contradicts(best: Ranked, other: Ranked, asked: Question, likeness: number): boolean {
  if (other.isReplaced !== best.isReplaced || isSameSource(best, other)) return false;
  const differs = [...unitsInPoint(asked, best)].some((unit) => {
    const [own, its] = [valuesOf(best, unit), valuesOf(other, unit)];
    return its.size > 0 && own.isDisjointFrom(its) && !asked.values.some(({ value }) => own.has(value));
  });
  const covered = ({ own, under, title, near }: Ranked["evidence"]): number => own + under + title + near;
  const wordsOf = ({ lexemes }: Ranked) => lettersOf(lexemes.own.union(lexemes.under));
  const fewest = Math.min(lettersOf(best.lexemes.own).size, lettersOf(other.lexemes.own).size);
  const shared = wordsOf(best).intersection(wordsOf(other)).size / Math.max(1, fewest);
  return (
    differs &&
    best.score - other.score <= disputed.behind &&
    other.evidence.kind >= best.evidence.kind &&
    other.evidence.absent <= best.evidence.absent &&
    covered(other.evidence) >= disputed.covered * covered(best.evidence) &&
    (shared >= disputed.shared || likeness >= disputed.likeness)
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
