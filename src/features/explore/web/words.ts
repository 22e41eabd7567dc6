import * as queries from "#contract/query.ts";
import { longDay } from "#contract/format.ts";
import { count, sentenceCase } from "#ui/format.ts";

export const findField = (
  subject: queries.QuerySubject,
  name: string | null | undefined,
): queries.QueryField | undefined => subject.fields.find((field) => field.name === name);

export const isNumeric = ({ type }: Pick<queries.QueryField, "type">): boolean =>
  ["money", "number", "share", "days", "hours"].includes(type);

export const isGroupable = (subject: queries.QuerySubject, field: queries.QueryField): boolean =>
  !isNumeric(field) && field.type !== "view" && field.type !== "note" && field.name !== subject.needs;

/** The measured field; none if rows are counted. */
export const measuredField = (
  subject: queries.QuerySubject,
  { measure, filters }: Pick<queries.Query, "measure" | "filters">,
): queries.QueryField | undefined =>
  measure.of === "count" || (measure.of === "share" && !measure.field)
    ? undefined
    : findField(subject, queries.measuredName(subject, { measure, filters }));

export const lower = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

const measureNames: Record<queries.MeasureKind, string> = {
  count: "Number",
  sum: "Total",
  average: "Average",
  median: "Median",
  minimum: "Smallest",
  maximum: "Largest",
  latest: "Latest",
  share: "Share",
};

/** The figure of a query, if its subject needs one. */
export function figureOf(subject: queries.QuerySubject, { filters }: Pick<queries.Query, "filters">): string | null {
  const value = filters.find(({ field, test }) => field === subject.needs && test === "is")?.values[0];
  return value === undefined ? null : String(value);
}

export const figureName = (subject: queries.QuerySubject, name: string): string =>
  findField(subject, subject.needs)?.choices.find(({ value }) => value === name)?.label ?? queries.spelledOut(name);

/** "Total amount", "Number of invoices", "Latest value". */
export function measureName(
  subject: queries.QuerySubject,
  of: queries.MeasureKind,
  field: queries.QueryField | undefined,
): string {
  if (of === "share")
    return `Share of ${field ? `${lower(field.label)} of ` : ""}${subject.needs ? "days" : subject.many}`;
  if (of === "count" || !field) return `Number of ${subject.needs ? "days" : subject.many}`;
  // A figure has one value a day, so its name is enough.
  return subject.needs && field.name === subject.amount
    ? measureNames[of]
    : `${measureNames[of]} ${lower(field.label)}`;
}

/** As a column heading: "Total amount", "Invoices". */
export function measureHead(subject: queries.QuerySubject, query: queries.Query): string {
  const field = measuredField(subject, query);
  if (query.measure.of === "share") return `Share: ${partWords(subject, query)}`;
  return field ? measureName(subject, query.measure.of, field) : sentenceCase(subject.needs ? "days" : subject.many);
}

export const unitNames: Record<queries.CalendarUnit, string> = {
  day: "Day",
  week: "Week",
  month: "Month",
  quarter: "Quarter",
  year: "Year",
  fiscalYear: "Fiscal year",
};

/** A calendar unit in a sentence: "month", "fiscal year". */
export const unitWord = (unit: queries.CalendarUnit): string => unitNames[unit].toLowerCase();

/** The groups of a result, singular and plural: "month", "months". */
export function groupNames(subject: queries.QuerySubject, { groupBy }: queries.Query): { one: string; many: string } {
  if (groupBy?.unit) return { one: unitNames[groupBy.unit], many: `${unitWord(groupBy.unit)}s` };
  return { one: findField(subject, groupBy?.field)?.label ?? "Group", many: "groups" };
}

const testNames: Record<queries.FilterTest, string> = {
  is: "is",
  isNot: "is not",
  contains: "contains",
  atLeast: "at least",
  atMost: "at most",
  moreThan: "more than",
  lessThan: "less than",
  known: "is known",
  unknown: "is missing",
};

const dayTestNames: Partial<Record<queries.FilterTest, string>> = {
  is: "is on",
  isNot: "is not on",
  atLeast: "from",
  atMost: "until",
  moreThan: "after",
  lessThan: "before",
};

export const testName = ({ type }: queries.QueryField, test: queries.FilterTest): string =>
  (type === "day" ? dayTestNames[test] : undefined) ?? testNames[test];

/** The tests of a field, most common first. */
export function testsOf({ type, choices }: queries.QueryField): readonly queries.FilterTest[] {
  if (type === "view") return ["is", "isNot"];
  if (type === "note") return ["contains", "known", "unknown"];
  if (type === "day") return ["atLeast", "atMost", "is", "moreThan", "lessThan", "known", "unknown"];
  if (isNumeric({ type })) return ["atLeast", "atMost", "moreThan", "lessThan", "is", "isNot", "known", "unknown"];
  if (type === "text" && choices.length === 0) return ["contains", "is", "isNot", "known", "unknown"];
  return ["is", "isNot", "known", "unknown"];
}

const yesOrNo = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

/** The choices of a field; empty if it is free text. */
export const choicesOf = ({ type, choices }: queries.QueryField): readonly { value: string; label: string }[] =>
  type === "flag" ? yesOrNo : choices;

function valueWords(field: queries.QueryField | undefined, value: string | number): string {
  if (field?.type === "day") return longDay(String(value));
  if (field?.type === "share" && typeof value === "number") return `${count(value * 100)}%`;
  const choice = field && choicesOf(field).find((one) => one.value === value);
  return choice?.label ?? (typeof value === "number" ? count(value) : value);
}

/** A filter in words, with its value separate: "Status is", "Paid". */
export function filterWords(subject: queries.QuerySubject, filter: queries.Filter): { start: string; value: string } {
  const field = findField(subject, filter.field);
  const label = field?.label ?? filter.field;
  const test = field ? testName(field, filter.test) : testNames[filter.test];
  const values = filter.values.map((value) => valueWords(field, value));
  const start = field?.type === "view" ? (filter.test === "isNot" ? "Not" : "") : `${label} ${test}`;
  return { start, value: values.length > 2 ? `${values.length} values` : values.join(" or ") };
}

/** The part a share measures: "overdue", "status is paid". */
export const partWords = (subject: queries.QuerySubject, { part }: Pick<queries.Query, "part">): string =>
  part.map((one) => lower(Object.values(filterWords(subject, one)).join(" ").trim())).join(", ");

/** The measure of a result: "Total amount of invoices". */
export function measureOf(subject: queries.QuerySubject, { query }: Pick<queries.QueryResult, "query">): string {
  const field = measuredField(subject, query);
  const figure = figureOf(subject, query);
  const measure = measureName(subject, query.measure.of, field);
  if (query.measure.of === "share") return `${measure}: ${partWords(subject, query)}`;
  if (figure) return `${measure} of ${lower(figureName(subject, figure))}, one value a day`;
  return field ? `${measure} of ${subject.many}` : measure;
}
