import type { MeasureKind, Order, Query, QuerySubject } from "#contract/query.ts";
import { stem } from "../stem.ts";
import { fillers } from "../words.ts";
import { type Draft, distributors, fieldIn, low, ofParties, parties, people, superlatives, units } from "./draft.ts";
import { filtersIn, leaving, numberWords, type Values } from "./filters.ts";
import { type Found, Sentence } from "./sentence.ts";
import { comingDays, dayTerms, fieldTerms, type Term, terms } from "./terms.ts";

/** A question as a query; `unused` are its words that nothing stands for. */
export type Reading = {
  query: Query;
  /** It says more than that there are such rows: what to measure, to group or compare by, or to narrow them to. */
  isMore: boolean;
  /** It asks for a figure by the name the company itself gives it. */
  isNamed: boolean;
  unused: string[];
  /** Those of them that no title holds: what the rows cannot be grouped by, and what cannot be left out. */
  unmet: string[];
  /** `names`: which groups there are, not which has most. */
  /** The reason of each row is asked for. */
  why: boolean;
  kind: "value" | "rows" | "ranking" | "names" | "series";
};

/** Completes a draft to a query, with the values of its subject's fields. */
export function readingOf(draft: Draft, values: Values): Reading {
  const { sentence, subject, term, quantity } = draft;
  const rank = rankIn(sentence);
  const filters = filtersIn(draft, values, quantity?.field ?? null);
  const measure = measureIn(sentence, subject, term, quantity);
  const group = groupOf(draft);
  const day = dayIn(draft, group);
  const asksShare = sentence.take(shareWords);
  const share = asksShare && !group ? shareOf(draft, filters, measure, asksShare) : null;
  const isTrend =
    !group &&
    !share &&
    sentence.take("trend, over time, develop, developed, development, grow, growing, grown, growth, evolve") !== null;
  const groupBy = group ?? (isTrend && subject.day ? { field: subject.day, unit: "month" as const } : null);
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
  const why = !groupBy && !share && fieldIn(subject, ["reason"]) !== null && sentence.take("why, reason") !== null;
  const isList =
    !groupBy &&
    !share &&
    (isBeyond || (measure.of === "count" && !measure.isSaid)) &&
    (why || sentence.has("which, list, show, what, who, give me, whose, name"));
  const order: Order = rank?.order ?? (isSeries && !draft.group?.isRanked ? "first" : "largest");
  const isRankedRow =
    !groupBy && !share && rank !== null && (!measure.isSaid || (quantity !== null && sentence.has("which, what, who")));
  const of = isRankedRow && subject.amount && measure.of === "count" ? { of: "sum" as const, field: null } : measure;
  const query: Query = {
    subject: subject.id,
    filters: (share?.base ?? [...filters.own, ...filters.asked]).slice(0, 10),
    search: null,
    period: (day ?? subject.day) ? period : null,
    day: day === subject.day ? null : day,
    groupBy,
    measure: share?.measure ?? { of: of.of, field: of.field },
    part: share?.part ?? [],
    compare: period ? (draft.compare ?? (change ? "previous" : null)) : null,
    order,
    limit: rank?.limit ?? (isRankedRow ? (draft.isPlural ? 5 : 1) : 50),
  };
  const unmet = [groupUnmet(draft), leftIn(sentence)].filter((one) => one !== null);
  const unused = [...unmet, ...unusedIn(draft)];
  const figure =
    subject.needs &&
    fieldIn(subject, [subject.needs])?.choices.find(({ value }) =>
      filters.own.some(({ field, values }) => field === subject.needs && values[0] === value),
    );
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
      why ||
      isRankedRow ||
      filters.asked.length > 0,
    // A share of nothing that is named would be a plain count.
    unused: asksShare && !group && !share ? ["share", ...unused] : unused,
    isNamed: figure ? sentence.has(figure.label.replaceAll(",", " ")) : false,
    unmet,
    kind,
    why,
  };
}

