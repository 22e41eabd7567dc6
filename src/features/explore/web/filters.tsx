import { Plus, X } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import type { Filter, FilterTest, QueryField, QuerySubject } from "#contract/query.ts";
import { Button } from "#ui/kit/button.tsx";
import { Check, Options, SelectField, TextField } from "#ui/kit/field.tsx";
import { choicesOf, filterWords, findField, isNumeric, testName, testsOf } from "./words.ts";

type Props = { subject: QuerySubject; filters: readonly Filter[]; onChange: (filters: readonly Filter[]) => void };

/** Filters as chips that open for editing; the figure is chosen in the menu of kinds instead. */
export function Filters({ subject, filters, onChange }: Props) {
  const shown = filters.flatMap((filter, at) => (filter.field === subject.needs ? [] : [{ filter, at }]));
  return (
    <div className="grid min-w-0 content-start gap-1">
      <span aria-hidden className="text-xs text-ink-2">
        Filters
      </span>
      <div className="flex min-w-0 flex-wrap gap-2">
        {shown.length > 0 && (
          <ul aria-label="Filters" className="flex min-w-0 flex-wrap gap-2">
            {shown.map(({ filter, at }) => (
              <Chip
                key={at}
                subject={subject}
                filter={filter}
                onFilter={(next) => onChange(filters.map((one, other) => (other === at ? next : one)))}
                onRemove={() => onChange(filters.filter((_, other) => other !== at))}
              />
            ))}
          </ul>
        )}
        <Editor subject={subject} filter={null} onFilter={(filter) => onChange([...filters, filter])}>
          <Button look="quiet" aria-label="Add a filter" className="px-2!">
            <Plus size={15} strokeWidth={1.75} aria-hidden /> Filter
          </Button>
        </Editor>
      </div>
    </div>
  );
}

type ChipProps = {
  subject: QuerySubject;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  onRemove: () => void;
};

function Chip({ subject, filter, onFilter, onRemove }: ChipProps) {
  const { start, value } = filterWords(subject, filter);
  const words = `${start} ${value}`.trim();
  return (
    <li className="control-edge inline-flex h-10 max-w-full min-w-0 items-stretch text-sm md:h-control">
      <Editor subject={subject} filter={filter} onFilter={onFilter}>
        <button
          type="button"
          aria-label={`Change filter ${words}`}
          className="max-w-72 min-w-0 truncate rounded-control pl-2.5"
        >
          {start} <span className="font-medium">{value}</span>
        </button>
      </Editor>
      <button
        type="button"
        aria-label={`Remove filter ${words}`}
        onClick={onRemove}
        className="grid w-10 flex-none place-items-center rounded-control text-ink-2 hover:text-ink md:w-8"
      >
        <X size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </li>
  );
}

type EditorProps = {
  subject: QuerySubject;
  /** Null adds a filter. */
  filter: Filter | null;
  onFilter: (filter: Filter) => void;
  children: ReactNode;
};

