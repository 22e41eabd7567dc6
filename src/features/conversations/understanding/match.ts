import type { AgentRoleId } from "#contract/roles.ts";
import type { Ask } from "#features/workforce/topics/topic.ts";
import { askingParts } from "./asking.ts";
import { meaningsOf, speller, subjectOutside, tableWords } from "./meanings.ts";
import { periodOf, timeWords } from "./period.ts";
import { has, normalized } from "./words.ts";

/** One question a topic answers, with the topic it belongs to. */
export type Known = { topicId: string; role: AgentRoleId; title: string; ask: Ask };
/** How well a question fits; `cover` is the share of its telling words that the topic's question knows. */
export type Match = Known & { score: number; cover: number };
/** What a question means, or why it is not answered. */
export type Meaning = { first: Match; second: Match | null };

/** What counts how much, and from where on. */
export const knobs = { rule: 0.22, like: 0.58, cover: 0.2, affinity: 0, leastScore: 0.42, leastCover: 0.5, nearly: 0.9, unknown: 0.6, ask: 0.5, often: 3, power: 1, margin: 0.02, ruledOut: 0.85 };
/** What the same words meant before, and a role that is named, count this much. */
const remembered = 0.3;
const addressed = 0.2;
/** What a name in an example stands for: anybody's. */
const nameMark = "somename";

/** The words of a role, for questions that name whom they are for: "ask the CFO ...". */
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

/** The role a question names, where it names one. */
export function namedRole(text: string): AgentRoleId | null {
  const roles = Object.entries(roleWords) as [AgentRoleId, readonly string[]][];
  return roles.find(([, words]) => words.some((word) => ` ${text} `.includes(` ${word} `)))?.[0] ?? null;
}

export const keyOf = (one: Pick<Known, "topicId" | "ask">): string => `${one.topicId}/${one.ask.id}`;

type Read = Known & { examples: ReadonlySet<string>[]; vocabulary: ReadonlySet<string>; often: ReadonlyMap<string, number> };
type Index = {
  all: readonly Read[];
  weigh(meaning: string): number;
  spell(text: string): string;
  isWord(word: string): boolean;
};

/** Any day: examples are read without the times they name. */
const anyDay = "2026-01-01";

const withoutTime = (text: string): string => {
  const words = periodOf(text, anyDay)?.words.join(" ");
  return words ? ` ${text} `.replace(` ${words} `, " ").trim() : text;
};

/** Takes all questions that can be answered, gives them as they are compared: done once for a list. */
function indexed(known: readonly Known[]): Index {
  const read = known.map((one): Read => {
    const said = [one.ask.example, ...(one.ask.like ?? [])].map((text) =>
      withoutTime(withoutNames(normalized(text), ["acme", "hostly"])),
    );
    const examples = said.map(meaningsOf);
    const words = [...one.ask.words.flat(), ...(one.ask.also ?? [])].map(meaningsOf);
    const often = new Map<string, number>();
    for (const each of [...examples, ...words]) for (const meaning of each) often.set(meaning, (often.get(meaning) ?? 0) + 1);
    return { ...one, examples, often, vocabulary: new Set([...examples, ...words].flatMap((each) => [...each])) };
  });
  const times = new Map<string, number>();
  for (const { vocabulary } of read) for (const each of vocabulary) times.set(each, (times.get(each) ?? 0) + 1);
  const rarest = Math.log(1 + read.length) ** knobs.power;
  const weigh = (meaning: string): number => {
    const weight = Math.log(1 + read.length / (times.get(meaning) ?? 1)) ** knobs.power;
    return meaning.startsWith("?") ? weight * knobs.ask : times.has(meaning) ? weight : rarest * knobs.unknown;
  };
  const written = known.flatMap(({ ask }) =>
    [ask.example, ...(ask.like ?? []), ...ask.words.flat()].flatMap((text) => normalized(text).split(" ")),
  );
  const { spell, isWord } = speller([...tableWords, ...timeWords, ...written]);
  return { all: read, weigh, spell, isWord };
}

const indices = new WeakMap<readonly Known[], Index>();
function indexOf(known: readonly Known[]): Index {
  const found = indices.get(known) ?? indexed(known);
  indices.set(known, found);
  return found;
}

