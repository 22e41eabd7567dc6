import type { Promises } from "./promises.ts";

export type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** How far the chain of the journal was found whole, so that the next check goes on from there. */
export type Checked = { journalSeq: number; landed: number; lost: number };

type Row = { id: string; status: string; mark: string };

/** Holds every row against what was promised and against itself; gives what is wrong, a sentence each. */
export async function checkLedger(
  query: Query,
  company: string,
  promises: Promises,
  from: number,
): Promise<{ violations: string[]; checked: Checked }> {
  const violations: string[] = [];
  const none = async (promise: string, text: string): Promise<void> => {
    const rows = await query<{ id: string }>(text, [company]);
    for (const { id } of rows.slice(0, 5)) violations.push(`${promise}: ${id}`);
  };

  const tasks = await query<Row>("SELECT id, status, title AS mark FROM tasks WHERE company_id = $1", [company]);
  const decisions = await query<Row>(
    "SELECT id, status, context->>'subject' AS mark FROM decisions WHERE company_id = $1",
    [company],
  );
  hold(violations, "task", promises.tasks, new Map(tasks.map((row) => [row.id, row.status])));
  hold(violations, "decision", promises.decisions, new Map(decisions.map((row) => [row.id, row.status])));
  const figures = await query<{ key: string; value: number }>(
    "SELECT metric_name || ' ' || measurement_date AS key, metric_value::float8 AS value FROM company_metrics WHERE company_id = $1",
    [company],
  );
  hold(violations, "figure", promises.metrics, new Map(figures.map((row) => [row.key, row.value])));
  const agents = await query<{ role: string; name: string }>("SELECT role, name FROM agents WHERE company_id = $1", [
    company,
  ]);
  hold(violations, "agent", promises.agents, new Map(agents.map((row) => [row.role, row.name])));

  const { landed, lost } = settleDoubts(violations, promises, [...tasks, ...decisions]);
  for (const [promise, text] of Object.entries(invariants)) await none(promise, text);
  await none(
    `the journal is one chain from ${from + 1} to its head`,
    `SELECT seq::text AS id FROM (
       SELECT j.*, row_number() OVER (ORDER BY seq) + ${from} AS place,
         coalesce(lag(hash) OVER (ORDER BY seq),
           (SELECT hash FROM journal b WHERE b.company_id = $1 AND b.seq = ${from}),
           sha256(convert_to($1::uuid::text, 'UTF8'))) AS before
       FROM journal j WHERE company_id = $1 AND seq > ${from}
     ) j WHERE seq <> place OR prev_hash <> before OR hash <> journal_hash(prev_hash, company_id, seq, at, actor_kind,
       actor_id, agent_id, action, resource, resource_id, title, details, severity, compliance_relevant, sealed,
       sealed_for) ORDER BY seq`,
  );
  const [head] = await query<{ seq: number }>("SELECT seq::float8 AS seq FROM journal_heads WHERE company_id = $1", [
    company,
  ]);
  return { violations, checked: { journalSeq: head?.seq ?? 0, landed, lost } };
}

/** Of two values a row may have, the one that is there is the right one from now on. */
function hold<Value>(
  violations: string[],
  what: string,
  promised: Map<string, Set<Value>>,
  found: Map<string, Value>,
): void {
  for (const [id, allowed] of promised) {
    const value = found.get(id);
    if (value === undefined) violations.push(`an acknowledged ${what} is gone: ${id}`);
    else if (!allowed.has(value))
      violations.push(
        `an acknowledged change of a ${what} is gone: ${id} is ${String(value)}, not ${[...allowed].join(" or ")}`,
      );
    else if (allowed.size > 1) promised.set(id, new Set([value]));
  }
}

/** What was sent and never answered is there once or not at all. */
function settleDoubts(violations: string[], promises: Promises, rows: Row[]): { landed: number; lost: number } {
  const times = new Map<string, number>();
  for (const { mark } of rows) times.set(mark, (times.get(mark) ?? 0) + 1);
  for (const [mark, count] of times)
    if (count > 1 && /^mark \d+$/.test(mark)) violations.push(`"${mark}" was sent once and is there ${count} times`);
  const landed = [...promises.doubtful].filter((mark) => times.has(mark)).length;
  const lost = promises.doubtful.size - landed;
  promises.doubtful.clear();
  return { landed, lost };
}

