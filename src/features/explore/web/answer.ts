import { addDays } from "#contract/days.ts";
import { shortDay } from "#contract/format.ts";
import type { MeasureKind, Query, QueryGroup, QueryResult, QuerySubject, Span } from "#contract/query.ts";
import { addMonths, distanceOf, spanOf, unitName, unitOf } from "#contract/spans.ts";
import { changeWords, formatRows, formatValue, shortPercent } from "./values.ts";
import { figureOf, findField, lower, measuredField, partWords, unitWord } from "./words.ts";

/** A figure in a sentence, with its source. */
export type Figure = { text: string; of: string; rows: number | null };
export type Part = string | Figure;
/** The answer in one clause, then its context. */
export type Answer = { lead: readonly Part[]; rest: readonly Part[] };

export const plainText = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === "string" ? part : part.text)).join("");

const prefixes: Record<MeasureKind, string> = {
  count: "",
  sum: "",
  average: "Average ",
  median: "Median ",
  minimum: "Smallest ",
  maximum: "Largest ",
  latest: "Latest ",
  share: "",
};
const suffixes: Record<MeasureKind, string> = {
  count: "",
  sum: "",
  average: " on average",
  median: " as the median",
  minimum: " as the smallest",
  maximum: " as the largest",
  latest: " as the latest",
  share: "",
};

const withArticle = (name: string): string => (name.startsWith("week of") ? `the ${name}` : name);

/** " in October 2025", " from 3 Jan to 5 Feb 2011", " on 3 Jan 2011". */
function during(span: Span | null): string {
  if (!span) return "";
  const unit = unitOf(span);
  if (unit === "day") return ` on ${span.label}`;
  return unit ? ` in ${withArticle(span.label)}` : ` from ${span.label}`;
}

export function answerOf(subject: QuerySubject, result: QueryResult): Answer {
  const isLow = result.query.order === "smallest";
  const found = (result.groups ?? []).filter(
    ({ key, value, isPartial }) => key !== null && value !== null && !(isLow && isPartial),
  );
  const { leaders, value } = leadersOf(found, result.query);
  if (value === null || result.total.rows === 0 || found.every((group) => group.rows === 0))
    return wholeAnswer(subject, result);
  const answer = result.query.groupBy?.unit ? calendarAnswer : fieldAnswer;
  return answer(subject, result, leaders, value);
}

/** The groups with the largest value, or the smallest if requested. */
export function leadersOf(groups: readonly QueryGroup[], { order }: Pick<Query, "order">) {
  const known = groups.filter(({ key, value }) => key !== null && value !== null);
  const values = known.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length === 0) return { leaders: [], value: null };
  const value = order === "smallest" ? Math.min(...values) : Math.max(...values);
  return { leaders: known.filter((group) => group.value === value), value };
}

function wholeAnswer(subject: QuerySubject, result: QueryResult): Answer {
  const { total, period, compared, query } = result;
  const { of } = query.measure;
  const when = during(period);
  const rest = incompletePeriod(subject, result);
  if (total.rows === 0) {
    const had = compared && total.previous ? `; ${withArticle(compared.label)} had ` : "";
    const previous = had ? [had, figure(total.previous, subject, result, compared?.label ?? "", null)] : [];
    const figures = figureOf(subject, query) ? `values` : subject.many;
    const span =
      result.data && period ? [`The data runs from ${shortDay(result.data.from)} to ${shortDay(result.data.to)}.`] : [];
    return { lead: [`No ${figures}${when}`, ...previous, "."], rest: span };
  }
  if (total.value === null) {
    const name = lower(measuredField(subject, query)?.label ?? "value");
    return { lead: [`No ${name} is recorded for these ${formatRows(total.rows, subject)}.`], rest: [] };
  }
  const change = changeParts(
    total.value,
    total.previous,
    compared && withArticle(compared.label),
    subject,
    result,
    true,
  );
  const lead = [
    prefixes[of],
    figure(total.value, subject, result, period?.label ?? "All time", total.rows),
    ...(of === "share" ? [` of ${subject.needs ? "days" : subject.many}: ${partWords(subject, query)}`] : []),
    when,
    ...change,
    ".",
  ];
  const counted = of === "count" ? [] : [`From ${formatRows(total.rows, subject)}.`];
  return { lead, rest: joined([counted, noPrevious(subject, result), rest]) };
}

