import type pg from "pg";

/** Runs a statement with the values of the company in hand for `:company`, `:person` and `:total`. */
export type Write = <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;

/** A number from 0 to 999 for a row, the same at every run; `salt` tells the questions about one row apart. */
export const dice = (row: string, salt: number): string =>
  `((hashint8extended(${row}, ${salt}) & 9223372036854775807) % 1000)::int`;

/** An id of version 4 that follows from the company, the kind of row and its number. */
export const idOf = (kind: string, row: string): string =>
  `overlay(overlay(md5(:company::text || ':${kind}:' || ${row}) placing '4' from 13) placing '8' from 17)::uuid`;

/** Two years, more in every month than in the one before. */
export const spread = (share: string): string =>
  `date_trunc('milliseconds', now() - interval '730 days' * pow(1 - ${share}, 2))`;

/**
 * One line per decision to be: 6 in 100 wait (all within the 7 days in which they may be answered), of the rest 3 in 4
 * were approved, 1 in 5 rejected, the others expired. The company's own three become the newest.
 */
const plan = `CREATE TEMP TABLE plan AS
  SELECT n AS number, ${idOf("decision", "n")} AS id, n % 3 AS place, status, made_at,
    CASE status WHEN 'pending' THEN NULL WHEN 'expired' THEN made_at + interval '7 days'
      ELSE made_at + least(now() - made_at, interval '5 days') * (${dice("n", 3)} + 1) / 1001.0 END AS settled_at
  FROM (
    SELECT n, made_at, CASE
      WHEN made_at > now() - interval '6 days 23 hours' AND ${dice("n", 1)} < 617 THEN 'pending'
      WHEN ${dice("n", 2)} < 750 THEN 'approved'
      WHEN ${dice("n", 2)} < 950 OR made_at > now() - interval '7 days' THEN 'rejected'
      ELSE 'expired' END AS status
    FROM (SELECT n, ${spread("n::float8 / :total")} AS made_at FROM generate_series(1, :total - 3) n) numbered
  ) rolled`;

/** The company's own three, with the working a list of effects shrinks to when nothing was planned. */
const samples = `CREATE TEMP TABLE samples AS
  SELECT number % 3 AS place, d.*, working || '{"curves": [], "effects": []}' AS without_effects
  FROM decisions d WHERE company_id = :company`;

const decisions = (columns: string) => `
  INSERT INTO decisions (company_id, id, number, fingerprint, priority, status, settled_by, reason, closed_reason,
    settled_at, expires_at, run_id, working, created_at, ${columns})
  SELECT :company, p.id, p.number, s.fingerprint || ' ' || p.number, CASE WHEN ${dice("p.number", 4)} < 200 THEN 'high'
      WHEN ${dice("p.number", 4)} < 700 THEN 'medium' ELSE 'low' END,
    CASE p.status WHEN 'expired' THEN 'rejected' ELSE p.status END,
    CASE WHEN p.status IN ('approved', 'rejected') THEN :person END,
    CASE p.status WHEN 'rejected' THEN 'Not in this quarter.' END,
    CASE p.status WHEN 'expired' THEN 'expired' END, p.settled_at, p.made_at + interval '7 days',
    ${idOf("run", "p.number")}, CASE WHEN p.status = 'pending' THEN s.working ELSE s.without_effects END, p.made_at,
    ${columns}
  FROM plan p JOIN samples s USING (place) ORDER BY p.number`;

const forecasts = `INSERT INTO forecasts (company_id, decision_id, position, claim, horizon, metric, target, probability,
    base_rate, base_rate_note, due_on, resolver)
  SELECT :company, p.id, f.position, f.claim, f.horizon, f.metric, f.target, f.probability, f.base_rate, f.base_rate_note,
    f.due_on - (s.created_at::date - p.made_at::date), f.resolver
  FROM plan p JOIN samples s USING (place)
  JOIN forecasts f ON f.company_id = :company AND f.decision_id = s.id`;