/** The words of a question that nothing stands for, once everything else was taken. */
function unusedIn({ sentence, subject }: Draft): string[] {
  // What else the same rows are called.
  for (const other of terms) if (other.subject === subject.id) sentence.take(other.words, { exact: true });
  if (fieldIn(subject, ["agent", "role"])) sentence.take("agent, executive");
  if (fieldIn(subject, ["customerName"])) sentence.take("customer, client");
  if (fieldIn(subject, ["vendorName"])) sentence.take("vendor, supplier");
  sentence.take("compared with, compared to, versus, vs, on average, in total, altogether");
  return sentence
    .rest()
    .filter((word) => word.length > 1 && !fillers.has(word) && !structural.has(stem(word)) && !/^\d{1,3}$/.test(word));
}

/** What a sentence says of a query that is known already: null and empty where it says nothing of it. */
export type Change = {
  filters: Query["filters"];
  period: Query["period"];
  day: string | null;
  groupBy: Query["groupBy"];
  /** "Which customers": the groups are asked for by name. */
  isNames: boolean;
  measure: Query["measure"] | null;
  /** "What share of them is overdue": of the rows that are known, those that meet its part. */
  share: (Pick<Query, "measure" | "part"> & { base: Query["filters"] }) | null;
  compare: Query["compare"];
  order: Order | null;
  limit: number | null;
  /** Several rows are asked for, not one. */
  isPlural: boolean;
  unused: string[];
};

/** Takes a draft whose subject is known from before, gives what it says itself. */
export function changeOf(draft: Draft, values: Values): Change {
  const { sentence, subject, term, quantity } = draft;
  const rank = rankIn(sentence);
  const filters = filtersIn(draft, values, quantity?.field ?? null);
  const measure = measureIn(sentence, subject, term, quantity);
  const groupBy = groupOf(draft);
  const asksShare = sentence.take(shareWords);
  const share = asksShare && !groupBy ? shareOf(draft, filters, measure, asksShare) : null;
  const unused = unusedIn(draft);
  return {
    filters: filters.asked,
    period: draft.period,
    day: dayIn(draft, groupBy),
    groupBy,
    isNames: draft.group?.isAsked === true && !draft.group.isRanked,
    measure: measure.isSaid ? { of: measure.of, field: measure.field } : null,
    share,
    compare: draft.compare,
    order: rank?.order ?? null,
    limit: rank?.limit ?? null,
    isPlural: draft.isPlural,
    unused: asksShare && !share ? ["share", ...unused] : unused,
  };
}

const structural: ReadonlySet<string> = new Set(
  "top best worst biggest largest highest lowest smallest which each every per by list compare come comes bring brought made has have got total sum number count value worth amount average mean median typical open currently present there record entry item size money bring in us myself put take took run ran need want happen go went do work serve sell who score rate ours whole entire so far"
    .split(" ")
    .map(stem),
);

const shareWords =
  "what share, share of, share, what percentage, percentage of, percentage, percent of, percent, proportion, what part";
/** Behind one of these it is said which of the rows a share is of: "share of overdue invoices that is disputed". */
const verbs = "is are was were come go went did do have has that who which from".split(" ");

/** What a share is of: the rows, and those of them that meet what is said behind the verb. */
function shareOf(
  { sentence, subject, term }: Draft,
  { own, asked, places }: ReturnType<typeof filtersIn>,
  measure: Measure,
  { at, length }: Found,
): { base: Query["filters"]; part: Query["filters"]; measure: Query["measure"] } | null {
  if (measure.of !== "count" && measure.of !== "sum") return null;
  const field = measure.of === "sum" ? (measure.field ?? subject.amount) : null;
  const of = { of: "share" as const, field };
  if (asked.length === 0) {
    // "What share of deals did we win": the verb alone says which.
    const plain = terms.find((one) => one.subject === subject.id && !one.filters);
    return own.length > 0 && plain && plain !== term && sentence.has(plain.words)
      ? { base: [], part: own, measure: { of: "share", field: null } }
      : null;
  }
  const from = at + length;
  const verbAt = Math.min(
    ...verbs.map((verb) => sentence.find(verb, { from, used: true, exact: true })?.at ?? Infinity),
  );
  const behind = asked.filter((_, place) => (places[place] ?? 0) > verbAt);
  const part = behind.length > 0 ? behind : asked.slice(-1);
  const isFlag = (name: string): boolean => fieldIn(subject, [name])?.type === "flag";
  // What is not known yet is neither: a forecast that is not due has not failed.
  const known = part
    .filter((one) => isFlag(one.field))
    .map((one) => ({ field: one.field, test: "known" as const, values: [] }));
  return { base: [...own, ...asked.filter((one) => !part.includes(one)), ...known], part, measure: of };
}

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

