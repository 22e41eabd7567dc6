import { Plus, X } from "lucide-react";
import { useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { Link, useSearchParams } from "wouter";
import { useCompany, useMay, usePeople } from "#features/accounts/web/queries.ts";
import { useAgents } from "#features/agents/web/queries.ts";
import { changeTasks, createTask, type TaskLine } from "#features/tasks/contract.ts";
import { type WorkSort, type WorkView, workSorts, workViews } from "#features/tasks/load/contract.ts";
import { useWork } from "#features/tasks/web/queries.ts";
import { exportWork } from "#features/tasks/web/work-export.ts";
import { WorkList } from "#features/tasks/web/work-list.tsx";
import { dayIn, useNow } from "#ui/clock.ts";
import { dayWithYear } from "#ui/format.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { Page, PageHead } from "#ui/kit/page.tsx";

const NewTask = onDemand(() => import("#features/tasks/web/new-task.tsx"));
const TaskDialog = onDemand(() => import("#features/conversations/web/task-dialog.tsx"));

const names: Record<WorkView, string> = {
  open: "Open",
  late: "Overdue",
  unassigned: "Unassigned",
  done: "Done",
  timed: "Done in 90 days, with hours",
  over: "Done in 90 days, over estimate",
  untimed: "Done in 90 days, without hours",
};

const sortNames: Record<WorkSort, string> = {
  due: "By due date",
  newest: "Newest first",
  priority: "By priority",
  title: "By title",
};
const isOpenView = (view: WorkView): boolean => view === "open" || view === "late" || view === "unassigned";
const defaultSort = (view: WorkView): WorkSort => (isOpenView(view) ? "due" : "newest");

type Narrow = {
  sort?: string | null | undefined;
  assignee?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
};

/** The filters that apply to a view. */
function narrowedTo(view: WorkView, { sort: asked, assignee, from, to }: Narrow) {
  const sort = workSorts.find((each) => each === asked);
  return {
    view,
    ...(sort && sort !== defaultSort(view) ? { sort } : {}),
    ...(assignee && view !== "unassigned" ? { assignee } : {}),
    ...(view === "done" && from ? { from } : {}),
    ...(view === "done" && to ? { to } : {}),
  };
}

/** The company's tasks in one view; the view and filters are in the URL. */
export default function TasksPage() {
  const [search, setSearch] = useSearchParams();
  const agents = useAgents().data ?? [];
  const people = usePeople().data ?? [];
  const isAsked = search.get("do") === "new";
  const [isOpen, setIsOpen] = useState(false);
  const adding = isOpen || isAsked;
  const setAdding = (next: boolean) => {
    setIsOpen(next);
    if (!next && isAsked) show({});
  };
  const [mayAdd, maySelect] = [useMay(createTask), useMay(changeTasks)];
  const [open, setOpen] = useState<TaskLine | null>(null);
  const asked = search.get("view");
  const view = workViews.find((each) => each === asked) ?? "open";
  const filter = narrowedTo(view, {
    sort: search.get("sort"),
    assignee: search.get("assignee"),
    from: search.get("from"),
    to: search.get("to"),
  });
  const { sort = defaultSort(view), assignee = "", from = null, to = null } = filter;
  const first = useWork({ ...filter, sort }).data;
  const total = first ? first.total + first.held : 0;
  const show = (change: { view?: WorkView } & Narrow) => {
    const { view: next, ...narrow } = { view, sort: search.get("sort"), assignee, from, to, ...change };
    const { view: _shown, ...kept } = narrowedTo(next, narrow);
    setSearch({ ...(next === "open" ? {} : { view: next }), ...kept }, { replace: true });
  };
  return (
    <Page title="Tasks">
      <PageHead
        title="Tasks"
        handOn={{ disabled: total === 0, onCsv: () => exportWork({ ...filter, sort }) }}
        actions={
          <>
            {mayAdd && (
              <Button aria-expanded={adding} onClick={() => setAdding(!adding)}>
                <Plus size={15} strokeWidth={1.75} aria-hidden /> New task
              </Button>
            )}
          </>
        }
      >
        Open and completed tasks, without questions to agents.
      </PageHead>
      {adding && mayAdd && (
        <div className="mb-4 border-b border-line">
          <NewTask
            start={search.get("text")}
            onTaken={() => setSearch({ do: "new" }, { replace: true })}
            onDone={() => setAdding(false)}
          />
        </div>
      )}
      <div className="mb-4 grid grid-cols-1 gap-2 md:flex md:flex-wrap md:items-center">
        <Select
          aria-label="Which tasks"
          value={view}
          onText={(typed) => show({ view: typed as WorkView })}
          className="h-10 w-full md:h-control"
        >
          <Options of={workViews.map((each) => [each, names[each]])} />
        </Select>
        {view !== "unassigned" && (
          <Select
            aria-label="Whose tasks"
            value={assignee}
            onText={(typed) => show({ assignee: typed })}
            className="h-10 w-full md:h-control"
          >
            <option value="">Everyone</option>
            {assignee && [...agents, ...people].every(({ id }) => id !== assignee) && (
              <option value={assignee}>A former assignee</option>
            )}
            <Options of={agents.map(({ id, name, role }) => [id, `${name}, ${role}`])} />
            <Options of={people.map(({ id, username }) => [id, username])} />
          </Select>
        )}
        <Select
          aria-label="Order"
          value={sort}
          onText={(typed) => show({ sort: typed })}
          className="h-10 w-full md:h-control"
        >
          <Options of={workSorts.map((each) => [each, sortNames[each]])} />
        </Select>
        {(from || to) && <Between from={from} to={to} onRemove={() => show({ from: null, to: null })} />}
      </div>
      <WorkList
        key={JSON.stringify(filter)}
        filter={{ ...filter, sort }}
        selectable={maySelect && isOpenView(view)}
        empty={<Nothing view={view} />}
        onOpen={setOpen}
      />
      {open && <TaskDialog task={open} onClose={() => setOpen(null)} />}
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
  unassigned: { title: "No unassigned tasks", means: "Tasks without an assignee appear here." },
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
