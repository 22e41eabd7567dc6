import { useState } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Task } from "#features/tasks/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { dayIn } from "#ui/clock.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { AssigneeField, assigneeIds, assigneeOf } from "./assignee-field.tsx";
import { useAssignTask } from "./queries.ts";

export function AssignForm({ task }: { task: Task }) {
  const { timeZone } = useCompany();
  const saved = { assignee: assigneeOf(task), due: task.dueDate ? dayIn(task.dueDate, timeZone) : "" };
  const [assignee, setAssignee] = useState(saved.assignee);
  const [due, setDue] = useState(saved.due);
  const assign = useAssignTask();
  const change = {
    ...(assignee === saved.assignee ? {} : assigneeIds(assignee)),
    ...(due === saved.due ? {} : { dueOn: due || null }),
  };
  return (
    <form
      noValidate
      className="grid grid-cols-2 items-start gap-2 md:flex"
      onSubmit={(event) => {
        event.preventDefault();
        assign.mutate({ id: task.id, change });
      }}
    >
      <AssigneeField value={assignee} onChange={setAssignee} frame="min-w-0 md:w-56" />
      <TextField
        label="Due date"
        type="date"
        frame="min-w-0 grid-cols-[minmax(0,1fr)] md:w-44"
        value={due}
        error={assign.error ? sentenceOf(assign.error) : undefined}
        onText={setDue}
      />
      <Button
        type="submit"
        pending={assign.isPending}
        disabled={Object.keys(change).length === 0}
        className="col-span-2 md:mt-6"
      >
        Save
      </Button>
    </form>
  );
}
