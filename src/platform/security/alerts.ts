import type pg from "pg";
import { now } from "#platform/clock.ts";
import type { Config } from "#platform/config.ts";
import type { Installation } from "#platform/context.ts";
import { asOperator } from "#platform/db/operator.ts";
import type { JobFigures } from "#platform/jobs/figures.ts";
import { readVerdict } from "#platform/journal/verified.ts";
import type { Log } from "#platform/log.ts";
import { openAlertMail } from "#platform/security/alert-mail.ts";
import { type Alert, alertsOf, type Readings } from "#platform/security/alert-rules.ts";
import { postSigned } from "#platform/security/webhook.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

type Watched = {
  config: Pick<Config, "dataDir" | "publicUrl" | "alertWebhook" | "alertMail" | "mail"> & {
    models: { budget: number };
  };
  connectOwner: () => pg.Client;
  figures: () => Promise<JobFigures[]>;
  backupAt: Installation["backupAt"];
  log: Log;
  count: Count;
};

const checkMs = 60_000;
const hourMs = 3_600_000;

/** Notifies the operator once when an alert opens and once when it ends. */
export function openAlerts(watched: Watched): { check(): Promise<void>; stop(): Promise<void> } {
  const { log, config, connectOwner, count } = watched;
  const mail = openAlertMail(config, log, count);
  let checking: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    const figures = await watched.figures();
    const { opened, ended, unsent } = await asOperator(connectOwner, async (owner) =>
      settle(owner, alertsOf(await readingsOf(owner, watched, figures)), config.alertWebhook !== null),
    );
    for (const { kind, detail } of opened) log.error({ event: "alert", kind, state: "open" }, detail);
    for (const { kind, detail } of ended) log.warn({ event: "alert", kind, state: "over" }, `Over: ${detail}`);
    mail.queue("open", opened);
    mail.queue("over", ended);
    for (const row of unsent) await send(row);
    await mail.send();
  }

  /** Posts an alert to the webhook; what was not received is sent again at the next check. */
  async function send(row: Row): Promise<void> {
    const { alertWebhook, publicUrl } = config;
    if (!alertWebhook) return;
    const { kind, detail } = row;
    const [openedAt, overAt] = [row.openedAt.toISOString(), row.overAt?.toISOString() ?? null];
    try {
      for (const state of row.openedSentAt ? [] : (["open"] as const)) await post(state, null);
      for (const state of row.overAt && !row.overSentAt ? (["over"] as const) : []) await post(state, overAt);
    } catch (error) {
      count("alert_failures");
      log.warn({ err: error, kind }, "an alert was not delivered");
    }
    async function post(state: "open" | "over", at: string | null): Promise<void> {
      const id = `${kind}@${openedAt}`;
      await postSigned(alertWebhook as NonNullable<typeof alertWebhook>, {
        id,
        installation: publicUrl.origin,
        kind,
        state,
        detail,
        openedAt,
        overAt: at,
      });
      await asOperator(connectOwner, (owner) => markSent(owner, row, state));
    }
  }

  const check = (): Promise<void> =>
    (checking = checking.then(run).catch((error: unknown) => log.warn({ err: error }, "the alerts were not checked")));
  const timer = setInterval(() => void check(), checkMs).unref();
  return {
    check,
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}