/** Takes a normalized text and the words of names in it, gives it with a mark for each name. */
function withoutNames(text: string, names: readonly string[]): string {
  return text
    .split(" ")
    .map((word) => (names.includes(word) ? nameMark : word))
    .filter((word, at, all) => word !== nameMark || all[at - 1] !== nameMark)
    .join(" ");
}

const weightOf = (meanings: Iterable<string>, { weigh }: Index): number =>
  [...meanings].reduce((sum, meaning) => sum + weigh(meaning), 0);

/** How alike two sets of meanings are, from 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>, index: Index): number {
  const shared = weightOf([...one].filter((meaning) => other.has(meaning)), index);
  return shared === 0 ? 0 : shared / Math.sqrt(weightOf(one, index) * weightOf(other, index));
}

/** How well the words fit that a topic asks for: 0 where one of them is not there, else up to 1. */
function ruleOf(text: string, { words, also = [] }: Ask): number {
  let sum = 0;
  for (const group of words) {
    // The longest says most.
    const best = group.filter((word) => has(text, word)).sort((a, b) => b.length - a.length)[0];
    if (best === undefined) return 0;
    sum += 2 + Math.min(1, best.length / 20) + (best.includes(" ") ? 0.5 : 0);
  }
  const more = also.filter((word) => has(text, word)).length;
  return Math.min(1, (sum + 0.75 * more) / 7);
}

/** Takes a part of a question, normalized, without names and times; gives what it may mean, the best first. */
function matchesOf(text: string, known: readonly Known[], before: ReadonlySet<string>): Match[] {
  const index = indexOf(known);
  const meanings = meaningsOf(text);
  const whole = weightOf(meanings, index);
  if (whole === 0) return [];
  const role = namedRole(text);
  return index.all
    .map((one): Match => {
      const cover = weightOf([...meanings].filter((meaning) => one.vocabulary.has(meaning)), index) / whole;
      const affinity =
        [...meanings].reduce((sum, each) => sum + index.weigh(each) * Math.min(1, (one.often.get(each) ?? 0) / knobs.often), 0) / whole;
      const ruledOut = one.ask.not?.some((word) => has(text, word)) === true;
      const rule = ruledOut ? 0 : ruleOf(text, one.ask);
      const like = Math.max(...one.examples.map((example) => likeness(meanings, example, index)));
      const fit = knobs.rule * rule + knobs.like * like * (ruledOut ? knobs.ruledOut : 1) + knobs.cover * cover + knobs.affinity * affinity;
      const bonus = (role === one.role ? addressed : 0) + (before.has(keyOf(one)) ? remembered : 0);
      return { topicId: one.topicId, role: one.role, title: one.title, ask: one.ask, score: fit + bonus, cover };
    })
    .sort((a, b) => b.score - a.score || a.topicId.localeCompare(b.topicId));
}

/** A question as it is compared: parts that may ask, normalized, slips mended, without names and times. */
function readingOf(question: string, { known, names, today }: Question): string[] {
  const { spell } = indexOf(known);
  return askingParts(question).map((part) => {
    const text = withoutNames(normalized(part), names);
    const time = periodOf(text, today)?.words.join(" ");
    const timeless = time ? ` ${text} `.replace(` ${time} `, " ").trim() : text;
    return spell(timeless);
  });
}

export type Question = {
  known: readonly Known[];
  /** Words of the names of customers and vendors in it. */
  names: readonly string[];
  today: string;
  /** What the same words meant before. */
  before?: ReadonlySet<string>;
};

/** Takes a question, gives what it means: the best fit, and one of another role that fits nearly as well; null: nothing. */
export function meaningOf(question: string, on: Question): Meaning | null {
  for (const text of readingOf(question, on)) {
    if (subjectOutside(text) !== null) return null;
    const found = matchesOf(text, on.known, on.before ?? new Set());
    const [first] = found;
    if (!first || first.score < knobs.leastScore || first.cover < knobs.leastCover) continue;
    const rival = found.find(({ role }) => role !== first.role);
    if (rival && first.score - rival.score < knobs.margin) continue;
    const second = found.find(({ role, score }) => role !== first.role && score >= first.score * knobs.nearly);
    return { first, second: second ?? null };
  }
  return null;
}

/** Whether a word is one of the questions' own, so that with a capital letter it need not be a name. */
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
