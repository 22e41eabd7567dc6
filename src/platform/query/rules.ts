import { comparedSpan, spanOf } from "#contract/spans.ts";
import {
  type CalendarUnit,
  type Filter,
  type MeasureKind,
  measuredName,
  type Query,
  type QueryField,
  type QuerySubject,
  type ResultUnit,
  type Span,
  spelledOut,
} from "#contract/query.ts";

/** Types that can be summed, averaged and compared. */
const numeric: readonly string[] = ["money", "number", "share", "days", "hours"];
const ordered: readonly string[] = [...numeric, "day"];
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
/** Measures whose groups can have a share of the total. */
const additive: readonly MeasureKind[] = ["count", "sum"];

export const isAdditive = (of: MeasureKind): boolean => additive.includes(of);

const find = (subject: QuerySubject, name: string | null): QueryField | undefined =>
  subject.fields.find((field) => field.name === name);

/** Capitalizes the first letter. */
export const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** A label in a sentence; abbreviations keep their capitals. */
const lower = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** The measured field; null if rows are counted, also for a share of them. */
export const measuredField = (
  subject: QuerySubject,
  { measure, filters }: Pick<Query, "measure" | "filters">,
): string | null => {
  if (measure.of === "count" || (measure.of === "share" && measure.field === null)) return null;
  return measuredName(subject, { measure, filters });
};

/** Why a query is refused, or null. */
export function queryFault(subject: QuerySubject, query: Query, today: string, fiscalYearStart: number): string | null {
  const { filters, day, groupBy, measure, part, period, compare, show = [] } = query;
  const many = upper(subject.many);
  const unknown = show.find((name) => !find(subject, name));
  if (unknown !== undefined) return `${many} have no field called "${unknown}"`;
  for (const filter of [...filters, ...part]) {
    const fault = filterFault(subject, filter);
    if (fault) return fault;
  }
  if (day && find(subject, day)?.type !== "day") return `${many} have no day called "${day}"`;
  if ((period || compare) && !(day ?? subject.day)) return `${many} have no day, so they have no period`;
  if (measure.of === "share" && part.length === 0)
    return `Choose which ${subject.many} the share is of: name their conditions as its part`;
  if (measure.of !== "share" && part.length > 0) return "Only a share has a part. Use filters instead";
  if (measure.of !== "count" && (measure.of !== "share" || measure.field)) {
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
      return `Choose how to group ${lower(field.label)}: by day, week, month, quarter, year or fiscal year`;
    if ([...numeric, "view", "note"].includes(field.type))
      return `${field.label} cannot be grouped by. Filter by it instead`;
  }
  if (period?.kind === "between" && period.from > period.to) return "The last day is before the first";
  if (!compare) return null;
  if (!period) return "Choose a period to compare";
  const span = spanOf(period, today, fiscalYearStart);
  if (comparedSpan(span, compare).to < span.from) return null;
  return typeof compare === "string"
    ? "Only periods of up to a year can be compared with the year before"
    : "Both periods overlap. Compare with one that ends before this one begins";
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
  if (
    type === "day" &&
    values.some((value) => !dayPattern.test(String(value)) || Number.isNaN(Date.parse(String(value))))
  )
    return `${label} must be a day, such as 2026-01-31`;
  if (
    type === "flag" &&
    (test === "is" || test === "isNot") &&
    values.some((value) => value !== "yes" && value !== "no")
  )
    return `${label} is yes or no`;
  const unknown = choices.length > 0 && values.find((value) => !choices.some((choice) => choice.value === value));
  return unknown ? `${label} is never "${unknown}". Choose ${joinWithOr(choices.map((choice) => choice.label))}` : null;
}

/** The most choices listed in a sentence. */
const mostNamed = 8;

const joinWithOr = (words: readonly string[]): string =>
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
  share: "share",
};

/** "by fiscal year". */
const unitWord = (unit: CalendarUnit): string => (unit === "fiscalYear" ? "fiscal year" : unit);

