import type { FormColumn, FormField } from "#features/decisions/contract.ts";
import { readAmount } from "#features/metrics/rules.ts";
import { count } from "#ui/format.ts";

/** Typed text by field: `one` holds plain fields, `many` the rows of lists. */
export type FormValues = { one: Record<string, string>; many: Record<string, Record<string, string>[]> };
export type Context = Record<string, unknown>;
/** `row` and `column` are set for a list. */
export type InputError = { field: string; row?: number; column?: string; message: string };

const textUnits = ["text", "choice", "date"];
/** Shares are typed in percent. */
const scaleOf = (field: FormColumn): number => (field.unit === "share" ? 100 : 1);

const emptyErrors: Partial<Record<FormColumn["unit"], string>> = {
  text: "Enter text",
  choice: "Choose one",
  date: "Choose a date",
};

function rangeError(field: FormColumn): string {
  const [least, most] = [(field.least ?? 0) * scaleOf(field), (field.most ?? 0) * scaleOf(field)];
  return field.most === null ? "Enter a number" : `Enter a number from ${count(least)} to ${count(most)}`;
}

/** The parsed value (undefined if blank) or an error. */
export function readField(field: FormColumn, typed: string): { value: unknown } | { error: string } {
  const text = typed.trim();
  if (!text) return field.required ? { error: emptyErrors[field.unit] ?? rangeError(field) } : { value: undefined };
  if (textUnits.includes(field.unit))
    return field.unit === "text" && text.length > (field.most ?? Infinity)
      ? { error: `Use at most ${field.most} characters` }
      : { value: text };
  const number = readAmount(text.replace(/%$/, ""));
  // Rounds away floating-point error: 2.3% is exactly 0.023.
  const value = number === null ? null : Number((number / scaleOf(field)).toPrecision(15));
  const isWithin = value !== null && value >= (field.least ?? -Infinity) && value <= (field.most ?? Infinity);
  return isWithin ? { value } : { error: rangeError(field) };
}

const isBlank = (row: Record<string, string>): boolean => Object.values(row).every((typed) => !typed.trim());

/** The context to send, or every error. */
export function readForm(
  fields: readonly FormField[],
  typed: FormValues,
): { context: Context } | { errors: InputError[] } {
  const errors: InputError[] = [];
  const context: Context = {};
  const addValue = (into: Context, field: FormColumn, text: string, place: Omit<InputError, "message">) => {
    const read = readField(field, text);
    if ("error" in read) errors.push({ ...place, message: read.error });
    else if (read.value !== undefined) into[field.name] = read.value;
  };
  for (const field of fields) {
    if (field.unit !== "list") {
      addValue(context, field, typed.one[field.name] ?? "", { field: field.name });
      continue;
    }
    const list: Context[] = [];
    for (const [row, cells] of (typed.many[field.name] ?? []).entries()) {
      if (isBlank(cells)) continue;
      const into: Context = {};
      for (const column of field.columns)
        addValue(into, column, cells[column.name] ?? "", { field: field.name, row, column: column.name });
      list.push(into);
    }
    if (list.length > 0) context[field.name] = list;
    if (field.required && list.length < (field.least ?? 1))
      errors.push({ field: field.name, message: `Add at least ${count(field.least ?? 1)} rows` });
  }
  return errors.length > 0 ? { errors } : { context };
}

/** The field a server error is about, and the error with the field's label. */
export function placeOf(sentence: string, fields: readonly FormField[]): { field: FormField; message: string } | null {
  const field = fields.find(({ name }) => new RegExp(`^${name}\\b`).test(sentence));
  if (!field) return null;
  const rest = sentence.slice(field.name.length).replace(/^:?\s*/, "");
  return { field, message: `${field.label}: ${rest}` };
}
