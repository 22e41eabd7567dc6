import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "#features/accounts/web/queries.ts";
import type { BusinessRecord } from "#features/records/contract.ts";
import { setField } from "#features/records/editing/contract.ts";
import { isFinished, isSetAlone } from "#features/records/editing/rules.ts";
import type { Field } from "#features/records/fields/field.ts";
import { fieldOf, roles } from "#features/records/fields/fields.ts";
import { finishRecords, reopenRecords } from "#features/records/finishing/contract.ts";
import { call } from "#ui/api.ts";
import { sentenceCase } from "#ui/format.ts";
import { Options } from "#ui/kit/field.tsx";
import { InlineEdit } from "#ui/kit/inline-edit.tsx";
import { refresh } from "#ui/query.ts";
import { toast, toastFailure, toastWithUndo } from "#ui/toast.ts";
import { finishes } from "./bulk-finish.tsx";
import { useOwnWords } from "./queries.ts";

const refreshed = () => refresh("records", "today", "dashboard");
const titleOf = ({ kind, fields }: BusinessRecord): string => String(fields[roles[kind].title] ?? "");

/** Sets a field of a record, with its undo; a state that has a day goes the way of "Mark paid". */
function useSet(record: BusinessRecord, { name, label }: Field) {
  const { id, kind, fields } = record;
  const back = useMutation({
    mutationFn: (undo: () => Promise<unknown>) => undo(),
    onSuccess: () => toast("Undone"),
    onError: (error) => toastFailure("Not undone", error),
    onSettled: refreshed,
  });
  return useMutation({
    mutationFn: async ({ is, word }: { is: string | null; word: string | null }): Promise<() => Promise<unknown>> => {
      const finish = name === roles[kind].status ? finishes[kind]?.find((one) => one === is) : undefined;
      if (finish) {
        const body = await call(finishRecords, { body: { as: finish, ids: [id] } });
        return () => call(reopenRecords, { body: body as never });
      }
      const was = fields[name] === null || fields[name] === undefined ? null : String(fields[name]);
      const { change } = await call(setField, { params: { id }, body: { kind, field: name, was, is, word } });
      return () => call(setField, { params: { id }, body: { kind, ...change } });
    },
    onSuccess: (undo) => toastWithUndo(`${label} of ${titleOf(record)} changed`, () => back.mutate(undo)),
    onError: (error) => toastFailure("Nothing was changed", error),
    onSettled: refreshed,
  });
}

/** Whether this person can change a field of a row where it is shown. */
export function useCanSet(): (record: BusinessRecord, field: Field) => boolean {
  const may = useMay(setField);
  return ({ kind, fields }, field) =>
    may && isSetAlone(kind, field) && !(field.name === roles[kind].status && isFinished(kind, fields[field.name]));
}

type Props = { record: BusinessRecord; field: Field; children: ReactNode };

/** A cell of a list that is changed where it is. */
export function InlineCell({ record, field, children }: Props) {
  const set = useSet(record, field);
  const { kind, fields } = record;
  const own = useOwnWords(field.wordIn !== undefined).data ?? [];
  const isState = field.name === roles[kind].status;
  const given = String(fields[field.name] ?? "");
  const word = String((field.wordIn && fields[field.wordIn]) ?? "");
  const choices = (fieldOf(kind, field.name).choices ?? []).filter(
    (choice) => !isState || !isFinished(kind, choice) || finishes[kind]?.some((one) => one === choice),
  );
  // In the company's own words where it has some.
  const options = choices.flatMap((choice): [value: string, text: string][] => {
    const words = own.filter((one) => one.kind === kind && one.field === field.wordIn && one.choice === choice);
    return words.length > 0
      ? words.map((one) => [`${choice}|${one.word}`, one.word])
      : [[choice, sentenceCase(choice)]];
  });
  const isChoice = field.type === "choice";
  const value = isChoice && word ? `${given}|${word}` : given;
  if (isChoice && !options.some(([one]) => one === value)) options.unshift([value, sentenceCase(word || given)]);
  return (
    <InlineEdit
      label={`${field.label} of ${titleOf(record)}`}
      value={value}
      type={field.type === "day" ? "date" : "text"}
      options={isChoice ? <Options of={options} /> : undefined}
      disabled={set.isPending}
      onKeep={(typed) => {
        const [is = "", words = ""] = isChoice ? typed.split(/\|(.*)/s) : [typed];
        set.mutate({ is: is || null, word: words || null });
      }}
    >
      {children}
    </InlineEdit>
  );
}
