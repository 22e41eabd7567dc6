import { sql } from "drizzle-orm";
import { origins } from "#contract/origins.ts";
import { priorities } from "#contract/words.ts";
import { usernameOf } from "#features/accounts/store.ts";
import { agentNameOf } from "#features/agents/store.ts";
import { taskStatuses } from "#features/tasks/contract.ts";
import { isOpenWork, isOverdueWork } from "#features/tasks/tables.ts";
import type { Tx } from "#platform/context.ts";
import { dayOfMoment, queryField, type Subject, viewField } from "#platform/query/subject.ts";

const company = sql`t.company_id`;
const row = {
  status: sql.raw("r.status"),
  metadata: sql.raw("r.metadata"),
  dueDate: sql.raw("r.due_date"),
};
const open = isOpenWork(row);
const daysOverdue = (tx: Tx, today: string) =>
  sql`(CASE WHEN ${isOverdueWork(tx.now, row)} THEN ${today}::date - (r.due_date AT TIME ZONE ${tx.timeZone})::date END)`;

/** Tasks, as people and agents may ask about them. */
export const taskSubject: Subject = {
  id: "tasks",
  one: "task",
  many: "tasks",
  // Excludes questions to agents, which people don't see as tasks.
  from: () => sql`(SELECT t.*, coalesce(${agentNameOf(company, sql`t.assigned_agent_id`)},
      ${usernameOf(company, sql`t.assigned_user_id`)}) AS assignee
    FROM tasks t WHERE t.metadata ->> 'type' IS DISTINCT FROM 'user_question') r`,
  fields: [
    queryField("title", "Title", "text", "r.title"),
    queryField("status", "Status", "choice", "r.status", taskStatuses),
    queryField("priority", "Priority", "choice", "r.priority", priorities),
    queryField("assignee", "Assignee", "text", "r.assignee"),
    queryField("agent", "Assigned agent", "agent", "r.assigned_agent_id"),
    queryField("origin", "Origin", "choice", "r.origin", origins),
    dayOfMoment("createdOn", "Created", "r.created_at"),
    dayOfMoment("startedOn", "Started", "r.started_at"),
    dayOfMoment("dueOn", "Due", "r.due_date"),
    dayOfMoment("completedOn", "Completed", "r.completion_date"),
    queryField("estimatedHours", "Estimated hours", "hours", "r.estimated_hours"),
    queryField("actualHours", "Actual hours", "hours", "r.actual_hours"),
    queryField("overrun", "Hours over the estimate", "hours", "(r.actual_hours - r.estimated_hours)"),
    queryField(
      "daysToComplete",
      "Days to complete",
      "days",
      "(CASE WHEN r.status = 'completed' THEN extract(epoch FROM r.completion_date - r.created_at) / 86400 END)",
    ),
    queryField(
      "completedLate",
      "Completed late",
      "flag",
      "(CASE WHEN r.status = 'completed' THEN r.completion_date > r.due_date END)",
    ),
    { name: "daysOverdue", label: "Days overdue", type: "days", sql: daysOverdue },
    viewField({
      open: { label: "Open", isIn: () => open },
      overdue: { label: "Overdue", isIn: (tx) => isOverdueWork(tx.now, row) },
      unassigned: {
        label: "Unassigned",
        isIn: () => sql`(${open} AND r.assigned_agent_id IS NULL AND r.assigned_user_id IS NULL)`,
      },
    }),
  ],
  day: "createdOn",
  amount: null,
  columns: ["title", "status", "assignee", "dueOn"],
  search: ["title"],
  currency: null,
  href: sql`'/?task=' || r.id`,
  origin: sql`r.origin`,
  isReadInPieces: true,
  standing: {
    detail: ["assignee"],
    status: "status",
    overdue: daysOverdue,
  },
};