/** The highest or lowest calendar unit. */
function calendarAnswer(
  subject: QuerySubject,
  result: QueryResult,
  leaders: readonly QueryGroup[],
  value: number,
): Answer {
  const { query } = result;
  const unit = unitWord(query.groupBy?.unit ?? "day");
  const [leader] = leaders;
  const own = withArticle(leader ? shortLabel(leader, result) : "");
  const start = isTruncated(result) ? `Of the ${result.groups?.length} ${unit}s shown, ${own}` : capital(own);
  const best = figure(value, subject, result, leader?.label ?? "", leader?.rows ?? null);
  const rest = joined([
    leaders.length === 1 ? shareParts(subject, result, leader) : [],
    wholeChange(subject, result),
    noPrevious(subject, result),
    incompletePeriod(subject, result),
  ]);
  if (leaders.length > 1) {
    const names =
      leaders.length === 2 ? leaders.map((one) => shortLabel(one, result)).join(" and ") : `${leaders.length} ${unit}s`;
    return { lead: [`${capital(names)} are level at `, best, "."], rest };
  }
  const isLowest = query.order === "smallest";
  const isCount = query.measure.of === "count";
  const verb = isCount
    ? isLowest
      ? " had the fewest: "
      : " had the most: "
    : isLowest
      ? " was lowest: "
      : isGain(subject, query)
        ? " was best: "
        : " was highest: ";
  const than = leader?.key ? beforeName(leader.key, result) : null;
  const change = changeParts(value, leader?.previous ?? null, than, subject, result, false);
  return { lead: [start, verb, best, ...change, "."], rest };
}

/** The leading group. */
function fieldAnswer(
  subject: QuerySubject,
  result: QueryResult,
  leaders: readonly QueryGroup[],
  value: number,
): Answer {
  const { query, total, groups, compared } = result;
  const { of } = query.measure;
  const [leader] = leaders;
  const field = findField(subject, query.groupBy?.field);
  const nameOf = ({ label }: QueryGroup): string => (field?.type === "flag" ? `“${field.label}: ${label}”` : label);
  const shown = isTruncated(result) ? `Of the ${groups?.length} shown, ` : "";
  const best = figure(value, subject, result, leader?.label ?? "", leader?.rows ?? null);
  const none = groups?.find(({ key }) => key === null && query.order !== "smallest");
  const rest = joined([
    none?.value
      ? [
          figure(none.value, subject, result, none.label, none.rows),
          ` ${query.measure.of === "count" && none.value !== 1 ? "have" : "has"} no ${lower(field?.label ?? "value")}.`,
        ]
      : [],
    compared && leader && leaders.length === 1 && leader.previous !== null
      ? sentence("That is", changeParts(value, leader.previous, withArticle(compared.label), subject, result, true))
      : [],
    wholeChange(subject, result),
    noPrevious(subject, result),
    incompletePeriod(subject, result),
  ]);
  if (leaders.length > 1) {
    const names =
      leaders.length === 2
        ? leaders.map(nameOf).join(" and ")
        : `${leaders.length} ${field?.type === "agent" ? "agents" : "groups"}`;
    return { lead: [`${shown}${names} are level at `, best, suffixes[of], "."], rest };
  }
  const isLowest = query.order === "smallest";
  const share = leader?.share ?? null;
  const proportion: Part[] =
    share !== null && !isLowest && (result.groupCount > 1 || none)
      ? [`, ${shortPercent(share * 100)} of `, figure(total.value, subject, result, "Total", total.rows)]
      : [];
  const name = leader ? nameOf(leader) : "";
  return {
    lead: [`${shown}${name}${isLowest ? " is lowest with " : " leads with "}`, best, suffixes[of], ...proportion, "."],
    rest,
  };
}

function figure(
  value: number | null,
  subject: QuerySubject,
  result: QueryResult,
  of: string,
  rows: number | null,
): Figure {
  const isCount = result.query.measure.of === "count";
  const text = isCount && value !== null ? formatRows(value, subject) : formatValue(value, result);
  return { text, of, rows: isCount ? null : rows };
}

/** ", down 41% on September 2025 (£45,432)"; the previous value is in brackets unless it is shown elsewhere. */
function changeParts(
  value: number,
  previous: number | null,
  than: string | null,
  subject: QuerySubject,
  result: QueryResult,
  isNamed: boolean,
): Part[] {
  if (!than || previous === null || !isCompared(result)) return [];
  const words = changeWords(value, previous, than, result);
  if (!words) return [];
  if (!isNamed || value === previous || previous <= 0) return [`, ${words}`];
  return [`, ${words} (`, figure(previous, subject, result, than, null), ")"];
}

