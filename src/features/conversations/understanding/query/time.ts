import { addDays } from "#contract/days.ts";
import { type Comparison, comparisons, type Period } from "#contract/query.ts";
import { addMonths, comparedSpan } from "#contract/spans.ts";
import { seasonNames } from "../calendar.ts";
import { type Time as Found, timesIn } from "../period.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Sentence } from "./sentence.ts";

type Time = { period: Period | null; compare: Comparison | null };

/** Words between two periods that are compared. */
const comparing =
  /\b(?:(?:as )?compared (?:with|to)|in comparison (?:with|to)|versus|vs?|against|as opposed to|than|relative to)(?: |$)/;

/** Another period by the one before it: "the same days last year", "a year earlier", "the month before", "the previous one". */
const unit = `((?:(?:fiscal|financial) )?year|quarter|month|week|half|period|one|season|${seasonNames.slice(1, -1)})`;
const reference = new RegExp(
  `^(?:(?:in|for|during|over|on) )?(?:the )?(same \\w+ (?:(?:of|in|from|for) )?(?:the )?)?(?:(?:last|previous|prior|preceding) ${unit}|(?:(?:a|one) )?${unit} (?:before|earlier|ago|prior)(?: (?:it|that))?)(?= |$)`,
);

/** "Year over year": this one so far, compared with the one before. */
const onEach = /\b(year|quarter|month|week) (?:over|on) \1\b/;

/** Finds the period of a question, and the comparison if the other period is earlier and equally long. */
export function timeIn(sentence: Sentence, text: string, lexicon: Lexicon): Time {
  const mark = (words: string | undefined): void => {
    if (words) sentence.takeWritten(words);
  };
  const place = comparing.exec(text);
  const end = place ? place.index + place[0].length : text.length;
  // "In the third quarter than in the second": repeat the word "quarter".
  const behind = text.slice(end);
  const right = /\bquarter\b/.test(text.slice(0, end))
    ? behind.replace(/\b(first|second|third|fourth)\b(?! quarter)/, "$1 quarter")
    : behind;
  const times = timesOf(`${text.slice(0, end)}${right}`, lexicon);
  const pair = pairOf(text, times, place?.index ?? null);
  const named = place && reference.exec(right);
  const how = pair && !named?.[1] ? comparisonOf(...(sameOf.test(right) ? asLong(pair) : pair)) : null;
  if (pair && how) {
    for (const { words } of pair) mark(words.join(" "));
    if (right !== behind) sentence.take("first, second, third, fourth");
    sentence.take("compare");
    // Both are cut to as many days.
    sentence.take("same days of, same days, same months of, same months, same period of, same period, same time");
    mark(place?.[0].trim());
    const [later] = sorted(pair);
    return { period: { kind: "between", from: later.from, to: later.to }, compare: how };
  }
  const each = onEach.exec(text);
  const isEach = each !== null && !place;
  if (isEach) mark(each[0]);
  const isOutside = ({ at, words }: Found): boolean =>
    !named || at + words.join(" ").length <= end || at >= end + named[0].length;
  const rest = times.filter(isOutside);
  const base = rest.find(({ isSure }) => isSure) ?? rest[0] ?? null;
  const compare = named ? earlier(base, named[2] ?? named[3] ?? "") : null;
  if (named && compare) {
    mark(`${place?.[0] ?? ""}${named[0]}`);
    sentence.take("compare");
  }
  mark(base?.words.join(" "));
  const period: Period | null = base && (base.rolls ?? { kind: "between", from: base.from, to: base.to });
  if (!isEach) return { period, compare };
  const by = each[1] as "year" | "quarter" | "month" | "week";
  return {
    period: period ?? { kind: "calendar", unit: by, shift: 0 },
    compare: by === "year" ? "yearBefore" : "previous",
  };
}

const timesOf = (text: string, { today, fiscalYearStart, isNamedByStart = false, hemisphere }: Lexicon): Found[] =>
  timesIn(text, today, fiscalYearStart, { isNamedByStart, ...(hemisphere !== undefined && { hemisphere }) });

const sorted = ([one, other]: readonly [Found, Found]) =>
  (one.from > other.from ? [one, other] : [other, one]) as [Found, Found];

/** Two times on both sides of a word that compares, or of "and". */
function pairOf(text: string, times: readonly Found[], comparedAt: number | null): [Found, Found] | null {
  for (const [at, one] of times.entries()) {
    const other = times[at + 1];
    const ends = one.at + one.words.join(" ").length;
    const isBeside =
      other &&
      (comparedAt === null
        ? other.isSure && /^ (?:and|or) $/.test(text.slice(ends, other.at))
        : comparedAt >= ends && other.at > comparedAt);
    if (isBeside && one.from !== other.from) return [one, other];
  }
  return null;
}

/** "The same days of October", "the same months of 2025". */
const sameOf = /^(?:the )?same (?:days|weeks|months|quarters?|period|time) (?:of|in|from) /;

/** Two times, the earlier cut to the days or months of the later one. */
function asLong(pair: [Found, Found]): [Found, Found] {
  const [later, before] = sorted(pair);
  const yearAgo = comparedSpan(later, "yearBefore");
  const isInside = yearAgo.from >= before.from && yearAgo.to <= before.to;
  const days = (Date.parse(later.to) - Date.parse(later.from)) / 86_400_000;
  const to = addDays(before.from, days);
  return [later, isInside ? { ...before, ...yearAgo } : to < before.to ? { ...before, to } : before];
}

/** How the earlier of two periods is named from the later one; null if it is not as long. */
function comparisonOf(one: Found, other: Found): Comparison | null {
  const [later, before] = sorted([one, other]);
  const isSame = (each: Comparison): boolean => {
    const span = comparedSpan(later, each);
    return span.from === before.from && span.to === before.to;
  };
  return [...comparisons, { from: before.from }].find(isSame) ?? null;
}

const monthsIn: Readonly<Record<string, number>> = { month: 1, quarter: 3, half: 6 };

/** The comparison with the unit before; null if that overlaps. */
function earlier(base: Found | null, unitBefore: string): Comparison | null {
  if (unitBefore === "period" || unitBefore === "one") return "previous";
  const months = monthsIn[unitBefore];
  if (!months && unitBefore !== "week") return "yearBefore";
  if (!base) return "previous";
  const from = months ? addMonths(base.from, -months) : addDays(base.from, -7);
  const how = [...comparisons, { from }].find((each) => comparedSpan(base, each).from === from) ?? null;
  return how && comparedSpan(base, how).to < base.from ? how : null;
}
