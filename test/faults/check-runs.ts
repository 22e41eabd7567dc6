import type { Query } from "./ledger.ts";
import { checkLedger } from "./ledger.ts";
import { noPromises } from "./promises.ts";
import type { RunPromises } from "./run-load.ts";

/** Lets the database itself note who takes up a run with which token, every step that ends, and what a run leads to. */
export async function noteRuns(ask: Query): Promise<void> {
  for (const statement of [
    "CREATE SCHEMA IF NOT EXISTS faults",
    "CREATE TABLE faults.takes (instance text, run uuid, token uuid, lapsed boolean, at timestamptz DEFAULT clock_timestamp())",
    "CREATE TABLE faults.steps (run uuid, place int, key text, token uuid, at timestamptz DEFAULT clock_timestamp())",
    "CREATE TABLE faults.closings (task uuid)",
    `CREATE FUNCTION faults.note_take() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
       INSERT INTO faults.takes (instance, run, token, lapsed) VALUES (current_setting('application_name'), NEW.id, NEW.lease_token,
         OLD.lease_token IS NULL OR OLD.lease_until <= clock_timestamp());
       RETURN NULL; END $$`,
    // One that begins with the commit that assigned it is taken as it is written.
    `CREATE TRIGGER note_begin AFTER INSERT ON agent_runs FOR EACH ROW
       WHEN (NEW.lease_token IS NOT NULL) EXECUTE FUNCTION faults.note_take()`,
    `CREATE TRIGGER note_take AFTER UPDATE ON agent_runs FOR EACH ROW
       WHEN (NEW.lease_token IS NOT NULL AND NEW.lease_token IS DISTINCT FROM OLD.lease_token) EXECUTE FUNCTION faults.note_take()`,
    `CREATE FUNCTION faults.note_step() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
       INSERT INTO faults.steps (run, place, key, token)
       SELECT NEW.run_id, NEW.position, NEW.key, r.lease_token FROM agent_runs r WHERE r.company_id = NEW.company_id AND r.id = NEW.run_id;
       RETURN NULL; END $$`,
    `CREATE TRIGGER note_step AFTER INSERT OR UPDATE ON agent_run_steps FOR EACH ROW WHEN (NEW.status = 'done') EXECUTE FUNCTION faults.note_step()`,
    `CREATE FUNCTION faults.note_closing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
       INSERT INTO faults.closings (task) VALUES (NEW.id); RETURN NULL; END $$`,
    `CREATE TRIGGER note_closing AFTER UPDATE ON tasks FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status <> 'completed')
       EXECUTE FUNCTION faults.note_closing()`,
  ])
    await ask(statement);
}

/** Runs that are not over. */
export async function countUnfinished(ask: Query): Promise<number> {
  const [row] = await ask<{ open: number }>(
    "SELECT count(*)::int AS open FROM agent_runs WHERE status IN ('queued', 'running')",
  );
  return row?.open ?? 0;
}

/** Makes a minute pass for what dead processes held, others living on: leases of runs, and the queue's signs of life and pauses. */
export async function ageBesideOthers(ask: Query): Promise<void> {
  await ask(
    `UPDATE agent_runs SET lease_until = lease_until - interval '60 seconds'
     WHERE status = 'running' AND lease_until < clock_timestamp() + interval '55 seconds'`,
  );
  await ask(
    `UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '30 seconds'
     WHERE state = 'active' AND heartbeat_on < now() - interval '3 seconds'`,
  );
  await makeDue(ask);
}

/** The same where nobody lives: what the queue finds out within a minute of the next start is found out already. */
export async function ageAll(ask: Query): Promise<void> {
  await ask("UPDATE agent_runs SET lease_until = clock_timestamp() - interval '15 seconds' WHERE status = 'running'");
  await ask(
    `UPDATE pgboss.job SET state = (CASE WHEN retry_count < retry_limit THEN 'retry' ELSE 'failed' END)::pgboss.job_state,
       retry_count = least(retry_count + 1, retry_limit), heartbeat_on = NULL WHERE name = 'agent-run' AND state = 'active'`,
  );
  await makeDue(ask);
}

const makeDue = (ask: Query) =>
  ask(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'agent-run' AND state < 'active' AND start_after > now()",
  );