/** Each gives the rows that break it; $1 is the company. */
const invariants: Record<string, string> = {
  // The first part fails on a missing, doubled or foreign effect; what a person rejected has one message, all else none.
  "an approved decision has exactly its planned effects once it can no longer be undone, any other none": `
    SELECT d.id::text || ' ' || d.status || ' ' || coalesce(e.made, '[]')::text AS id FROM decisions d
    LEFT JOIN (
      SELECT decision_id, jsonb_agg(kind ORDER BY effect_index, kind) AS kinds,
        jsonb_agg(effect_index ORDER BY effect_index, kind) AS made
      FROM (
        SELECT decision_id, effect_index, 'task' AS kind FROM tasks WHERE company_id = $1
        UNION ALL
        SELECT decision_id, effect_index, 'message' FROM communications WHERE company_id = $1
      ) every WHERE effect_index IS NOT NULL GROUP BY 1
    ) e ON e.decision_id = d.id
    WHERE d.company_id = $1 AND (coalesce(e.made, '[]'), coalesce(e.kinds, '[]')) IS DISTINCT FROM (
      CASE WHEN d.undo_until IS NOT NULL THEN '[]'
        WHEN d.status = 'approved' THEN (SELECT coalesce(jsonb_agg(n), '[]') FROM generate_series(0, jsonb_array_length(d.working->'effects') - 1) n)
        WHEN d.status = 'rejected' AND d.closed_reason IS NULL THEN '[0]' ELSE '[]' END,
      CASE WHEN d.undo_until IS NOT NULL THEN '[]'
        WHEN d.status = 'approved' THEN (SELECT coalesce(jsonb_agg(CASE f.effect->>'action' WHEN 'tasks_create' THEN 'task' ELSE 'message' END ORDER BY f.place), '[]')
          FROM jsonb_array_elements(d.working->'effects') WITH ORDINALITY f(effect, place))
        WHEN d.status = 'rejected' AND d.closed_reason IS NULL THEN '["message"]' ELSE '[]' END)`,
  "numbers of decisions run without a gap": `
    SELECT number::text AS id FROM (SELECT number, row_number() OVER (ORDER BY number) AS place FROM decisions
      WHERE company_id = $1) d WHERE number <> place
    UNION ALL
    SELECT 'the counter stands at ' || made FROM decision_counters WHERE company_id = $1
      AND made <> (SELECT count(*) FROM decisions WHERE company_id = $1)`,
  "what a decision binds stands in the ledger once, in the state of the decision": `
    SELECT d.id::text || ' ' || d.status || ' ' || coalesce(string_agg(x.state, ','), 'nothing') AS id
    FROM decisions d LEFT JOIN exposures x ON x.company_id = d.company_id AND x.decision_id = d.id
    WHERE d.company_id = $1
    GROUP BY d.id, d.status, d.undo_until, d.exposure
    HAVING count(x.*) <> CASE WHEN d.exposure->>'kind' <> 'none' AND (d.exposure->>'amount')::numeric > 0 THEN 1 ELSE 0 END
      OR count(x.*) FILTER (WHERE x.amount <> (d.exposure->>'amount')::numeric OR x.state NOT IN (
        CASE WHEN d.undo_until IS NOT NULL THEN 'reserved'
          ELSE CASE d.status WHEN 'approved' THEN 'committed' WHEN 'rejected' THEN 'released' ELSE 'reserved' END END,
        CASE WHEN d.undo_until IS NOT NULL THEN CASE d.status WHEN 'approved' THEN 'reserved' ELSE 'asked' END
          ELSE CASE d.status WHEN 'approved' THEN 'committed' WHEN 'rejected' THEN 'released' ELSE 'asked' END END)) > 0`,
  "nothing is bound without a decision": `
    SELECT x.id::text FROM exposures x WHERE x.company_id = $1
      AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.company_id = $1 AND d.id = x.decision_id)`,
  "every decision and task has its journal row, once": `
    SELECT r.action || ' ' || r.id AS id FROM (
      SELECT 'decision.proposed' AS action, id FROM decisions WHERE company_id = $1
      UNION ALL SELECT 'decision.' || CASE closed_reason WHEN 'expired' THEN 'expired' ELSE status END, id FROM decisions
        WHERE company_id = $1 AND status <> 'pending'
      UNION ALL SELECT 'task.created', id FROM tasks WHERE company_id = $1
    ) r LEFT JOIN journal j ON j.company_id = $1 AND j.resource_id = r.id::text AND j.action = r.action
    GROUP BY 1 HAVING count(j.*) <> 1`,
  "no journal row tells of what is not there": `
    SELECT j.seq::text AS id FROM journal j WHERE j.company_id = $1 AND (
      (j.resource = 'task' AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.company_id = $1 AND t.id::text = j.resource_id))
      OR (j.resource = 'decision' AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.company_id = $1 AND d.id::text = j.resource_id)))`,
  "every decision has the one job that closes it unanswered": `
    SELECT d.id::text FROM decisions d
    LEFT JOIN pgboss.job b ON b.name = 'decision-expiry' AND b.data->'input'->>'decisionId' = d.id::text
    WHERE d.company_id = $1 GROUP BY d.id HAVING count(b.*) <> 1`,
  "every decision whose effects wait has a job that makes them": `
    SELECT d.id::text FROM decisions d WHERE d.company_id = $1 AND d.undo_until IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM pgboss.job b WHERE b.name = 'decision-release' AND b.state IN ('created', 'retry', 'active')
        AND b.data->'input'->>'decisionId' = d.id::text)`,
  "the head of the journal is its last row": `
    SELECT h.seq::text AS id FROM journal_heads h WHERE h.company_id = $1 AND NOT EXISTS (
      SELECT 1 FROM journal j WHERE j.company_id = $1 AND j.seq = h.seq AND j.hash = h.hash
        AND h.seq = (SELECT max(seq) FROM journal WHERE company_id = $1))`,
};
