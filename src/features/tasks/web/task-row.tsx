import { Check, RotateCcw, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type TaskLine, updateTask } from "#features/tasks/contract.ts";
import { dayIn, useNow } from "#ui/clock.ts";
import { exactTime } from "#ui/format.ts";
import { AgentBadge, PersonBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { InlineEdit } from "#ui/kit/inline-edit.tsx";
import { PriorityBars } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { assigneeIds, assigneeOf, AssigneeOptions } from "./assignee-field.tsx";
import { dueLabel } from "./due.ts";
import { useSetTask, useUpdateTask } from "./queries.ts";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

type Props = {
  task: TaskLine;
  /** Shown below the title. */
  note?: ReactNode;
  /** Present where tasks can be selected. */
  selection?: { isSelected: boolean; onSelect: (isSelected: boolean) => void } | undefined;
  /** There is room for a line with the assignee's name; else due date and name stand below the title. */
  wide?: boolean;
  onOpen: (task: TaskLine) => void;
};

export function TaskRow({ task, note, selection, wide, onOpen }: Props) {
  const update = useUpdateTask();
  const may = useMay(updateTask);
  const open = task.status === "pending" || task.status === "in_progress";
  const assigneeName = task.assignedAgent?.name ?? task.assignedPerson?.name;
  const move = (status: TaskLine["status"]) => update.mutate({ task, status });
  return (
    <li
      className={cx(
        "grid min-h-row grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2.5 border-t border-line py-1",
        wide && "md:flex md:gap-3 md:py-0",
        selection?.isSelected && "bg-accent-wash",
      )}
    >
      <span
        className={cx(
          "flex flex-col items-center gap-2 self-start pt-1",
          wide && "md:flex-row md:gap-3 md:self-auto md:pt-0",
        )}
      >
        {selection && (
          <label className="-m-2 grid cursor-pointer p-2">
            <span className="sr-only">Select: {task.title}</span>
            <input
              type="checkbox"
              checked={selection.isSelected}
              onChange={({ target }) => selection.onSelect(target.checked)}
              className="size-4 accent-accent-fill"
            />
          </label>
        )}
        <PriorityBars priority={task.priority} wordless />
      </span>
      <span
        className={cx("min-w-0 flex-1 wrap-anywhere", wide ? "py-1" : "pt-1")}
        title={task.description || undefined}
      >
        <button type="button" className="text-left" onClick={() => onOpen(task)}>
          {task.title}
        </button>
        {task.status === "in_progress" && <span className="ml-2 text-sm text-ink-3">in progress</span>}
        {task.planId && (
          <span className="block text-sm">
            <Link href={`/console?plan=${task.planId}`} className="text-ink-3 underline underline-offset-2">
              Waiting for its plan
            </Link>
          </span>
        )}
        {note}
      </span>
      {wide && (
        <span className="hidden w-[180px] md:block">
          {may && open ? <AssigneeEdit task={task} /> : <AssigneeCell task={task} />}
        </span>
      )}
      <span className={cx("col-start-2 row-start-2 pb-1 text-sm", wide && "md:w-[92px] md:pb-0 md:text-right")}>
        {wide && may && open ? <DueEdit task={task} /> : <When task={task} open={open} wide={wide} />}
        <span className={cx("text-ink-3", wide && "md:hidden")}>
          {(wide || assigneeName) && `, ${assigneeName ?? "Unassigned"}`}
        </span>
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

function AssigneeCell({ task: { assignedAgent: agent, assignedPerson: person } }: Pick<Props, "task">) {
  const name = agent?.name ?? person?.name;
  if (!name) return <span className="text-ink-3">Unassigned</span>;
  return (
    <span className="flex min-w-0 items-center gap-2" title={agent ? `${name}, ${agent.role}` : name}>
      {agent ? <AgentBadge role={agent.role} /> : <PersonBadge />}
      <span className="min-w-0 truncate">
        {name}
        {agent && <span className="sr-only"> {agent.role}</span>}
      </span>
    </span>
  );
}

/** Assignee and due day are changed where they stand. */
function AssigneeEdit({ task }: Pick<Props, "task">) {
  const set = useSetTask();
  const before = assigneeOf(task);
  return (
    <InlineEdit
      label={`Assignee of ${task.title}`}
      value={before}
      options={<AssigneeOptions />}
      disabled={set.isPending}
      onKeep={(to) => set.mutate({ id: task.id, change: assigneeIds(to), back: assigneeIds(before) })}
    >
      <AssigneeCell task={task} />
    </InlineEdit>
  );
}

function DueEdit({ task }: Pick<Props, "task">) {
  const set = useSetTask();
  const { timeZone } = useCompany();
  const before = task.dueDate ? dayIn(Date.parse(task.dueDate), timeZone) : "";
  return (
    <InlineEdit
      label={`Due day of ${task.title}`}
      type="date"
      value={before}
      disabled={set.isPending}
      onKeep={(day) => set.mutate({ id: task.id, change: { dueOn: day || null }, back: { dueOn: before || null } })}
    >
      <When task={task} open wide />
    </InlineEdit>
  );
}

function When({ task, open, wide }: Pick<Props, "task" | "wide"> & { open: boolean }) {
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
      <span className="text-ink-3">{wide ? "No due date" : <Moment at={task.createdAt} timeZone={timeZone} />}</span>
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
