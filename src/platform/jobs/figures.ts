import type { CompanyId } from "#platform/context.ts";
import type { Database } from "#platform/db/database.ts";
import { queueSchema } from "#platform/jobs/queues.ts";

/** Counts a company's jobs: due or running, scheduled for later, dead. */
export async function countJobs(
  database: Database,
  company: CompanyId,
): Promise<{ due: number; planned: number; dead: number }> {
  const [row] = await database.query<{ due: number; planned: number; dead: number }>(
    `SELECT count(*) FILTER (WHERE state = 'active' OR (state IN ('created', 'retry') AND start_after <= now()))::int AS due,
       count(*) FILTER (WHERE state IN ('created', 'retry') AND start_after > now())::int AS planned,
       count(*) FILTER (WHERE state = 'failed')::int AS dead
     FROM ${queueSchema}.job WHERE data->>'company' = $1`,
    [company],
  );
  return row ?? { due: 0, planned: 0, dead: 0 };
}

/** The state of one kind of job across all instances. */
export type JobFigures = {
  kind: string;
  due: number;
  scheduled: number;
  running: number;
  retrying: number;
  dead: number;
  oldestSeconds: number;
};

const everyKind = `
  SELECT q.name AS kind, coalesce(due, 0) AS due, coalesce(scheduled, 0) AS scheduled, coalesce(running, 0) AS running,
    coalesce(retrying, 0) AS retrying, coalesce(dead, 0) AS dead, coalesce(oldest, 0) AS "oldestSeconds"
  FROM ${queueSchema}.queue q
  LEFT JOIN (
    SELECT name,
      count(*) FILTER (WHERE state < 'active' AND start_after <= now())::int AS due,
      count(*) FILTER (WHERE state < 'active' AND start_after > now())::int AS scheduled,
      count(*) FILTER (WHERE state = 'active')::int AS running,
      count(*) FILTER (WHERE state = 'retry')::int AS retrying,
      count(*) FILTER (WHERE state = 'failed')::int AS dead,
      extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active' AND start_after <= now()))::float8
        AS oldest
    FROM ${queueSchema}.job WHERE state IN ('created', 'retry', 'active', 'failed') GROUP BY name
  ) jobs ON jobs.name = q.name
  ORDER BY 1`;

export const jobFigures = (database: Database): Promise<JobFigures[]> => database.query<JobFigures>(everyKind);
