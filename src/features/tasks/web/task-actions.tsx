import { Check, RotateCcw } from "lucide-react";
import { useMay } from "#features/accounts/web/queries.ts";
import { type Task, type TaskStatus, updateTask } from "#features/tasks/contract.ts";
import { isUnanswered } from "#features/tasks/rules.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogFoot } from "#ui/kit/dialog.tsx";
import { useUpdateTask } from "./queries.ts";

/** Completes, cancels or restarts the task of a dialog. */
export function TaskActions({ task, onDone }: { task: Task; onDone: () => void }) {
  const update = useUpdateTask();
  const may = useMay(updateTask);
  const move = (status: TaskStatus) => update.mutate({ task, status }, { onSuccess: onDone });
  if (!may || isUnanswered(task)) return null;
  const isOpen = task.status === "pending" || task.status === "in_progress";
  return (
    <DialogFoot>
      {isOpen ? (
        <>
          <Button look="destructive" disabled={update.isPending} onClick={() => move("cancelled")}>
            Cancel task
          </Button>
          <Button look="primary" disabled={update.isPending} onClick={() => move("completed")}>
            <Check size={15} strokeWidth={1.75} aria-hidden /> Mark complete
          </Button>
        </>
      ) : (
        <Button disabled={update.isPending} onClick={() => move("pending")}>
          <RotateCcw size={15} strokeWidth={1.75} aria-hidden /> Restart
        </Button>
      )}
    </DialogFoot>
  );
}
