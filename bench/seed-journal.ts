import type { AsOwner } from "./ground.ts";
import { dice } from "./seed-decisions.ts";
import type { Member } from "../test/world.ts";

/** What the lines are about, numbered, so that one can be chosen by a line's number. */
const subjects = `CREATE TEMP TABLE subjects AS
  SELECT kind, row_number() OVER (PARTITION BY kind ORDER BY created_at, id) - 1 AS place, id, agent, title FROM (
    SELECT 'decision' AS kind, id, agent_id AS agent, title, created_at FROM decisions WHERE company_id = :company
    UNION ALL SELECT 'task', id, assigned_agent_id, title, created_at FROM tasks WHERE company_id = :company
    UNION ALL SELECT 'communication', id, sender_agent_id, subject, created_at FROM communications
      WHERE company_id = :company) every`;

/** How many lines the rare type and the rare executive have, whatever the length of the journal. */
const rare = 60;

/** Tasks, decisions and messages; the newest fifth are sign-ins; evenly over all of it the rare type and executive. */
const lines = `CREATE TEMP TABLE lines AS
  SELECT n, CASE
    WHEN n % (:total / ${rare}) = 1 THEN 'metric.recorded'
    WHEN n % (:total / ${rare}) = 2 THEN 'task.updated'
    WHEN n > :total * 0.8 THEN 'user.logged_in'
    WHEN ${dice("n", 21)} < 350 THEN 'task.created'
    WHEN ${dice("n", 21)} < 600 THEN 'task.updated'
    WHEN ${dice("n", 21)} < 700 THEN 'decision.proposed'
    WHEN ${dice("n", 21)} < 800 THEN 'decision.approved'
    ELSE 'communication.sent' END AS action, n % (:total / ${rare}) = 2 AS is_rare
  FROM generate_series(1, :total) n`;

const journal = `INSERT INTO journal (company_id, seq, at, actor_kind, actor_id, agent_id, action, resource, resource_id,
    title, details, severity, compliance_relevant, prev_hash, hash)
  SELECT :company, head.seq + n, now() - (:total - n) * interval '60 s', 'user', :person,
    CASE WHEN is_rare THEN (SELECT id FROM agents WHERE company_id = :company AND role = 'Legal') ELSE s.agent END,
    action, l.kind, s.id, coalesce(s.title, 'A line'),
    CASE action WHEN 'metric.recorded' THEN jsonb_build_object('source', 'api', 'latest', jsonb_build_object(
      'metric', 'daily_revenue', 'day', current_date - (n % 80)::int, 'value', 1000, 'currency', 'USD'))
      ELSE jsonb_build_object('to', 'completed', 'line', jsonb_build_object('text', jsonb_build_array('A text'),
        'href', '/', 'impact', 'low') || CASE WHEN l.kind IN ('task', 'decision') THEN '{"status": "completed"}' ELSE '{}' END::jsonb)
      END,
    'info', false, sha256(int8send(head.seq + n - 1)), sha256(int8send(head.seq + n))
  FROM (SELECT *, split_part(action, '.', 1) AS kind FROM lines) l
  LEFT JOIN (SELECT kind, count(*) AS many FROM subjects GROUP BY kind) c ON c.kind = l.kind
  LEFT JOIN subjects s ON s.kind = l.kind AND s.place = l.n % c.many
  JOIN journal_heads head ON head.company_id = :company
  ORDER BY n`;

const head = `UPDATE journal_heads h SET seq = l.seq, hash = l.hash
  FROM (SELECT seq, hash FROM journal WHERE company_id = :company ORDER BY seq DESC LIMIT 1) l
  WHERE h.company_id = :company`;

/** Adds so many rows to a company's journal, about what the company has; the same at every run, numbered, not chained. */
export async function seedJournal(asOwner: AsOwner, member: Member, total: number): Promise<void> {
  const started = performance.now();
  await asOwner("SET synchronous_commit = off");
  await asOwner("DROP TABLE IF EXISTS subjects, lines");
  for (const text of [
    subjects,
    "CREATE INDEX ON subjects (kind, place)",
    lines,
    "ANALYZE subjects, lines",
    journal,
    head,
  ])
    await asOwner(
      text
        .replaceAll(":company", `'${member.user.companyId}'::uuid`)
        .replaceAll(":person", `'${member.user.id}'::uuid`)
        .replaceAll(":total", String(total)),
    );
  await asOwner("SET synchronous_commit = on");
  const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(4);
  console.log(`${seconds} s  ${member.username}: ${total.toLocaleString("en")} journal rows`);
}
