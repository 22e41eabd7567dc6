import { useState } from "react";
import type { RecordKind } from "#features/records/contract.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Button } from "#ui/kit/button.tsx";
import { useColumns } from "./list-views.ts";

/** Chooses the columns of a kind's list. */
export default function ColumnsDialog({ kind, onClose }: { kind: RecordKind; onClose: () => void }) {
  const { all, shown, isChosen, choose } = useColumns(kind);
  const [names, setNames] = useState(() => new Set(shown.map(({ name }) => name)));
  const set = (name: string, isOn: boolean) => {
    const next = new Set(names);
    if (isOn) next.add(name);
    else next.delete(name);
    setNames(next);
  };
  const save = () => {
    // In the order in which they were chosen; what is not there any more is left out.
    choose([...names].filter((name) => all.some((field) => field.name === name)));
    onClose();
  };
  return (
    <ActionDialog
      title={`Columns of ${kindNames[kind].many}`}
      onClose={onClose}
      submit="Show these columns"
      disabled={names.size === 0}
      onSubmit={save}
      className="grid content-start gap-3"
    >
      <fieldset className="grid gap-x-6 md:grid-cols-2">
        <legend className="sr-only">Columns</legend>
        {all.map(({ name, label }) => (
          <label key={name} className="flex min-h-10 items-center gap-2.5 md:min-h-8">
            <input
              type="checkbox"
              className="size-4 flex-none accent-accent-fill"
              checked={names.has(name)}
              onChange={({ target }) => set(name, target.checked)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {isChosen && (
        <Button
          small
          look="quiet"
          className="-ml-2.5 justify-self-start"
          onClick={() => {
            choose(null);
            onClose();
          }}
        >
          Show the usual columns
        </Button>
      )}
    </ActionDialog>
  );
}
