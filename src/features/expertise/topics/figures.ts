import type { Figure } from "#contract/report.ts";
import type { Currency } from "#contract/words.ts";

type Rest = { formula?: string | null; range?: Figure["range"] };
type Source = { label: string; href?: string | null; asOf?: string | null };

const withDefaults = ({ label, href = null, asOf = null }: Source): Figure["source"] => ({ label, href, asOf });

const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** Rounds the amount and its range to cents. */
export const money = (
  id: string,
  label: string,
  value: number | null,
  currency: Currency,
  source: Source,
  { formula = null, range = null }: Rest = {},
): Figure => ({
  id,
  label,
  value: value === null ? null : cents(value),
  unit: "money",
  currency,
  range: range && { ...range, low: cents(range.low), high: cents(range.high) },
  formula,
  source: withDefaults(source),
});

/** A figure that is not money. */
export const measure = (
  id: string,
  label: string,
  value: number | null,
  unit: Exclude<Figure["unit"], "money">,
  source: Source,
  { formula = null, range = null }: Rest = {},
): Figure => ({ id, label, value, unit, currency: null, range, formula, source: withDefaults(source) });
