import type pg from "pg";
import { now } from "#platform/clock.ts";
import type { Config } from "#platform/config.ts";
import type { Installation } from "#platform/context.ts";
import { asOperator } from "#platform/db/operator.ts";
import type { JobFigures } from "#platform/jobs/figures.ts";
import { readVerdict } from "#platform/journal/verified.ts";
import type { Log } from "#platform/log.ts";
import { mailDelivery } from "#platform/mail/delivery.ts";
import { enqueueForInstallation } from "#platform/outbox/enqueue.ts";
import type { Secrets } from "#platform/secrets.ts";
import { type Alert, alertsOf, type Readings } from "#platform/security/alert-rules.ts";
import type { alertDelivery } from "#platform/security/webhook.ts";

type Watched = {
  config: Pick<Config, "dataDir" | "publicUrl" | "alertWebhook" | "alertMail" | "mail"> & {
    models: { budget: number };
  };
  connectOwner: () => pg.Client;
  figures: () => Promise<JobFigures[]>;
  backupAt: Installation["backupAt"];
  log: Log;
  secrets: Secrets;
  delivery: ReturnType<typeof alertDelivery>;
};

const checkMs = 60_000;
const hourMs = 3_600_000;

/** Notifies the operator once when an alert opens and once when it ends. */
export function openAlerts(watched: Watched): { check(): Promise<void>; stop(): Promise<void> } {
  const { log, connectOwner } = watched;
  let checking: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    const figures = await watched.figures();
    const { opened, ended } = await asOperator(connectOwner, async (owner) => {
      const changed = await settle(owner, alertsOf(await readingsOf(owner, watched, figures)));
      for (const one of changed.opened) await notify(owner, one, "open");
      for (const one of changed.ended) await notify(owner, one, "over");
      return changed;
    });
    for (const { kind, detail } of opened) log.error({ event: "alert", kind, state: "open" }, detail);
    for (const { kind, detail } of ended) log.warn({ event: "alert", kind, state: "over" }, `Over: ${detail}`);
  }

  /** Writes a change to the outbox, for the webhook and for the operator's mailbox. */
  async function notify(owner: pg.Client, { kind, detail, openedAt }: Row, state: "open" | "over"): Promise<void> {
    const { alertWebhook, alertMail, publicUrl, mail } = watched.config;
    const from = { secrets: watched.secrets, now: now() };
    const id = `${kind}@${openedAt.toISOString()}`;
    const options = { intent: `${id}:${state}`, label: state };
    if (alertWebhook)
      await enqueueForInstallation(
        owner,
        from,
        watched.delivery,
        {
          id,
          installation: publicUrl.origin,
          kind,
          state,
          detail,
          openedAt: openedAt.toISOString(),
          overAt: state === "over" ? from.now.toISOString() : null,
        },
        { ...options, order: `alert:${kind}` },
      );
    if (!mail || !alertMail) return;
    const letter = {
      subject: `${state === "over" ? "Over" : "Alert"}: ${detail}`,
      paragraphs: [state === "over" ? `This is over: ${detail}` : detail, `Kind of alert: ${kind}`],
      action: { label: "Open the status page", path: "/status" },
      note: "ALERT_MAIL of this installation names this address.",
    };
    await enqueueForInstallation(owner, from, mailDelivery, { to: alertMail, letter }, options);
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

type Row = Alert & { openedAt: Date };

/** Saves which alerts opened and which ended; the lock lets only one of several instances find each change. */
async function settle(owner: pg.Client, found: readonly Alert[]): Promise<{ opened: Row[]; ended: Row[] }> {
  await owner.query("LOCK TABLE operator_alerts IN EXCLUSIVE MODE");
  const { rows: open } = await owner.query<Row>(`SELECT kind, detail, opened_at AS "openedAt" FROM operator_alerts`);
  const openedAt = now();
  const opened = found
    .filter(({ kind }) => !open.some((one) => one.kind === kind))
    .map((one) => ({ ...one, openedAt }));
  const ended = open.filter(({ kind }) => !found.some((one) => one.kind === kind));
  for (const { kind, detail } of opened)
    await owner.query("INSERT INTO operator_alerts (kind, opened_at, detail) VALUES ($1, $2, $3)", [
      kind,
      openedAt,
      detail,
    ]);
  await owner.query("DELETE FROM operator_alerts WHERE kind = ANY($1)", [ended.map(({ kind }) => kind)]);
  return { opened, ended };
}
