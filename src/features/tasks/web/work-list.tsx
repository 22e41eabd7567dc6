import { longDay } from "#contract/format.ts";
import { type ReactNode, useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import type { TaskLine } from "#features/tasks/contract.ts";
import { mostCounted, type WorkTask } from "#features/tasks/load/contract.ts";
import type { WorkFilter } from "#features/tasks/load/rules.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { dayIn } from "#ui/clock.ts";
import { count, plural } from "#ui/format.ts";
import { Check } from "#ui/kit/field.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import type { BulkAction } from "./bulk-result.ts";
import { useWork } from "./queries.ts";
import { TaskRow } from "./task-row.tsx";
import { Pager } from "#ui/kit/pager.tsx";

const BulkDialog = onDemand(() => import("./bulk-dialog.tsx"));

type Props = { filter: WorkFilter; selectable: boolean; empty: ReactNode; onOpen: (task: TaskLine) => void };

export function WorkList({ filter, selectable, empty, onOpen }: Props) {
  const [cursors, setCursors] = useState<string[]>([]);
  /** The tasks as selected when the dialog opened: changes meanwhile are reported, not hidden. */
  const [changing, setChanging] = useState<{ start: BulkAction; tasks: readonly TaskLine[] } | null>(null);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const { data, error, isPlaceholderData } = useWork({ ...filter, cursor: cursors.at(-1) });
  if (!data) return <LoadingRows error={error} what="Couldn't load tasks" rows={8} />;
  if (data.total + data.held === 0 && !changing) return empty;
  const next = isPlaceholderData ? null : data.nextCursor;
  // A task that left the page is no longer selected.
  const selected = selectable ? data.rows.filter(({ id }) => ids.has(id)) : [];
  const select = (chosen: readonly string[], isSelected: boolean) =>
    setIds((before) =>
      isSelected ? new Set([...before, ...chosen]) : new Set([...before].filter((id) => !chosen.includes(id))),
    );
  const move = (to: string[]) => {
    setCursors(to);
    setIds(new Set());
  };
  const all = data.rows.map(({ id }) => id);
  const total = data.total > mostCounted ? `${count(mostCounted)}+ tasks` : plural(data.total, "task");
  const held = data.held > 0 ? `, ${count(data.held)} waiting for a plan` : "";
  return (
    <div aria-busy={isPlaceholderData}>
      <div className="flex min-h-9 items-center gap-4 pb-2 text-sm md:min-h-8">
        {selectable && (
          <Check
            label="Select all"
            checked={selected.length === all.length}
            onChange={({ target }) => select(all, target.checked)}
          />
        )}
        <p role="status" className="font-medium">
          {total}
          {held}
        </p>
      </div>
      <ul aria-label="Tasks" className="border-b border-line">
        {data.rows.map((task) => (
          <TaskRow
            key={task.id}
            task={task}
            note={<Note task={task} />}
            wide
            selection={
              selectable
                ? { isSelected: ids.has(task.id), onSelect: (isSelected) => select([task.id], isSelected) }
                : undefined
            }
            onOpen={onOpen}
          />
        ))}
      </ul>
      <Pager cursors={cursors} next={next} isLast={data.nextCursor === null} onMove={move} />
      {selected.length > 0 && (
        <>
          {/* The bar must not cover the last rows. */}
          <div aria-hidden className="h-28 md:h-20" />
          <BulkBar
            count={selected.length}
            onClear={() => setIds(new Set())}
            onAct={(action) => setChanging({ start: action, tasks: selected })}
          />
        </>
      )}
      {changing && <BulkDialog {...changing} onDone={() => setIds(new Set())} onClose={() => setChanging(null)} />}
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
