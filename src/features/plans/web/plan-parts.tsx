import { CircleCheck, CircleDashed, CircleDot, CircleX, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { TaskStatus } from "#features/tasks/contract.ts";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { InitiativeProgress } from "#features/initiatives/web/initiative-progress.tsx";
import * as calls from "#features/plans/contract.ts";
import { today } from "#ui/clock.ts";
import { dayWithYear, plural, sentenceCase, shortDate } from "#ui/format.ts";
import { AgentBadge, AgentName, PersonBadge } from "#ui/kit/agent-badge.tsx";
import { PriorityBars, Tag } from "#ui/kit/marks.tsx";
import { Section } from "#ui/kit/section.tsx";
import { EditInitiative, EditTask } from "./edit-forms.tsx";
import { PlanRow } from "./plan-row.tsx";
import { useDropItem } from "./queries.ts";

type Part = { plan: calls.Plan };

/** Whether this person can change the plan, and a handler to drop its items. */
function useChanges(plan: calls.Plan) {
  const drop = useDropItem(plan);
  const may = useMay(calls.dropItem);
  const isOpen = may && plan.status === "proposed";
  return {
    isOpen,
    onDrop: (item: string) => (isOpen ? (isDropped: boolean) => drop.mutate({ item, isDropped }) : undefined),
  };
}

const icons: Record<TaskStatus, { icon: LucideIcon; className: string }> = {
  pending: { icon: CircleDashed, className: "text-ink-3" },
  in_progress: { icon: CircleDot, className: "text-accent" },
  completed: { icon: CircleCheck, className: "text-success" },
  cancelled: { icon: CircleX, className: "text-ink-3" },
};

/** Completed, in progress and active stand out. */
function Status({ status, word }: { status: TaskStatus; word: string }) {
  const { icon: Icon, className } = icons[status];
  return (
    <span className="inline-flex items-center gap-1.5" data-status={status}>
      <Icon size={14} className={className} aria-hidden />
      {word}
    </span>
  );
}

/** What accepting changes in a row that is open already. */
const NewTitle = ({ of: { newTitle } }: { of: { newTitle: string | null } }) =>
  newTitle && ` Accepting updates its title: ${newTitle}.`;

const taskWord = ({ status, isLinked, isDropped }: calls.PlanTask, plan: calls.Plan): string => {
  if (isDropped) return "Dropped";
  if (status !== "pending") return sentenceCase(status);
  if (isLinked) return "Already open";
  return plan.status === "proposed" ? "New" : "Pending";
};

export function PlanTasks({ plan }: Part) {
  const [editing, setEditing] = useState<string | null>(null);
  const { timeZone } = useCompany();
  const { isOpen, onDrop } = useChanges(plan);
  const kept = plan.tasks.filter(({ isDropped }) => !isDropped).length;
  if (plan.tasks.length === 0) return null;
  return (
    <Section
      title="Assigned tasks"
      note={isOpen ? `${kept} of ${plan.tasks.length} selected` : plural(plan.tasks.length, "task")}
    >
      <ul>
        {plan.tasks.map((task) =>
          editing === task.item ? (
            <EditTask key={task.item} task={task} onDone={() => setEditing(null)} />
          ) : (
            <PlanRow
              key={task.item}
              name={task.title}
              title={task.title}
              text={
                <>
                  {task.reason}
                  {task.isLinked && " Linked to the open task, not created again."}
                  <NewTitle of={task} />
                </>
              }
              isDropped={task.isDropped}
              onDrop={onDrop(task.item)}
              onEdit={isOpen && !task.isLinked ? () => setEditing(task.item) : undefined}
            >
              <span className="inline-flex items-center gap-2">
                {task.assignedAgent ? <AgentBadge role={task.assignedAgent.role} /> : <PersonBadge />}
                <AgentName name={task.assignedTo} role={task.assignedAgent?.role ?? ""} />
              </span>
              {task.dueDate && <span className="num">Due {shortDate(task.dueDate, timeZone)}</span>}
              <PriorityBars priority={task.priority} />
              <Status status={task.status} word={taskWord(task, plan)} />
              {task.href && (
                <Link href={task.href} className="underline underline-offset-2">
                  Show the rows
                </Link>
              )}
            </PlanRow>
          ),
        )}
      </ul>
    </Section>
  );
}

const initiativeStatus: Record<calls.PlanInitiative["status"], TaskStatus> = {
  pending: "pending",
  active: "in_progress",
  paused: "pending",
  completed: "completed",
  cancelled: "cancelled",
};

export function PlanInitiatives({ plan }: Part) {
  const [editing, setEditing] = useState<string | null>(null);
  const { timeZone } = useCompany();
  const thisYear = today(timeZone).slice(0, 4);
  const { isOpen, onDrop } = useChanges(plan);
  if (plan.initiatives.length === 0) return null;
  return (
    <Section title="Strategic initiatives" note={plan.initiatives.length}>
      <ul>
        {plan.initiatives.map((initiative) =>
          editing === initiative.item ? (
            <EditInitiative key={initiative.item} initiative={initiative} onDone={() => setEditing(null)} />
          ) : (
            <PlanRow
              key={initiative.item}
              name={initiative.title}
              title={initiative.title}
              text={
                <>
                  {initiative.description}
                  {initiative.isLinked && " Linked to the open initiative, not created again."}
                  <NewTitle of={initiative} />
                </>
              }
              isDropped={initiative.isDropped}
              onDrop={onDrop(initiative.item)}
              onEdit={isOpen && !initiative.isLinked ? () => setEditing(initiative.item) : undefined}
            >
              <Status
                status={initiativeStatus[initiative.status]}
                word={initiative.status === "pending" ? "New" : sentenceCase(initiative.status)}
              />
              <InitiativeProgress {...initiative} />
              <span className="num">
                {dayWithYear(initiative.startDate, thisYear)}
                {initiative.targetDate && ` to ${dayWithYear(initiative.targetDate, thisYear)}`}
              </span>
            </PlanRow>
          ),
        )}
      </ul>
    </Section>
  );
}

function Proposed({ proposal, plan }: { proposal: calls.PlanProposal; plan: calls.Plan }) {
  if (proposal.decisionId)
    return (
      <>
        <span>{sentenceCase(proposal.status ?? "pending")}</span>
        <Link href={`/decisions/${proposal.decisionId}`} className="underline underline-offset-2">
          Open the proposal
        </Link>
      </>
    );
  if (proposal.taskId)
    return (
      <>
        <span>Approved by the policy, task created</span>
        <Link href={`/?task=${proposal.taskId}`} className="underline underline-offset-2">
          Open the task
        </Link>
      </>
    );
  if (proposal.refused) return <span>Not proposed: {proposal.refused}</span>;
  return <span>{plan.status === "proposed" ? "Proposed when you accept the plan" : "Not proposed"}</span>;
}

export function PlanProposals({ plan }: Part) {
  const { onDrop } = useChanges(plan);
  if (plan.proposals.length === 0) return null;
  return (
    <Section title="Needs your approval" note={plural(plan.proposals.length, "proposal")}>
      <ul>
        {plan.proposals.map((proposal) => (
          <PlanRow
            key={proposal.item}
            name={proposal.title}
            title={proposal.title}
            text={proposal.description}
            isDropped={proposal.isDropped}
            onDrop={onDrop(proposal.item)}
          >
            <span className="inline-flex items-center gap-2">
              <AgentBadge role={proposal.role} />
              <span className="text-ink-2">{proposal.role}</span>
            </span>
            <Proposed proposal={proposal} plan={plan} />
          </PlanRow>
        ))}
      </ul>
    </Section>
  );
}

export function PlanRecommendations({ plan }: Part) {
  const { onDrop } = useChanges(plan);
  if (plan.recommendations.length === 0) return null;
  return (
    <Section title="Recommendations" note={plan.recommendations.length}>
      <ul>
        {plan.recommendations.map(({ item, isDropped, type, title, description, priority }) => (
          <PlanRow key={item} name={title} title={title} text={description} isDropped={isDropped} onDrop={onDrop(item)}>
            <Tag>{type}</Tag>
            <PriorityBars priority={priority} />
          </PlanRow>
        ))}
      </ul>
    </Section>
  );
}
