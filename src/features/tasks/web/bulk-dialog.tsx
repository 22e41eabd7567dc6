import { useState } from "react";
import type { TaskLine } from "#features/tasks/contract.ts";
import { plural } from "#ui/format.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { ScrollList } from "#ui/kit/section.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { type Assignee, AssigneeField, assigneeIds } from "./assignee-field.tsx";
import type { BulkAction } from "./bulk-result.ts";
import { useChangeTasks } from "./queries.ts";

const actions = [
  { value: "complete", label: "Complete" },
  { value: "reassign", label: "Reassign" },
  { value: "cancel", label: "Cancel" },
] as const;

const descriptions: Record<BulkAction, string> = {
  complete: "Marks the tasks as completed by you.",
  reassign: "Moves the tasks to another agent or person.",
  cancel: "Cancels the tasks. You can restart them later.",
};

type Props = { start: BulkAction; tasks: readonly TaskLine[]; onDone: () => void; onClose: () => void };

export default function BulkDialog({ start, tasks, onDone, onClose }: Props) {
  const [action, setAction] = useState<BulkAction>(start);
  const [assignee, setAssignee] = useState<Assignee>("");
  const change = useChangeTasks(() => {
    onClose();
    onDone();
  });
  const taskCount = plural(tasks.length, "task");
  const label = actions.find(({ value }) => value === action)?.label;
  return (
    <ActionDialog
      title={`Change ${taskCount}`}
      onClose={onClose}
      className="grid content-start gap-4"
      submit={`${label} ${taskCount}`}
      cancel="Keep as they are"
      pending={change.isPending}
      onSubmit={() => change.mutate({ action, ids: tasks.map(({ id }) => id), assignee: assigneeIds(assignee) })}
    >
      <div>
        <Segmented label="What to do" options={actions} value={action} onChange={setAction} />
      </div>
      <p className="text-ink-2">{descriptions[action]} Tasks closed in the meantime are skipped and reported.</p>
      {action === "reassign" && <AssigneeField value={assignee} onChange={setAssignee} frame="md:w-72" />}
      <ScrollList label="Tasks to change" high="max-h-48">
        <ul className="border-y border-line">
          {tasks.map(({ id, title }) => (
            <li key={id} className="border-t border-line py-1.5 text-sm wrap-anywhere first:border-t-0">
              {title}
            </li>
          ))}
        </ul>
      </ScrollList>
      <Problem of={change.error} />
    </ActionDialog>
  );
}