/** The year's budget is long spent: what waits is asked for, not reserved. */
const exposures = `INSERT INTO exposures
  SELECT :company, ${idOf("exposure", "p.number")}, e.agent_id, p.id, e.kind, e.amount, e.counterparty, e.purpose,
    e.decision_type, CASE p.status WHEN 'pending' THEN 'asked' WHEN 'approved' THEN 'committed' ELSE 'released' END,
    extract(year FROM p.made_at AT TIME ZONE 'Europe/London'), p.made_at, p.settled_at
  FROM plan p JOIN samples s USING (place)
  JOIN exposures e ON e.company_id = :company AND e.decision_id = s.id`;

/** What each proposal told the others, under its own grant. */
const notices = `INSERT INTO communications (company_id, id, sender_agent_id, receiver_agent_id, recipient, subject,
    content, message_type, decision_id, grant_id, created_at)
  SELECT :company, gen_random_uuid(), c.sender_agent_id, c.receiver_agent_id, c.recipient, c.subject, c.content,
    c.message_type, p.id, ${idOf("notice", "p.number")}, p.made_at
  FROM plan p JOIN samples s USING (place)
  JOIN communications c ON c.company_id = :company AND c.decision_id = s.id`;
const noticeGrants = `INSERT INTO grants (company_id, id, granted_by, agent_id, decision_id, effect, answer, created_at)
  SELECT :company, ${idOf("notice", "p.number")}, g.granted_by, g.agent_id, p.id, g.effect, g.answer, p.made_at
  FROM plan p JOIN samples s USING (place)
  JOIN grants g ON g.company_id = :company AND g.decision_id = s.id`;

/** A person's word on each: an approval's grant, or the grant of a rejection's message and the message. */
const answers = `INSERT INTO grants (company_id, id, granted_by, person_id, agent_id, decision_id, effect, answer, created_at)
  SELECT :company, ${idOf("answer", "p.number")}, 'person', :person, CASE p.status WHEN 'approved' THEN s.agent_id END, p.id,
    CASE p.status WHEN 'approved' THEN 'approval' ELSE 'message' END,
    '{"verdict": "allow", "bound": "Nothing", "limits": [], "reasons": ["Approved by a person who may"], "askOf": null,
      "autonomy": null, "policyVersion": 1}', p.settled_at
  FROM plan p JOIN samples s USING (place) WHERE p.status IN ('approved', 'rejected')`;
const rejections = `INSERT INTO communications (company_id, id, receiver_agent_id, subject, content, message_type,
    decision_id, effect_index, grant_id, created_at)
  SELECT :company, gen_random_uuid(), s.agent_id, left('Rejected: ' || s.title, 255), 'Not in this quarter.', 'internal', p.id,
    0, ${idOf("answer", "p.number")}, p.settled_at
  FROM plan p JOIN samples s USING (place) WHERE p.status = 'rejected'`;

/** Copies the company's own decisions until there are as many as wanted, with everything that hangs on them; leaves `plan` behind. */
export async function seedDecisions(write: Write, say: (what: string) => void): Promise<void> {
  await write("DROP TABLE IF EXISTS plan, samples");
  await write("UPDATE decisions SET number = number + :total - 3 WHERE company_id = :company");
  await write("UPDATE decision_counters SET made = :total WHERE company_id = :company");
  await write(samples);
  await write(plan);
  const [rest] = await write<{ list: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS list
     FROM information_schema.columns WHERE table_name = 'decisions' AND table_schema = 'public' AND column_name NOT IN
       ('company_id', 'id', 'number', 'fingerprint', 'priority', 'status', 'settled_by', 'reason', 'closed_reason',
        'settled_at', 'expires_at', 'run_id', 'working', 'created_at')`,
  );
  await write(decisions(rest?.list ?? ""));
  say("decisions");
  await write(forecasts);
  await write(exposures);
  say("their forecasts and exposures");
  for (const text of [noticeGrants, answers, notices, rejections]) await write(text);
  say("their grants and messages");
}
