import { comparedSpan, spanOf } from "#contract/spans.ts";
import type { Filter, Query } from "#contract/query.ts";
import { addDays } from "#contract/days.ts";
import { shortDay } from "#contract/format.ts";
import { timesIn } from "#features/conversations/understanding/period.ts";
import { normalized } from "#features/conversations/understanding/words.ts";
import type { Measured } from "../composed.ts";
import type { Reader } from "./read.ts";
import { valueIn } from "./value.ts";
import { comparingIn, withoutComparative } from "./words.ts";

/** The values that a question compares, each with what they share; null if it compares none that can be read. */
export async function sidesIn(question: string, reader: Reader): Promise<Measured[] | null> {
  const plain = await sidesOf(question, reader);
  if (plain) return plain;
  // "Whose jobs bring more call-backs" asks who has them.
  const owned = question.replace(/\bwhose \p{L}+ \p{L}+ (?=\p{L})/u, "who has ");
  return owned === question ? null : sidesOf(owned, reader);
}

async function sidesOf(question: string, reader: Reader): Promise<Measured[] | null> {
  return (
    (await aroundDay(question, reader)) ??
    (await ofTimes(question, reader)) ??
    (await earlier(question, reader)) ??
    (await ofValues(question, reader)) ??
    (await ofThings(question, reader))
  );
}

/** A place of a time in a text. */
type Slot = { at: number; words: string };

/** The times in a text, in their order. */
const slotsIn = (text: string, { today, fiscalYearStart }: Reader): Slot[] =>
  timesIn(text, today, fiscalYearStart).map(({ at, words }) => ({ at, words: words.join(" ") }));

const joining =
  /\b(?:and|or|vs?|versus|(?:as )?against|as opposed to|(?:as |when )?compared|comparison|relative|than|to|with|in|for|on|of|the|it was|was)\b/g;
const isJoined = /\b(?:and|or|vs?|versus|against|opposed|compared|comparison|relative|than)\b/;

/** The same of several times: "in February 2026 and in February 2025". */
async function ofTimes(question: string, reader: Reader): Promise<Measured[] | null> {
  const written = normalized(withoutComparative(question));
  const slots = slotsIn(written, reader);
  if (slots.length < 2 || slots.length > 4) return null;
  const gaps = slots.slice(1).map(({ at }, place) => {
    const before = slots[place] as Slot;
    return written.slice(before.at + before.words.length, at);
  });
  const hasWords = gaps.map((gap) => gap.replaceAll(joining, "").trim() !== "");
  const isOther = gaps.some(
    (gap, at) => !isJoined.test(gap) || (hasWords[at] && !/\b(?:vs?|versus|against|compared|than)\b/.test(gap)),
  );
  if (isOther) return null;
  const [first] = slots as [Slot];
  const last = slots.at(-1) as Slot;
  const shared = gaps.map((gap) => gap.replaceAll(joining, " ")).join(" ");
  return eachOf(
    slots.map(({ words }) => ({
      text: `${written.slice(0, first.at)}${words} ${shared}${written.slice(last.at + last.words.length)}`,
      label: "",
    })),
    reader,
  );
}

/** "The same period last year", "the year before": the same of an earlier time as long. */
const relative =
  /\b(?:in |during |over |for )?the same \w+(?: (?:in|of))?(?: the)? (last|previous|prior) (year|month|quarter|week)\b|\b(?:in |during |over |for )?(?:the )?same (?:\w+ )?(?:(?:the |a |one )?(year|month|quarter|week) (?:before|earlier|ago))\b|\bsame (?:\w+ )?last (year|month|quarter|week)\b|\b(?:in |during |over )?the (year|month|quarter) before(?: it| that)?\b/i;

async function earlier(question: string, reader: Reader): Promise<Measured[] | null> {
  const place = comparingIn(question);
  const rest = place && question.slice(place.at + place.length);
  const found = rest ? relative.exec(rest) : null;
  if (!place || !rest || !found || found.index > 12) return null;
  const behind = rest.slice(found.index + found[0].length);
  const one = await valueIn(withoutComparative(`${question.slice(0, place.at)} ${behind}`), reader);
  const period = one?.of.query.period;
  if (!one || !period) return null;
  const span = spanOf(period, reader.today, reader.fiscalYearStart);
  const isYear = found.slice(1).includes("year");
  // "The year before it" is a whole year, not one as long as this time.
  const isWhole = found[5] !== undefined;
  const from = isWhole ? comparedSpan(span, "yearBefore").from : null;
  const other =
    isWhole && isYear
      ? { from: yearBack(span.from), to: addDays(span.from, -1) }
      : comparedSpan(span, isYear ? "yearBefore" : "previous");
  return from === null && other.to >= span.from
    ? null
    : [one, inPeriod(one, { kind: "between", from: other.from, to: other.to })];
}

const yearBack = (day: string): string => comparedSpan({ from: day, to: day }, "yearBefore").from;

/** A value of another time. */
const inPeriod = ({ of, over, ...rest }: Measured, period: Query["period"], label = ""): Measured => {
  const within = <One extends Measured["of"]>(one: One): One => ({
    ...one,
    query: { ...one.query, period, compare: null },
  });
  return { ...rest, label, of: within(of), over: over && over.query.period ? within(over) : over };
};

