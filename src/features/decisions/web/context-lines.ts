import { addDays } from "#contract/days.ts";
import { longDay } from "#contract/format.ts";
import type { Currency } from "#contract/words.ts";
import type { FormColumn, FormField } from "#features/decisions/contract.ts";
import { strengths } from "#features/decisions/rules.ts";
import { count, money, plural, sentenceCase } from "#ui/format.ts";

/** One value, or one for each row of a list. */
type ContextLine = { label: string; values: string[] };
type Given = Record<string, unknown>;

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
const isObject = (value: unknown): value is Given => typeof value === "object" && value !== null;

/** The day a decision was proposed, from which a task's `dueInDays` count, and today. */
type Days = { proposed: string; today: string };

/** The day a task of a proposal is due if it is approved today: not before tomorrow. */
export function dueDay(dueInDays: number, { proposed, today }: Days): string {
  const [planned, earliest] = [addDays(proposed, dueInDays), addDays(today, 1)];
  return planned > earliest ? planned : earliest;
}

/** A decision's request in the labels and order of its type's form; `fields` is null if there is no form. */
export function contextLines(
  context: Given,
  fields: readonly FormField[] | null,
  currency: Currency,
  days: Days,
): ContextLine[] {
  if (!fields) {
    const { dueInDays, ...rest } = context;
    if (typeof dueInDays !== "number") return linesWithoutForm(context);
    return [...linesWithoutForm(rest), { label: "Due", values: [longDay(dueDay(dueInDays, days))] }];
  }
  return fields.flatMap((field) => {
    const value = context[field.name];
    // Evidence has its own table.
    if (!isGiven(value) || field.name === "evidence") return [];
    const values = Array.isArray(value)
      ? value.map((row) => (isObject(row) ? formatRow(row, field.columns, currency) : String(row)))
      : [formatValue(value, field, currency)];
    return [{ label: field.label, values }];
  });
}

function formatRow(row: Given, columns: readonly FormColumn[], currency: Currency): string {
  const given = columns.filter(({ name }) => isGiven(row[name]));
  return given.map((column) => `${column.label}: ${formatValue(row[column.name], column, currency)}`).join(", ");
}

/** Rounds away floating-point error: 0.023 is 2.3%. */
const inPercent = (share: number): string => `${count(Number((share * 100).toPrecision(12)))}%`;

function formatValue(value: unknown, { unit, options }: FormColumn, currency: Currency): string {
  const labelOf = (word: string) => options.find((option) => option.value === word)?.label;
  if (typeof value !== "number")
    return unit === "date" ? longDay(String(value)) : (labelOf(String(value)) ?? String(value));
  switch (unit) {
    case "money":
      return money(value, currency, Number.isInteger(value) ? "whole" : "cents");
    case "percent":
      return `${count(value)}%`;
    case "share":
      return inPercent(value);
    case "months":
      return plural(value, "month");
    case "days":
      return plural(value, "day");
    case "choice": {
      const [word = ""] = Object.entries(strengths).find(([, score]) => score === value) ?? [];
      return labelOf(word) ?? inPercent(value);
    }
    default:
      return count(value);
  }
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The request of an action, which has no form, without identifiers. */
function linesWithoutForm(input: Given): ContextLine[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const values = (Array.isArray(value) ? value : [value]).flatMap(describe);
    return values.length === 0 ? [] : [{ label: labelOf(name), values }];
  });
}

/** dueInDays → Due in days */
const labelOf = (name: string): string => sentenceCase(name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase());

function describe(value: unknown): string[] {
  if (!isGiven(value) || (typeof value === "string" && uuid.test(value))) return [];
  if (typeof value === "number") return [count(value)];
  if (typeof value === "boolean") return [value ? "Yes" : "No"];
  if (!isObject(value)) return [String(value)];
  const parts = linesWithoutForm(value).map(({ label, values }) => `${label}: ${values.join("; ")}`);
  return parts.length === 0 ? [] : [parts.join(", ")];
}
