import { dice, idOf, spread, type Write } from "./seed-decisions.ts";

/** The newest approved decisions, so many that their effects make about three in five of the tasks. */
const led = `CREATE TEMP TABLE led AS
  SELECT p.number, p.id, p.made_at, p.settled_at, s.agent_id, s.working
  FROM plan p JOIN samples s USING (place) WHERE p.status = 'approved' ORDER BY p.number DESC LIMIT :total / 5`;

const effects = `CREATE TEMP TABLE effects AS
  SELECT l.number, l.id AS decision_id, l.made_at, l.settled_at, l.agent_id, effect, place::int - 1 AS place,
    (SELECT a.id FROM agents a WHERE a.company_id = :company AND a.role = coalesce(effect->>'role', effect->>'to')) AS other
  FROM led l, jsonb_array_elements(l.working->'effects') WITH ORDINALITY AS e(planned, place),
    LATERAL (SELECT planned->'input' || jsonb_build_object('kind', CASE planned->>'action' WHEN 'tasks_create' THEN 'task'
      ELSE 'message' END) AS effect) AS input`;

const messages = `INSERT INTO communications (company_id, id, sender_agent_id, receiver_agent_id, recipient, subject,
    content, message_type, decision_id, effect_index, grant_id, created_at)
  SELECT :company, gen_random_uuid(), agent_id, other, CASE WHEN other IS NULL THEN 'Owner' END, left(effect->>'subject', 255),
    effect->>'content', CASE WHEN other IS NULL THEN 'owner' ELSE 'internal' END, decision_id, place,
    ${idOf("answer", "number")}, settled_at
  FROM effects WHERE effect->>'kind' = 'message'`;

const endOfDay = (moment: string, days: string): string =>
  `(date_trunc('day', ${moment} AT TIME ZONE 'Europe/London') + (${days} + 1) * interval '1 day' - interval '1 second')
    AT TIME ZONE 'Europe/London'`;

/** Tasks out of decisions, filled up by hand to the wanted number; two in three of those for somebody. */
const drafts = `CREATE TEMP TABLE drafts AS
  SELECT row_number() OVER (ORDER BY created_at, decision_id, place) AS n, drafts.* FROM (
    SELECT left(effect->>'title', 255) AS title, effect->>'description' AS description, other AS agent,
      effect->>'priority' AS priority, greatest(${endOfDay("made_at", "(effect->>'dueInDays')::int")},
        ${endOfDay("settled_at", "1")}) AS due_date,
      (effect->>'estimatedHours')::numeric AS hours, decision_id, place, ${idOf("answer", "number")} AS grant_id,
      jsonb_build_object('type', 'decision', 'decisionNumber', number) AS metadata, settled_at AS created_at
    FROM effects WHERE effect->>'kind' = 'task'
    UNION ALL
    SELECT 'Follow up number ' || n, repeat('What is to be done, by whom and how it is seen to be done. ', 2),
      (SELECT a.id FROM agents a WHERE a.company_id = :company ORDER BY a.role OFFSET ${dice("n", 11)} % 12 LIMIT 1),
      (ARRAY['low', 'medium', 'medium', 'high'])[1 + ${dice("n", 12)} % 4],
      made_at + (1 + ${dice("n", 13)} % 30) * interval '1 day', NULL, NULL, NULL, ${idOf("by hand", "n")}, '{}', made_at
    FROM (SELECT n, ${spread("n::float8 / :total")} AS made_at
      FROM generate_series(1, :total - (SELECT count(*)::int FROM effects WHERE effect->>'kind' = 'task')) n) by_hand
  ) drafts`;

const grants = `INSERT INTO grants (company_id, id, granted_by, person_id, effect, answer, created_at)
  SELECT :company, grant_id, 'person', :person, 'task', '{"verdict": "allow", "bound": "Nothing", "limits": [],
    "reasons": ["A person did it themselves"], "askOf": null, "autonomy": null, "policyVersion": 0}', created_at
  FROM drafts WHERE decision_id IS NULL`;

/** Of what is due 3 in 5 was done in time, 1 in 5 late; 1 in 20 was called off, the rest is open and overdue. */
const tasks = `INSERT INTO tasks (company_id, id, title, description, assigned_agent_id, status, priority, due_date,
    started_at, completion_date, completed_by, estimated_hours, actual_hours, decision_id, effect_index, grant_id,
    metadata, created_at, updated_at)
  SELECT :company, ${idOf("task", "n")}, title, description, agent, status, priority, due_date, started_at, done_at,
    CASE WHEN done_at IS NOT NULL THEN :person END, hours, round(extract(epoch FROM done_at - started_at) / 3600, 2),
    decision_id, place, grant_id, metadata, created_at, coalesce(done_at, started_at, created_at)
  FROM (
    SELECT d.*, CASE WHEN status IN ('completed', 'in_progress') AND ${dice("n", 15)} < 800
        THEN created_at + (coalesce(done_at, now()) - created_at) / 3 END AS started_at
    FROM (
      SELECT r.*, CASE WHEN status = 'completed' THEN least(now(), CASE WHEN ${dice("n", 14)} < 600
          THEN created_at + (due_date - created_at) * 0.9 ELSE due_date + interval '30 hours' END) END AS done_at
      FROM (
        SELECT t.*, CASE
          WHEN ${dice("n", 14)} < 800 AND due_date < now() OR ${dice("n", 14)} < 150 THEN 'completed'
          WHEN ${dice("n", 14)} >= 950 THEN 'cancelled'
          WHEN ${dice("n", 14)} % 3 = 0 THEN 'in_progress' ELSE 'pending' END AS status
        FROM drafts t
      ) r
    ) d
  ) moved`;

/** The decisions that led to tasks get back what they had planned. */
const workings = "UPDATE decisions d SET working = l.working FROM led l WHERE d.company_id = :company AND d.id = l.id";

/** Gives the company as many tasks as wanted, out of the decisions in `plan` and by hand. */
export async function seedTasks(write: Write, say: (what: string) => void): Promise<void> {
  await write("DROP TABLE IF EXISTS led, effects, drafts");
  for (const text of [led, effects, drafts, workings, messages, grants, tasks]) await write(text);
  say("tasks");
}
