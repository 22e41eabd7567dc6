import { z } from "zod";
import type { Figure } from "./report.ts";
import { currency, day, lengths, text } from "./words.ts";

/**
 * Types of fields: days are calendar days in the company's time zone, shares are 0 to 1, agents are ids, a view is a
 * named condition, a note is long text.
 */
export const fieldTypes = [
  "text",
  "note",
  "choice",
  "view",
  "agent",
  "flag",
  "day",
  "money",
  "number",
  "share",
  "days",
  "hours",
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Fiscal years begin in the month set by the company. */
export const calendarUnits = ["day", "week", "month", "quarter", "year", "fiscalYear"] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

export const filterTests = [
  "is",
  "isNot",
  "contains",
  "atLeast",
  "atMost",
  "moreThan",
  "lessThan",
  "known",
  "unknown",
] as const;
export type FilterTest = (typeof filterTests)[number];

const name = text(lengths.name).min(1, "Name a field");

/**
 * A condition on one field; `is` and `isNot` take one or more values, `known` and `unknown` none, all others exactly
 * one.
 */
export const filter = z.strictObject({
  field: name,
  test: z.enum(filterTests),
  values: z
    .array(z.union([text(lengths.title), z.number()]))
    .max(50, "Use at most 50 values")
    .default([]),
});
export type Filter = z.infer<typeof filter>;

const unit = z.enum(calendarUnits);
const count = z.number().int().min(1, "Use at least 1").max(1_000, "Use at most 1,000");

/** A period; all but `between` are relative to the current day. */
export const period = z.discriminatedUnion("kind", [
  /** The last or next n units, including today. */
  z.strictObject({ kind: z.literal("last"), count, unit }),
  z.strictObject({ kind: z.literal("next"), count, unit }),
  /** A calendar unit: 0 the current one, -1 the previous one. */
  z.strictObject({ kind: z.literal("calendar"), unit, shift: z.number().int().min(-1_000).max(1_000) }),
  /** From the start of the unit to today. */
  z.strictObject({ kind: z.literal("toDate"), unit }),
  z.strictObject({ kind: z.literal("between"), from: day, to: day }),
]);
export type Period = z.infer<typeof period>;

/** `share` is the part of the rows, or of a field's sum, that matches the query's `part`. */
export const measures = ["count", "sum", "average", "median", "minimum", "maximum", "latest", "share"] as const;
export type MeasureKind = (typeof measures)[number];

/** `largest` and `smallest` sort by the measure, `first` and `last` by the group or day. */
export const orders = ["largest", "smallest", "first", "last"] as const;
export type Order = (typeof orders)[number];

export const comparisons = ["previous", "yearBefore"] as const;
/** A period of the same length: the previous one, the one a year earlier, or from a chosen day. */
export const comparison = z.union([z.enum(comparisons), z.strictObject({ from: day })]);
export type Comparison = z.infer<typeof comparison>;

/** A read-only query over one subject. */
export const query = z.strictObject({
  subject: name,
  filters: z.array(filter).max(10, "Use at most 10 filters").default([]),
  search: text(lengths.title).nullable().default(null).describe("Words; rows must contain all of them."),
  period: period.nullable().default(null),
  day: name.nullable().default(null).describe("The day field of the period; by default the subject's own."),
  groupBy: z
    .strictObject({ field: name, unit: unit.nullable().default(null) })
    .nullable()
    .default(null),
  measure: z
    .strictObject({ of: z.enum(measures), field: name.nullable().default(null) })
    .default({ of: "count", field: null }),
  part: z
    .array(filter)
    .max(10, "Use at most 10 filters")
    .default([])
    .describe("The rows a share counts; only with the measure share."),
  compare: comparison.nullable().default(null),
  order: z.enum(orders).default("largest").describe("By the measure; first and last by the group or day."),
  limit: z.number().int().min(1, "Use at least 1").max(200, "Use at most 200").default(50),
  show: z
    .array(name)
    .max(6, "Show at most 6 more fields")
    .optional()
    .describe("Fields shown of rows beside their own."),
});
export type Query = z.infer<typeof query>;
export type QueryInput = z.input<typeof query>;

export const queryField = z.strictObject({
  name: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  /** Its names in the company's files. */
  alsoCalled: z.array(z.string()),
  /** Its choices with labels; empty for free text. `means` defines a named condition. */
  choices: z.array(
    z.strictObject({
      value: z.string(),
      label: z.string(),
      means: z.string().optional(),
      /** Its words in the company's files, without spaces. */
      alsoCalled: z.array(z.string()).optional(),
    }),
  ),
});
export type QueryField = z.infer<typeof queryField>;

export const querySubject = z.strictObject({
  id: z.string(),
  one: z.string(),
  many: z.string(),
  /** Names of these rows in the company's files. */
  alsoCalled: z.array(z.string()),
  /** The default date field of a period; null if there is none. */
  day: z.string().nullable(),
  /** The default field of a sum. */
  amount: z.string().nullable(),
  /** The field that is summed instead where every row is one of these: what is open of open invoices. */
  open: z
    .strictObject({
      field: z.string(),
      where: z.array(z.strictObject({ field: z.string(), values: z.array(z.string()) })),
    })
    .optional(),
  /** A field that must be filtered to one value, such as the figure. */
  needs: z.string().nullable(),
  fields: z.array(queryField),
});
export type QuerySubject = z.infer<typeof querySubject>;

/** The field that a sum over these rows adds up by default. */
export function amountOf(
  { amount, open }: Pick<QuerySubject, "amount" | "open">,
  { filters }: Pick<Query, "filters">,
): string | null {
  const isOpen = open?.where.some(({ field, values }) =>
    filters.some(
      (one) => one.field === field && one.test === "is" && one.values.every((value) => values.includes(String(value))),
    ),
  );
  return open && isOpen ? open.field : amount;
}

/** The field a query measures: of open invoices their amount is what is open, also by its name. */
export const measuredName = (
  subject: Pick<QuerySubject, "amount" | "open">,
  { measure, filters }: Pick<Query, "measure" | "filters">,
): string | null =>
  measure.field === null || measure.field === subject.amount ? amountOf(subject, { filters }) : measure.field;

export const resultUnits = ["count", "money", "number", "share", "days", "hours"] as const;
export type ResultUnit = (typeof resultUnits)[number];

export const figureUnitOf = (unit: ResultUnit): Figure["unit"] => (unit === "number" ? "score" : unit);

const span = z.strictObject({ from: day, to: day, label: z.string() });
export type Span = z.infer<typeof span>;

const measured = {
  value: z.number().nullable(),
  rows: z.number().int(),
  /** The value in the compared period; null without one, or if it has no rows. */
  previous: z.number().nullable(),
};

export const queryGroup = z.strictObject({
  /** Null: the field is empty in these rows. */
  key: z.string().nullable(),
  label: z.string(),
  ...measured,
  /** The share of the total, 0 to 1; null if a share is meaningless. */
  share: z.number().nullable(),
  /** The link to the rows of this group. */
  href: z.string(),
  /** A calendar unit that is not over, or that the period or the data cut off. */
  isPartial: z.boolean().optional(),
});
export type QueryGroup = z.infer<typeof queryGroup>;

const cell = z.union([z.string(), z.number(), z.boolean()]).nullable();

export const queryResult = z.strictObject({
  query,
  /** In words: "Invoices by month: sum of amount". */
  title: z.string(),
  unit: z.enum(resultUnits),
  currency: currency.nullable(),
  period: span.nullable(),
  compared: span.nullable(),
  total: z.strictObject(measured),
  groups: z.array(queryGroup).nullable(),
  /** The number of groups, shown or not. */
  groupCount: z.number().int(),
  /** The groups with rows in the period and in the compared one; of a compared count alone. */
  countedGroups: z.strictObject({ current: z.number().int(), previous: z.number().int() }).optional(),
  /** Of all groups, shown or not; the lowest is never a partial one of a sum or count. */
  highest: queryGroup.nullable().optional(),
  lowest: queryGroup.nullable().optional(),
  /** The rows, if nothing is grouped. */
  rows: z
    .strictObject({
      columns: z.array(queryField.omit({ choices: true, alsoCalled: true })),
      rows: z.array(
        z.strictObject({ href: z.string().nullable(), currency: currency.nullable(), cells: z.array(cell) }),
      ),
    })
    .nullable(),
  /** Rows in other currencies, which the measure excludes: amounts are never converted. */
  leftOut: z.array(
    z.strictObject({ currency, value: z.number().nullable(), rows: z.number().int(), href: z.string() }),
  ),
  /** First and last day with rows in any period; null without a date field or rows. */
  data: z.strictObject({ from: day, to: day }).nullable(),
  asOf: day,
  /** One sentence for each service that brings such rows and has not been read for a while. */
  silent: z.array(z.string()).optional(),
});
export type QueryResult = z.infer<typeof queryResult>;

export const betweenMark = " > ";
/** The name of the days from one day of a row to another, which a query may measure and filter by. */
export const daysBetweenName = (from: string, to: string): string => `${from}${betweenMark}${to}`;

export const fieldsIn = ({ filters, part, groupBy, measure, day, show = [] }: Query): string[] =>
  [...[...filters, ...part].map(({ field }) => field), groupBy?.field, measure.field, day, ...show].filter(
    (field) => field !== null && field !== undefined,
  );

const plannedDays: ReadonlySet<string | null> = new Set([
  "dueOn",
  "endsOn",
  "expectedCloseOn",
  "expiresOn",
  "noticeBy",
  "renewsOn",
]);
/** Whether the rows of days ahead are known by now: by a deadline, or in a period that has not begun. */
export const isPlanned = (dayField: string | null, period: Pick<Span, "from"> | null, today: string): boolean =>
  plannedDays.has(dayField) || (period !== null && period.from > today);

/** Whether this part of a query equals its default. */
const isDefault = (name: string, value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (name === "order" && value === "largest") ||
  (name === "limit" && value === 50) ||
  (name === "measure" && (value as QueryInput["measure"])?.of === "count");

/** Whether a query depends on when fiscal years begin. */
export const isFiscal = ({ period: range, groupBy }: Pick<Query, "period" | "groupBy">): boolean =>
  groupBy?.unit === "fiscalYear" || (range !== null && "unit" in range && range.unit === "fiscalYear");

/** The link that opens a query in Explore; defaults are left out. */
export function exploreHref({ subject, ...rest }: QueryInput): string {
  const short = JSON.stringify({ subject, ...rest }, (name, value: unknown) =>
    isDefault(name, value) ? undefined : value,
  );
  return `/explore?q=${encodeURIComponent(short)}`;
}

/** Lists whose rows Explore can query. */
const explored = /^\/(?:records|tasks|decisions)(?:[/?]|$)/;

/**
 * The address that opens a figure's rows in Explore; null if Explore cannot query them. `isSum`: the figure is their
 * sum.
 */
export function exploreRowsHref(rows: string | null, isSum: boolean): string | null {
  if (rows === null || rows.startsWith("/explore?")) return rows;
  if (!explored.test(rows)) return null;
  return `/explore?${new URLSearchParams({ rows, ...(isSum ? { measure: "sum" } : {}) }).toString()}`;
}

/** A code name for people: "daily_revenue" is "Daily revenue". */
export function spelledOut(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
