import { setTimeout as sleep } from "node:timers/promises";
import type { Decision } from "#features/decisions/contract.ts";
import { getImport, type MetricImport } from "#features/metrics/contract.ts";
import { hire, type Member, type Reply, signUp } from "../world.ts";
import type { Query } from "./ledger.ts";
import { isExcused } from "./load.ts";
import { isOverloaded } from "./noise.ts";

/** Jobs as the product's own calls put them, of several companies. */
export type ManyJobs = { companies: Member[]; imports: string[]; decisions: string[] };

const companiesOfJobs = 4;
/** One decision that runs out for so many imports; it costs far more to put. */
const importsPerDecision = 4;

/** Puts this many jobs by real calls: files to import, and decisions nobody will answer. */
export async function putJobs(url: string, count: number): Promise<ManyJobs> {
  const jobs: ManyJobs = { companies: [], imports: [], decisions: [] };
  let left = count;
  await Promise.all(
    Array.from({ length: companiesOfJobs }, async () => {
      const member = await signUp(url, "jobs");
      const [sales] = await hire(member, "Sales");
      jobs.companies.push(member);
      while (left > 0) {
        left -= 1;
        if (left % (importsPerDecision + 1) > 0) jobs.imports.push(await putImport(member, jobs.imports.length));
        else jobs.decisions.push(await putDecision(member, sales?.id ?? "", jobs.decisions.length));
      }
    }),
  );
  return jobs;
}

/** Asks again while a busy machine cannot do it in the time a call has. */
async function insist(call: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await call();
    if (!isExcused(reply) || !isOverloaded() || attempt === 30) return reply;
    await sleep(1_000);
  }
}

/** Starts the import of one figure, gives its id. */
export async function putImport(member: Member, at: number): Promise<string> {
  const day = new Date(Date.UTC(2000, 0, 1 + (at % 8_000))).toISOString().slice(0, 10);
  const columns = "dateColumn=date&valueColumn=value&dateFormat=YYYY-MM-DD";
  const reply = await insist(() =>
    member.send("POST", `/api/metrics/imports?fileName=${at}.csv&metricName=jobs&${columns}`, {
      body: `date,value\n${day},${at}\n`,
      headers: { "content-type": "text/csv" },
    }),
  );
  if (reply.status !== 200) throw new Error(`An import was answered ${reply.status}: ${reply.text}`);
  return (reply.json as MetricImport).id;
}

/** Whether an import of figures is done. */
export const isDone = async (member: Member, id: string): Promise<boolean> =>
  (await member.call(getImport, { params: { id } })).status === "done";

async function putDecision(member: Member, agentId: string, at: number): Promise<string> {
  // The same proposal again would be the one that is pending already.
  const context = { leadValue: 1_000, subject: `Nobody answers ${at}` };
  const body = { agentId, decisionType: "lead_qualification", context };
  const reply = await insist(() => member.send("POST", "/api/agents/make-decision", { body }));
  if (reply.status !== 200) throw new Error(`A proposal was answered ${reply.status}: ${reply.text}`);
  return (reply.json as Decision).id;
}

/** Lets the database itself note by whose connection each job was taken, and took effect. */
export async function noteJobs(ask: Query): Promise<void> {
  await ask("CREATE SCHEMA faults");
  for (const [table, row, on, when] of [
    ["claims", "NEW.id", "UPDATE ON pgboss.job", "NEW.state = 'active' AND OLD.state <> 'active'"],
    [
      "effects",
      "NEW.resource_id",
      "INSERT ON journal",
      "NEW.action IN ('metric.imported', 'metric.import_failed', 'decision.expired')",
    ],
  ]) {
    await ask(`CREATE TABLE faults.${table} (instance text, id text, at timestamptz DEFAULT clock_timestamp())`);
    await ask(`CREATE FUNCTION faults.note_${table}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      INSERT INTO faults.${table} (instance, id) VALUES (current_setting('application_name'), ${row});
      RETURN NULL; END $$`);
    await ask(
      `CREATE TRIGGER note_${table} AFTER ${on} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION faults.note_${table}()`,
    );
  }
}

