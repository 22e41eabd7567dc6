import { sql } from "drizzle-orm";
import type { ActionType } from "#features/feed/contract.ts";
import { type FeedLine, feedActions, pageSize, type Removal } from "#features/feed/rules.ts";
import type { Tx } from "#platform/context.ts";

type Filter = { agent?: string | undefined; actionType?: ActionType | undefined; before?: string | undefined };

/** Written in: of a limit that is not known the planner expects a tenth of all rows, and reads them all. */
const most = pageSize + 1;

/** Above every number a journal reaches. */
const fromTheTop = Number.MAX_SAFE_INTEGER;

/**
 * Each action's newest lines come straight from the index that has them in their order: a page of each action at most is read,
 * however long the journal and however rare the action. What a line is about is computed inside the limit, because no
 * index is looked up by a cast across the tenancy wall.
 */
const textOf = (ofAgent: boolean): string => `
SELECT p.seq, p.at, p.action, p.resource_id AS "resourceId", p.title, p.details, p.severity, p.agent_id AS "agentId",
  a.name AS "agentName", a.role AS "agentRole", u.username AS person, p.actor_kind = 'user' AS "byPerson",
  CASE WHEN d.id IS NOT NULL THEN json_build_object('status', d.status, 'impact', d.impact,
    'recommendation', d.recommendation, 'financialImpact', d.metadata->'financialImpact',
    'agentName', d.agent_name, 'agentRole', d.agent_role) END AS decision,
  CASE WHEN t.id IS NOT NULL THEN json_build_object('title', t.title, 'description', left(t.description, 400),
    'status', t.status, 'priority', t.priority, 'decisionId', t.decision_id, 'runId', t.run_id, 'assignee', assignee.name) END AS task,
  CASE WHEN m.id IS NOT NULL THEN json_build_object('content', left(m.content, 400), 'type', m.message_type,
    'decisionId', m.decision_id, 'receiver', coalesce(receiver.name, m.recipient)) END AS message, r.id AS run,
  left(c.text, 400) AS comment, coalesce(r.input->>'question', above.input->>'question') AS question, before.figure AS before
FROM (
  SELECT l.*, CASE WHEN resource = 'decision' THEN resource_id::uuid END AS decision,
    CASE WHEN resource = 'task' THEN resource_id::uuid END AS task,
    CASE WHEN resource = 'communication' THEN resource_id::uuid END AS message,
    CASE WHEN resource = 'run' THEN resource_id::uuid END AS run,
    CASE WHEN action = 'comment.added' THEN (details->>'commentId')::uuid END AS comment_id,
    details->'latest'->>'metric' AS metric, (details->'latest'->>'day')::date AS day
  FROM (
    SELECT newest.seq FROM unnest($3::text[]) told(action) CROSS JOIN LATERAL (
      SELECT j.seq FROM journal j WHERE j.company_id=$1 AND j.action=told.action AND j.seq<$2${ofAgent ? " AND j.agent_id=$4" : ""}
      ORDER BY j.seq DESC LIMIT ${most}) newest
    ORDER BY newest.seq DESC LIMIT ${most}
  ) n JOIN journal l ON l.company_id=$1 AND l.seq=n.seq
  ORDER BY l.seq DESC LIMIT ${most}
) p
LEFT JOIN agents a ON a.company_id=$1 AND a.id=p.agent_id
LEFT JOIN users u ON u.company_id=$1 AND u.id=p.actor_id
LEFT JOIN decisions d ON d.company_id=$1 AND d.id=p.decision
LEFT JOIN tasks t ON t.company_id=$1 AND t.id=p.task
LEFT JOIN agents assignee ON assignee.company_id=$1 AND assignee.id=t.assigned_agent_id
LEFT JOIN communications m ON m.company_id=$1 AND m.id=p.message
LEFT JOIN agents receiver ON receiver.company_id=$1 AND receiver.id=m.receiver_agent_id
LEFT JOIN comments c ON c.company_id=$1 AND c.id=p.comment_id
LEFT JOIN agent_runs r ON r.company_id=$1 AND r.id=coalesce(p.run, t.run_id, m.run_id)
LEFT JOIN agent_runs above ON above.company_id=$1 AND above.id=r.parent_id
LEFT JOIN LATERAL (
  SELECT json_build_object('value', f.metric_value, 'currency', f.currency) AS figure FROM company_metrics f
  WHERE f.company_id=$1 AND f.metric_name=p.metric AND f.measurement_date<p.day
  ORDER BY f.measurement_date DESC, f.source DESC LIMIT 1
) before ON true
ORDER BY p.seq DESC`;

const texts = { ofAll: textOf(false), ofAgent: textOf(true) };

/** Planning these joins anew takes longer than running them, and no value asks for another plan. */
const planOnce = "SELECT set_config('plan_cache_mode', 'force_generic_plan', true)";

/** The newest lines the feed tells, or those before a number of the journal; one more than a page holds where there are more. */
export async function lines(tx: Tx, { agent, actionType, before }: Filter): Promise<FeedLine[]> {
  const values = [tx.company, before ?? fromTheTop, feedActions(actionType)];
  const { query } = tx.db.$client;
  // Asked for at the same moment both reach the database in one message, which is one transaction.
  const [, { rows }] = await Promise.all([
    query({ text: planOnce }, []),
    agent ? query({ text: texts.ofAgent }, [...values, agent]) : query({ text: texts.ofAll }, values),
  ]);
  return (rows as (Omit<FeedLine, "at"> & { at: Date })[]).map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** The resets after a line of the journal that were not undone, oldest first. */
export async function removalsSince(tx: Tx, seq: number): Promise<Removal[]> {
  const { rows } = await tx.db.execute<{ seq: number; at: string; undid: string | null }>(sql`
    SELECT seq, at, details->>'resetAt' AS undid FROM journal
    WHERE company_id = ${tx.company} AND action IN ('company.reset', 'company.reset_undone') AND seq > ${seq}
    ORDER BY seq`);
  const undone = new Set(rows.flatMap(({ undid }) => undid ?? []));
  return rows
    .filter(({ undid }) => undid === null)
    .map((row) => ({ seq: row.seq, at: new Date(row.at).toISOString() }))
    .filter(({ at }) => !undone.has(at));
}
