import { longDay } from "#contract/format.ts";
import { type ReactNode, useState } from "react";
import type { TaskLine } from "#features/tasks/contract.ts";
import { mostCounted, type WorkTask } from "#features/tasks/load/contract.ts";
import type { WorkFilter } from "#features/tasks/load/rules.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { dayIn } from "#ui/clock.ts";
import { count, plural } from "#ui/format.ts";
import { Fault } from "#ui/kit/empty.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { useWork } from "./queries.ts";
import { TaskRow } from "./task-row.tsx";
import { Pager } from "#ui/kit/pager.tsx";

type Props = { filter: WorkFilter; empty: ReactNode; onOpen: (task: TaskLine) => void };

export function WorkList({ filter, empty, onOpen }: Props) {
  const [cursors, setCursors] = useState<string[]>([]);
  const { data, error, isPlaceholderData } = useWork({ ...filter, cursor: cursors.at(-1) });
  if (error && !data) return <Fault error={error} what="Couldn't load tasks" />;
  if (!data) return <SkeletonRows rows={8} />;
  if (data.total === 0) return empty;
  const next = isPlaceholderData ? null : data.nextCursor;
  const total = data.total > mostCounted ? `${count(mostCounted)}+ tasks` : plural(data.total, "task");
  return (
    <div aria-busy={isPlaceholderData}>
      <p role="status" className="pb-2 text-sm font-medium">
        {total}
      </p>
      <ul aria-label="Tasks" className="border-b border-line">
        {data.rows.map((task) => (
          <TaskRow key={task.id} task={task} note={<Note task={task} />} onOpen={onOpen} />
        ))}
      </ul>
      <Pager cursors={cursors} next={next} isLast={data.nextCursor === null} onMove={setCursors} />
    </div>
  );
}

/** Completion date, hours worked and estimate, if any. */
function Note({ task }: { task: WorkTask }) {
  const { timeZone } = useCompany();
  const { status, completionDate, estimatedHours: estimated, workedHours: worked } = task;
  const parts = [
    status === "completed" && completionDate && longDay(dayIn(Date.parse(completionDate), timeZone)),
    worked !== null && `${count(worked)} h worked`,
    estimated !== null && `${count(estimated)} h estimated`,
  ].filter((part) => typeof part === "string");
  return parts.length > 0 ? <span className="num block text-sm text-ink-3">{parts.join(", ")}</span> : null;
}