/** Turns a clause that begins with a comma into a sentence. */
function sentence(start: string, parts: readonly Part[]): Part[] {
  const [first, ...others] = parts;
  return typeof first === "string" ? [`${start}${first.replace(/^,/, "")}`, ...others, "."] : [];
}

/** Whether the compared period has any rows. */
export const isCompared = ({ compared, total }: QueryResult): boolean => compared !== null && !!total.previous;

/** Without a previous value there is no percentage: one sentence says so. */
const noPrevious = (subject: QuerySubject, result: QueryResult): Part[] =>
  result.compared && !isCompared(result)
    ? [`There are no ${subject.needs ? "values" : subject.many}${during(result.compared)} to compare with.`]
    : [];

function wholeChange(subject: QuerySubject, result: QueryResult): Part[] {
  const { total, period, compared, query } = result;
  if (!period || !compared || total.value === null || (query.measure.of !== "count" && query.measure.of !== "sum"))
    return [];
  return sentence(
    `In all, ${withArticle(period.label)} is`,
    changeParts(total.value, total.previous, withArticle(compared.label), subject, result, true),
  );
}

const periodOwners: Record<string, string> = {
  year: "the year’s ",
  quarter: "the quarter’s ",
  month: "the month’s ",
  week: "the week’s ",
};

/** "It brought 14.6% of the year's £492,000." */
function shareParts(subject: QuerySubject, result: QueryResult, leader: QueryGroup | undefined): Part[] {
  const { total, period, query } = result;
  if (leader?.share == null || total.value === null || leader.share >= 1) return [];
  const owner = periodOwners[(period && unitOf(period)) ?? ""];
  const start = isGain(subject, query) && query.order !== "smallest" ? "It brought" : "That is";
  return [
    `${start} ${shortPercent(leader.share * 100)} of ${owner ?? ""}`,
    figure(total.value, subject, result, period?.label ?? "All time", total.rows),
    owner ? "." : " in all.",
  ];
}

/** Whether an increase is good news: only of revenue and billed amounts. */
function isGain(subject: QuerySubject, { filters, measure }: Query): boolean {
  if (measure.of !== "sum") return false;
  const named = figureOf(subject, { filters });
  if (named) return /revenue|sales|orders|profit|income|bookings/.test(named);
  const is = (value: string): boolean => filters.some(({ test, values }) => test === "is" && values.includes(value));
  return subject.id === "invoices" && (is("receivable") || is("billed"));
}

/** Says that the period, or the data in it, is incomplete. */
function incompletePeriod(subject: QuerySubject, { period, asOf, data }: QueryResult): Part[] {
  // Figures are daily, so a period is incomplete after their last day.
  if (subject.needs && period && data && data.to >= period.from && data.to < period.to && data.to < asOf)
    return [`The data ends on ${shortDay(data.to)}.`];
  if (!period || period.to <= asOf || period.from > asOf) return [];
  return [`${capital(withArticle(period.label))} is not over: it ends on ${shortDay(period.to)}.`];
}

const isTruncated = ({ groups, groupCount, query }: QueryResult): boolean =>
  groups !== null && groupCount > groups.length && (query.order === "first" || query.order === "last");

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Omits the year if it is named beside the month. */
function shortLabel({ label }: QueryGroup, { period, query }: QueryResult): string {
  const isNamed = query.groupBy?.unit === "month" && period && unitOf(period) === "year";
  return isNamed ? label.replace(/ \d{4}$/, "") : label.replace(/^Week/, "week");
}

/** The name of the same unit in the compared period. */
function beforeName(key: string, { compared, period, query, asOf }: QueryResult): string | null {
  const { groupBy, compare } = query;
  if (!query.period || !compared || !compare || !groupBy?.unit) return null;
  // A fiscal year's period begins with the fiscal year.
  const distance = distanceOf(spanOf(query.period, asOf, Number(period?.from.slice(5, 7) ?? 1)), compare);
  const { unit } = groupBy;
  if ("months" in distance)
    return unit === "week"
      ? `the same week of ${compared.label}`
      : withArticle(unitName(addMonths(key, -distance.months), unit));
  if (unit === "day" || (unit === "week" && distance.days % 7 === 0))
    return withArticle(unitName(addDays(key, -distance.days), unit));
  return compared.label;
}

const joined = (sentences: readonly (readonly Part[])[]): Part[] =>
  sentences.filter((one) => one.length > 0).flatMap((one, at) => (at === 0 ? [...one] : [" ", ...one]));
