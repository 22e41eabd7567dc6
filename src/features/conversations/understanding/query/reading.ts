import type { MeasureKind, Order, Query, QuerySubject } from "#contract/query.ts";
import { stem } from "../stem.ts";
import { fillers } from "../words.ts";
import { type Draft, fieldIn, low, ofParties, parties, people, superlatives } from "./draft.ts";
import { filtersIn, numberWords, type Values } from "./filters.ts";
import type { Sentence } from "./sentence.ts";
import { comingDays, dayTerms, type Term, terms } from "./terms.ts";

/** A question as a query; `focus` is the one group it asks for, `unused` its words that nothing stands for. */
export type Reading = {
  query: Query;
  /** It says more than that there are such rows: what to measure, to group or compare by, or to narrow them to. */
  isMore: boolean;
  unused: string[];
  focus: string | null;
  /** `names`: which groups there are, not which has most. */
  kind: "value" | "rows" | "ranking" | "names" | "series";
};

/** Takes a draft and the values its subject's fields have, gives the query it stands for. */
export function readingOf(draft: Draft, values: Values): Reading {
  const { sentence, subject, term, quantity } = draft;
  const rank = rankIn(sentence);
  const filters = filtersIn(draft, values, quantity?.field ?? null);
  const measure = measureIn(sentence, subject, term, quantity);
  const group = groupOf(draft);
  const day = dayIn(draft, group);
  const isShare =
    sentence.take(
      "how many of, what share, share of, share, what percentage, percentage of, percentage, percent of, percent, proportion, what part",
    ) !== null;
  const focus = isShare && !group ? filters.asked.at(-1) : undefined;
  const isTrend =
    !group &&
    sentence.take("trend, over time, develop, developed, development, grow, growing, grown, growth, evolve") !== null;
  const groupBy = focus
    ? { field: focus.field, unit: null }
    : (group ?? (isTrend && subject.day ? { field: subject.day, unit: "month" as const } : null));
  const change = !groupBy && sentence.take("up or down, change, changed, more or less, higher or lower") !== null;
  const period =
    draft.period ??
    (draft.compare || change
      ? { kind: "calendar" as const, unit: "month" as const, shift: 0 }
      : isTrend
        ? ({ kind: "last", count: 12, unit: "month" } as const)
        : null);
  const isSeries = groupBy?.unit !== null && groupBy !== null;
  const isBeyond = quantity !== null && filters.asked.some(({ field }) => field === quantity.field);
  const isList =
    !groupBy &&
    (isBeyond || (measure.of === "count" && !measure.isSaid)) &&
    sentence.has("which, list, show, what, who, give me, whose, name");
  const order: Order = rank?.order ?? (isSeries && !draft.group?.isRanked ? "first" : "largest");
  const isRankedRow =
    !groupBy && rank !== null && (!measure.isSaid || (quantity !== null && sentence.has("which, what, who")));
  const of = isRankedRow && subject.amount && measure.of === "count" ? { of: "sum" as const, field: null } : measure;
  const query: Query = {
    subject: subject.id,
    filters: [...filters.all].filter((one) => one !== focus),
    search: null,
    period: (day ?? subject.day) ? period : null,
    day: day === subject.day ? null : day,
    groupBy,
    measure: { of: of.of, field: of.field },
    compare: period ? (draft.compare ?? (change ? "previous" : null)) : null,
    order,
    limit: rank?.limit ?? (isRankedRow ? (draft.isPlural ? 5 : 1) : 50),
  };
  // What else the same rows are called.
  for (const other of terms) if (other.subject === subject.id) sentence.take(other.words, { exact: true });
  if (fieldIn(subject, ["agent", "role"])) sentence.take("agent, executive");
  if (fieldIn(subject, ["customerName"])) sentence.take("customer, client");
  if (fieldIn(subject, ["vendorName"])) sentence.take("vendor, supplier");
  sentence.take("compared with, compared to, versus, vs, on average, in total, altogether");
  const unused = sentence
    .rest()
    .filter((word) => word.length > 1 && !fillers.has(word) && !structural.has(stem(word)) && !/^\d+$/.test(word));
  const isNames = draft.group?.isAsked === true && !draft.group.isRanked && of.of === "count";
  const kind = groupBy
    ? isSeries
      ? "series"
      : isNames
        ? "names"
        : "ranking"
    : isList || isRankedRow
      ? "rows"
      : "value";
  return {
    query,
    isMore:
      groupBy !== null ||
      query.compare !== null ||
      query.period !== null ||
      measure.isSaid ||
      isList ||
      isRankedRow ||
      filters.asked.length > 0,
    unused,
    focus: focus ? String(focus.values[0]) : null,
    kind,
  };
}

const structural: ReadonlySet<string> = new Set(
  "top best worst biggest largest highest lowest smallest which each every per by list compare come comes bring brought made has have got total sum number count value worth amount average mean median typical open currently present there record entry item size money bring in us myself put take took run ran need want happen go went do work serve sell who score rate ours whole entire so far"
    .split(" ")
    .map(stem),
);

type Measure = { of: MeasureKind; field: string | null; isSaid: boolean };

