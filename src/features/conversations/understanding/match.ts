import type { AgentRoleId } from "#contract/roles.ts";
import type { Ask } from "#features/expertise/topics/topic.ts";
import { askingParts } from "./asking.ts";
import { meaningsOf, readWords, speller, stemsOf, tableWords } from "./meanings.ts";
import { periodOf, timeWords } from "./period.ts";
import { isHypothetical } from "./qualifiers.ts";
import { superlatives } from "./query/group.ts";
import { stem } from "./stem.ts";
import { rowWords, terms } from "./query/terms.ts";
import { currencyWords, fillers, functionWords, isNegation, normalized, smallCodes } from "./words.ts";

export type Known = { topicId: string; role: AgentRoleId; title: string; ask: Ask };
/**
 * How well a known question fits: `score` includes bonuses, `fit` does not. `cover` is the share of the text's
 * significant words that the known question contains; `isOfPart`: only a part of the question was matched.
 */
export type Match = Known & { score: number; fit: number; cover: number; unused: Unused; isOfPart?: boolean };
/** Words of a text that no example of the known question has; `narrowing` are those that could change the answer. */
export type Unused = { words: string[]; narrowing: string[] };
/** What a question means: its best match, and one of another role for a second opinion. */
export type Meaning = { first: Match; second: Match | null };

/** The least cover: a question that is mostly about something else is not answered. */
const leastCover = 0.67;
const leastScore = 0.78;
/** A second match of another role this close to the best gives a second opinion. */
const secondOpinionShare = 0.9;
/** Weights: likeness to an example, cover, frequency, and identical words. */
const parts = { likeness: 0.62, cover: 0.25, often: 0.12, wording: 0.18 };
/** A meaning in this many examples of a question counts fully as frequent. */
const fullFrequency = 2;
/** Weights of words that occur in no known question, and of question words, relative to other words. */
const unknownWordWeight = 0.9;
const questionWordWeight = 0.5;
/** Factors if a known question needs a name and the text has none, and if it ignores a name in the text. */
const missingNameFactor = 0.6;
const ignoredNameFactor = 0.92;
/** If at least this share of its examples has a name, a known question needs one. */
const mostlyNamed = 0.7;
/** Bonuses for what the same words meant before, and for the role that the text names. */
const rememberedBonus = 0.3;
const addressedBonus = 0.2;
/** The placeholder for any name in an example. It has no ending, so stemming keeps it. */
const nameMark = "thatparty";

/** Words for a role, for questions that address one: "ask the CFO ...". */
const roleWords: Record<AgentRoleId, readonly string[]> = {
  CEO: ["ceo", "chief executive"],
  CFO: ["cfo", "finance", "financial officer"],
  CTO: ["cto", "technology officer", "engineering"],
  CMO: ["cmo"],
  Sales: ["sales director", "sales team", "head of sales"],
  "Customer Success": ["customer success"],
  Operations: ["operations", "coo"],
  Legal: ["legal", "lawyer", "counsel"],
};

function namedRole(text: string): AgentRoleId | null {
  const roles = Object.entries(roleWords) as [AgentRoleId, readonly string[]][];
  return roles.find(([, words]) => words.some((word) => ` ${text} `.includes(` ${word} `)))?.[0] ?? null;
}

export const keyOf = (one: Pick<Known, "topicId" | "ask">): string => `${one.topicId}/${one.ask.id}`;

type Example = { meanings: ReadonlySet<string>; words: ReadonlySet<string> };
type IndexedQuestion = Known & {
  needsName: boolean;
  examples: Example[];
  often: ReadonlyMap<string, number>;
  /** The stems of all words of its examples. */
  stems: ReadonlySet<string>;
};
type Index = {
  all: readonly IndexedQuestion[];
  weigh: (meaning: string) => number;
  spell: (text: string) => string;
  isWord: (word: string) => boolean;
};

/** Any day will do: examples are read without their periods. */
const anyDay = "2026-01-01";

const withoutTime = (text: string): string => {
  const words = periodOf(text, anyDay)?.words.join(" ");
  return words ? ` ${text} `.replace(` ${words} `, " ").trim() : text;
};

