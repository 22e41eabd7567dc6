import { Plus } from "lucide-react";
import { useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { Link } from "wouter";
import { useMay } from "#features/accounts/web/queries.ts";
import { createTask, type TaskLine } from "#features/tasks/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { ScrollList, Section } from "#ui/kit/section.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { useNarrow } from "#ui/narrow.ts";
import { byDueDate } from "./due.ts";
import { useClosedTasks, usePolledTasks, useWork } from "./queries.ts";
import { TaskRow } from "./task-row.tsx";

const NewTask = onDemand(() => import("./new-task.tsx"));

const views = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Closed" },
] as const;

const pageOfTasks = 50;
/** How many tasks are shown before "Show all". */
const [tasksShown, tasksOnPhone] = [6, 3];

export function TaskInbox({ onOpen }: { onOpen: (task: TaskLine) => void }) {
  const [view, setView] = useState<"open" | "closed">("open");
  const [adding, setAdding] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const mayAdd = useMay(createTask);
  const all = usePolledTasks();
  const closed = useClosedTasks(view === "closed");
  const newest = all.data?.filter((task) => task.status === "pending" || task.status === "in_progress");
  // The newest 50 may not hold those due first.
  const isFull = newest?.length === pageOfTasks;
  const work = useWork({ view: "open", sort: "due" }, isFull).data;
  // A disabled query still has the rows of its last fetch.
  const due = isFull ? (work?.rows ?? []) : [];
  const open = newest && [...new Map([...due, ...newest].map((task) => [task.id, task])).values()].toSorted(byDueDate);
  const { data, error } = view === "open" ? { data: open, error: all.error } : closed;
  const narrow = useNarrow();
  const shown = unfolded ? data : data?.slice(0, narrow ? tasksOnPhone : tasksShown);
  const held = newest?.filter(({ planId }) => planId !== null).length ?? 0;
  const note = newest?.length ? `${isFull ? `${pageOfTasks} or more` : newest.length - held} open` : undefined;
  return (
    <Section
      title="Task Inbox"
      note={note}
      actions={
        <>
          {all.data && all.data.length > 0 && (
            <Link href="/tasks" className="text-sm font-medium">
              All tasks
            </Link>
          )}
          {mayAdd && (
            <Button
              look="quiet"
              small
              icon
              aria-label="New task"
              title="New task"
              aria-expanded={adding}
              onClick={() => setAdding(!adding)}
            >
              <Plus size={16} strokeWidth={1.75} aria-hidden />
            </Button>
          )}
          {all.data && all.data.length > 0 && (
            <Segmented label="Show tasks" options={views} value={view} onChange={setView} />
          )}
        </>
      }
    >
      {adding && <NewTask onDone={() => setAdding(false)} />}
      {!data ? (
        <LoadingRows error={error} what="Couldn't load tasks" rows={4} />
      ) : data.length === 0 ? (
        view === "closed" ? (
          <Empty title="No closed tasks">Completed and cancelled tasks appear here. You can restart them.</Empty>
        ) : (
          <Empty title={all.data?.length ? "No open tasks" : "No tasks yet"}>
            Approved decisions create tasks. You can add your own.
          </Empty>
        )
      ) : (
        <ScrollList label="Tasks">
          <ul>
            {shown?.map((task) => (
              <TaskRow key={task.id} task={task} onOpen={onOpen} />
            ))}
          </ul>
          {shown && shown.length < data.length && (
            <button type="button" className="min-h-9 text-sm font-medium text-accent" onClick={() => setUnfolded(true)}>
              Show all {data.length}
            </button>
          )}
        </ScrollList>
      )}
    </Section>
  );
}
