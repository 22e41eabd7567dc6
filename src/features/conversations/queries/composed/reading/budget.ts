import { type Filter, query } from "#contract/query.ts";
import { timesIn } from "#features/conversations/understanding/period.ts";
import { distance, stem } from "#features/conversations/understanding/stem.ts";
import { terms } from "#features/conversations/understanding/query/terms.ts";
import { Sentence } from "#features/conversations/understanding/query/sentence.ts";
import { functionWords, normalized } from "#features/conversations/understanding/words.ts";
import type { Budgets, Composed, Plannable, Planned } from "../composed.ts";
import * as words from "./budget-words.ts";
import type { Reader } from "./read.ts";

/** Whether a question may be about amounts beside their budgets. */
export const mayBeBudget = (question: string): boolean => {
  const text = ` ${normalized(question)} `;
  return words.budgetWord.test(text) || /\b(?:over|under)(?:spen[dt]|budget)/.test(text);
};

/** Reads a question about amounts beside their budgets; null unless every word of it is used. */
export async function budgetIn(question: string, reader: Reader): Promise<Composed | null> {
  if (!mayBeBudget(question) || words.isAhead.test(normalized(question))) return null;
  const plannable = await reader.plannable();
  if (plannable.length === 0) return null;
  const rest = new words.Rest(question);
  const named = takeNamed(rest, plannable);
  const period = takePeriod(rest, reader);
  if (period === undefined) return null;
  // "Which expenses" are accounts.
  if (words.whichKinds.test(rest.text)) rest.text = rest.text.replace(words.whichKinds, " accounts");
  const kinds = words.kinds.filter(({ words: called }) => rest.takeAll(called));
  const asked = takeAsked(rest);
  if (!asked) return null;
  const left = rest.words.filter((word) => !isPlain(word, reader));
  const items = itemsOf(left, { named, kinds, plannable, by: asked.by, sense: asked.asks });
  if (!items) return null;
  if (items.length > 1 && left.length > 0)
    return {
      kind: "unclear",
      written: left.join(" "),
      meant: items.slice(0, 5).map(({ name }) => ({ name, question: inPlaceOf(question, left, name) })),
    };
  // One account has no accounts, and of several things none is meant by yes.
  if (asked.by === "account" && named.length > 0) return null;
  const yes = asked.by === null && items.length > 1 ? null : asked.yes;
  return { kind: "budgets", items: items.slice(0, 6), ...asked, yes, period };
}

/** The things that are named in full, which are taken. */
function takeNamed(rest: words.Rest, plannable: readonly Plannable[]): Plannable[] {
  const longest = plannable.toSorted((one, other) => other.name.length - one.name.length);
  return longest.filter(({ name }) => {
    const own = tokensOf(name);
    const place = own.some((word) => !functionWords.has(word)) ? rest.placeOf(own.map(stem)) : null;
    if (place) rest.cut(place.at, place.length);
    return place !== null;
  });
}

/** "Wages & Super" is "wages and super". */
const tokensOf = (name: string): string[] =>
  normalized(name)
    .split(" ")
    .filter((word) => word !== "" && word !== "and");

/** The months that are asked for; null without a time, undefined if several are meant. */
function takePeriod(rest: words.Rest, { today, fiscalYearStart }: Reader): Budgets["period"] | undefined {
  const times = timesIn(rest.text, today, fiscalYearStart);
  for (const { at, words: own } of times.toReversed()) rest.cut(at, own.join(" ").length);
  // "The year to date (July to October)" is those months.
  const inner = times.find(({ from, to }) => times.every((other) => other.from <= from && other.to >= to));
  if (times.length > 0 && !inner) return undefined;
  return inner ? { from: inner.from, to: inner.to } : null;
}

const opposite = { over: "under", under: "over", better: "worse", worse: "better" } as const;

type Asked = Pick<Budgets, "by" | "asks" | "yes" | "isFurthest">;

/** What is asked of the amounts; null if the question does not set them beside their budgets. */
function takeAsked(rest: words.Rest): Asked | null {
  const isYesNo = words.isYesNo.test(rest.text.trim());
  const isEither = rest.take(words.overOrUnder) !== null;
  const isEver = rest.take(words.everWord) !== null;
  const [count, which, each] = [words.countWords, words.whichMonths, words.byMonth].map((one) => rest.take(one));
  const furthest = rest.take(words.furthestWords)?.[0] ?? null;
  const [every, any] = [rest.take(words.everyWord), rest.take(words.anyWord)];
  const isWhere = rest.take(/(?<=^ )where(?= )/) !== null;
  const isByPart = [rest.takeAll(words.partWords), every, any, isWhere, furthest].some(Boolean);
  const found = words.senses.flatMap(([one, called]) => (rest.takeAll(called) ? [one] : []));
  const isLeft = rest.takeAll(words.leftWords);
  const isBeside = [words.besideWords, words.differenceWords].map((one) => rest.takeAll(one)).includes(true);
  for (const one of [words.amountWords, words.budgetWord]) rest.takeAll(one);
  const isNot = rest.takeAll(words.negation);
  const [sense = words.senseOf(furthest ?? ""), another] = found;
  if (another || (sense ? isLeft : isNot || !(isLeft || isBeside || isEither || furthest))) return null;
  const isByMonth = [isEver, count, which, each].some(Boolean);
  const part = every || /every|each/.test(each?.[0] ?? "") ? "all" : isByMonth || isByPart ? "any" : "whole";
  return {
    by: isByMonth ? "month" : isByPart ? "account" : null,
    asks: sense ? (isNot ? opposite[sense] : sense) : isLeft ? "left" : "both",
    isFurthest: furthest !== null,
    yes: isYesNo && sense ? part : null,
  };
}

