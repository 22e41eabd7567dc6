import { X } from "lucide-react";
import { useState } from "react";
import { Link, useSearch } from "wouter";
import type { RecordKind } from "#features/records/contract.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { toast } from "#ui/toast.ts";
import { useColumns, useSavedViews } from "./list-views.ts";

type Props = { kind: RecordKind /** Whether the list differs from the usual one. */; isFiltered: boolean };

/** The person's own views of a kind: each opens with its filters, order and columns. */
export function SavedViews({ kind, isFiltered }: Props) {
  const search = useSearch();
  const { views, save, remove } = useSavedViews(kind);
  const { chosen, choose } = useColumns(kind);
  const [isNaming, setNaming] = useState(false);
  const isKnown = views.some((view) => view.search === search);
  if (views.length === 0 && !isFiltered) return null;
  return (
    <div data-control className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
      {views.length > 0 && (
        <ul aria-label="Saved views" className="contents">
          {views.map((view) => (
            <li
              key={view.name}
              className={`inline-flex h-10 max-w-full items-center rounded-control text-sm md:h-control ${view.search === search ? "bg-accent-wash" : "bg-sunken"}`}
            >
              <Link
                href={`/records/${kind}?${view.search}`}
                aria-current={view.search === search ? "true" : undefined}
                onClick={() => choose(view.columns)}
                className="min-w-0 truncate pl-3 text-ink no-underline!"
              >
                {view.name}
              </Link>
              <button
                type="button"
                aria-label={`Remove the view ${view.name}`}
                onClick={() => remove(view.name)}
                className="grid h-full w-10 flex-none place-items-center text-ink-2 hover:text-ink md:w-8"
              >
                <X size={14} strokeWidth={1.75} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isFiltered && !isKnown && (
        <Button small look="quiet" onClick={() => setNaming(true)}>
          Save this view
        </Button>
      )}
      {isNaming && (
        <NameDialog
          onClose={() => setNaming(false)}
          onSave={(name) => {
            save({ name, search, columns: chosen });
            setNaming(false);
            toast("View Saved", name);
          }}
        />
      )}
    </div>
  );
}

function NameDialog({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => void }) {
  const [name, setName] = useState("");
  return (
    <ActionDialog
      title="Save this view"
      onClose={onClose}
      submit="Save view"
      disabled={!name.trim()}
      onSubmit={() => onSave(name.trim())}
    >
      <TextField
        label="Name"
        hint="It keeps the filters, the order and the columns, in this browser."
        maxLength={60}
        value={name}
        onText={setName}
      />
    </ActionDialog>
  );
}