/** "Before and after April 2026", "since May against before". */
async function aroundDay(question: string, reader: Reader): Promise<Measured[] | null> {
  const text = question
    .replace(/\bbefore (?:and|vs\.?|versus|or|against) (?:after|since)\b|\bafter and before\b/i, "since~")
    .replace(
      /\b(?:vs\.?|versus|against|compared (?:with|to)|than) (?:the time )?before(?: (?:that|then))?(?= ?(?:$|[?.!,]))/i,
      "~",
    );
  if (!text.includes("~")) return null;
  const after = await valueIn(withoutComparative(text.replace("~", " ")), reader);
  const period = after?.of.query.period;
  const span = period && spanOf(period, reader.today, reader.fiscalYearStart);
  if (!after || !span || span.to < reader.today) return null;
  const day = shortDay(span.from);
  const before = { kind: "between", from: "2000-01-01", to: addDays(span.from, -1) } as const;
  return [inPeriod(after, before, `Before ${day}`), inPeriod(after, period, `Since ${day}`)];
}

/** Two values of one field: "Denise or Martin" is read as both, and each is a side. */
async function ofValues(question: string, reader: Reader): Promise<Measured[] | null> {
  const place = comparingIn(question);
  if (!place) return null;
  const [left, right] = [question.slice(0, place.at), question.slice(place.at + place.length)];
  const both = await valueIn(withoutComparative(`${left} or ${right}`), reader);
  const found = both?.of.query.filters.find(({ test, values }) => test === "is" && values.length === 2);
  // "Open or disputed" is one condition, unless another word compares the two.
  const isState = /^(?:view|status|stage|direction|priority|kind)$/.test(found?.field ?? "");
  if (isState && question.slice(place.at, place.at + place.length).toLowerCase() === "or") return null;
  if (!both || !found || both.of.query.part.some(({ field }) => field === found.field)) return null;
  const { choices = [] } =
    reader.subjects.find(({ id }) => id === both.of.query.subject)?.fields.find(({ name }) => name === found.field) ??
    {};
  const labelOf = (value: string | number): string =>
    choices.find((one) => one.value === value)?.label ?? String(value);
  const isIn = (text: string, value: string | number): boolean => {
    const words = new Set(normalized(text).split(" "));
    return [String(value), labelOf(value)].some((one) =>
      normalized(one)
        .split(" ")
        .some((word) => words.has(word)),
    );
  };
  const ordered = isIn(left, found.values[0] ?? "") ? found.values : found.values.toReversed();
  const [one, other] = ordered as [string, string];
  if (!isIn(left, one) || !isIn(right, other)) return null;
  return [one, other].map((value) => withValue(both, found, value, labelOf(value)));
}

function withValue({ of, over, ...rest }: Measured, { field, values }: Filter, value: string, label: string): Measured {
  const isBoth = (one: Filter): boolean =>
    one.test === "is" && one.values.length === 2 && one.values.every((each) => values.includes(each));
  const narrow = (one: Measured["of"]): Measured["of"] => {
    const { groupBy } = one.query;
    const filters = one.query.filters.map((each) => (isBoth(each) ? { ...each, values: [value] } : each));
    return groupBy?.field === field
      ? { ...one, kind: "value", query: { ...one.query, filters, groupBy: null } }
      : { ...one, query: { ...one.query, filters } };
  };
  return { ...rest, label, of: narrow(of), over: over && narrow(over) };
}

/** The longest name of a thing that is compared, in words. */
const longestThing = 4;

/** Two parties, or two kinds of rows: either is put in the place of the other. */
async function ofThings(question: string, reader: Reader): Promise<Measured[] | null> {
  const place = comparingIn(question);
  if (!place) return null;
  const left = withoutComparative(question.slice(0, place.at)).split(" ").filter(Boolean);
  const right = question
    .slice(place.at + place.length)
    .split(" ")
    .filter(Boolean);
  for (let length = 1; length <= Math.min(longestThing, right.length); length += 1) {
    const [other, rest] = [right.slice(0, length), right.slice(length).join(" ")];
    const one = await valueIn(`${left.join(" ")} ${rest}`, reader);
    if (!one) continue;
    for (const [from, to] of spansOf(left)) {
      const sides = await eachOf(
        [
          { text: `${left.join(" ")} ${rest}`, label: left.slice(from, to).join(" ") },
          { text: [...left.slice(0, from), ...other, ...left.slice(to), rest].join(" "), label: other.join(" ") },
        ],
        reader,
      );
      if (sides) return sides;
    }
  }
  return null;
}

/** Where the other thing may stand: right before the word that compares, or any name in capitals. */
function spansOf(words: readonly string[]): [from: number, to: number][] {
  const near = Array.from({ length: longestThing }, (_, at): [number, number] => [words.length - at - 1, words.length]);
  const named = words.flatMap((word, at) =>
    at > 0 && /^\p{Lu}/u.test(word) ? [1, 2, 3].map((length): [number, number] => [at, at + length]) : [],
  );
  return [...near, ...named].filter(([from, to]) => from >= 0 && to <= words.length);
}

/** Each text as a value; null unless all can be read, measure the same and are different. */
async function eachOf(texts: readonly { text: string; label: string }[], reader: Reader): Promise<Measured[] | null> {
  const sides: Measured[] = [];
  for (const { text, label } of texts) {
    const one = await valueIn(text, reader);
    if (!one) return null;
    sides.push({ ...one, label: label.replaceAll(/[?.,!:;]/g, "") });
  }
  const kinds = new Set(sides.map(({ of, over }) => `${of.query.measure.of} ${over?.query.measure.of}`));
  const queries = new Set(sides.map(({ of }) => JSON.stringify(of.query)));
  // A time that only one side can have would be dropped in silence.
  const hasPeriod = new Set(sides.map(({ of }) => of.query.period !== null));
  return kinds.size === 1 && hasPeriod.size === 1 && queries.size === sides.length ? sides : null;
}