/** Words of grammar, and those that are misspelt. */
function isPlain(word: string, { isWord }: Reader): boolean {
  if (functionWords.has(word) || words.plainWords.has(word)) return true;
  return (
    word.length > 4 &&
    !isWord(word) &&
    [...words.plainWords].some((one) => one.length > 4 && distance(word, one, 1) <= 1)
  );
}

type Found = {
  named: readonly Plannable[];
  kinds: typeof words.kinds;
  plannable: readonly Plannable[];
  by: string | null;
  sense: Budgets["asks"];
};

/** What the words of a question name; several if they could mean several things, null if nothing. */
function itemsOf(left: readonly string[], { named, kinds, plannable, by, sense }: Found): Planned[] | null {
  const isLedger = plannable.some(({ actual }) => actual.subject === "ledger");
  const [kind, another] = kinds;
  if (left.length > 0) {
    if (named.length > 0 || another) return null;
    const fitting = plannable.filter((one) => !kind || isOfKind(one, kind));
    const whole = fitting.filter(({ name }) => left.every((word) => hasWord(name, word)));
    const alike = whole.length > 0 ? whole : fitting.filter(({ name }) => left.every((word) => isLike(name, word)));
    return alike.length > 0 ? alike.map(itemOf) : null;
  }
  if (named.length > 0) return named.toReversed().map(itemOf);
  if (!isLedger) return null;
  if (kinds.length > 0) return kinds.map((one) => itemOfKind(one, plannable, by));
  const all = words.kinds.filter(({ name }) => /^(?:Income|Costs|Profit)$/.test(name)).toReversed();
  if (by === null) return sense === "left" ? null : all.map((one) => itemOfKind(one, plannable, by));
  return all.filter(({ name }) => name !== "Profit").map((one) => itemOfKind(one, plannable, by));
}

const isOfKind = ({ isCost }: Plannable, { add, less }: (typeof words.kinds)[number]): boolean =>
  isCost ? less.length > 0 : add.length > 0;

const hasWord = (name: string, word: string): boolean => tokensOf(name).map(stem).includes(stem(word));

/** Whether a word means the same as one of a name: "payroll" and "wages". */
const isLike = (name: string, word: string): boolean =>
  hasWord(name, word) || terms.some(({ words: same }) => new Sentence(word).has(same) && new Sentence(name).has(same));

const itemOf = ({ name, isCost, actual, budget }: Plannable): Planned => ({
  name,
  isCost,
  terms: [{ sign: 1, actual, budget }],
});

/** The amounts of a kind, with the accounts it is made of. */
function itemOfKind(
  { name, add, less }: (typeof words.kinds)[number],
  plannable: readonly Plannable[],
  by: string | null,
): Planned {
  const isCost = add.length === 0;
  const own = plannable.filter((one) => one.actual.subject === "ledger" && one.isCost === isCost);
  const isNamed = by !== "account" && name === (isCost ? "Costs" : "Income") && own.length <= mostNamed;
  const termOf = (types: readonly string[], sign: number) =>
    types.length > 0 ? [{ sign, ...ledgerTerm([{ field: "type", test: "is", values: [...types] }]) }] : [];
  return {
    name: isNamed ? `${name} (${own.map((one) => one.name).join(", ")})` : name,
    isCost,
    terms: [...termOf(add, 1), ...termOf(less, isCost ? 1 : -1)],
  };
}

const mostNamed = 4;

/** The actual and the budget of ledger lines. */
export const ledgerTerm = (filters: Filter[]): Pick<Plannable, "actual" | "budget"> => ({
  actual: query.parse({ subject: "ledger", filters, measure: { of: "sum", field: "actual" } }),
  budget: query.parse({ subject: "ledger", filters, measure: { of: "sum", field: "budget" } }),
});

/** A question with a whole name in place of words that could mean several. */
function inPlaceOf(question: string, left: readonly string[], name: string): string {
  const [first = "", ...more] = left;
  const place = new RegExp(String.raw`\b${first}(?:\W+(?:and\W+)?${more.join(String.raw`\W+(?:and\W+)?`)})?\b`, "i");
  return question.replace(more.length > 0 ? place : new RegExp(String.raw`\b${first}\b`, "i"), () => name);
}
