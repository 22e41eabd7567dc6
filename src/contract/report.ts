import { z } from "zod";
import { formatNumber, formatMoney } from "./format.ts";
import { currency, day } from "./words.ts";

/** Money is in the figure's currency; shares are 0 to 1. */
const figureUnits = ["money", "share", "count", "days", "months", "hours", "score"] as const;

/** A number with its formula and source. */
export const figure = z.strictObject({
  /** Unique within its report. */
  id: z.string(),
  label: z.string(),
  /** Null: no source has it. */
  value: z.number().nullable(),
  unit: z.enum(figureUnits),
  currency: currency.nullable(),
  /** The interval that contains the value with probability `level` (0 to 1). */
  range: z.strictObject({ low: z.number(), high: z.number(), level: z.number() }).nullable(),
  /** How it is computed, with its numbers. */
  formula: z.string().nullable(),
  source: z.strictObject({
    /** Such as "12 open invoices (CSV)". */
    label: z.string(),
    /** The page within the product that shows the rows behind it. */
    href: z.string().nullable(),
    asOf: day.nullable(),
  }),
});
export type Figure = z.infer<typeof figure>;

/** Text with figures by id; the page renders each figure with its source and date. */
export const line = z.array(z.union([z.string(), z.strictObject({ figure: z.string() })]));
export type Line = z.infer<typeof line>;

/** A row of the company that a statement is based on. */
export const fact = z.strictObject({
  /** Such as "invoice". */
  kind: z.string(),
  /** Its name, such as "INV-104, Acme Ltd". */
  reference: z.string(),
  /** The value as read, with its unit. */
  value: z.string().nullable(),
  asOf: day.nullable(),
  href: z.string().nullable(),
});
export type Fact = z.infer<typeof fact>;

/** Missing input, and what is needed. */
export const gap = z.strictObject({ what: z.string(), needed: z.string(), href: z.string().nullable() });
export type Gap = z.infer<typeof gap>;

/** A suggested decision; the policy decides whether it becomes one. */
export const proposal = z.strictObject({
  decisionType: z.string(),
  context: z.record(z.string(), z.unknown()),
  reason: z.string(),
});
export type Proposal = z.infer<typeof proposal>;

/** One topic of a report. Cells are lines too. */
export const section = z.strictObject({
  title: z.string(),
  lines: z.array(line),
  table: z.strictObject({ columns: z.array(z.string()), rows: z.array(z.array(line)) }).nullable(),
});
export type Section = z.infer<typeof section>;

/** An agent's report: every number in it is a figure with a source. */
export const report = z.strictObject({
  headline: line,
  sections: z.array(section),
  figures: z.array(figure),
  facts: z.array(fact),
  missing: z.array(gap),
  proposals: z.array(proposal),
});
export type Report = z.infer<typeof report>;

/** What `condition && value` is where the condition does not hold, beside an empty string. */
export type Nothing = null | undefined | false | 0;
/** What a line can be made of. */
export type LinePart = Pick<Figure, "id"> | Line | string | Nothing;

/** A template tag for lines, where nothing adds nothing; strings stay plain text whatever they contain. */
export function toLine(words: TemplateStringsArray, ...values: readonly LinePart[]): Line {
  const parts: Line = [];
  const add = (part: LinePart): void => {
    const last = parts.at(-1);
    if (!part) return;
    if (Array.isArray(part)) for (const one of part) add(typeof one === "string" ? one : { id: one.figure });
    else if (typeof part !== "string") parts.push({ figure: part.id });
    else if (typeof last === "string") parts[parts.length - 1] = last + part;
    else parts.push(part);
  };
  for (const [at, text] of words.entries()) {
    add(text);
    add(values[at]);
  }
  return parts;
}

/** Joins what is not empty. */
export const joinLines = (separator: string, parts: readonly LinePart[]): Line =>
  parts
    .map((part) => toLine`${part}`)
    .filter((line) => line.length > 0)
    .reduce((all, line) => (all.length > 0 ? toLine`${all}${separator}${line}` : line), []);

/** Sentences with a space between them. */
export const sentences = (...parts: readonly LinePart[]): Line => joinLines(" ", parts);

export function formatFigure({ value, unit, currency }: Pick<Figure, "value" | "unit" | "currency">): string {
  if (value === null) return "an unknown figure";
  if (unit === "money") {
    const amount = Math.round(value * 100) / 100;
    if (currency === null) return formatNumber(amount, 2);
    return formatMoney(amount, currency, Math.abs(amount) < 100 && !Number.isInteger(amount) ? "cents" : "whole");
  }
  // A share below 1 is never rounded up to 100%.
  if (unit === "share") return `${formatNumber(value < 1 ? Math.min(value * 100, 99.9) : value * 100, 1)}%`;
  if (unit === "count" || unit === "score") return formatNumber(value, unit === "count" ? 0 : 1);
  const amount = formatNumber(value, 1);
  return `${amount} ${amount === "1" ? unit.slice(0, -1) : unit}`;
}

/** A line as plain text. */
export function formatLine(of: Line, figures: readonly Figure[]): string {
  const known = new Map(figures.map((one) => [one.id, one]));
  return of
    .map((part) => {
      if (typeof part === "string") return part;
      const found = known.get(part.figure);
      // Never invent a value for a missing figure.
      return found ? formatFigure(found) : "an unknown figure";
    })
    .join("");
}
