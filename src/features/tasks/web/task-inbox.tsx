import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "wouter";
import { useMay } from "#features/accounts/web/queries.ts";
import { createTask, type TaskLine } from "#features/tasks/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { ScrollList, Section } from "#ui/kit/section.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { useClosedTasks, usePolledTasks } from "./queries.ts";
import { TaskRow } from "./task-row.tsx";

const NewTask = lazy(() => import("./new-task.tsx"));

const views = [
  { value: "open", label: "Open" },
  { value: "closed", label: "Closed" },
] as const;

export function TaskInbox({ onOpen }: { onOpen: (task: TaskLine) => void }) {
  const [view, setView] = useState<"open" | "closed">("open");
  const [adding, setAdding] = useState(false);
  const mayAdd = useMay(createTask);
  const all = usePolledTasks();
  const closed = useClosedTasks(view === "closed");
  const open = all.data?.filter((task) => task.status === "pending" || task.status === "in_progress");
  const { data, error } = view === "open" ? { data: open, error: all.error } : closed;
  const note = open?.length ? `${open.length === 50 ? "50 or more" : open.length} open` : undefined;
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
            <Button look="quiet" small aria-expanded={adding} onClick={() => setAdding(!adding)}>
              <Plus size={15} strokeWidth={1.75} aria-hidden /> New task
            </Button>
          )}
          {all.data && all.data.length > 0 && (
            <Segmented label="Show tasks" options={views} value={view} onChange={setView} />
          )}
        </>
      }
    >
      {adding && (
        <Suspense>
          <NewTask onDone={() => setAdding(false)} />
        </Suspense>
      )}
      {error && !data ? (
        <Fault error={error} what="Couldn't load tasks" />
      ) : !data ? (
        <SkeletonRows rows={4} />
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
            {data.map((task) => (
              <TaskRow key={task.id} task={task} onOpen={onOpen} />
            ))}
          </ul>
        </ScrollList>
      )}
    </Section>
  );
}
