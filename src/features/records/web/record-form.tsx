import { type FormEvent, useState } from "react";
import { lengths } from "#contract/words.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { type BusinessRecord, longestValue, type RecordKind, recordFields } from "#features/records/contract.ts";
import { type CustomField, customPrefix } from "#features/records/custom/contract.ts";
import { type CustomValue, fieldFrom, keyIn, readTyped, writeTyped } from "#features/records/custom/rules.ts";
import { readCell } from "#features/records/fields/cells.ts";
import { complete, type Fields } from "#features/records/fields/complete.ts";
import type { Field } from "#features/records/fields/field.ts";
import { fieldsOf, kindNames } from "#features/records/fields/fields.ts";
import { sentenceOf } from "#ui/api.ts";
import { sentenceCase } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { SelectField, TextArea, TextField } from "#ui/kit/field.tsx";
import { SidePanel } from "#ui/kit/side-panel.tsx";
import { useLeave, useSending, useUnsaved } from "#ui/kit/use-leave.ts";
import { toast } from "#ui/toast.ts";
import { useAdd, useChange, useShownFields } from "./queries.ts";

type FormValues = Record<string, string>;

const toFormValues = (kind: RecordKind, record: BusinessRecord | null): FormValues =>
  Object.fromEntries(
    fieldsOf[kind].map(({ name, type }) => {
      const value = record?.fields[name] ?? null;
      return [name, value === null ? "" : type === "flag" ? (value ? "yes" : "no") : String(value)];
    }),
  );

function readForm(kind: RecordKind, typed: FormValues): { fields: Fields } | { faults: Record<string, string> } {
  const given: Fields = {};
  const faults: Record<string, string> = {};
  for (const field of fieldsOf[kind]) {
    const text = (typed[field.name] ?? "").trim();
    if (field.type === "text") {
      given[field.name] = text || null;
      continue;
    }
    const read = readCell(field, text);
    if ("fault" in read) faults[field.name] = sentenceCase(read.fault);
    else given[field.name] = read.value;
  }
  const fields = complete(kind, given);
  for (const issue of recordFields[kind].safeParse(fields).error?.issues ?? []) {
    const name = String(issue.path[0]);
    faults[name] ??= (fields[name] ?? null) === null ? "Is missing" : issue.message;
  }
  return Object.keys(faults).length > 0 ? { faults } : { fields };
}

/** Other fields a typed value changes: a paid invoice has nothing open, another stage has another name. */
function following(kind: RecordKind, { name, wordIn }: Field, value: string, typed: FormValues): FormValues {
  if (wordIn) return { [wordIn]: "" };
  return kind === "invoices" && name === "status" && value === "paid" && typed["openAmount"] ? { openAmount: "0" } : {};
}

function readOwn(own: readonly CustomField[], typed: FormValues, initial: FormValues) {
  const custom: Record<string, CustomValue | null> = {};
  const faults: Record<string, string> = {};
  for (const field of own) {
    const name = `${customPrefix}${field.key}`;
    const text = typed[name];
    if (text === undefined || text === initial[name]) continue;
    const read = readTyped(field, text);
    if (read && "fault" in read) faults[name] = sentenceCase(read.fault);
    else custom[field.key] = read?.value ?? null;
  }
  return { custom, faults };
}

type Props = { kind: RecordKind; record: BusinessRecord | null; onClose: () => void };