async function readingsOf(
  owner: pg.Client,
  { config, backupAt }: Watched,
  jobs: readonly JobFigures[],
): Promise<Readings> {
  const moment = now();
  const { rows } = await owner.query<{
    refused: number;
    foreign: number;
    broken: string[];
    since: Date | null;
    companies: number;
    share: number;
  }>(
    `SELECT
       (SELECT coalesce(max(sum), 0)::int FROM (SELECT sum(count) FROM security_counts
         WHERE kind = 'refused' AND hour >= date_trunc('hour', $1::timestamptz - interval '1 hour', 'UTC') GROUP BY company_id) s) AS refused,
       (SELECT coalesce(sum(count), 0)::int FROM security_counts
         WHERE kind = 'foreign' AND hour >= date_trunc('hour', $1::timestamptz - interval '1 hour', 'UTC')) AS foreign,
       (SELECT coalesce(array_agg(company_id::text ORDER BY company_id), '{}') FROM (
         SELECT DISTINCT ON (company_id) company_id, status FROM audit_verifications
         WHERE status IN ('intact', 'broken') ORDER BY company_id, started_at DESC) v WHERE status = 'broken') AS broken,
       (SELECT min(created_at) FROM companies) AS since,
       coalesce(spent.companies, 0)::int AS companies, coalesce(spent.share, 0)::float8 AS share
     FROM (
       SELECT count(*) AS companies, max(share) AS share FROM (
         SELECT m.counted / nullif(CASE WHEN m.paid_by = 'operator' THEN least(coalesce(b.company, $2), $2)
           ELSE coalesce(b.company, $2) END, 0) AS share
         FROM model_months m LEFT JOIN model_budgets b ON b.company_id = m.company_id
         WHERE m.scope = m.company_id AND m.month = to_char($1::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM')
       ) shares WHERE share > 0.8
     ) spent`,
    [moment, config.models.budget],
  );
  const [found] = rows;
  if (!found) throw new Error("The alerts' readings are missing.");
  const verdict = readVerdict(config.dataDir)?.faults ?? [];
  const since = backupAt() ?? found.since ?? moment;
  const hours = (moment.getTime() - since.getTime()) / hourMs;
  return {
    jobs,
    refused: found.refused,
    foreign: found.foreign,
    broken: [...new Set([...found.broken, ...verdict])],
    backupHours: backupAt() === null && hours > 26 ? null : hours,
    spending: { companies: found.companies, share: found.share },
  };
}

type Row = {
  kind: string;
  detail: string;
  openedAt: Date;
  overAt: Date | null;
  openedSentAt: Date | null;
  overSentAt: Date | null;
};

const columns = `kind, detail, opened_at AS "openedAt", over_at AS "overAt", opened_sent_at AS "openedSentAt",
  over_sent_at AS "overSentAt"`;

/** Saves which alerts opened and which ended; the lock lets only one of several instances find each change. */
async function settle(
  owner: pg.Client,
  found: readonly Alert[],
  hasWebhook: boolean,
): Promise<{ opened: Alert[]; ended: Alert[]; unsent: Row[] }> {
  await owner.query("LOCK TABLE operator_alerts IN EXCLUSIVE MODE");
  const { rows: known } = await owner.query<Row>(`SELECT ${columns} FROM operator_alerts`);
  const open = known.filter(({ overAt }) => overAt === null);
  const opened = found.filter(({ kind }) => !open.some((one) => one.kind === kind));
  const ended = open.filter(({ kind }) => !found.some((one) => one.kind === kind));
  const moment = now();
  for (const { kind, detail } of opened)
    await owner.query(
      `INSERT INTO operator_alerts (kind, opened_at, detail) VALUES ($1, $2, $3)
       ON CONFLICT (kind) DO UPDATE SET opened_at = $2, detail = $3, over_at = NULL, opened_sent_at = NULL, over_sent_at = NULL`,
      [kind, moment, detail],
    );
  const names = ended.map(({ kind }) => kind);
  await owner.query("UPDATE operator_alerts SET over_at = $2 WHERE kind = ANY($1)", [names, moment]);
  // An ended alert is deleted once its end was sent, or if there is no webhook.
  await owner.query("DELETE FROM operator_alerts WHERE over_at IS NOT NULL AND (over_sent_at IS NOT NULL OR NOT $1)", [
    hasWebhook,
  ]);
  const { rows: unsent } = await owner.query<Row>(
    `SELECT ${columns} FROM operator_alerts
     WHERE opened_sent_at IS NULL OR (over_at IS NOT NULL AND over_sent_at IS NULL) ORDER BY opened_at, kind`,
  );
  return { opened, ended, unsent };
}

/** Marks only the occurrence that was sent: the alert may have ended and opened again since. */
async function markSent(owner: pg.Client, { kind, openedAt }: Row, state: "open" | "over"): Promise<void> {
  const column = state === "open" ? "opened_sent_at" : "over_sent_at";
  await owner.query(`UPDATE operator_alerts SET ${column} = $3 WHERE kind = $1 AND opened_at = $2`, [
    kind,
    openedAt,
    now(),
  ]);
}
