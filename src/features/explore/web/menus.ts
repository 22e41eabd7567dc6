import * as queries from "#contract/query.ts";
import { comparedSpan, comparedTo, spanOf } from "#contract/spans.ts";
import { shortDay } from "#contract/format.ts";
import { sentenceCase } from "#ui/format.ts";
import { isComparable, kindValue } from "./changes.ts";
import * as words from "./words.ts";

export type Option = { value: string; label: string };
/** Options with an optional heading. */
export type Options = { label: string | null; options: readonly Option[] };

const plain = (...options: Option[]): Options => ({ label: null, options });
const under = (label: string, options: readonly Option[]): Options[] =>
  options.length > 0 ? [{ label, options }] : [];

/** Every kind of rows, and every figure. */
export function kindOptions(subjects: readonly queries.QuerySubject[]): Options[] {
  const kinds = subjects
    .filter(({ needs }) => !needs)
    .map(({ id, many }) => ({ value: id, label: sentenceCase(many) }));
  const figures = subjects.flatMap((subject) =>
    (words.findField(subject, subject.needs)?.choices ?? []).map(({ value, label }) => ({
      value: kindValue(subject.id, value),
      label,
    })),
  );
  return [plain(...kinds), ...under("Figures", figures)];
}

export const custom = "custom";
export const allTime = "";

const period = (label: string, value: queries.Period): Option => ({ value: JSON.stringify(value), label });

const presets: Options[] = [
  {
    label: "Calendar",
    options: [
      period("This month", { kind: "calendar", unit: "month", shift: 0 }),
      period("Last month", { kind: "calendar", unit: "month", shift: -1 }),
      period("This quarter", { kind: "calendar", unit: "quarter", shift: 0 }),
      period("Last quarter", { kind: "calendar", unit: "quarter", shift: -1 }),
      period("This year", { kind: "calendar", unit: "year", shift: 0 }),
      period("Last year", { kind: "calendar", unit: "year", shift: -1 }),
      period("Year to date", { kind: "toDate", unit: "year" }),
    ],
  },
  {
    label: "Up to today",
    options: [7, 30, 90, 365].map((count) => period(`Last ${count} days`, { kind: "last", count, unit: "day" })),
  },
  {
    label: "From today",
    options: [30, 90].map((count) => period(`Next ${count} days`, { kind: "next", count, unit: "day" })),
  },
];

const mostYears = 4;

const fiscalYears: Options = {
  label: "Fiscal year",
  options: [
    period("This fiscal year", { kind: "calendar", unit: "fiscalYear", shift: 0 }),
    period("Last fiscal year", { kind: "calendar", unit: "fiscalYear", shift: -1 }),
    period("Fiscal year to date", { kind: "toDate", unit: "fiscalYear" }),
  ],
};

/** The preset periods, and the years with data; also fiscal years if they differ from calendar years. */
export function periodOptions(data: queries.QueryResult["data"], fiscalYearStart: number): Options[] {
  const [first, last] = data ? [Number(data.from.slice(0, 4)), Number(data.to.slice(0, 4))] : [0, -1];
  const years = Array.from({ length: Math.min(last - first + 1, mostYears) }, (_, at) => last - at);
  return [
    plain({ value: allTime, label: "All time" }),
    ...presets,
    ...(fiscalYearStart === 1 ? [] : [fiscalYears]),
    ...under(
      "Years in the data",
      years.map((year) => period(String(year), { kind: "between", from: `${year}-01-01`, to: `${year}-12-31` })),
    ),
    plain({ value: custom, label: "Custom dates" }),
  ];
}

/** The value in the menu of periods: a preset, or custom. */
export function periodValue({ period: asked }: queries.Query, options: readonly Options[]): string {
  if (!asked) return allTime;
  const value = JSON.stringify(asked);
  return options.some((group) => group.options.some((one) => one.value === value)) ? value : custom;
}

/** Date fields for the period, if there are several. */
export function dayOptions(subject: queries.QuerySubject): Option[] {
  const days = subject.fields.filter(({ type }) => type === "day");
  return days.length > 1 ? days.map(({ name, label }) => ({ value: name, label })) : [];
}

export const groupValue = ({ groupBy }: queries.Query): string =>
  groupBy ? `${groupBy.field}|${groupBy.unit ?? ""}` : "";
export function groupFrom(value: string): queries.Query["groupBy"] {
  const [field = "", unit = ""] = value.split("|");
  return field ? { field, unit: queries.calendarUnits.find((one) => one === unit) ?? null } : null;
}

/** Fiscal years are offered if they differ from calendar years. */
const unitsWith = ({ groupBy }: queries.Query, fiscalYearStart: number): readonly queries.CalendarUnit[] =>
  queries.calendarUnits.filter((unit) => unit !== "fiscalYear" || fiscalYearStart !== 1 || groupBy?.unit === unit);