/** What the rows are grouped by. */
const groupOf = (draft: Draft): Query["groupBy"] => (isNoGroup(draft) ? null : groupField(draft));

/** "Who" of customers are the customers, and a plan "per month" is no series. */
function isNoGroup({ group, subject }: Draft): boolean {
  if (!group) return true;
  if (subject.id === "customers" && (group.fields === people || group.fields.includes("customerName"))) return true;
  return (
    !group.isRanked &&
    ((group.unit === "month" && fieldIn(subject, ["monthly"]) !== null) ||
      (group.unit === "year" && fieldIn(subject, ["yearlyValue"]) !== null))
  );
}

/** What a question leaves out and its query cannot: "without rent". */
function leftIn(sentence: Sentence): string | null {
  const found = sentence.find(leaving);
  if (!found) return null;
  sentence.use(found);
  const next = sentence.find("a, an, any, the, our", { from: found.at + 1 });
  const noun = next?.at === found.at + 1 ? next.at + 1 : found.at + 1;
  const length = fillers.has(sentence.at(noun + 1) ?? "a") ? 1 : 2;
  sentence.use({ at: noun, length });
  return sentence.words(found.at, noun + length);
}

/** The words of a group that the rows cannot be put in: "tickets by vendor". */
function groupUnmet(draft: Draft): string | null {
  const words = draft.group?.words ?? "";
  const said = new Sentence(words);
  // "Which decisions" are the rows, and "what number of" is none of their fields.
  const isOwn = terms.some((term) => term.subject === draft.subject.id && said.find(term.words, { exact: true }));
  const isEmpty = words.split(" ").every((word) => fillers.has(word));
  return isOwn || isEmpty || isNoGroup(draft) || groupField(draft) ? null : words;
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
export const knownExactly = 1;

/** Behind one of these stands what rows are to be told apart by, which a topic need not do. */
const apart = "broken down by, split by, grouped by, for each, for every, in each, by, per";

/** Whether one of a topic's own questions is grouped as a query is. */
function knowsGroup({ groupBy }: Query, examples: readonly string[], text: string): boolean {
  if (!groupBy) return true;
  if (!groupBy.unit) {
    const names = fieldTerms.flatMap(([words, fields]) => (fields.includes(groupBy.field) ? words.split(", ") : []));
    const said = names.map((name) => joinedTo(apart, name)).filter((by) => new Sentence(text).has(by));
    return said.length === 0 || examples.some((example) => new Sentence(example).has(said.join()));
  }
  const [unit = "", ...adverbs] = units[groupBy.unit].split(", ");
  const words = [joinedTo(`${distributors}, ${superlatives}`, unit), ...adverbs].join();
  return examples.some((example) => new Sentence(example).find(words, { exact: true }));
}

const joinedTo = (leads: string, word: string): string =>
  leads
    .split(", ")
    .map((lead) => `${lead} ${word}`)
    .join();

/** Whether a question is better answered as a query than by the topic that fits it best. */
export function prefersQuery(
  { query, unused, isMore, isNamed }: Reading,
  topic: { fit: number; heeds: readonly string[]; examples: readonly string[] } | null,
  text: string,
): boolean {
  if (judging.test(text) && query.subject !== "decisions" && query.subject !== "forecasts") return false;
  if (unused.length > 0) return false;
  if (!topic || (isNamed && query.period !== null)) return true;
  const isHeeded = (field: string, heeded: string): boolean =>
    ![...query.filters, ...query.part].some((filter) => filter.field === field) || topic.heeds.includes(heeded);
  // Topics compare with the time before, and leave nothing out.
  const isPlain =
    (query.compare === null || query.compare === "previous") &&
    !(new Sentence(text).has(leaving) && query.filters.some(({ test }) => test === "isNot"));
  const isWhole =
    (query.period === null || topic.heeds.includes("period")) &&
    isPlain &&
    knowsGroup(query, topic.examples, text) &&
    isHeeded("customerName", "customer") &&
    isHeeded("vendorName", "vendor");
  return !isWhole || topic.fit < (isMore ? knownExactly : knownWell);
}