export default function RecordForm({ kind, record, onClose }: Props) {
  const [typed, setTyped] = useState(() => toFormValues(kind, record));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [fault, setFault] = useState<string>();
  const own = useShownFields(kind);
  // The company's own fields may load later than the form.
  const ownValues = Object.fromEntries(
    own.map(({ key, type }) => [`${customPrefix}${key}`, writeTyped(type, record?.custom[key] ?? null)]),
  );
  const [builtIn] = useState(typed);
  const initial = { ...ownValues, ...builtIn };
  const leaving = useLeave(onClose);
  useUnsaved(leaving, () => Object.entries(typed).some(([name, text]) => text !== initial[name]));
  const add = useAdd();
  const change = useChange(record?.id ?? "");
  const pending = add.isPending || change.isPending;
  useSending(leaving, pending);
  const word = kindNames[kind].one;
  const defaultOf = (name: string): string | undefined => {
    const known = Object.entries(typed).filter(([other, text]) => other !== name && text !== "");
    return (complete(kind, Object.fromEntries(known)) as FormValues)[name];
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const read = readForm(kind, typed);
    const { custom, faults: ofOwn } = readOwn(own, typed, initial);
    if ("faults" in read || Object.keys(ofOwn).length > 0) {
      setFaults({ ...("faults" in read ? read.faults : {}), ...ofOwn });
      return setFault("Some fields need a look.");
    }
    const body = { kind, fields: read.fields, ...(Object.keys(custom).length > 0 && { custom }) };
    const options = {
      onSuccess: () => {
        toast(record ? `${sentenceCase(word)} changed` : `${sentenceCase(word)} added`);
        onClose();
      },
      onError: (error: Error) => setFault(sentenceOf(error)),
    };
    // The schema of this kind parsed the fields.
    if (record) change.mutate(body as never, options);
    else add.mutate({ ...body, source: "manual" } as never, options);
  };

  return (
    <SidePanel
      wide
      title={record ? `Change this ${word}` : `Add ${word}`}
      closeLabel="Close form"
      head={<span className="flex-1 font-semibold">{record ? `Change this ${word}` : `Add ${word}`}</span>}
      foot={
        leaving.asks ? (
          <>
            <span role="alert" className="min-w-0 flex-1 text-sm text-ink-2">
              Your changes are not saved.
            </span>
            <Button look="destructive" onClick={leaving.discard}>
              Discard
            </Button>
            <Button autoFocus onClick={leaving.stay}>
              Keep Editing
            </Button>
          </>
        ) : (
          <>
            <span role="alert" className="min-w-0 text-sm text-danger">
              {fault}
            </span>
            <Button type="submit" form="record-form" look="primary" pending={pending}>
              {record ? "Save" : "Add"}
            </Button>
          </>
        )
      }
      onClose={leaving.leave}
    >
      <form id="record-form" noValidate onSubmit={submit} className="grid grid-cols-2 items-start gap-3 p-3">
        {[...fieldsOf[kind], ...own.map(fieldFrom)].map((field, at) => (
          <FormField
            key={field.name}
            field={field}
            first={at === 0}
            defaultChoice={defaultOf(field.name)}
            value={typed[field.name] ?? initial[field.name] ?? ""}
            error={faults[field.name]}
            onChange={(value) => {
              setTyped({ ...typed, [field.name]: value, ...following(kind, field, value, typed) });
              setFaults(({ [field.name]: _fixed, ...others }) => others);
              setFault(undefined);
            }}
          />
        ))}
      </form>
    </SidePanel>
  );
}

type FieldProps = {
  field: Field;
  /** The default if nothing is chosen. */
  defaultChoice: string | undefined;
  first: boolean;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function FormField({ field, defaultChoice, first, value, error, onChange }: FieldProps) {
  const { currency } = useCompany();
  const { name, type, choices = [], required } = field;
  const isOwn = keyIn(name) !== null;
  const label = field.currency ? `${field.label} (${field.currency})` : field.label;
  // A record that has a currency cannot go back to having none.
  const [startedEmpty] = useState(value === "");
  const whole = first || type === "text" || (isOwn ? type === "line" : /Name$|^title$/.test(name));
  // The browser's date input does not fit half a phone's width.
  const frame = whole ? "col-span-2" : type === "day" ? "max-sm:col-span-2" : "";
  const shared = { label, error, value, frame, ...(required && { aside: "needed" }) };
  const listen = (event: { target: { value: string } }) => onChange(event.target.value);
  if (type === "text") return <TextArea {...shared} rows={3} maxLength={lengths.text} onChange={listen} />;
  if (type === "choice" || type === "flag")
    return (
      <SelectField {...shared} onChange={listen}>
        {(name !== "currency" || startedEmpty) && (
          <option value="">
            {name === "currency"
              ? `The company’s, ${currency}`
              : type === "flag"
                ? "Not known"
                : defaultChoice
                  ? `${sentenceCase(defaultChoice)} (usual)`
                  : "Not known"}
          </option>
        )}
        {(type === "flag" ? ["yes", "no"] : choices).map((choice) => (
          <option key={choice} value={choice}>
            {name === "currency" || (isOwn && type === "choice") ? choice : sentenceCase(choice)}
          </option>
        ))}
      </SelectField>
    );
  return (
    <TextField
      {...shared}
      autoFocus={first}
      type={type === "day" ? "date" : type === "email" ? "email" : "text"}
      inputMode={["money", "number", "whole", "share"].includes(type) ? "decimal" : undefined}
      maxLength={isOwn ? longestValue : lengths.title}
      onChange={listen}
    />
  );
}
