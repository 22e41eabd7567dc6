import type { Value } from "#contract/csv.ts";
import { day, text } from "#contract/words.ts";
import { longestValue, mostCustomFields } from "#features/records/contract.ts";
import { type CustomField, customPrefix, type CustomType, mostChoices } from "#features/records/custom/contract.ts";
import { readCell } from "#features/records/fields/cells.ts";
import type { Field, FieldType } from "#features/records/fields/field.ts";

export type CustomValue = string | number | boolean;
export type CustomValues = Readonly<Record<string, CustomValue | null>>;
export type CustomShape = Pick<CustomField, "type" | "choices">;
type Fit = { value: CustomValue } | { fault: string };

/** Labels that differ only by case or spaces are the same; signs are not: "A+" is not "A". */
export const foldLabel = (label: string): string =>
  label
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s_]+/gu, " ")
    .trim();

/** The key of a new field: its label in plain letters, which no field has or had. */
export function keyOf(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .slice(0, 40)
    .replaceAll(/^_|_$/g, "");
  const key = plain || "field";
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? key : `${key}_${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

const typeNames: Record<CustomType, string> = {
  text: `text of at most ${longestValue.toLocaleString("en")} characters`,
  number: "a number",
  money: "an amount",
  percent: "a percentage",
  day: "a day, such as 2026-01-31",
  flag: "yes or no",
  choice: "one of its choices",
};

const mostOf = { number: 1e15, money: 1e12, percent: 1_000 } as const;

/** A value as the field stores it, or why it does not fit. Nothing is converted: "12" is no number. */
function fitValue({ type, choices }: CustomShape, value: CustomValue): Fit {
  const fault = { fault: `is not ${typeNames[type]}` };
  if (type === "flag") return typeof value === "boolean" ? { value } : fault;
  if (type === "number" || type === "money" || type === "percent") {
    if (typeof value !== "number" || !Number.isFinite(value) || Math.abs(value) > mostOf[type]) return fault;
    return { value: type === "money" ? Math.round(value * 100) / 100 : value };
  }
  if (typeof value !== "string") return fault;
  const trimmed = value.trim();
  if (type === "day") return day.safeParse(trimmed).success ? { value: trimmed } : fault;
  if (trimmed === "" || !text(longestValue).safeParse(trimmed).success) return fault;
  if (type === "text") return { value: trimmed };
  const chosen = choices.find((one) => foldLabel(one) === foldLabel(trimmed));
  return chosen === undefined ? fault : { value: chosen };
}

const isEmpty = (value: CustomValue | null): value is null | string =>
  value === null || (typeof value === "string" && value.trim() === "");

/** The values that fit, and the keys of those left empty because they do not; what no field has is left out too. */
export function fitCustom(
  fields: readonly Pick<CustomField, "key" | "type" | "choices">[],
  values: CustomValues,
): { custom: Record<string, CustomValue | null>; emptied: string[] } {
  const custom: Record<string, CustomValue | null> = {};
  const emptied: string[] = [];
  for (const [key, value] of Object.entries(values)) {
    const field = fields.find((one) => one.key === key);
    const fit = field && !isEmpty(value) ? fitValue(field, value) : null;
    if (fit && "value" in fit) custom[key] = fit.value;
    else {
      if (field) custom[key] = null;
      if (!isEmpty(value)) emptied.push(key);
    }
  }
  return { custom, emptied };
}

export function customFault(fields: readonly CustomField[], values: CustomValues): string | null {
  for (const [key, value] of Object.entries(values)) {
    const field = fields.find((one) => one.key === key);
    if (!field) return `There is no field "${key}"`;
    const fit = isEmpty(value) ? null : fitValue(field, value);
    if (fit && "fault" in fit) return `${field.label} ${fit.fault}`;
  }
  return null;
}

/** A value as typed in a form or kept under another type; null if it is empty. */
export function readTyped(shape: CustomShape, typed: string): Fit | null {
  const trimmed = typed.trim();
  if (trimmed === "") return null;
  if (shape.type === "text" || shape.type === "choice") return fitValue(shape, trimmed);
  const isPercent = shape.type === "percent";
  const cell = isPercent ? trimmed.replace(/\s?%$/, "") : trimmed;
  const type = shape.type === "percent" ? "number" : shape.type;
  const read = readCell({ name: "", label: "", type }, cell);
  if ("fault" in read) return read;
  if (read.value === null) return { fault: `is not ${typeNames[shape.type]}` };
  return fitValue(shape, isPercent ? percentOf(Number(read.value)) : read.value);
}

/** 15 is 0.15, without the digits that a division adds. */
const percentOf = (points: number): number => Number((points / 100).toPrecision(15));

/** A value as text that `readTyped` reads as the same value. */
export const writeTyped = (type: CustomType, value: Value): string =>
  value === null
    ? ""
    : type === "flag"
      ? value === true
        ? "yes"
        : "no"
      : type === "percent"
        ? `${Number((Number(value) * 100).toPrecision(15))}%`
        : String(value);

/** Why values of these texts cannot be of another shape, or null; `amount` counts each text. */
export function conversionFault(shape: CustomShape, texts: readonly { text: string; amount: number }[]): string | null {
  const unfit = texts.filter(({ text: one }) => {
    const fit = readTyped(shape, one);
    return fit === null || "fault" in fit;
  });
  const [first] = unfit;
  if (!first) return null;
  const amount = unfit.reduce((sum, one) => sum + one.amount, 0);
  const example = first.text.length > 40 ? `${first.text.slice(0, 40)}…` : first.text;
  return `${amount === 1 ? "1 value is" : `${amount} values are`} not ${typeNames[shape.type]}, such as "${example}". Change ${amount === 1 ? "it" : "them"} first`;
}

/** Choices without doubles, in their first spelling: values are stored in it. Null if there are too many for a choice. */
export function choicesFrom(values: readonly string[]): string[] | null {
  const byFolded = new Map<string, string>();
  for (const value of values.map((one) => one.trim())) {
    if (value !== "" && !byFolded.has(foldLabel(value))) byFolded.set(foldLabel(value), value);
  }
  return byFolded.size > mostChoices ? null : [...byFolded.values()];
}

export const fieldTypes: Record<CustomType, FieldType> = {
  text: "line",
  number: "number",
  money: "money",
  percent: "share",
  day: "day",
  flag: "flag",
  choice: "choice",
};

export const fieldFrom = ({ key, label, type, choices, currency }: CustomField): Field => ({
  name: `${customPrefix}${key}`,
  label,
  type: fieldTypes[type],
  ...(type === "choice" && { choices }),
  ...(currency && { currency }),
});

/** The key in a name such as "custom:region"; null if it names a built-in field. */
export const keyIn = (name: string | undefined): string | null =>
  name?.startsWith(customPrefix) ? name.slice(customPrefix.length) : null;

export const customNamed = (fields: readonly CustomField[], name: string | undefined): CustomField | undefined => {
  const key = keyIn(name);
  return key === null ? undefined : fields.find((one) => one.key === key && one.removedUntil === null);
};

export const fullSentence = `There are ${mostCustomFields} fields already. Remove one first`;
