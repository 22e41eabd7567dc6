import { and, inArray, sql } from "drizzle-orm";
import type { RunRow } from "#agency/run/store.ts";
import { runs, runSteps } from "#agency/run/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { portionsOf } from "#platform/personal/portions.ts";

type Read = { asker: string; action: string; passages: readonly string[] };

/** The runs a person asked for in a comment, and those that read one of these passages with an action; with all runs they belong to. */
export async function runsThatRead(tx: Tx, { asker, action, passages }: Read): Promise<string[]> {
  const readers: string[] = [];
  if (passages.length > 0)
    for await (const portion of portionsOf(tx, runSteps, [runSteps.result])) {
      const { rows } = await tx.db.execute<{ id: string }>(sql`
        SELECT DISTINCT ${runSteps.runId} AS id FROM ${runSteps} WHERE ${portion} AND ${runSteps.action} = ${action}
          AND EXISTS (SELECT FROM (SELECT ${runSteps.result}::text AS text OFFSET 0) read, unnest(${sql.param([...passages])}::text[]) AS passage
            WHERE position(passage IN read.text) > 0)`);
      readers.push(...rows.map(({ id }) => id));
    }
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    WITH RECURSIVE found (id) AS (
      (SELECT ${runs.id} FROM ${runs}
       WHERE ${runs.companyId} = ${tx.company} AND ${isOfComment(asker)}
       UNION
       SELECT unnest(${sql.param(readers)}::uuid[]))
      UNION
      SELECT other.id FROM found JOIN ${runs} AS run ON run.company_id = ${tx.company} AND run.id = found.id
      JOIN ${runs} AS other ON other.company_id = ${tx.company} AND (other.parent_id = run.id OR other.id = run.parent_id)
    ) SELECT id FROM found`);
  return rows.map(({ id }) => id);
}

const isOfComment = (asker: string) =>
  sql`${runs.askedBy} = ${asker} AND jsonb_typeof(${runs.input} -> 'comment') = 'object'`;

const gone = "A question in a comment that was deleted.";

/**
 * Ends runs under way, and deletes what runs read and were given; the questions a person asked in comments too. Returns
 * those it ended, as they are now.
 */
export async function forgetRead(tx: Tx, ids: readonly string[], asker: string, sentence: string): Promise<RunRow[]> {
  if (ids.length === 0) return [];
  const chosen = inCompany(tx, runs, inArray(runs.id, [...ids]));
  const ended = await tx.db
    .update(runs)
    .set({ status: "stopped", sentence, leaseToken: null, leaseUntil: null, finishedAt: tx.now })
    .where(and(chosen, inArray(runs.status, ["queued", "running"])))
    .returning({ id: runs.id });
  const input = sql`CASE WHEN ${isOfComment(asker)} OR ${runs.parentId} IS NOT NULL AND ${runs.input} ? 'question'
    THEN jsonb_set(${runs.input}, '{question}', ${JSON.stringify(gone)}::jsonb) ELSE ${runs.input} END`;
  const rows = await tx.db.update(runs).set({ input, given: null, draft: null, facts: [] }).where(chosen).returning();
  await tx.db
    .update(runSteps)
    .set({ result: null, detail: null })
    .where(inCompany(tx, runSteps, inArray(runSteps.runId, [...ids])));
  const endedIds = new Set(ended.map(({ id }) => id));
  return rows.filter(({ id }) => endedIds.has(id));
}