function measureIn(
  sentence: Sentence,
  subject: QuerySubject,
  term: Term,
  quantity: { field: string; of: MeasureKind } | null,
): Measure {
  const isCounted = sentence.take("how many, number of, count of, count") !== null;
  const isAverage = sentence.take("on average, average, avg, mean, typical, typically, usually") !== null;
  const isMedian = sentence.take("median") !== null;
  const isSum =
    sentence.take(
      "how much, how big, total value, total, sum of, sum, value of, worth of, worth, value, amount of, amount, cost, price, bring in",
    ) !== null;
  const of = isMedian ? "median" : isAverage ? "average" : null;
  if (quantity) return { of: of ?? (isCounted ? "sum" : quantity.of), field: quantity.field, isSaid: true };
  if (isCounted && !isSum && !term.measure?.always) return { of: "count", field: null, isSaid: true };
  const field = term.measure?.field ?? null;
  if (of && subject.amount) return { of, field, isSaid: true };
  if (isSum && subject.amount) return { of: "sum", field, isSaid: true };
  if (term.measure?.always) return { of: term.measure.of, field, isSaid: false };
  return { of: "count", field: null, isSaid: isCounted };
}

/** How the rows or groups are put in order, and how many are asked for. */
function rankIn(sentence: Sentence): { order: Order; limit?: number } | null {
  const text = sentence.text;
  const number =
    /\b(?:top|bottom|first|last|best|worst|biggest|largest|highest|lowest|smallest|latest|newest|oldest|busiest) (\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twenty)\b(?! (?:day|week|month|quarter|year|hour)s?\b)/.exec(
      text,
    )?.[1] ??
    /\b(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twenty) (?:top|best|worst|biggest|largest|highest|lowest|smallest|latest|newest|oldest)\b/.exec(
      text,
    )?.[1];
  const limit = number ? { limit: Math.max(1, Math.min(200, numberWords[number] ?? Number(number))) } : {};
  sentence.take(superlatives);
  if (sentence.take("latest, newest, most recent, most recently")) return { order: "last", ...limit };
  if (sentence.take("oldest, earliest, longest")) return { order: "first", ...limit };
  if (sentence.has(low)) return { order: "smallest", ...limit };
  if (sentence.has(superlatives)) return { order: "largest", ...limit };
  return number ? { order: "largest", ...limit } : null;
}

/** What the rows are grouped by; "who" of customers are the customers, and a plan "per month" is no series. */
function groupOf(draft: Draft): Query["groupBy"] {
  const { group, subject } = draft;
  if (!group) return null;
  if (subject.id === "customers" && (group.fields === people || group.fields.includes("customerName"))) return null;
  if (
    !group.isRanked &&
    ((group.unit === "month" && fieldIn(subject, ["monthly"])) ||
      (group.unit === "year" && fieldIn(subject, ["yearlyValue"])))
  )
    return null;
  return groupField(draft);
}

/** The field behind "by" or "which", where the subject has one; a question's unit of the calendar is of the day it is about. */
function groupField({ group, subject, term }: Draft): Query["groupBy"] {
  if (!group) return null;
  if (group.unit) {
    const day = term.day ?? subject.day;
    return day ? { field: day, unit: group.unit } : null;
  }
  const isWho = group.fields === people && ofParties.includes(subject.id);
  const wanted = isWho ? parties : group.fields;
  const isPayable = term.filters?.some(({ values }) => ["bills", "payable"].includes(String(values[0])));
  const fields = isPayable ? wanted.filter((name) => name !== "customerName") : wanted;
  const field = fieldIn(subject, fields);
  return field ? { field: field.name, unit: null } : null;
}

/** The day a period is about, by the verb; the subject's own else. */
function dayIn({ sentence, subject, term, period, group, lexicon }: Draft, by: Query["groupBy"]): string | null {
  if (by?.unit && term.day) return term.day;
  if (!period && !group?.unit) return null;
  for (const [words, days] of dayTerms) {
    const field = fieldIn(subject, days);
    if (!field) continue;
    const found = sentence.find(words, { used: true });
    if (!found) continue;
    sentence.use(found);
    return field.name;
  }
  const isAhead = period?.kind === "between" && period.to > lexicon.today && period.from >= lexicon.today;
  const ahead = comingDays[subject.id];
  return isAhead && ahead ? ahead : (term.day ?? null);
}

/** Words of a question that asks for a judgement, which no query gives. */
const judging =
  /\b(?:should (?:we|i|you|be)|hit|reach|on track|target|why|risk|risky|worry|worried|concern|forecast|predict|expect|propose|recommend|advise|healthy|health|unusual|strange|over budget|within budget|runway|run out of|what if|prioriti[sz]e|focus|problem|problems|attention)\b/;
/** A topic that fits as well as this knows more about it than a query would say. */
const knownWell = 0.8;
/** One that fits as well as this was asked for in nearly its own words. */
const knownExactly = 1;
/** One that fits no better than this is often another one. */
const hardlyKnown = 0.75;

/** Whether a question is better answered as a query than by the topic that fits it best. */
export function prefersQuery(
  { query, unused, isMore }: Reading,
  topic: { fit: number; heeds: readonly string[] } | null,
  text: string,
): boolean {
  if (judging.test(text) && query.subject !== "decisions") return false;
  if (!topic) return unused.length <= 1;
  if (unused.length > 0) return unused.length === 1 && topic.fit < hardlyKnown;
  const isHeeded = (field: string, heeded: string): boolean =>
    !query.filters.some((filter) => filter.field === field) || topic.heeds.includes(heeded);
  const isWhole =
    (query.period === null || topic.heeds.includes("period")) &&
    isHeeded("customerName", "customer") &&
    isHeeded("vendorName", "vendor");
  return !isWhole || topic.fit < (isMore ? knownExactly : knownWell);
}
