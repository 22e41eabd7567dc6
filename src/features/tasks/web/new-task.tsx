import { type FormEvent, useEffect, useState } from "react";
import { lengths, type Priority, priorities } from "#contract/words.ts";
import { sentenceOf } from "#ui/api.ts";
import { useDraft } from "#ui/draft.ts";
import { sentenceCase } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Options, SelectField, TextField } from "#ui/kit/field.tsx";
import { type Assignee, AssigneeField, assigneeIds } from "./assignee-field.tsx";
import { useCreateTask } from "./queries.ts";

type Props = {
  /** A title from elsewhere; once it is in the field, `onTaken` is called. */
  start?: string | null;
  onTaken?: () => void;
  onDone: () => void;
};

export default function NewTask({ start, onTaken, onDone }: Props) {
  const [title, setTitle, sent] = useDraft("task");
  useEffect(() => {
    if (!start) return;
    setTitle(start);
    onTaken?.();
  });
  const create = useCreateTask((created) => {
    if (sent(created)) onDone();
  });
  const [assignee, setAssignee] = useState<Assignee>("");
  const [priority, setPriority] = useState<Priority>("medium");
  const [dueOn, setDueOn] = useState("");
  const [error, setError] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!title.trim()) return setError("Title is required");
    create.mutate(
      {
        title: title.trim(),
        priority,
        ...(assignee ? assigneeIds(assignee) : {}),
        ...(dueOn ? { dueOn } : {}),
      },
      { onError: (cause) => setError(sentenceOf(cause)) },
    );
  };

  return (
    <div className="@container border-t border-line py-3">
      <form
        noValidate
        onSubmit={submit}
        className="grid grid-cols-2 items-start gap-3 @min-[700px]:grid-cols-[minmax(0,1fr)_150px_140px_110px_auto]"
      >
        <TextField
          label="Title"
          frame="col-span-2 @min-[700px]:col-span-1"
          maxLength={lengths.title}
          value={title}
          error={error}
          autoFocus
          onText={(typed) => {
            setTitle(typed);
            setError(undefined);
          }}
        />
        <AssigneeField value={assignee} onChange={setAssignee} />
        <TextField
          label="Due date"
          type="date"
          frame="min-w-0 grid-cols-[minmax(0,1fr)]"
          value={dueOn}
          onText={(typed) => {
            setDueOn(typed);
            setError(undefined);
          }}
        />
        <SelectField label="Priority" value={priority} onText={(typed) => setPriority(typed as Priority)}>
          <Options of={priorities.map((each) => [each, sentenceCase(each)])} />
        </SelectField>
        <Button type="submit" pending={create.isPending} className="mt-6">
          Add task
        </Button>
      </form>
    </div>
  );
}
