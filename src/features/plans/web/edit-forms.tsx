import { type FormEvent, type ReactNode, useState } from "react";
import { lengths, type Priority, priorities } from "#contract/words.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { PlanInitiative, PlanTask } from "#features/plans/contract.ts";
import { AssigneeField, assigneeIds } from "#features/tasks/web/assignee-field.tsx";
import { sentenceOf } from "#ui/api.ts";
import { dayIn } from "#ui/clock.ts";
import { sentenceCase } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Options, SelectField, TextField } from "#ui/kit/field.tsx";
import { useEditItem } from "./queries.ts";

type Fields = { title: string; day: string; priority: Priority };

/** Title, day and priority of a part of a plan, and what else its kind has. */
function EditForm({
  fields,
  onChange,
  dayLabel,
  edit,
  onSubmit,
  onDone,
  children,
}: {
  fields: Fields;
  onChange: (fields: Fields) => void;
  dayLabel: string;
  edit: ReturnType<typeof useEditItem>;
  onSubmit: () => void;
  onDone: () => void;
  children?: ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields.title.trim()) onSubmit();
  };
  const error = fields.title.trim() ? (edit.error ? sentenceOf(edit.error) : undefined) : "Title is required";
  return (
    <li className="border-t border-line py-3">
      <form noValidate onSubmit={submit} className="grid gap-2.5">
        <TextField
          label="Title"
          value={fields.title}
          maxLength={lengths.title}
          error={error}
          autoFocus
          onText={(typed) => onChange({ ...fields, title: typed })}
          onKeyDown={({ key }) => key === "Escape" && onDone()}
        />
        <div className="grid grid-cols-2 items-start gap-2 md:flex">
          {children}
          <TextField
            label={dayLabel}
            type="date"
            frame="min-w-0 grid-cols-[minmax(0,1fr)] md:w-44"
            value={fields.day}
            onText={(typed) => onChange({ ...fields, day: typed })}
          />
          <SelectField
            label="Priority"
            value={fields.priority}
            frame="md:w-32"
            onText={(typed) => onChange({ ...fields, priority: typed as Priority })}
          >
            <Options of={priorities.map((each) => [each, sentenceCase(each)])} />
          </SelectField>
          <span className="col-span-2 flex justify-end gap-1.5 md:mt-6 md:ml-auto">
            <Button look="quiet" onClick={onDone}>
              Cancel
            </Button>
            <Button type="submit" pending={edit.isPending}>
              Save
            </Button>
          </span>
        </div>
      </form>
    </li>
  );
}

export function EditTask({ task, onDone }: { task: PlanTask; onDone: () => void }) {
  const { timeZone } = useCompany();
  const saved = {
    title: task.title,
    day: task.dueDate ? dayIn(task.dueDate, timeZone) : "",
    priority: task.priority,
  };
  const holder = task.assignedAgent
    ? `agent:${task.assignedAgent.id}`
    : task.assignedPerson
      ? `person:${task.assignedPerson.id}`
      : "";
  const [fields, setFields] = useState<Fields>(saved);
  const [assignee, setAssignee] = useState(holder);
  const edit = useEditItem(onDone);
  const submit = () => {
    const change = {
      ...(fields.title.trim() === saved.title ? {} : { title: fields.title.trim() }),
      ...(fields.day === saved.day ? {} : { dueOn: fields.day || null }),
      ...(fields.priority === saved.priority ? {} : { priority: fields.priority }),
      ...(assignee === holder ? {} : assigneeIds(assignee)),
    };
    if (Object.keys(change).length === 0) onDone();
    else edit.mutate({ task: task.id, change });
  };
  return (
    <EditForm fields={fields} onChange={setFields} dayLabel="Due date" edit={edit} onSubmit={submit} onDone={onDone}>
      <AssigneeField value={assignee} onChange={setAssignee} frame="col-span-2 min-w-0 md:w-56" />
    </EditForm>
  );
}

export function EditInitiative({ initiative, onDone }: { initiative: PlanInitiative; onDone: () => void }) {
  const saved = { title: initiative.title, day: initiative.targetDate ?? "", priority: initiative.priority };
  const [fields, setFields] = useState<Fields>(saved);
  const edit = useEditItem(onDone);
  const submit = () => {
    const change = {
      ...(fields.title.trim() === saved.title ? {} : { title: fields.title.trim() }),
      ...(fields.day === saved.day ? {} : { targetDate: fields.day || null }),
      ...(fields.priority === saved.priority ? {} : { priority: fields.priority }),
    };
    if (Object.keys(change).length === 0) onDone();
    else edit.mutate({ initiative: initiative.id, change });
  };
  return (
    <EditForm
      fields={fields}
      onChange={setFields}
      dayLabel="Target date"
      edit={edit}
      onSubmit={submit}
      onDone={onDone}
    />
  );
}
