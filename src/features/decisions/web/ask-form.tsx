import { type ReactNode, useEffect } from "react";
import { type FieldErrors, type Resolver, useForm } from "react-hook-form";
import { useLocation } from "wouter";
import type { z } from "zod";
import type { FormField, listDecisionTypes } from "#features/decisions/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { LeaveFoot } from "#ui/kit/leave-foot.tsx";
import { type Leaving, useSending, useUnsavedForm } from "#ui/kit/use-leave.ts";
import { AskField } from "./ask-field.tsx";
import { AskRows } from "./ask-rows.tsx";
import { type Context, type FormValues, placeOf, readForm } from "./ask-parse.ts";
import { useMakeDecision } from "./queries.ts";

type Type = z.infer<typeof listDecisionTypes.response>[number];

/** The form key of a plain field; a name can have different units in different types. */
const slotOf = ({ name, unit }: FormField): string => `${name}_${unit}`;
const plainOf = (fields: readonly FormField[]) => fields.filter(({ unit }) => unit !== "list");
const listsOf = (fields: readonly FormField[]) => fields.filter(({ unit }) => unit === "list");

/** Errors in react-hook-form's shape. */
function errorsOf(
  fields: readonly FormField[],
  inputErrors: Extract<ReturnType<typeof readForm>, { errors: unknown }>["errors"],
): FieldErrors<FormValues> {
  const slots = new Map(plainOf(fields).map((field) => [field.name, slotOf(field)]));
  const one: Record<string, { type: string; message: string }> = {};
  const many: Record<string, Record<string, unknown>> = {};
  for (const { field, row, column, message } of inputErrors) {
    const error = { type: "typed", message };
    if (row === undefined) one[slots.get(field) ?? field] = error;
    else if (column) {
      const rows = (many[field] ??= {});
      rows[row] = { ...(rows[row] as object | undefined), [column]: error };
    }
  }
  return { one, many } as FieldErrors<FormValues>;
}

const resolverOf =
  (fields: readonly FormField[]): Resolver<FormValues, unknown, Context> =>
  (typed) => {
    const one = Object.fromEntries(plainOf(fields).map((field) => [field.name, typed.one[slotOf(field)] ?? ""]));
    const read = readForm(fields, { ...typed, one });
    return "context" in read
      ? { values: read.context, errors: {} }
      : { values: {}, errors: errorsOf(fields, read.errors) };
  };

/** Lists start with their minimum number of rows. */
const emptyOf = (fields: readonly FormField[]): FormValues => ({
  one: Object.fromEntries(plainOf(fields).map((field) => [slotOf(field), ""])),
  many: Object.fromEntries(
    listsOf(fields).map(({ name, least }) => [name, Array.from({ length: least ?? 0 }, () => ({}))]),
  ),
});

type Props = { types: readonly Type[]; agentId: string; type: Type; leaving: Leaving; children: ReactNode };

/** Required fields first, then optional ones. Switching the type keeps the typed values. */
export function AskForm({ types, agentId, type, leaving, children }: Props) {
  const { fields } = type;
  const [, navigate] = useLocation();
  const make = useMakeDecision();
  const form = useForm<FormValues, unknown, Context>({
    resolver: resolverOf(fields),
    defaultValues: emptyOf(types.flatMap(({ fields: ofType }) => ofType)),
  });
  const { clearErrors } = form;
  const { reset } = make;
  // An error about one agent or type does not apply to the next.
  useEffect(() => {
    clearErrors();
    reset();
  }, [agentId, type.id, clearErrors, reset]);
  useUnsavedForm(leaving, form);
  useSending(leaving, make.isPending);
  const refused = make.error ? sentenceOf(make.error) : undefined;
  const place = refused ? placeOf(refused, fields) : null;
  const send = (context: Context) => {
    if (make.isPending) return;
    make.mutate(
      { agentId, decisionType: type.id, context },
      { onSuccess: (decision) => navigate(`/decisions/${decision.id}`) },
    );
  };
  const errorFor = (field: FormField) =>
    form.formState.errors.one?.[field.unit === "list" ? field.name : slotOf(field)]?.message ??
    (place?.field.name === field.name ? place.message : undefined);
  const plain = plainOf(fields);
  const [required, optional] = [plain.filter((field) => field.required), plain.filter((field) => !field.required)];
  const grid = (gridFields: readonly FormField[]) => (
    <div className="grid items-start gap-x-3 gap-y-4 md:grid-cols-3">
      {gridFields.map((field) => (
        <AskField
          key={slotOf(field)}
          field={field}
          error={errorFor(field)}
          {...form.register(`one.${slotOf(field)}`)}
        />
      ))}
    </div>
  );
  const lists = (isRequired: boolean) =>
    listsOf(fields)
      .filter((field) => field.required === isRequired)
      .map((field) => <AskRows key={field.name} field={field} form={form} error={errorFor(field)} />);

  return (
    <form noValidate onSubmit={form.handleSubmit(send)} className="flex min-h-0 flex-1 flex-col">
      <DialogBody className="grid content-start gap-5">
        {children}
        {required.length > 0 && grid(required)}
        {lists(true)}
        <fieldset className="border-t border-line pt-3.5">
          <legend className="float-left mb-3 w-full font-semibold">
            Optional details{" "}
            <span className="text-sm font-normal text-ink-3">Leave blanks if unsure. Assumptions are listed.</span>
          </legend>
          <div className="clear-left">{grid(optional)}</div>
        </fieldset>
        {lists(false)}
        {refused && (
          <p role="alert" className="text-sm text-danger">
            {place?.message ?? refused}
          </p>
        )}
      </DialogBody>
      {leaving.asks ? (
        <LeaveFoot leaving={leaving} note="Nothing has been sent yet." />
      ) : (
        <DialogFoot note="Repeating a request within a minute returns the same proposal.">
          <Button disabled={make.isPending} onClick={leaving.leave}>
            Cancel
          </Button>
          <Button type="submit" look="primary" pending={make.isPending}>
            {make.isPending ? "Evaluating..." : "Ask for a proposal"}
          </Button>
        </DialogFoot>
      )}
    </form>
  );
}
