import { and, eq, sql } from "drizzle-orm";
import { peopleAs } from "#features/accounts/store.ts";
import { agentsAs } from "#features/agents/store.ts";
import { isOverdueWork, tasks } from "#features/tasks/tables.ts";
import type { Tx } from "#platform/context.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

const agent = agentsAs("assignee");
const holder = peopleAs("holder");

/** The most lines. */
const mostLines = 20;

/** Overdue open tasks, the longest overdue first; `total` counts all of them. */
export const overdue = (tx: Tx) =>
  tx.db
    .select({
      ...pick(tasks, "id title priority assignedAgentId assignedUserId decisionId"),
      on: sql<string>`(${tasks.dueDate} AT TIME ZONE ${tx.timeZone})::date::text`,
      role: agent.role,
      agentName: agent.name,
      personName: holder.username,
      total: sql<number>`(count(*) OVER ())::int`,
    })
    .from(tasks)
    .leftJoin(agent, and(eq(agent.companyId, tasks.companyId), eq(agent.id, tasks.assignedAgentId)))
    .leftJoin(holder, and(eq(holder.companyId, tasks.companyId), eq(holder.id, tasks.assignedUserId)))
    .where(
      inCompany(
        tx,
        tasks,
        sql`${tasks.metadata}->>'type' IS DISTINCT FROM 'user_question'`,
        isOverdueWork(tx.now, tasks),
      ),
    )
    .orderBy(tasks.dueDate, tasks.id)
    .limit(mostLines);
