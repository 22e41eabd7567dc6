import { useState } from "react";
import type { Task } from "#features/tasks/contract.ts";
import { enteredHours } from "#features/tasks/rules.ts";
import { sentenceOf } from "#ui/api.ts";
import { useDraft } from "#ui/draft.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { useEnterHours } from "./queries.ts";

/** The hours somebody worked on a task, as a person enters them; left empty, none are on record. */
export function HoursForm({ task }: { task: Task }) {
  const entered = enteredHours(task);
  const [draft, setDraft, sent] = useDraft(`hours.${task.id}`);
  /** Taken out of the field; what is on record shows in it no more. */
  const [cleared, setCleared] = useState(false);
  const [fault, setFault] = useState<string>();
  const enter = useEnterHours(sent);
  const text = draft || (cleared || entered === null ? "" : String(entered));
  const hours = text.trim() === "" ? null : Number(text.trim().replace(",", "."));
  return (
    <form
      noValidate
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (hours !== null && !(hours >= 0)) return setFault("Enter a number of hours, such as 1.5");
        enter.mutate({ task, hours, text }, { onError: (error) => setFault(sentenceOf(error)) });
      }}
    >
      <TextField
        label="Hours worked"
        frame="w-44"
        inputMode="decimal"
        value={text}
        error={fault}
        onChange={({ target }) => {
          setDraft(target.value);
          setCleared(target.value === "");
          setFault(undefined);
        }}
      />
      <Button type="submit" pending={enter.isPending} disabled={hours === entered} className="mt-6">
        Save
      </Button>
    </form>
  );
}