/** Calendar units of the period's date first, then fields, then units of other dates. */
export function groupOptions(subject: queries.QuerySubject, query: queries.Query, fiscalYearStart: number): Options[] {
  const groupable = subject.fields.filter((field) => words.isGroupable(subject, field));
  const own = query.day ?? subject.day;
  const days = groupable.filter(({ type }) => type === "day");
  const units = (name: string, label?: string): Option[] =>
    unitsWith(query, fiscalYearStart).map((unit) => ({
      value: `${name}|${unit}`,
      label: label ? `${label}, by ${words.unitWord(unit)}` : words.unitNames[unit],
    }));
  return [
    plain({ value: "", label: "Nothing" }, ...(own && words.findField(subject, own) ? units(own) : [])),
    ...under(
      "Fields",
      groupable.filter(({ type }) => type !== "day").map(({ name, label }) => ({ value: `${name}|`, label })),
    ),
    ...days.filter(({ name }) => name !== own).flatMap(({ name, label }) => under(label, units(name, label))),
  ];
}

export function measureValue(subject: queries.QuerySubject, query: queries.Query): string {
  const field = words.measuredField(subject, query);
  if (query.measure.of === "share") return `share|${field?.name ?? ""}`;
  return field ? `${query.measure.of}|${field.name}` : "count|";
}
/** For a share the filter becomes its part; otherwise the part becomes a filter again. */
export function measureFrom(
  value: string,
  { filters, part }: queries.Query,
): Pick<queries.Query, "measure" | "filters" | "part"> {
  const [name = "", field = "", at] = value.split("|");
  const measure = { of: queries.measures.find((one) => one === name) ?? "count", field: field || null };
  if (measure.of !== "share") return { measure, filters: [...filters, ...part], part: [] };
  const chosen = filters[Number(at ?? -1)];
  if (!chosen) return { measure, filters, part };
  return { measure, filters: [...filters, ...part].filter((one) => one !== chosen), part: [chosen] };
}

/** The count, then every aggregation of each number. */
export function measureOptions(subject: queries.QuerySubject, { filters, part, measure }: queries.Query): Options[] {
  const main = queries.amountOf(subject, { filters });
  const numbers = subject.fields.filter(
    (field) => words.isNumeric(field) && (field.name !== subject.amount || field.name === main),
  );
  const amount = numbers.find(({ name }) => name === main);
  const now = { part };
  const shares = [
    ...(measure.of === "share"
      ? [{ value: `share|${measure.field ?? ""}`, label: `Share: ${words.partWords(subject, now)}` }]
      : []),
    ...filters.flatMap((one, at) =>
      one.field === subject.needs
        ? []
        : [{ value: `share||${at}`, label: `Share: ${words.partWords(subject, { part: [one] })}` }],
    ),
  ];
  const count = { value: "count|", label: words.measureName(subject, "count", undefined) };
  return [
    plain(count),
    ...[...(amount ? [amount] : []), ...numbers.filter((field) => field !== amount)].flatMap((field) =>
      under(
        field.label,
        queries.measures
          .filter((of) => of !== "count" && of !== "share")
          .map((of) => ({ value: `${of}|${field.name}`, label: words.measureName(subject, of, field) })),
      ),
    ),
    ...under("Share", shares),
  ];
}

/** The value in the menu of comparisons: a preset, or a chosen day. */
export const compareValue = ({ compare }: queries.Query): string =>
  typeof compare === "object" && compare ? custom : (compare ?? "");

export function compareFrom(value: string, span: queries.Span): queries.Query["compare"] {
  if (value === custom) return { from: comparedSpan(span, "previous").from };
  return queries.comparisons.find((one) => one === value) ?? null;
}

export function compareOptions(query: queries.Query, today: string, fiscalYearStart: number): Option[] {
  const { period: asked, compare } = query;
  const chosen = typeof compare === "object" ? compare : null;
  const none = { value: "", label: "Nothing" };
  if (!asked) return [none];
  const span = spanOf(asked, today, fiscalYearStart);
  const names = { previous: "Period before", yearBefore: "Year before" } as const;
  const possible = (["previous", "yearBefore"] as const).filter((one) => isComparable(asked, one, today));
  return [
    none,
    ...possible.map((one) => ({ value: one, label: `${names[one]} (${comparedTo(span, one, today).compared.label})` })),
    { value: custom, label: chosen ? `From ${shortDay(chosen.from)}` : "From a chosen day" },
  ];
}

export function orderOptions(
  subject: queries.QuerySubject,
  query: queries.Query,
): { value: queries.Order; label: string }[] {
  const largest = [
    { value: "largest", label: "Largest first" },
    { value: "smallest", label: "Smallest first" },
  ] as const;
  const byDay = [
    { value: "last", label: "Latest first" },
    { value: "first", label: "Earliest first" },
  ] as const;
  if (query.groupBy?.unit) return [...largest, ...byDay];
  if (query.groupBy)
    return [...largest, { value: "first", label: "By name, A to Z" }, { value: "last", label: "By name, Z to A" }];
  const hasDay = (query.day ?? subject.day) !== null;
  if (query.measure.of !== "count") return hasDay ? [...largest, ...byDay] : [...largest];
  return hasDay
    ? [
        { value: "largest", label: "Latest first" },
        { value: "first", label: "Earliest first" },
      ]
    : [];
}

/** The value in the menu of orders: counted rows are ordered by date only. */
export function orderValue({ groupBy, measure, order }: queries.Query): queries.Order {
  if (groupBy || measure.of !== "count") return order;
  return order === "smallest" || order === "first" ? "first" : "largest";
}

export const limits = [10, 25, 50, 100, 200] as const;
