import { ArrowDown, ArrowUp, Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { RecordKind } from "#features/records/contract.ts";
import { type CustomField, type CustomType, customTypes } from "#features/records/custom/contract.ts";
import { kindNames, tabOf } from "#features/records/fields/fields.ts";
import { sentenceOf } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { SelectField, TextArea, TextField } from "#ui/kit/field.tsx";
import { useCustomFields, useFieldChange } from "./queries.ts";

const typeLabels: Record<CustomType, string> = {
  text: "Text",
  number: "Number",
  money: "Amount",
  percent: "Percent",
  day: "Day",
  flag: "Yes or no",
  choice: "Choice",
};

/** The company's own fields of a kind: adding, changing, ordering and removing them. */
export default function CustomFieldsDialog({ kind, onClose }: { kind: RecordKind; onClose: () => void }) {
  const fields = useCustomFields(kind);
  const [editing, setEditing] = useState<string | null>(null);
  const { order, remove, restore, fault } = useFieldChange(kind);
  const used = fields.filter(({ removedUntil }) => removedUntil === null);
  const removed = fields.filter(({ removedUntil }) => removedUntil !== null);
  const move = (at: number, by: number) => {
    const keys = used.map(({ key }) => key);
    keys.splice(at + by, 0, ...keys.splice(at, 1));
    order.mutate(keys);
  };
  return (
    <Dialog
      title={`Fields of ${kindNames[kind].many}`}
      description={`Fields of your own, beside those all ${kindNames[kind].many} have.`}
      onClose={onClose}
    >
      <DialogBody>
        {used.length === 0 && editing === null && (
          <p className="pb-3 text-sm text-ink-2">
            No fields of your own yet. Add one here, or keep a column of a file as a field when you import it.
          </p>
        )}
        <ul aria-label={`Your fields of ${tabOf(kind)}`}>
          {used.map((field, at) => (
            <li key={field.key} className="border-t border-line py-2">
              {editing === field.key ? (
                <FieldForm
                  kind={kind}
                  field={field}
                  onClose={() => setEditing(null)}
                  onRemove={() => {
                    setEditing(null);
                    remove.mutate(field.key);
                  }}
                />
              ) : (
                <div className="flex items-center gap-1">
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium wrap-anywhere">{field.label}</span>
                    <span className="block text-sm text-ink-3">{describe(field)}</span>
                  </span>
                  <Button
                    small
                    icon
                    look="quiet"
                    aria-label={`Move ${field.label} up`}
                    disabled={at === 0 || order.isPending}
                    onClick={() => move(at, -1)}
                  >
                    <ArrowUp size={15} strokeWidth={1.75} aria-hidden />
                  </Button>
                  <Button
                    small
                    icon
                    look="quiet"
                    aria-label={`Move ${field.label} down`}
                    disabled={at === used.length - 1 || order.isPending}
                    onClick={() => move(at, 1)}
                  >
                    <ArrowDown size={15} strokeWidth={1.75} aria-hidden />
                  </Button>
                  <Button small aria-label={`Edit ${field.label}`} onClick={() => setEditing(field.key)}>
                    Edit
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
        {editing === "" ? (
          <div className="border-t border-line py-3">
            <FieldForm kind={kind} field={null} onClose={() => setEditing(null)} />
          </div>
        ) : (
          <Button className="mt-2" onClick={() => setEditing("")}>
            <Plus size={15} strokeWidth={1.75} aria-hidden /> Add field
          </Button>
        )}
        {removed.length > 0 && (
          <section className="mt-6 border-t border-line pt-3 text-sm">
            <h3 className="font-medium">Removed in the last 24 hours</h3>
            <ul>
              {removed.map(({ key, label }) => (
                <li key={key} className="flex min-h-11 items-center gap-3">
                  <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
                  <Button
                    small
                    aria-label={`Bring ${label} back`}
                    disabled={restore.isPending}
                    onClick={() => restore.mutate(key)}
                  >
                    Bring back
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {fault && (
          <p role="alert" className="pt-3 text-sm text-danger">
            {fault}
          </p>
        )}
      </DialogBody>
    </Dialog>
  );
}

const describe = ({ type, currency, hidden, inList, choices }: CustomField): string =>
  [
    currency ? `${typeLabels[type]} in ${currency}` : typeLabels[type],
    ...(choices.length > 0 ? [choices.slice(0, 4).join(", ") + (choices.length > 4 ? " …" : "")] : []),
    ...(inList ? ["column of the list"] : []),
    ...(hidden ? ["hidden"] : []),
  ].join(" · ");

type FormProps = { kind: RecordKind; field: CustomField | null; onClose: () => void; onRemove?: () => void };

function FieldForm({ kind, field, onClose, onRemove }: FormProps) {
  const [label, setLabel] = useState(field?.label ?? "");
  const [type, setType] = useState<CustomType>(field?.type ?? "text");
  const [choices, setChoices] = useState(field?.choices.join("\n") ?? "");
  const [isHidden, setHidden] = useState(field?.hidden ?? false);
  const [isInList, setInList] = useState(field?.inList ?? false);
  const { add, change } = useFieldChange(kind);
  const error = add.error ?? change.error;
  const pending = add.isPending || change.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const listed = choices.split("\n").flatMap((one) => one.trim() || []);
    const body = { label: label.trim(), type, ...(type === "choice" && listed.length > 0 && { choices: listed }) };
    if (field)
      change.mutate(
        {
          key: field.key,
          // An unchanged type or list of choices is not checked again.
          ...(body.label !== field.label && { label: body.label }),
          ...(type !== field.type && { type }),
          ...(body.choices && listed.join("\n") !== field.choices.join("\n") && { choices: listed }),
          hidden: isHidden,
          inList: isInList,
        },
        { onSuccess: onClose },
      );
    else add.mutate(body, { onSuccess: onClose });
  };
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-2 items-start gap-3">
      <TextField
        label="Name"
        autoFocus
        frame="col-span-2 sm:col-span-1"
        value={label}
        maxLength={100}
        onChange={({ target }) => setLabel(target.value)}
      />
      <SelectField
        label="Type"
        frame="col-span-2 sm:col-span-1"
        value={type}
        onChange={({ target }) => setType(target.value as CustomType)}
      >
        {customTypes.map((one) => (
          <option key={one} value={one}>
            {typeLabels[one]}
          </option>
        ))}
      </SelectField>
      {type === "choice" && (
        <TextArea
          label="Choices"
          aside="one a line"
          frame="col-span-2"
          rows={4}
          hint={field && field.type !== "choice" ? "Leave it empty to use the values there are." : undefined}
          value={choices}
          onChange={({ target }) => setChoices(target.value)}
        />
      )}
      {field && (
        <div className="col-span-2 flex flex-wrap gap-x-6 text-sm">
          <Check label="Column of the list" isOn={isInList} onSet={setInList} />
          <Check label="Hidden" isOn={isHidden} onSet={setHidden} />
        </div>
      )}
      {error && (
        <p role="alert" className="col-span-2 text-sm text-danger">
          {sentenceOf(error)}
        </p>
      )}
      <div className="col-span-2 flex flex-wrap gap-2">
        <Button type="submit" look="primary" pending={pending} disabled={label.trim() === ""}>
          {field ? "Save field" : "Add field"}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        {field && (
          <Button look="destructive" className="ml-auto" onClick={onRemove}>
            Remove field
          </Button>
        )}
      </div>
    </form>
  );
}

const Check = ({ label, isOn, onSet }: { label: string; isOn: boolean; onSet: (isOn: boolean) => void }) => (
  <label className="flex min-h-11 items-center gap-2 md:min-h-8">
    <input type="checkbox" checked={isOn} onChange={({ target }) => onSet(target.checked)} />
    {label}
  </label>
);