/** Prepares all answerable questions for matching, once per list. */
function buildIndex(known: readonly Known[]): Index {
  const read = known.map((one): IndexedQuestion => {
    const phrasings = [one.ask.example, ...(one.ask.like ?? [])].map((text) =>
      withoutTime(withoutNames(normalized(text), ["acme", "hostly"])),
    );
    const examples = phrasings.map((text): Example => ({ meanings: meaningsOf(text), words: wordsIn(text) }));
    const often = new Map<string, number>();
    for (const each of examples.map(({ meanings }) => meanings))
      for (const meaning of each) often.set(meaning, (often.get(meaning) ?? 0) + 1);
    const named = examples.filter(({ meanings }) => meanings.has(nameMark)).length;
    const stems = new Set(phrasings.flatMap((text) => stemsOf(text)));
    return { ...one, examples, often, stems, needsName: named >= mostlyNamed * examples.length };
  });
  const times = new Map<string, number>();
  for (const { often } of read) for (const each of often.keys()) times.set(each, (times.get(each) ?? 0) + 1);
  const rarest = Math.log(1 + read.length);
  const weigh = (meaning: string): number => {
    const weight = Math.log(1 + read.length / (times.get(meaning) ?? 1));
    return meaning.startsWith("?")
      ? weight * questionWordWeight
      : times.has(meaning)
        ? weight
        : rarest * unknownWordWeight;
  };
  const written = known.flatMap(({ ask }) =>
    [ask.example, ...(ask.like ?? [])].flatMap((text) => normalized(text).split(" ")),
  );
  const { spell, isWord } = speller([nameMark, ...tableWords, ...timeWords, ...written]);
  return { all: read, weigh, spell, isWord };
}

const indices = new WeakMap<readonly Known[], Index>();
function indexOf(known: readonly Known[]): Index {
  const found = indices.get(known) ?? buildIndex(known);
  indices.set(known, found);
  return found;
}

/** Replaces each name in a normalized text with a placeholder. */
function withoutNames(text: string, names: readonly string[]): string {
  return text
    .split(" ")
    .map((word) => (names.includes(word) ? nameMark : word))
    .filter((word, at, all) => word !== nameMark || all[at - 1] !== nameMark)
    .join(" ");
}

const weightOf = (meanings: Iterable<string>, { weigh }: Index): number =>
  [...meanings].reduce((sum, meaning) => sum + weigh(meaning), 0);

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** The share of identical words of two texts, from 0 to 1: whether they ask in the same way. */
function wording(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return (2 * shared) / (one.size + other.size);
}

/** The similarity of two sets of meanings, from 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>, index: Index): number {
  const shared = weightOf(
    [...one].filter((meaning) => other.has(meaning)),
    index,
  );
  return shared === 0 ? 0 : shared / Math.sqrt(weightOf(one, index) * weightOf(other, index));
}

/** Matches for a normalized part of a question without names and times, best first. */
function matchesOf(text: string, known: readonly Known[], before: ReadonlySet<string>): Match[] {
  const index = indexOf(known);
  const meanings = meaningsOf(text);
  const words = wordsIn(text);
  const whole = weightOf(meanings, index);
  if ([...meanings].every((meaning) => meaning === nameMark || meaning.startsWith("?"))) return [];
  const role = namedRole(text);
  return index.all
    .map((one): Match => {
      const shareOf = (known: (meaning: string) => number): number =>
        [...meanings].reduce((sum, meaning) => sum + index.weigh(meaning) * known(meaning), 0) / whole;
      const cover = shareOf((meaning) => (one.often.has(meaning) ? 1 : 0));
      const often = shareOf((meaning) => Math.min(1, (one.often.get(meaning) ?? 0) / fullFrequency));
      const like = Math.max(
        ...one.examples.map(
          (example) =>
            parts.likeness * likeness(meanings, example.meanings, index) +
            parts.wording * wording(words, example.words),
        ),
      );
      const fit = like + parts.cover * cover + parts.often * often;
      const isNamed = meanings.has(nameMark);
      const heedsName = one.ask.heeds?.some((heeded) => heeded !== "period") === true;
      const scope = one.needsName && !isNamed ? missingNameFactor : isNamed && !heedsName ? ignoredNameFactor : 1;
      const bonus = (role === one.role ? addressedBonus : 0) + (before.has(keyOf(one)) ? rememberedBonus : 0);
      return {
        topicId: one.topicId,
        role: one.role,
        title: one.title,
        ask: one.ask,
        score: fit * scope + bonus,
        fit: fit * scope,
        cover,
        unused: unusedOf(text, one, index),
      };
    })
    .sort((a, b) => b.score - a.score || a.topicId.localeCompare(b.topicId));
}

