import { z } from "zod";
import type { FormColumn, FormField } from "#features/decisions/contract.ts";

export type FieldText = { label: string; hint?: string };
type FormText = FieldText &
  Pick<FormField, "unit"> &
  Partial<Pick<FormField, "options" | "least" | "most" | "columns">>;

const formTexts = z.registry<FormText>();
const contextFields = z.registry<{ fields: FormField[] }>();

/** Attaches a form's label and hint to a schema and returns the schema. */
export function withFormText<Schema extends z.ZodType>(schema: Schema, labels: FormText): Schema {
  formTexts.add(schema, labels);
  return schema;
}

const hiddenSchemas = new WeakSet<z.core.$ZodType>();

export function hiddenInForm<Schema extends z.ZodType>(schema: Schema): Schema {
  hiddenSchemas.add(schema);
  return schema;
}

export const unwrapOptional = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional ? schema._zod.def.innerType : schema;

/** Form fields of a schema's shape; a field is required when its schema rejects `undefined`. */
export function fieldsOf(shape: z.core.$ZodShape): FormField[] {
  const visible = Object.entries(shape).filter(([, schema]) => !hiddenSchemas.has(unwrapOptional(schema)));
  return visible.map(([name, schema]) => {
    const labels = formTexts.get(unwrapOptional(schema));
    if (!labels) throw new Error(`The field "${name}" has no form label.`);
    const { label, hint = null, unit, options = [], least = null, most = null, columns = [] } = labels;
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

export function registerFields(context: z.ZodType, fields: FormField[]): void {
  contextFields.add(context, { fields });
}

export const formOf = (context: z.ZodType): FormField[] => contextFields.get(context)?.fields ?? [];
