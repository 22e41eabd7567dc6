import { z } from "zod";
import { currency, day, lengths, text } from "./words.ts";

/** What a field holds: days are calendar days of the company's zone, shares are 0 to 1, agents are ids, a view is a named condition, a note is free text of any length. */
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

export const calendarUnits = ["day", "week", "month", "quarter", "year"] as const;
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

/** A condition on one field; `is` and `isNot` take one or more values, `known` and `unknown` none, all others exactly one. */
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

/** A stretch of time; all but `between` move on with the day they are asked on. */
export const period = z.discriminatedUnion("kind", [
  /** The last or next so many units, today included. */
  z.strictObject({ kind: z.literal("last"), count, unit }),
  z.strictObject({ kind: z.literal("next"), count, unit }),
  /** A whole unit of the calendar: 0 this one, -1 the one before. */
  z.strictObject({ kind: z.literal("calendar"), unit, shift: z.number().int().min(-1_000).max(1_000) }),
  /** From the first day of this unit to today. */
  z.strictObject({ kind: z.literal("toDate"), unit }),
  z.strictObject({ kind: z.literal("between"), from: day, to: day }),
]);
export type Period = z.infer<typeof period>;

export const measures = ["count", "sum", "average", "median", "minimum", "maximum", "latest"] as const;
export type MeasureKind = (typeof measures)[number];

/** By the measure, or by the group. */
export const orders = ["largest", "smallest", "first", "last"] as const;
export type Order = (typeof orders)[number];

export const comparisons = ["previous", "yearBefore"] as const;
export type Comparison = (typeof comparisons)[number];

/** A read-only question over one subject: which rows, over what time, grouped and measured how, compared with what. */
export const query = z.strictObject({
  subject: name,
  filters: z.array(filter).max(10, "Use at most 10 filters").default([]),
  /** Words the rows must hold, each of them somewhere. */
  search: text(lengths.title).nullable().default(null),
  period: period.nullable().default(null),
  /** The day the period is about; the subject's own where none is named. */
  day: name.nullable().default(null),
  groupBy: z
    .strictObject({ field: name, unit: unit.nullable().default(null) })
    .nullable()
    .default(null),
  measure: z
    .strictObject({ of: z.enum(measures), field: name.nullable().default(null) })
    .default({ of: "count", field: null }),
  compare: z.enum(comparisons).nullable().default(null),
  order: z.enum(orders).default("largest"),
  limit: z.number().int().min(1, "Use at least 1").max(200, "Use at most 200").default(50),
});
export type Query = z.infer<typeof query>;
export type QueryInput = z.input<typeof query>;

export const queryField = z.strictObject({
  name: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  /** What the company's own files call it. */
  alsoCalled: z.array(z.string()),
  /** What it can be, with how each is called; empty where it is free. */
  choices: z.array(z.strictObject({ value: z.string(), label: z.string() })),
});
export type QueryField = z.infer<typeof queryField>;

/** What can be asked about, and by which fields. */
export const querySubject = z.strictObject({
  id: z.string(),
  one: z.string(),
  many: z.string(),
  /** What the company's own files call these rows. */
  alsoCalled: z.array(z.string()),
  /** The day a period is about unless another is named; null where it has none. */
  day: z.string().nullable(),
  /** The amount a sum is of unless another is named. */
  amount: z.string().nullable(),
  /** The field that has to be one value before anything can be measured, such as which figure. */
  needs: z.string().nullable(),
  fields: z.array(queryField),
});
export type QuerySubject = z.infer<typeof querySubject>;

export const resultUnits = ["count", "money", "number", "share", "days", "hours"] as const;
export type ResultUnit = (typeof resultUnits)[number];

const span = z.strictObject({ from: day, to: day, label: z.string() });
export type Span = z.infer<typeof span>;

const measured = {
  value: z.number().nullable(),
  rows: z.number().int(),
  /** The same over the period it is compared with; null without one, and where that has no rows. */
  previous: z.number().nullable(),
};

export const queryGroup = z.strictObject({
  /** Null: the rows of this group say nothing of the field. */
  key: z.string().nullable(),
  label: z.string(),
  ...measured,
  /** Of the total, 0 to 1; null where a share would mean nothing. */
  share: z.number().nullable(),
  /** Opens the rows of this group. */
  href: z.string(),
});
export type QueryGroup = z.infer<typeof queryGroup>;

const cell = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** What a query came to. */
export const queryResult = z.strictObject({
  /** As it was asked, with all defaults. */
  query,
  /** In words: "Invoices by month: sum of amount". */
  title: z.string(),
  unit: z.enum(resultUnits),
  currency: currency.nullable(),
  period: span.nullable(),
  compared: span.nullable(),
  total: z.strictObject(measured),
  groups: z.array(queryGroup).nullable(),
  /** How many groups there are, shown or not. */
  groupCount: z.number().int(),
  /** The rows themselves where nothing is grouped. */
  rows: z
    .strictObject({
      columns: z.array(queryField.omit({ choices: true, alsoCalled: true })),
      rows: z.array(
        z.strictObject({ href: z.string().nullable(), currency: currency.nullable(), cells: z.array(cell) }),
      ),
    })
    .nullable(),
  /** Rows that are not in the measure, because they are in another currency: amounts are never converted. */
  leftOut: z.array(
    z.strictObject({ currency, value: z.number().nullable(), rows: z.number().int(), href: z.string() }),
  ),
  /** First and last day there are rows of, whatever the period; null without a day or without rows. */
  data: z.strictObject({ from: day, to: day }).nullable(),
  asOf: day,
});
export type QueryResult = z.infer<typeof queryResult>;

/** Whether a query is the same without this part; so many rows are shown unless it says otherwise. */
const isDefault = (name: string, value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (name === "order" && value === "largest") ||
  (name === "limit" && value === 50) ||
  (name === "measure" && (value as QueryInput["measure"])?.of === "count");

/** The address that opens a query in Explore; what is as by default is left out. */
export function exploreHref({ subject, ...rest }: QueryInput): string {
  const short = JSON.stringify({ subject, ...rest }, (name, value: unknown) =>
    isDefault(name, value) ? undefined : value,
  );
  return `/explore?q=${encodeURIComponent(short)}`;
}

/** A name of code as people read it: "daily_revenue" is "Daily revenue". */
export function spelledOut(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