/** The jobs an instance is at now. */
export async function jobsOf(ask: Query, instance: string): Promise<string[]> {
  const rows = await ask<{ id: string }>(
    `SELECT b.id FROM pgboss.job b WHERE b.state = 'active' AND $1 =
       (SELECT instance FROM faults.claims c WHERE c.id = b.id::text ORDER BY at DESC LIMIT 1)`,
    [instance],
  );
  return rows.map(({ id }) => id);
}

/** Milliseconds from each kill until the job it interrupted was taken again; null where it never was. */
export async function takenAgainAfter(ask: Query, orphans: ReadonlyMap<string, Date>): Promise<(number | null)[]> {
  const rows = await ask<{ id: string; at: Date }>("SELECT id, at FROM faults.claims WHERE id = ANY($1) ORDER BY at", [
    [...orphans.keys()],
  ]);
  return [...orphans].map(([id, killedAt]) => {
    const next = rows.find((row) => row.id === id && row.at > killedAt);
    return next ? next.at.getTime() - killedAt.getTime() : null;
  });
}

/** The decisions' time is over, and the queue may have them. */
export async function makeDue(ask: Query, { decisions }: ManyJobs): Promise<void> {
  await ask("UPDATE decisions SET expires_at = now() - interval '1 second' WHERE id = ANY($1)", [decisions]);
  await ask(
    `UPDATE pgboss.job SET start_after = now() WHERE name = 'decision-expiry' AND data->'input'->>'decisionId' = ANY($1)`,
    [decisions],
  );
}

/** How many have not come to their end. */
export async function countOpen(ask: Query): Promise<number> {
  const [row] = await ask<{ open: number }>(
    `SELECT (SELECT count(*) FROM pgboss.job WHERE state < 'completed' AND start_after <= now() + interval '1 day')::int AS open`,
  );
  return row?.open ?? 0;
}

/** What is wrong with the jobs now that all have ended, a sentence each. */
export async function checkJobs(ask: Query, { imports, decisions }: ManyJobs): Promise<string[]> {
  const violations: string[] = [];
  const none = async (sentence: string, text: string, values: unknown[]): Promise<void> => {
    const rows = await ask<{ id: string }>(text, values);
    if (rows.length > 0) violations.push(`${rows.length} times: ${sentence}, such as ${rows[0]?.id}`);
  };
  await none(
    "a job's effect is not there exactly once",
    `SELECT j.id FROM unnest($1::text[]) j(id) LEFT JOIN faults.effects e ON e.id = j.id
     GROUP BY j.id HAVING count(e.id) <> 1`,
    [[...imports, ...decisions]],
  );
  await none(
    "an import is not done",
    "SELECT j.id FROM unnest($1::text[]) j(id) LEFT JOIN imports i ON i.id::text = j.id WHERE i.status IS DISTINCT FROM 'done'",
    [imports],
  );
  await none(
    "a decision is not closed unanswered",
    `SELECT j.id FROM unnest($1::text[]) j(id) LEFT JOIN decisions d ON d.id::text = j.id
     WHERE d.closed_reason IS DISTINCT FROM 'expired'`,
    [decisions],
  );
  await none(
    "the queue does not have the job once, and completed",
    `SELECT j.id || ': ' || coalesce(string_agg(concat_ws(' ', b.name, b.state, 'attempt', b.retry_count + 1, b.output), '; '), 'nothing') AS id
     FROM unnest($1::text[]) j(id) LEFT JOIN pgboss.job b
       ON coalesce(b.data->'input'->>'importId', b.data->'input'->>'decisionId') = j.id
     GROUP BY j.id HAVING count(b.*) <> 1 OR max(b.state::text) <> 'completed'`,
    [[...imports, ...decisions]],
  );
  return violations;
}
