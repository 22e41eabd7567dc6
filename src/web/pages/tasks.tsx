import { X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, useSearchParams } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import { useAgents } from "#features/agents/web/queries.ts";
import type { TaskLine } from "#features/tasks/contract.ts";
import { type WorkView, workViews } from "#features/tasks/load/contract.ts";
import { WorkList } from "#features/tasks/web/work-list.tsx";
import { dayIn, useNow } from "#ui/clock.ts";
import { dayWithYear } from "#ui/format.ts";
import { buttonClass } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Select } from "#ui/kit/field.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";

const TaskDialog = lazy(() => import("#features/conversations/web/task-dialog.tsx"));

const names: Record<WorkView, string> = {
  open: "Open",
  late: "Overdue",
  unassigned: "Unassigned",
  done: "Done",
  timed: "Done in 90 days, with hours",
  over: "Done in 90 days, over estimate",
  untimed: "Done in 90 days, without hours",
};

type Narrow = {
  assignee?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
};

/** The filters that apply to a view. */
function narrowedTo(view: WorkView, { assignee, from, to }: Narrow) {
  return {
    view,
    ...(assignee && view !== "unassigned" ? { assignee } : {}),
    ...(view === "done" && from ? { from } : {}),
    ...(view === "done" && to ? { to } : {}),
  };
}

/** The company's tasks in one view; the view and filters are in the URL. */
export default function TasksPage() {
  const [search, setSearch] = useSearchParams();
  const agents = useAgents().data ?? [];
  const [open, setOpen] = useState<TaskLine | null>(null);
  const asked = search.get("view");
  const view = workViews.find((each) => each === asked) ?? "open";
  const filter = narrowedTo(view, {
    assignee: search.get("assignee"),
    from: search.get("from"),
    to: search.get("to"),
  });
  const { assignee = "", from = null, to = null } = filter;
  const show = (change: { view?: WorkView } & Narrow) => {
    const { view: next, ...narrow } = { view, assignee, from, to, ...change };
    const { view: _shown, ...kept } = narrowedTo(next, narrow);
    setSearch({ ...(next === "open" ? {} : { view: next }), ...kept }, { replace: true });
  };
  return (
    <Page title="Tasks">
      <PageHead title="Tasks">Open and completed tasks, without questions to agents.</PageHead>
      <div className="mb-4 grid grid-cols-1 gap-2 md:flex md:flex-wrap md:items-center">
        <Select
          aria-label="Which tasks"
          value={view}
          onChange={({ target }) => show({ view: target.value as WorkView })}
          className="h-10 w-full md:h-control"
        >
          {workViews.map((each) => (
            <option key={each} value={each}>
              {names[each]}
            </option>
          ))}
        </Select>
        {view !== "unassigned" && (
          <Select
            aria-label="Whose tasks"
            value={assignee}
            onChange={({ target }) => show({ assignee: target.value })}
            className="h-10 w-full md:h-control"
          >
            <option value="">Everyone</option>
            {assignee && agents.every(({ id }) => id !== assignee) && (
              <option value={assignee}>A former executive</option>
            )}
            {agents.map(({ id, name, role }) => (
              <option key={id} value={id}>
                {name}, {role}
              </option>
            ))}
          </Select>
        )}
        {(from || to) && <Between from={from} to={to} onRemove={() => show({ from: null, to: null })} />}
      </div>
      <WorkList key={JSON.stringify(filter)} filter={filter} empty={<Nothing view={view} />} onOpen={setOpen} />
      <Suspense>{open && <TaskDialog task={open} onClose={() => setOpen(null)} />}</Suspense>
    </Page>
  );
}

/** The date range a link set; it can be removed. */
function Between({ from, to, onRemove }: { from: string | null; to: string | null; onRemove: () => void }) {
  const { timeZone } = useCompany();
  const thisYear = dayIn(useNow(), timeZone).slice(0, 4);
  // The URL may contain anything.
  const formatDay = (day: string) => (Number.isNaN(Date.parse(`${day}T00:00:00Z`)) ? day : dayWithYear(day, thisYear));
  const words = [from && `from ${formatDay(from)}`, to && `to ${formatDay(to)}`].filter(Boolean).join(" ");
  return (
    <span className="inline-flex h-10 max-w-full items-center rounded-control bg-sunken pl-3 text-sm md:h-control">
      <span className="min-w-0 truncate">Done {words}</span>
      <button
        type="button"
        aria-label={`Remove filter Done ${words}`}
        onClick={onRemove}
        className="grid h-full w-10 flex-none place-items-center text-ink-2 hover:text-ink md:w-8"
      >
        <X size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </span>
  );
}

const nothing: Partial<Record<WorkView, { title: string; means: string }>> = {
  open: { title: "No open tasks", means: "Approving proposals creates tasks. You can also add your own." },
  late: { title: "No overdue tasks", means: "No open task is past its due date." },
  unassigned: { title: "No unassigned tasks", means: "Tasks without an agent appear here." },
  done: { title: "No completed tasks", means: "Completed tasks appear here." },
};

function Nothing({ view }: { view: WorkView }) {
  const { title, means } = nothing[view] ?? {
    title: "No matching tasks",
    means: "To compare with estimates, enter the hours worked on completed tasks.",
  };
  return (
    <Empty
      title={title}
      actions={
        <Link href={view === "open" ? "/" : "/tasks"} className={buttonClass()}>
          {view === "open" ? "Open the control center" : "Show open tasks"}
        </Link>
      }
    >
      {means}
    </Empty>
  );
}
