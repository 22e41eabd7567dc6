import { Link } from "wouter";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { InitiativeProgress } from "#features/initiatives/web/initiative-progress.tsx";
import { type OrchestratorDashboard, setTaskStatus } from "#features/orchestrator/contract.ts";
import { dueLabel } from "#features/tasks/web/due.ts";
import { today, useNow } from "#ui/clock.ts";
import { count, dayWithYear, exactTime, plural, sentenceCase, shortDate } from "#ui/format.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { PriorityBars, Tag } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { SearchField } from "#ui/kit/search-field.tsx";
import { ScrollList } from "#ui/kit/section.tsx";
import { useTaskStatus } from "./queries.ts";

const high = "h-[600px]";
const rowClass = "border-t border-line py-3 wrap-anywhere";
const metaClass = "mt-1.5 flex flex-wrap items-center gap-x-3.5 gap-y-1 text-sm text-ink-3";

const LinkButton = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className={buttonClass("plain", true)}>
    {children}
  </Link>
);

type Tasks = OrchestratorDashboard["tasks"];
type Stats = Pick<OrchestratorDashboard, "stats">;

/** How many rows a list leaves out. */
const LeftOut = ({ shown, all }: { shown: number; all: number }) =>
  all > shown && <p className="mt-3 text-sm text-ink-3">{`Showing ${count(shown)} of ${count(all)}.`}</p>;

const dueText = ({ text, isOverdue }: ReturnType<typeof dueLabel>): string =>
  isOverdue ? text : `Due ${text === "Today" ? "today" : text}`;

export function TaskList({ tasks, stats }: { tasks: Tasks } & Stats) {
  const open = tasks.filter(({ status }) => status === "pending" || status === "in_progress").length;
  if (tasks.length === 0)
    return (
      <Empty title="No tasks" actions={<LinkButton href="/console">Send a command</LinkButton>}>
        Tasks from plans, decisions and people appear here.
      </Empty>
    );
  return (
    <ScrollList label="Tasks" high={high}>
      <ul>
        {tasks.map((task) => (
          <TaskItem key={task.id} task={task} />
        ))}
      </ul>
      <LeftOut shown={open} all={stats.listedTasks} />
    </ScrollList>
  );
}

function TaskItem({
  task: { id, title, description, status, priority, dueDate, estimatedHours, planId, stuck, hasResult, ...assigned },
}: {
  task: Tasks[number];
}) {
  const { timeZone } = useCompany();
  const move = useTaskStatus();
  const may = useMay(setTaskStatus);
  const { assignedAgent: agent, assignedPerson, completionDate } = assigned;
  const isClosed = status === "completed" || status === "cancelled";
  const now = useNow();
  const due = dueDate ? dueLabel(dueDate, now, timeZone) : null;
  return (
    <li className={`${rowClass} flex items-start gap-3`}>
      <div className="min-w-0 flex-1">
        <Link href={`/?task=${id}`} className={isClosed ? "font-medium text-ink-2" : "font-medium"}>
          {title}
        </Link>
        {description && description !== title && (
          <p className="mt-0.5 text-sm whitespace-pre-line text-ink-2">{description}</p>
        )}
        <div className={metaClass}>
          <PriorityBars priority={priority} />
          {planId && status === "pending" ? (
            <Link href={`/console?plan=${planId}`} className="underline underline-offset-2">
              Waiting for its plan
            </Link>
          ) : (
            <span>{sentenceCase(status)}</span>
          )}
          <span>{agent ? `${agent.name}, ${agent.role}` : (assignedPerson?.name ?? "Unassigned")}</span>
          {isClosed ? (
            <>
              {dueDate && <span className="num">{`Due ${shortDate(dueDate, timeZone)}`}</span>}
              {completionDate && <span className="num">{`Completed ${shortDate(completionDate, timeZone)}`}</span>}
            </>
          ) : (
            <span className={due?.isOverdue ? "num text-danger" : "num"}>{due ? dueText(due) : "No due date"}</span>
          )}
          {estimatedHours !== null && <span className="num">{plural(estimatedHours, "hour")} estimated</span>}
        </div>
        {stuck && status === "pending" && (
          <p className="mt-1 text-sm text-ink-2">{`Returned: ${stuck.split("\n")[0]}`}</p>
        )}
        {hasResult && status !== "pending" && (
          <Link href={`/?task=${id}`} className="mt-1 inline-block text-sm underline underline-offset-2">
            Open the result
          </Link>
        )}
        <Problem of={move.error} className="mt-1" />
      </div>
      {may && status === "pending" && !planId && (
        <Button
          small
          pending={move.isPending}
          aria-label={`Start: ${title}`}
          onClick={() => move.mutate({ taskId: id, status: "in_progress" })}
        >
          Start
        </Button>
      )}
      {may && status === "in_progress" && (
        <Button
          small
          pending={move.isPending}
          aria-label={`Complete: ${title}`}
          onClick={() => move.mutate({ taskId: id, status: "completed" })}
        >
          Complete
        </Button>
      )}
    </li>
  );
}

