import { comparedSpan, spanOf } from "#contract/spans.ts";
import {
  type Filter,
  type MeasureKind,
  type Query,
  type QueryField,
  type QuerySubject,
  type ResultUnit,
  type Span,
  spelledOut,
} from "#contract/query.ts";

/** What can be added, averaged and compared as a number. */
const numeric: readonly string[] = ["money", "number", "share", "days", "hours"];
const ordered: readonly string[] = [...numeric, "day"];
const isADay = /^\d{4}-\d{2}-\d{2}$/;
/** A share of a whole makes sense of what adds up. */
const additive: readonly MeasureKind[] = ["count", "sum"];

export const isAdditive = (of: MeasureKind): boolean => additive.includes(of);

const find = (subject: QuerySubject, name: string | null): QueryField | undefined =>
  subject.fields.find((field) => field.name === name);

/** Takes a word, gives it as a sentence begins. */
export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** A label within a sentence; abbreviations keep their capital letters. */
const lower = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** The field a query's measure is of; null where rows are counted. */
export const measuredField = (subject: QuerySubject, { measure }: Pick<Query, "measure">): string | null =>
  measure.of === "count" ? null : (measure.field ?? subject.amount);

/** Takes a subject and a query about it, gives the sentence that refuses it, or null. */
export function queryFault(subject: QuerySubject, query: Query, today: string): string | null {
  const { filters, day, groupBy, measure, period, compare } = query;
  const many = upper(subject.many);
  for (const filter of filters) {
    const fault = filterFault(subject, filter);
    if (fault) return fault;
  }
  if (day && find(subject, day)?.type !== "day") return `${many} have no day called "${day}"`;
  if ((period || compare) && !(day ?? subject.day)) return `${many} have no day, so they have no period`;
  if (measure.of !== "count") {
    const name = measuredField(subject, query);
    const field = find(subject, name);
    if (!field) return name ? `${many} have no field called "${name}"` : `Choose the field to measure`;
    if (!numeric.includes(field.type)) return `${field.label} is not a number. Choose another field, or count rows`;
  }
  if (groupBy) {
    const field = find(subject, groupBy.field);
    if (!field) return `${many} have no field called "${groupBy.field}"`;
    if (field.type !== "day" && groupBy.unit) return `${field.label} is not a day: group by it without a calendar unit`;
    if (field.type === "day" && !groupBy.unit)
      return `Choose how to group ${lower(field.label)}: by day, week, month, quarter or year`;
    if ([...numeric, "view", "note"].includes(field.type))
      return `${field.label} cannot be grouped by. Filter by it instead`;
  }
  if (period?.kind === "between" && period.from > period.to) return "The last day is before the first";
  if (!compare) return null;
  if (!period) return "Choose a period to compare";
  const span = spanOf(period, today);
  return comparedSpan(span, compare).to >= span.from
    ? "Only periods of up to a year can be compared with the year before"
    : null;
}

function filterFault(subject: QuerySubject, { field: name, test, values }: Filter): string | null {
  const field = find(subject, name);
  if (!field) return `${upper(subject.many)} have no field called "${name}"`;
  const { label, type, choices } = field;
  if (type === "view" && test !== "is" && test !== "isNot") return `${label} has no order: choose its value instead`;
  if (type === "note" && (test === "is" || test === "isNot")) return `${label} can hold any words: search within it`;
  if (test === "known" || test === "unknown") return values.length > 0 ? `Leave the value of "${label}" out` : null;
  if (values.length === 0) return `Choose a value for "${label}"`;
  if (test === "contains") {
    if (type !== "text" && type !== "note") return `${label} is not text: choose its value instead`;
  } else if (test !== "is" && test !== "isNot") {
    if (values.length > 1) return `Choose one value for "${label}"`;
    if (!ordered.includes(type)) return `${label} has no order: choose its value instead`;
  }
  if (numeric.includes(type) && values.some((value) => typeof value !== "number")) return `${label} must be a number`;
  if (type === "day" && values.some((value) => !isADay.test(String(value)) || Number.isNaN(Date.parse(String(value)))))
    return `${label} must be a day, such as 2026-01-31`;
  const unknown = choices.length > 0 && values.find((value) => !choices.some((choice) => choice.value === value));
  return unknown ? `${label} is never "${unknown}". Choose ${listed(choices.map((choice) => choice.label))}` : null;
}

/** At most so many choices are named in a sentence. */
const mostNamed = 8;

const listed = (words: readonly string[]): string =>
  words.length > mostNamed
    ? `${words.slice(0, mostNamed).join(", ")} or another`
    : words.length > 1
      ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
      : (words[0] ?? "");

const measureWords: Record<MeasureKind, string> = {
  count: "number",
  sum: "total",
  average: "average",
  median: "median",
  minimum: "smallest",
  maximum: "largest",
  latest: "latest",
};

const testWords = {
  is: "",
  isNot: "not ",
  contains: "with ",
  atLeast: "at least ",
  atMost: "at most ",
  moreThan: "more than ",
  lessThan: "less than ",
} as const;

const selfEvident = ["view", "status", "stage", "direction", "kind", "type", "name", "customerName", "vendorName"];

/** A filter in words: "status paid", "amount more than 500". */
function filterName(subject: QuerySubject, { field: name, test, values }: Filter): string {
  const field = find(subject, name);
  const label = lower(field?.label ?? name);
  if (test === "known" || test === "unknown") return `${test === "known" ? "with" : "without"} ${label}`;
  const names = values.map((value) => field?.choices.find((choice) => choice.value === value)?.label ?? String(value));
  const isPlain = test === "is" || test === "isNot";
  // What they are called says enough: "paid", not "status paid".
  if (isPlain && selfEvident.includes(name))
    return `${testWords[test]}${names.map((one) => (field?.type === "text" ? one : lower(one))).join(" or ")}`;
  return `${label} ${testWords[test]}${listed(names)}`;
}

/** A query in words: "Total amount of invoices by month: status Paid, 2011". */
export function queryTitle(subject: QuerySubject, query: Query, period: Span | null, compared: Span | null): string {
  const { measure, groupBy, filters, search } = query;
  const field = find(subject, measuredField(subject, query));
  const needed = filters.find((one) => one.field === subject.needs);
  const many = needed ? lower(spelledOut(String(needed.values[0]))) : subject.many;
  const measured = field ? `${measureWords[measure.of]} ${needed ? "" : `${lower(field.label)} of `}${many}` : many;
  const of = needed && measure.of === "count" ? `days of ${many}` : measured;
  const grouped = groupBy && find(subject, groupBy.field);
  const by = groupBy?.unit && groupBy.field === (query.day ?? subject.day) ? groupBy.unit : undefined;
  const unit = groupBy?.unit ? ` by ${groupBy.unit}` : "";
  const group = grouped ? (by ? ` by ${by}` : ` by ${lower(grouped.label)}${groupBy?.unit ? `,${unit}` : ""}`) : "";
  const narrowed = [
    ...filters.filter((one) => one !== needed).map((one) => filterName(subject, one)),
    ...(search ? [`matching “${search}”`] : []),
    ...(period ? [period.label] : []),
    ...(compared ? [`compared with ${compared.label}`] : []),
  ].join(", ");
  return upper(`${of}${group}`) + (narrowed ? `: ${narrowed}` : "");
}

/** What a query's figures count. */
export function unitOfResult(subject: QuerySubject, query: Query): ResultUnit {
  const type = find(subject, measuredField(subject, query))?.type;
  return type && numeric.includes(type) ? (type as ResultUnit) : "count";
}
