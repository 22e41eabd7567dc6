import { eq, sql } from "drizzle-orm";
import { tasks } from "#features/tasks/tables.ts";
import type { TaskRecord } from "#features/tasks/track/rules.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const isCompleted = sql`${tasks.status} = 'completed'`;
const isQuestion = sql`${tasks.metadata} ->> 'type' = 'user_question'`;
/** A question is no task: answering, refusing or failing one says nothing about work done. */
const isFinished = sql`(${isCompleted} AND ${tasks.metadata} ->> 'type' IS DISTINCT FROM 'user_question')`;
const amount = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;

/** What an agent's tasks say about its record. */
export async function recordOf(tx: Tx, agentId: string): Promise<TaskRecord> {
  const [row] = await tx.db
    .select({
      finished: amount(isFinished),
      completed: amount(isFinished),
      withResult: amount(sql`${isFinished} AND jsonb_exists(${tasks.metadata}, 'result')`),
      due: amount(sql`${isFinished} AND ${tasks.dueDate} IS NOT NULL`),
      onTime: amount(sql`${isFinished} AND ${tasks.completionDate} <= ${tasks.dueDate}`),
      questions: amount(sql`${isCompleted} AND ${isQuestion}`),
    })
    .from(tasks)
    .where(inCompany(tx, tasks, eq(tasks.assignedAgentId, agentId)));
  return row ?? { finished: 0, completed: 0, withResult: 0, due: 0, onTime: 0, questions: 0 };
}

export async function completedSince(tx: Tx, since: Date): Promise<Map<string, number>> {
  const rows = await tx.db
    .select({ agentId: tasks.assignedAgentId, done: sql<number>`count(*)::int` })
    .from(tasks)
    .where(
      inCompany(
        tx,
        tasks,
        isCompleted,
        sql`${tasks.completionDate} >= ${since.toISOString()}::timestamptz`,
        sql`${tasks.assignedAgentId} IS NOT NULL`,
      ),
    )
    .groupBy(tasks.assignedAgentId);
  return new Map(rows.map(({ agentId, done }) => [agentId ?? "", done]));
}
