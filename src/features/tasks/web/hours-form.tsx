import { useState } from "react";
import type { Task } from "#features/tasks/contract.ts";
import { enteredHours } from "#features/tasks/rules.ts";
import { sentenceOf } from "#ui/api.ts";
import { useDraft } from "#ui/draft.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { useEnterHours } from "./queries.ts";

/** Hours worked on a task; blank clears them. */
export function HoursForm({ task }: { task: Task }) {
  const entered = enteredHours(task);
  const [draft, setDraft, sent] = useDraft(`hours.${task.id}`);
  /** The user emptied the field, so the saved value no longer shows. */
  const [cleared, setCleared] = useState(false);
  const [error, setError] = useState<string>();
  const enter = useEnterHours(sent);
  const text = draft || (cleared || entered === null ? "" : String(entered));
  const hours = text.trim() === "" ? null : Number(text.trim().replace(",", "."));
  return (
    <form
      noValidate
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (hours !== null && !(hours >= 0)) return setError("Enter hours as a number, such as 1.5");
        enter.mutate({ task, hours, text }, { onError: (cause) => setError(sentenceOf(cause)) });
      }}
    >
      <TextField
        label="Hours worked"
        frame="w-44"
        inputMode="decimal"
        value={text}
        error={error}
        onText={(typed) => {
          setDraft(typed);
          setCleared(typed === "");
          setError(undefined);
        }}
      />
      <Button type="submit" pending={enter.isPending} disabled={hours === entered} className="mt-6">
        Save
      </Button>
    </form>
  );
}