/** A button with the filter's form in a popover. */
function Editor({ subject, filter, onFilter, children }: EditorProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{children}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={16}
          aria-label={filter ? "Change filter" : "Add a filter"}
          className="z-20 w-[min(440px,calc(100vw-32px))] animate-fade rounded-card bg-raised p-4 shadow-lift outline-none"
        >
          <FilterForm
            subject={subject}
            filter={filter}
            onCancel={() => setOpen(false)}
            onFilter={(next) => {
              setOpen(false);
              onFilter(next);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type FormProps = {
  subject: QuerySubject;
  filter: Filter | null;
  onFilter: (filter: Filter) => void;
  onCancel: () => void;
};

/** The field, the test and its values. */
function FilterForm({ subject, filter, onFilter, onCancel }: FormProps) {
  const fields = subject.fields.filter(({ name }) => name !== subject.needs);
  const [name, setName] = useState(filter?.field ?? fields[0]?.name ?? "");
  const field = findField(subject, name) ?? fields[0];
  const [test, setTest] = useState<FilterTest>(filter?.test ?? (field ? (testsOf(field)[0] ?? "is") : "is"));
  const [values, setValues] = useState<readonly (string | number)[]>(() => enteredAs(field, filter?.values ?? []));
  const [fault, setFault] = useState<string>();
  if (!field) return null;
  const needsNone = test === "known" || test === "unknown";
  const choose = (next: string) => {
    const chosen = findField(subject, next);
    setName(next);
    setTest(chosen ? (testsOf(chosen)[0] ?? "is") : "is");
    setValues([]);
    setFault(undefined);
  };
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (needsNone) return onFilter({ field: field.name, test, values: [] });
        const read = readValues(field, values);
        if (typeof read === "string") setFault(read);
        else onFilter({ field: field.name, test, values: read });
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <SelectField label="Field" value={field.name} onText={choose}>
          <Options of={fields.map((one) => [one.name, one.label])} />
        </SelectField>
        <SelectField label="Test" value={test} onText={(typed) => setTest(typed as FilterTest)}>
          <Options of={testsOf(field).map((one) => [one, testName(field, one)])} />
        </SelectField>
      </div>
      {!needsNone && (
        <Values
          field={field}
          values={values}
          fault={fault}
          onChange={(next) => {
            setValues(next);
            setFault(undefined);
          }}
        />
      )}
      <div className="flex gap-2">
        <Button type="submit" small>
          {filter ? "Change filter" : "Add filter"}
        </Button>
        <Button look="quiet" small onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Shares are entered in percent. */
const enteredAs = (field: QueryField | undefined, values: readonly (string | number)[]): (string | number)[] =>
  values.map((value) =>
    field?.type === "share" && typeof value === "number" ? Math.round(value * 1_000) / 10 : value,
  );

/** The values of a filter, or the sentence that says what is wrong. */
function readValues(field: QueryField, values: readonly (string | number)[]): (string | number)[] | string {
  const filled = values.filter((value) => String(value).trim() !== "");
  if (filled.length === 0) return choicesOf(field).length > 0 ? "Choose at least one" : "Enter a value";
  if (!isNumeric(field)) return filled.map((value) => (typeof value === "string" ? value.trim() : value));
  const numbers = filled.map((value) => Number(String(value).replaceAll(",", "").replace(/%$/, "")));
  if (numbers.some((value) => Number.isNaN(value))) return "Enter a number, such as 500";
  return field.type === "share" ? numbers.map((value) => value / 100) : numbers;
}

type ValuesProps = {
  field: QueryField;
  values: readonly (string | number)[];
  fault: string | undefined;
  onChange: (values: readonly (string | number)[]) => void;
};

function Values({ field, values, fault, onChange }: ValuesProps) {
  const choices = choicesOf(field);
  // A view takes one value, other choices take several.
  if (field.type === "view")
    return (
      <SelectField
        label="Value"
        value={String(values[0] ?? "")}
        error={fault}
        onText={(typed) => onChange(typed ? [typed] : [])}
      >
        <option value="">Choose a view</option>
        <Options of={choices.map((one) => [one.value, one.label])} />
      </SelectField>
    );
  if (choices.length > 0)
    return (
      <fieldset>
        <legend className="mb-1 text-sm leading-[18px] font-medium">Values</legend>
        <div className="flex max-h-44 flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
          {choices.map(({ value, label }) => (
            <Check
              key={value}
              label={label}
              checked={values.includes(value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...values, value] : values.filter((one) => one !== value))
              }
            />
          ))}
        </div>
        {fault && (
          <p role="alert" className="mt-1 text-xs text-danger">
            {fault}
          </p>
        )}
      </fieldset>
    );
  const [value = ""] = values;
  return (
    <TextField
      label={field.type === "share" ? "Value in %" : "Value"}
      type={field.type === "day" ? "date" : "text"}
      inputMode={isNumeric(field) ? "decimal" : undefined}
      error={fault}
      value={String(value)}
      maxLength={255}
      onText={(typed) => onChange([typed])}
    />
  );
}
