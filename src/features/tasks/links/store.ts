import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { tasks } from "#features/tasks/tables.ts";
import type { Tx } from "#platform/context.ts";
import { keepCopies, taken } from "#platform/kept/store.ts";

/** Unlinks all tasks from agents, decisions and runs, saving the links in the bundle; returns how many had one. */
export async function unassignAll(tx: Tx, bundle: string): Promise<number> {
  const { id, companyId, assignedAgentId, decisionId, effectIndex, runId, updatedAt } = tasks;
  const hasLink = and(
    eq(companyId, tx.company),
    or(isNotNull(assignedAgentId), isNotNull(decisionId), isNotNull(runId)),
  );
  const links = tx.db
    .select({ id, assignedAgentId, decisionId, effectIndex, runId, updatedAt })
    .from(tasks)
    .where(hasLink);
  const unlinked = await keepCopies(tx, bundle, tasks, links);
  await tx.db
    .update(tasks)
    .set({ assignedAgentId: null, decisionId: null, effectIndex: null, runId: null, undo: null, updatedAt: tx.now })
    .where(hasLink);
  return unlinked;
}

/** Restores the links of a bundle. Later changes stay; an unchanged task gets its old `updatedAt` back. */
export async function restoreLinks(tx: Tx, bundle: string, takenAt: Date): Promise<void> {
  await tx.db.execute(sql`
    WITH back AS (${taken(tx, bundle, tasks)})
    UPDATE ${tasks} AS task SET
      -- A person who took it in the meantime keeps it.
      assigned_agent_id = CASE WHEN task.assigned_user_id IS NULL THEN was.assigned_agent_id END,
      decision_id = was.decision_id, effect_index = was.effect_index,
      -- Earlier versions did not save the run.
      run_id = CASE WHEN jsonb_exists(back.row, 'run_id') THEN was.run_id ELSE task.run_id END,
      updated_at = CASE WHEN task.updated_at = ${takenAt.toISOString()}::timestamptz THEN was.updated_at
        ELSE task.updated_at END
    FROM back, jsonb_populate_record(NULL::${tasks}, back.row) AS was
    WHERE task.company_id = ${tx.company} AND task.id = was.id`);
}
