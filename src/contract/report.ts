import { z } from "zod";
import { grouped, money } from "./format.ts";
import { currency, day } from "./words.ts";

/** What a figure counts; money is in the figure's currency, shares are 0 to 1. */
const figureUnits = ["money", "share", "count", "days", "months", "hours", "score"] as const;

/** A number somebody may ask about: what it is, how it was worked out, and where the rows behind it stand. */
export const figure = z.strictObject({
  /** Unique within its report. */
  id: z.string(),
  label: z.string(),
  /** Null: there is no source for it. */
  value: z.number().nullable(),
  unit: z.enum(figureUnits),
  currency: currency.nullable(),
  /** Where the value lies with this probability, 0 to 1. */
  range: z.strictObject({ low: z.number(), high: z.number(), level: z.number() }).nullable(),
  /** How it follows from its source, with its numbers. */
  formula: z.string().nullable(),
  source: z.strictObject({
    /** Such as "12 open invoices (CSV)". */
    label: z.string(),
    /** The page that shows the rows behind it, within the product. */
    href: z.string().nullable(),
    asOf: day.nullable(),
  }),
});
export type Figure = z.infer<typeof figure>;

/** One sentence, or several: words, and figures by their id. Whoever shows it renders a figure with its source and date. */
export const line = z.array(z.union([z.string(), z.strictObject({ figure: z.string() })]));
export type Line = z.infer<typeof line>;

/** One row of the company's own that a statement stands on. */
export const fact = z.strictObject({
  /** Such as "invoice". */
  kind: z.string(),
  /** What names it, such as "INV-104, Acme Ltd". */
  reference: z.string(),
  /** The figure as it was read, with its unit. */
  value: z.string().nullable(),
  asOf: day.nullable(),
  href: z.string().nullable(),
});
export type Fact = z.infer<typeof fact>;

/** What an agent could not know, and what would have to be there. */
export const gap = z.strictObject({ what: z.string(), needed: z.string(), href: z.string().nullable() });
export type Gap = z.infer<typeof gap>;

/** Something an agent would do about it; it becomes a decision only through the policy. */
export const proposal = z.strictObject({
  decisionType: z.string(),
  context: z.record(z.string(), z.unknown()),
  reason: z.string(),
});
export type Proposal = z.infer<typeof proposal>;

/** One subject of a report. Cells are words or figures by id, like lines. */
export const section = z.strictObject({
  title: z.string(),
  lines: z.array(line),
  table: z.strictObject({ columns: z.array(z.string()), rows: z.array(z.array(line)) }).nullable(),
});
export type Section = z.infer<typeof section>;

/** What an agent has to say by rules: every number in it is a figure with a source. */
export const report = z.strictObject({
  headline: line,
  sections: z.array(section),
  figures: z.array(figure),
  facts: z.array(fact),
  missing: z.array(gap),
  proposals: z.array(proposal),
});
export type Report = z.infer<typeof report>;

/** A tag for templates: takes words and figures, gives the line. Words stay words, whatever stands in them. */
export function say(words: TemplateStringsArray, ...values: readonly (Pick<Figure, "id"> | string)[]): Line {
  const parts: Line = [];
  const add = (text: string): void => {
    const last = parts.at(-1);
    if (text === "") return;
    if (typeof last === "string") parts[parts.length - 1] = last + text;
    else parts.push(text);
  };
  for (const [at, text] of words.entries()) {
    add(text);
    const value = values[at];
    if (typeof value === "string") add(value);
    else if (value) parts.push({ figure: value.id });
  }
  return parts;
}

/** A figure's value as it is written in a sentence, with its unit. */
export function written({ value, unit, currency }: Pick<Figure, "value" | "unit" | "currency">): string {
  if (value === null) return "an unknown figure";
  if (unit === "money") {
    const amount = Math.round(value * 100) / 100;
    return money(amount, currency ?? "USD", Math.abs(amount) < 100 && !Number.isInteger(amount) ? "cents" : "whole");
  }
  if (unit === "share") return `${grouped(value * 100, 1)}%`;
  if (unit === "count" || unit === "score") return grouped(value, unit === "count" ? 0 : 1);
  const amount = grouped(value, 1);
  return `${amount} ${amount === "1" ? unit.slice(0, -1) : unit}`;
}

/** Takes a line and the figures of its report, gives it as plain text. */
export function inWords(of: Line, figures: readonly Figure[]): string {
  const known = new Map(figures.map((one) => [one.id, one]));
  return of
    .map((part) => {
      if (typeof part === "string") return part;
      const found = known.get(part.figure);
      // Nothing is invented: a figure that is not there says so.
      return found ? written(found) : "an unknown figure";
    })
    .join("");
}
