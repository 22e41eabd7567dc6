import { type ReactNode, useState } from "react";
import type { TaskLine } from "#features/tasks/contract.ts";
import { mostCounted, type WorkTask } from "#features/tasks/load/contract.ts";
import type { WorkFilter } from "#features/tasks/load/rules.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { dayIn } from "#ui/clock.ts";
import { count, longDay, plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { useWork } from "./queries.ts";
import { TaskRow } from "./task-row.tsx";

type Props = { filter: WorkFilter; empty: ReactNode; onOpen: (task: TaskLine) => void };

/** The tasks of a view, fifty at a time, with how many there are. */
export function WorkList({ filter, empty, onOpen }: Props) {
  const [cursors, setCursors] = useState<string[]>([]);
  const { data, error, isPlaceholderData } = useWork({ ...filter, cursor: cursors.at(-1) });
  if (error && !data) return <Fault error={error} what="The tasks could not be read" />;
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
      {(cursors.length > 0 || data.nextCursor !== null) && (
        <nav aria-label="Pages" className="flex items-center gap-2 pt-3">
          <Button small disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            Previous
          </Button>
          <Button small disabled={next === null} onClick={() => next !== null && setCursors([...cursors, next])}>
            Next
          </Button>
          <span className="num text-sm text-ink-3">Page {cursors.length + 1}</span>
        </nav>
      )}
    </div>
  );
}

/** When it was done, and how its hours stand to the estimate; nothing of what is open and has none. */
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