/** Each gives the rows that break it; $1 is the company. */
const invariants: Record<string, string> = {
  "a run was given up that nothing was wrong with": `
    SELECT id::text || ' ' || status || ' ' || coalesce(sentence, '') AS id FROM agent_runs
    WHERE company_id = $1 AND status <> 'done' AND NOT (status = 'failed' AND attempts > 5 AND sentence IS NOT NULL)`,
  "a run that is over holds a lease": `
    SELECT id::text FROM agent_runs WHERE company_id = $1 AND (status <> 'running') <> (lease_token IS NULL)`,
  "a step that was done was done again": `
    SELECT s.run || ' ' || s.place AS id FROM faults.steps s JOIN agent_runs r ON r.id = s.run AND r.company_id = $1
    GROUP BY s.run, s.place HAVING count(*) > 1`,
  "a run was taken while somebody held it": `
    SELECT t.run::text AS id FROM faults.takes t JOIN agent_runs r ON r.id = t.run AND r.company_id = $1
    WHERE NOT t.lapsed AND r.parent_id IS NULL`,
  "a task was completed twice":
    "SELECT task::text AS id FROM faults.closings WHERE $1::uuid IS NOT NULL GROUP BY task HAVING count(*) > 1",
  "a finished question has one message, and its task is completed just when it was answered": `
    SELECT q.run_id || ' ' || count(c.id) || ' ' || min(t.status) AS id
    FROM questions q JOIN agent_runs r ON r.company_id = $1 AND r.id = q.run_id AND r.status = 'done'
    JOIN tasks t ON t.company_id = $1 AND t.id = q.task_id
    LEFT JOIN communications c ON c.company_id = $1 AND c.run_id = q.run_id
    WHERE q.company_id = $1 GROUP BY q.run_id
    HAVING count(c.id) <> 1 OR bool_or((t.status = 'completed') <> (r.output->>'answered')::boolean)`,
  "a run told the owner more than once": `
    SELECT c.run_id::text AS id FROM communications c WHERE c.company_id = $1 AND c.run_id IS NOT NULL
      AND c.message_type = 'owner' AND c.decision_id IS NULL
    GROUP BY c.run_id HAVING count(*) > 1`,
  "a run has its start and its end in the journal, once each": `
    SELECT r.id::text || ' ' || count(j.seq) AS id FROM agent_runs r
    LEFT JOIN journal j ON j.company_id = $1 AND j.resource = 'run' AND j.resource_id = r.id::text
      AND j.action IN ('run.started', 'run.finished', 'run.failed', 'run.stopped')
    WHERE r.company_id = $1 AND r.skill <> 'decisions.proposal' AND EXISTS (SELECT FROM journal s WHERE s.company_id = $1
      AND s.action = 'run.started' AND s.resource_id = r.id::text)
    GROUP BY r.id HAVING count(j.seq) <> 2`,
};

/** What is wrong with the runs of a company now that all should be over, a sentence each. */
export async function checkRuns(ask: Query, company: string, promises: RunPromises): Promise<string[]> {
  const violations = promises.refusals.splice(0);
  const acknowledged = [...promises.questions, ...promises.briefings];
  const missing = await ask<{ id: string }>(
    `SELECT id FROM unnest($2::uuid[]) AS given (id)
     WHERE NOT EXISTS (SELECT FROM agent_runs r WHERE r.company_id = $1 AND r.id = given.id AND r.status IN ('done', 'failed'))`,
    [company, acknowledged],
  );
  for (const { id } of missing.slice(0, 5)) violations.push(`an acknowledged run came to no end: ${id}`);
  for (const [promise, text] of Object.entries(invariants))
    for (const { id } of (await ask<{ id: string }>(text, [company])).slice(0, 5)) violations.push(`${promise}: ${id}`);
  const ledger = await checkLedger(ask, company, noPromises(), 0);
  return [...violations, ...ledger.violations];
}

/** What the runs came to, and how often a kill found one under way. */
export async function countRuns(ask: Query, company: string) {
  const [row] = await ask<{ done: number; failed: number; again: number; steps: number }>(
    `SELECT count(*) FILTER (WHERE status = 'done')::int AS done, count(*) FILTER (WHERE status = 'failed')::int AS failed,
       count(*) FILTER (WHERE attempts > 1)::int AS again, (SELECT count(*) FROM faults.steps)::int AS steps
     FROM agent_runs WHERE company_id = $1`,
    [company],
  );
  return row ?? { done: 0, failed: 0, again: 0, steps: 0 };
}