/** The words of a text that carry a meaning and that a known question does not have. */
function unusedOf(text: string, { often, stems }: IndexedQuestion, { isWord }: Index): Unused {
  const read = readWords(text).map(({ word, meaning }) => ({
    word,
    meaning,
    isUsed:
      word === nameMark ||
      functionWords.has(word) ||
      currencyWords.has(word) ||
      stems.has(stem(word)) ||
      (meaning !== null && often.has(meaning)),
  }));
  const unused = read.filter(({ isUsed }) => !isUsed).map(({ word }) => word);
  // A negation, a number, a comparison, what is asked for, other rows, or an unknown word right before a word of the question: "our spring
  // campaign".
  const narrowing = read.filter(({ word, isUsed }, at) => {
    if (isOtherRows(word, stems)) return true;
    const next = read[at + 1];
    // "Business customers" are some of them.
    if (word === "company" && next && partyMeanings.has(next.meaning ?? "")) return true;
    if (isUsed) return false;
    const isModifier = next?.isUsed === true && !functionWords.has(next.word) && !fillers.has(word) && !isWord(word);
    const lead = read[at - 1]?.word;
    const isLimit = /^\d/.test(word) && !ranking.has(lead ?? "");
    return (
      isNegation(word) || isLimit || isModifier || comparing.has(word) || isHead(word, lead) || rowNouns.has(stem(word))
    );
  });
  return { words: [...new Set(unused)], narrowing: narrowing.map(({ word }) => word) };
}

const partyMeanings = new Set(["customer", "vendor"]);

/** Whether a word is what a question asks for: "how many clients", "the busiest day". */
function isHead(word: string, lead = ""): boolean {
  return (askingWords.has(lead) && !fillers.has(word)) || (ranking.has(lead) && fillers.has(word));
}
/** The kinds of rows by what they are called. */
export const rowNouns = Map.groupBy(
  terms
    .filter(({ filters, measure }) => !filters && !measure?.always)
    .flatMap(({ words, subject }) => words.split(", ").map((one) => ({ noun: stem(one), subject }))),
  ({ noun }) => noun,
);

/** Whether a word names rows of which the question's words know nothing: "customers without a ticket". */
function isOtherRows(word: string, stems: ReadonlySet<string>): boolean {
  const meant = rowNouns.get(stem(word));
  const isKind = (one: string): boolean => meant?.some(({ subject }) => subject === one) === true;
  return (
    meant !== undefined && !stems.values().some((one) => rowNouns.get(one)?.some(({ subject }) => isKind(subject)))
  );
}
const askingWords = new Set(["many", "which", "whose"]);
const ranking = new Set(superlatives.split(", "));

/** Words that compare: without them an answer is another one. */
const comparing = new Set("same than compared versus vs".split(" "));

const codes: ReadonlySet<string> = new Set(smallCodes.split(" "));
const withoutCurrency = (text: string): string =>
  text
    .split(" ")
    .filter((word) => !codes.has(word))
    .join(" ");

/** A question for matching: its parts, normalized, with typos corrected, without names, periods and currencies. */
function readingOf(question: string, { known, names, today }: Question): string[] {
  const { spell } = indexOf(known);
  return askingParts(question).map((part) => {
    const text = withoutNames(normalized(part), names);
    const time = periodOf(text, today)?.words.join(" ");
    const timeless = time ? ` ${text} `.replace(` ${time} `, " ").trim() : text;
    return spell(withoutCurrency(timeless));
  });
}

export type Question = {
  known: readonly Known[];
  /** Words of the names of customers and vendors in it. */
  names: readonly string[];
  today: string;
  /** How the same words were understood before. */
  before?: ReadonlySet<string>;
};

