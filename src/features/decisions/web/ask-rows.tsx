import { Plus, X } from "lucide-react";
import { useFieldArray, type UseFormReturn } from "react-hook-form";
import type { FormField } from "#features/decisions/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { AskField } from "./ask-field.tsx";
import type { Context, FormValues } from "./ask-parse.ts";

type Props = { field: FormField; form: UseFormReturn<FormValues, unknown, Context>; error: string | undefined };

export function AskRows({ field, form, error }: Props) {
  const { name, label, hint, columns, least, most } = field;
  const rows = useFieldArray({ control: form.control, name: `many.${name}` });
  const errors = form.formState.errors.many?.[name];
  return (
    <fieldset className="border-t border-line pt-3.5">
      <legend className="float-left mb-3 w-full font-semibold">
        {label} {hint && <span className="text-sm font-normal text-ink-3">{hint}</span>}
      </legend>
      <ol className="clear-left grid gap-4">
        {rows.fields.map((row, index) => (
          <li
            key={row.id}
            aria-label={`Row ${index + 1}`}
            className="flex items-start gap-2 border-b border-line pb-4 md:border-0 md:pb-0"
          >
            <div className="grid min-w-0 flex-1 grid-cols-2 items-start gap-3 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
              {columns.map((column) => (
                <AskField
                  key={column.name}
                  field={index === 0 ? column : { ...column, hint: null }}
                  error={errors?.[index]?.[column.name]?.message}
                  {...form.register(`many.${name}.${index}.${column.name}`)}
                />
              ))}
            </div>
            {rows.fields.length > (least ?? 0) && (
              <Button
                icon
                look="quiet"
                className="mt-6"
                aria-label={`Remove row ${index + 1}`}
                onClick={() => rows.remove(index)}
              >
                <X size={16} strokeWidth={1.75} aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ol>
      {error && (
        <p role="alert" className="mt-2 text-xs text-danger">
          {error}
        </p>
      )}
      <Button
        small
        className="mt-3"
        disabled={rows.fields.length >= (most ?? Infinity)}
        onClick={() => rows.append({}, { focusName: `many.${name}.${rows.fields.length}.${columns[0]?.name}` })}
      >
        <Plus size={14} strokeWidth={1.75} aria-hidden /> Add row
      </Button>
    </fieldset>
  );
}