export function InitiativeList({ initiatives, stats }: Pick<OrchestratorDashboard, "initiatives"> & Stats) {
  const { timeZone } = useCompany();
  const thisYear = today(timeZone).slice(0, 4);
  if (initiatives.length === 0)
    return (
      <Empty title="No initiatives" actions={<LinkButton href="/console">Send a command</LinkButton>}>
        A plan you accept starts its initiatives.
      </Empty>
    );
  return (
    <ScrollList label="Initiatives" high={high}>
      <ul>
        {initiatives.map((initiative) => (
          <li key={initiative.id} className={rowClass}>
            <div className="font-medium">{initiative.title}</div>
            {initiative.description && <p className="mt-0.5 text-sm text-ink-2">{initiative.description}</p>}
            <div className={metaClass}>
              <PriorityBars priority={initiative.priority} />
              <span>{initiative.status === "pending" ? "Waiting for its plan" : sentenceCase(initiative.status)}</span>
              <InitiativeProgress {...initiative} />
              <span className="num">From {dayWithYear(initiative.startDate, thisYear)}</span>
              <span className="num">
                {initiative.targetDate ? `Target ${dayWithYear(initiative.targetDate, thisYear)}` : "No target date"}
              </span>
            </div>
          </li>
        ))}
      </ul>
      <LeftOut shown={initiatives.length} all={stats.totalInitiatives} />
    </ScrollList>
  );
}

/** What is remembered; a search recalls what is nearest. */
export function MemoryList({
  memory,
  stats,
  query,
  onSearch,
}: Pick<OrchestratorDashboard, "memory"> & Stats & { query: string; onSearch: (query: string) => void }) {
  const { timeZone } = useCompany();
  if (memory.length === 0 && !query)
    return (
      <Empty title="Nothing remembered yet" actions={<LinkButton href="/orchestrator">Send a query</LinkButton>}>
        Answers to your queries are kept here.
      </Empty>
    );
  return (
    <>
      <SearchField label="Search memory" className="mb-4 md:max-w-sm" value={query} onSearch={onSearch} />
      {memory.length === 0 ? (
        <Empty title="No matches" actions={<Button onClick={() => onSearch("")}>Clear search</Button>}>
          Nothing remembered contains these words.
        </Empty>
      ) : (
        <ScrollList label="Memory" high={high}>
          <ul>
            {memory.map(({ id, contentType, importance, content, tags, createdAt }) => (
              <li key={id} className={rowClass}>
                <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
                  <Tag>{sentenceCase(contentType)}</Tag>
                  <span className="num">Importance {importance} of 10</span>
                  <span className="ml-auto text-ink-3">
                    <Moment at={createdAt} timeZone={timeZone} />
                  </span>
                </div>
                <p className="mt-1.5 whitespace-pre-line">{content}</p>
                <div className={metaClass}>
                  {tags.map((tag) => (
                    <Tag key={tag} line>
                      {tag}
                    </Tag>
                  ))}
                </div>
              </li>
            ))}
          </ul>
          {!query && <LeftOut shown={memory.length} all={stats.totalMemories} />}
        </ScrollList>
      )}
    </>
  );
}

export function ReflectionList({ reflections, stats }: Pick<OrchestratorDashboard, "reflections"> & Stats) {
  const { timeZone } = useCompany();
  if (reflections.length === 0)
    return (
      <Empty title="No reflections yet" actions={<LinkButton href="/orchestrator">Open the Console tab</LinkButton>}>
        Run monitoring in the Console tab. What it finds appears here.
      </Empty>
    );
  return (
    <ScrollList label="Reflections" high={high}>
      <ul>
        {reflections.map(
          ({
            id,
            trigger,
            confidence,
            observation,
            analysis,
            insight,
            actionTaken,
            href,
            times,
            lastSeenAt,
            createdAt,
          }) => (
            <li key={id} className={rowClass}>
              <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
                <Tag>{trigger}</Tag>
                <span className="num">{confidence}% confidence</span>
                {times > 1 && <span className="num">Seen {times} times</span>}
                <span className="ml-auto text-ink-3" title={`First seen ${exactTime(createdAt, timeZone)}`}>
                  <Moment at={lastSeenAt} timeZone={timeZone} />
                </span>
              </div>
              <p className="mt-1.5 font-medium">{href ? <Link href={href}>{observation}</Link> : observation}</p>
              <p className="mt-0.5 text-ink-2">{analysis}</p>
              <p className="mt-0.5 text-ink-2">{insight}</p>
              <p className="mt-0.5 text-sm text-ink-3">Action taken: {actionTaken}</p>
            </li>
          ),
        )}
      </ul>
      <LeftOut shown={reflections.length} all={stats.totalReflections} />
    </ScrollList>
  );
}