/** The unused words, with those before or behind the part that asks which no question has: names, most likely. */
function withDropped(unused: Unused, question: string, part: string, { known, names }: Question, stems: Stems): Unused {
  const read = new Set(part.split(" "));
  const { spell, isWord } = indexOf(known);
  const clauses = question.split(clauseEnd);
  // "Invoices that are half paid, what is missing?" asks of those alone; "the bank called" only says why.
  const isHead = clauses.length > 1 && isObject(clauses[0] ?? "");
  const dropped = normalized(question)
    .split(" ")
    .filter(
      (word) =>
        word.length > 3 &&
        !names.includes(word) &&
        !read.has(spell(word)) &&
        !functionWords.has(word) &&
        (isHead ? !stems.has(stem(word)) : !isWord(word) && !timeWords.includes(word)) &&
        !/\d/.test(word),
    );
  const isApart = dropped.length > 0 && clauses.length > 1;
  return isApart ? { words: [...unused.words, ...dropped], narrowing: [...unused.narrowing, ...dropped] } : unused;
}
type Stems = ReadonlySet<string>;
/** Whether a clause begins with what it is about: "our open invoices from Leeds". */
const isObject = (clause: string): boolean => {
  const words = normalized(clause).split(" ");
  const first = words.findIndex((word) => !functionWords.has(word));
  return words.slice(first, first + mostAdjectives + 1).some((word) => rowWords.has(word));
};
const mostAdjectives = 1;

/** Parts of one sentence: of another sentence nothing is asked. */
const clauseEnd = /[,;:–—]\s|\s-\s/;

/** What kind of thing is asked for: an answer of another kind is none. */
const kindsAsked = [/\bhow many\b/, /\bwhen\b|\bhow long\b/, /\bwhy\b/];
const answersKind = (text: string, { example, like = [] }: Ask): boolean => {
  const examples = [example, ...like].map(normalized);
  const counted = countedIn(text);
  return (
    kindsAsked.every((kind) => !kind.test(text) || examples.some((one) => kind.test(one))) &&
    (counted === null || examples.some((one) => countedIn(one) === counted))
  );
};
/** The kind of rows that "how many" counts: "how many of our customers pay late" counts no invoices. */
function countedIn(text: string): string | null {
  const [, after = ""] = /\bhow many ((?:\S+ ?){1,3})/.exec(text) ?? [];
  const noun = after.split(" ").find((word) => rowNouns.has(stem(word)));
  return noun === undefined ? null : (rowNouns.get(stem(noun))?.[0]?.subject ?? null);
}

/** Facts about deals, contracts and signatures that no record has. */
const notRecorded = /\bwhy\b.*\blos[et]\b|\b(?:contracts?|agreements?) says?\b|\bwho\b.*\bsign/;

const stemsKnown = (best: Match, { known }: Question): Stems =>
  indexOf(known).all.find((one) => keyOf(one) === keyOf(best))?.stems ?? new Set();

/** The best match, and one of another role that is nearly as good; null if nothing matches. */
export function meaningOf(question: string, on: Question): Meaning | null {
  if (isHypothetical(question)) return null;
  for (const [place, text] of readingOf(question, on).entries()) {
    if (notRecorded.test(text)) return null;
    const found = matchesOf(text, on.known, on.before ?? new Set());
    const [best] = found.filter(({ ask }) => answersKind(text, ask));
    const first = best && {
      ...best,
      unused: withDropped(best.unused, question, text, on, stemsKnown(best, on)),
      isOfPart: place > 0,
    };
    if (!first || first.score < leastScore || first.cover < leastCover) continue;
    const second = found.find(({ role, score }) => role !== first.role && score >= first.score * secondOpinionShare);
    return { first, second: second ?? null };
  }
  return null;
}

/** Whether a word occurs in the questions, so that it need not be a name when capitalized. */
export const isWordIn =
  (known: readonly Known[]) =>
  (word: string): boolean =>
    indexOf(known).isWord(normalized(word));

/** The questions most like one that was not understood. */
export function closest(question: string, on: Question, amount: number): string[] {
  const [text = ""] = readingOf(question, on);
  return matchesOf(text, on.known, new Set())
    .slice(0, amount)
    .map(({ ask }) => ask.example);
}