const testWords = {
  is: "",
  isNot: "not ",
  contains: "with ",
  atLeast: "at least ",
  atMost: "at most ",
  moreThan: "more than ",
  lessThan: "less than ",
} as const;

const selfEvident = [
  "view",
  "status",
  "stage",
  "stageName",
  "direction",
  "kind",
  "type",
  "name",
  "customerName",
  "vendorName",
];

/** A filter in words: "status paid", "amount more than 500". */
function filterName(subject: QuerySubject, { field: name, test, values }: Filter): string {
  const field = find(subject, name);
  const label = lower(field?.label ?? name);
  if (field?.type === "flag" && (test === "is" || test === "isNot"))
    return (test === "is") === (values[0] === "yes") ? label : `not ${label}`;
  if (test === "known" || test === "unknown") return `${test === "known" ? "with" : "without"} ${label}`;
  const names = values.map((value) => field?.choices.find((choice) => choice.value === value)?.label ?? String(value));
  const isPlain = test === "is" || test === "isNot";
  // The value alone is clear: "paid", not "status paid".
  if (isPlain && selfEvident.includes(name))
    return `${testWords[test]}${joinWithOr(names.map((one) => (field?.type === "text" ? one : lower(one))))}`;
  return `${label} ${testWords[test]}${joinWithOr(names)}`;
}

/** The part a share measures, in words: "that are overdue", "of Acme Ltd", "with priority high". */
const partName = (subject: QuerySubject, { part }: Pick<Query, "part">): string =>
  part
    .map((one) => {
      const words = filterName(subject, one);
      const isPlain = one.test === "is" || one.test === "isNot";
      if (isPlain && one.field === "stageName") return `in ${words}`;
      if (isPlain && selfEvident.includes(one.field)) return `${/name$/i.test(one.field) ? "of" : "that are"} ${words}`;
      if (find(subject, one.field)?.type === "flag" && isPlain) return words;
      return one.test === "known" || one.test === "unknown" ? words : `with ${words}`;
    })
    .join(" and ");

/** A query in words: "Total amount of invoices by month: status Paid, 2011". */
export function queryTitle(subject: QuerySubject, query: Query, period: Span | null, compared: Span | null): string {
  const { measure, groupBy, filters, search } = query;
  const field = find(subject, measuredField(subject, query));
  const needed = filters.find((one) => one.field === subject.needs);
  const many = needed ? lower(spelledOut(String(needed.values[0]))) : subject.many;
  const measured =
    measure.of === "share"
      ? `share of ${field ? `${lower(field.label)} of ` : ""}${many} ${partName(subject, query)}`
      : field
        ? `${measureWords[measure.of]} ${needed ? "" : `${lower(field.label)} of `}${many}`
        : many;
  const of = needed && measure.of === "count" ? `days of ${many}` : measured;
  const grouped = groupBy && find(subject, groupBy.field);
  const by = groupBy?.unit && groupBy.field === (query.day ?? subject.day) ? unitWord(groupBy.unit) : undefined;
  const unit = groupBy?.unit ? ` by ${unitWord(groupBy.unit)}` : "";
  const group = grouped ? (by ? ` by ${by}` : ` by ${lower(grouped.label)}${groupBy?.unit ? `,${unit}` : ""}`) : "";
  const narrowed = [
    ...filters.filter((one) => one !== needed).map((one) => filterName(subject, one)),
    ...(search ? [`matching “${search}”`] : []),
    ...(period ? [period.label] : []),
    ...(compared ? [`compared with ${compared.label}`] : []),
  ].join(", ");
  return upper(`${of}${group}`) + (narrowed ? `: ${narrowed}` : "");
}

/** The unit of a query's values. */
export function unitOfResult(subject: QuerySubject, query: Query): ResultUnit {
  if (query.measure.of === "share") return "share";
  const type = find(subject, measuredField(subject, query))?.type;
  return type && numeric.includes(type) ? (type as ResultUnit) : "count";
}
