import { z } from "zod";
import type { FormColumn, FormField } from "#features/decisions/contract.ts";

/** What a form calls a field, and what it says below it. */
export type FieldWords = { label: string; hint?: string };
type Said = FieldWords & Pick<FormField, "unit"> & Partial<Pick<FormField, "options" | "least" | "most" | "columns">>;

const said = z.registry<Said>();
const ofContext = z.registry<{ fields: FormField[] }>();

/** Takes a schema and what a form says of it, gives the same schema; the two are written in one place. */
export function worded<Schema extends z.ZodType>(schema: Schema, words: Said): Schema {
  said.add(schema, words);
  return schema;
}

const notAsked = new WeakSet<z.core.$ZodType>();

/** Takes a schema, gives the same schema; a form does not ask for it. */
export function unasked<Schema extends z.ZodType>(schema: Schema): Schema {
  notAsked.add(schema);
  return schema;
}

const inner = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional ? schema._zod.def.innerType : schema;

/** Takes the schemas of a context by name, gives its fields; what the schema does not take without is required. */
export function fieldsOf(shape: z.core.$ZodShape): FormField[] {
  const asked = Object.entries(shape).filter(([, schema]) => !notAsked.has(inner(schema)));
  return asked.map(([name, schema]) => {
    const words = said.get(inner(schema));
    if (!words) throw new Error(`The field "${name}" has no words for a form.`);
    const { label, hint = null, unit, options = [], least = null, most = null, columns = [] } = words;
    const required = !z.safeParse(schema, undefined).success;
    return { name, label, unit, required, hint, options, least, most, columns: columns.map(columnOf) };
  });
}

const columnOf = ({ name, label, unit, required, hint, options, least, most }: FormColumn): FormColumn => ({
  name,
  label,
  unit,
  required,
  hint,
  options,
  least,
  most,
});

/** Keeps the fields of a context beside its schema. */
export function rememberFields(context: z.ZodType, fields: FormField[]): void {
  ofContext.add(context, { fields });
}

/** Takes the schema of a context, gives what a form asks for it. */
export const formOf = (context: z.ZodType): FormField[] => ofContext.get(context)?.fields ?? [];
