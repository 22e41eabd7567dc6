import { Check, RotateCcw, X } from "lucide-react";
import type { ReactNode } from "react";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type TaskLine, updateTask } from "#features/tasks/contract.ts";
import { useNow } from "#ui/clock.ts";
import { exactTime } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { PriorityBars } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { dueLabel } from "./due.ts";
import { useUpdateTask } from "./queries.ts";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

type Props = {
  task: TaskLine;
  /** Shown below the title. */
  note?: ReactNode;
  onOpen: (task: TaskLine) => void;
};

export function TaskRow({ task, note, onOpen }: Props) {
  const update = useUpdateTask();
  const may = useMay(updateTask);
  const open = task.status === "pending" || task.status === "in_progress";
  const move = (status: TaskLine["status"]) => update.mutate({ task, status });
  return (
    <li className="grid min-h-row grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2.5 border-t border-line py-1 md:flex md:gap-3 md:py-0">
      <span className="self-start pt-1 md:self-auto md:pt-0">
        <PriorityBars priority={task.priority} wordless />
      </span>
      <span className="min-w-0 flex-1 py-1 wrap-anywhere" title={task.description || undefined}>
        <button type="button" className="text-left" onClick={() => onOpen(task)}>
          {task.title}
        </button>
        {task.status === "in_progress" && <span className="ml-2 text-sm text-ink-3">in progress</span>}
        {note}
      </span>
      {task.assignedAgent && (
        <span className="hidden md:block" title={`${task.assignedAgent.name}, ${task.assignedAgent.role}`}>
          <AgentBadge role={task.assignedAgent.role} />
          <span className="sr-only">
            {task.assignedAgent.name} {task.assignedAgent.role}
          </span>
        </span>
      )}
      <span className="col-start-2 row-start-2 text-sm md:w-[92px] md:text-right">
        <When task={task} open={open} />
      </span>
      <span className="col-start-3 row-span-2 row-start-1 -mr-1.5 flex">
        {!may ? null : open ? (
          <>
            <Button
              look="quiet"
              small
              icon
              aria-label={`Mark complete: ${task.title}`}
              title="Mark complete"
              onClick={() => move("completed")}
            >
              <Check {...icon} />
            </Button>
            <Button
              look="quiet"
              small
              icon
              aria-label={`Cancel: ${task.title}`}
              title="Cancel"
              onClick={() => move("cancelled")}
            >
              <X {...icon} />
            </Button>
          </>
        ) : (
          <Button
            look="quiet"
            small
            icon
            aria-label={`Restart: ${task.title}`}
            title="Restart"
            onClick={() => move("pending")}
          >
            <RotateCcw {...icon} />
          </Button>
        )}
      </span>
    </li>
  );
}

function When({ task, open }: { task: TaskLine; open: boolean }) {
  const { timeZone } = useCompany();
  const now = useNow();
  if (!open)
    return (
      <span className="text-ink-3">
        {task.status === "cancelled" ? "Cancelled" : task.completedBy ? `By ${task.completedBy}` : "Completed"}
      </span>
    );
  if (!task.dueDate)
    return (
      <span className="text-ink-3">
        <Moment at={task.createdAt} timeZone={timeZone} />
      </span>
    );
  const due = dueLabel(task.dueDate, now, timeZone);
  return (
    <time
      dateTime={task.dueDate}
      title={`Due ${exactTime(task.dueDate, timeZone)}`}
      className={due.isOverdue ? "num text-danger" : "num text-ink-3"}
    >
      {due.text}
    </time>
  );
}
