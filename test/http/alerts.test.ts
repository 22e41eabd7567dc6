import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Config, readConfig } from "#platform/config.ts";
import { createLog } from "#platform/log.ts";
import { mailDelivery } from "#platform/mail/delivery.ts";
import { openMailer } from "#platform/mail/transport.ts";
import { installation, kindsByName } from "#platform/outbox/delivery.ts";
import { sendDue } from "#platform/outbox/sender.ts";
import { openAlerts } from "#platform/security/alerts.ts";
import { alertDelivery, signatureOf } from "#platform/security/webhook.ts";
import { openService, type Service } from "../outside/service.ts";
import { openMailStandIn } from "../outside/smtp/server.ts";
import { type Member, openWorld, type World } from "../world.ts";

/** Alerts for the operator: each fires on real rows, once, says when it is over, and stays silent below its limit. */
let world: World;
let member: Member;
let receiver: Service;
let webhook: { url: URL; secret: string };
let seen = 0;
/** What arrived since the last check began. */
const received = () => receiver.journal.slice(seen);
const secret = "a secret of at least 32 characters";

beforeAll(async () => {
  world = await openWorld({ ROLE: "web" });
  member = await world.member("owner");
  receiver = await openService();
  webhook = { url: new URL(`${receiver.url}/alerts`), secret };
});
afterAll(async () => {
  await receiver?.close();
  await world?.close();
});
beforeEach(() => {
  seen = receiver.journal.length;
  receiver.heal();
});

type Mailing = Partial<Pick<Config, "mail" | "alertMail">>;

/** The alerts of an instance, and its outbox, for the installation alone. */
const alertsTo = (alertWebhook: typeof webhook | null, mailing: Mailing = {}) => {
  const { boardroom, config } = world;
  const delivery = alertDelivery(alertWebhook);
  const { publicUrl } = config;
  const { platform } = boardroom;
  const sender = {
    ...platform,
    outbox: { ...platform.outbox, kinds: kindsByName([delivery, mailDelivery]) },
    mail: { mailer: mailing.mail ? openMailer(mailing.mail) : null, publicUrl },
  };
  const alerts = openAlerts({
    config: { ...config, alertWebhook, ...mailing },
    connectOwner: boardroom.connectOwner,
    figures: () => (platform.jobs as never as { figures(): Promise<never[]> }).figures(),
    backupAt: () => platform.installation.backupAt(),
    log: createLog("silent"),
    secrets: platform.secrets,
    delivery,
  });
  const sending = {
    stop: "false",
    context: () => Promise.reject(new Error("No company.")),
    settled: async () => undefined,
  };
  return {
    async check() {
      await alerts.check();
      await world.asOwner("DELETE FROM delivery_destinations WHERE company_id = $1", [installation]);
      await world.asOwner("UPDATE deliveries SET due_at = now() WHERE company_id = $1 AND status = 'held'", [
        installation,
      ]);
      const never = new Promise<void>(() => undefined);
      await sendDue(sender, sending, installation, { next: () => never, isOver: () => false, soon: () => undefined });
    },
    stop: () => alerts.stop(),
  };
};
/** Checks once, sends what is to be sent, and returns the alerts received. */
async function check(): Promise<string[]> {
  seen = receiver.journal.length;
  const alerts = alertsTo(webhook);
  await alerts.check();
  await alerts.stop();
  return received().map(({ text }) => {
    const { kind, state } = JSON.parse(text) as { kind: string; state: string };
    return `${kind} ${state}`;
  });
}

const company = () => member.user.companyId;
const count = (kind: string, times: number) =>
  world.asOwner("INSERT INTO security_counts VALUES ($1, date_trunc('hour', now(), 'UTC'), $2, $3)", [
    company(),
    kind,
    times,
  ]);
const clearCounts = () => world.asOwner("DELETE FROM security_counts");
const backup = () => join(world.config.dataDir, "backups", "test.backup");
const verification = (status: string) =>
  world.asOwner(
    `INSERT INTO audit_verifications (company_id, id, status, started_at, total, verified)
     VALUES ($1, gen_random_uuid(), $2, now(), 1, 1)`,
    [company(), status],
  );
const spend = (usd: number) =>
  world.asOwner(
    `INSERT INTO model_months (company_id, month, scope, counted) VALUES ($1, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'), $1, $2)
     ON CONFLICT (company_id, month, scope, paid_by) DO UPDATE SET counted = $2`,
    [company(), usd],
  );
const job = (change: string) =>
  world.asOwner(
    `UPDATE pgboss.job SET ${change} WHERE id = (SELECT id FROM pgboss.job WHERE name = 'audit-verify' LIMIT 1)`,
  );

const cases: Record<
  string,
  { silent: () => Promise<unknown>; fires: () => Promise<unknown>; ends: () => Promise<unknown> }
> = {
  refusals: {
    silent: () => count("refused", 10),
    fires: () => clearCounts().then(() => count("refused", 11)),
    ends: clearCounts,
  },
  foreign_ids: { silent: () => count("failed_sign_in", 5), fires: () => count("foreign", 1), ends: clearCounts },
  audit_broken: {
    silent: () => verification("intact"),
    fires: () => verification("broken"),
    ends: () => verification("intact"),
  },
  backup_age: {
    silent: async () => {
      mkdirSync(join(world.config.dataDir, "backups"), { recursive: true });
      writeFileSync(backup(), "");
    },
    fires: async () => utimesSync(backup(), new Date(), new Date(Date.now() - 27 * 3_600_000)),
    ends: async () => utimesSync(backup(), new Date(), new Date()),
  },
  model_budget: {
    silent: () => spend(world.config.models.budget * 0.8),
    fires: () => spend(world.config.models.budget * 0.81),
    ends: () => spend(0),
  },
};

test.each(Object.keys(cases))("%s: silent below its limit, one alert above it, one when it is over", async (kind) => {
  const one = cases[kind];
  await one?.silent();
  expect(await check()).toEqual([]);
  await one?.fires();
  expect(await check()).toEqual([`${kind} open`]);
  expect(await check()).toEqual([]);
  await one?.ends();
  expect(await check()).toEqual([`${kind} over`]);
  expect(await check()).toEqual([]);
  // A second occasion raises a new alert.
  await one?.fires();
  expect(await check()).toEqual([`${kind} open`]);
  await one?.ends();
  expect(await check()).toEqual([`${kind} over`]);
});

test("jobs: one that waits too long, and one that failed permanently", async () => {
  await member.send("POST", "/api/audit-chain/verifications");
  expect(await check()).toEqual([]);
  await job("start_after = now() - interval '9 minutes'");
  expect(await check()).toEqual([]);
  await job("start_after = now() - interval '11 minutes'");
  expect(await check()).toEqual(["oldest_job open"]);
  await job("state = 'failed'");
  expect((await check()).toSorted()).toEqual(["dead_job:audit-verify open", "oldest_job over"]);
  await world.asOwner("DELETE FROM pgboss.job WHERE name = 'audit-verify'");
  expect(await check()).toEqual(["dead_job:audit-verify over"]);
});

test("a posted alert is signed, names no person, and is retried until it is received", async () => {
  await count("foreign", 1);
  receiver.fail({ kind: "refuse", status: 500 });
  expect(await check()).toEqual(["foreign_ids open"]);
  receiver.heal();
  receiver.fail({ kind: "refuse", status: 302, headers: { location: "/elsewhere" } });
  expect(await check()).toEqual(["foreign_ids open"]);
  receiver.heal();
  expect(await check()).toEqual(["foreign_ids open"]);
  const { text: body = "", headers = {} } = received()[0] ?? {};
  const signature = String(headers["boardroom-signature"]);
  const seconds = Number(/^t=(\d+),/.exec(signature)?.[1]);
  expect(signature).toBe(signatureOf(secret, seconds, body));
  expect(body).not.toContain(member.username);
  expect(JSON.parse(body)).toMatchObject({
    kind: "foreign_ids",
    state: "open",
    installation: world.config.publicUrl.origin,
  });
  expect(await check()).toEqual([]);
  await clearCounts();
  expect(await check()).toEqual(["foreign_ids over"]);
});

test("two instances send an alert once, and without a webhook they only log it", async () => {
  await count("foreign", 1);
  const [one, other] = [alertsTo(null), alertsTo(null)];
  await Promise.all([one.check(), other.check()]);
  expect(await world.asOwner("SELECT kind FROM operator_alerts")).toEqual([{ kind: "foreign_ids" }]);
  await clearCounts();
  await one.check();
  expect(await world.asOwner("SELECT kind FROM operator_alerts")).toEqual([]);
  await Promise.all([one.stop(), other.stop()]);
  expect(received()).toEqual([]);
});

test("an alert by mail arrives once, and once when it is over, as soon as the server accepts it", async () => {
  const server = await openMailStandIn();
  const { mail, alertMail } = readConfig({
    SMTP_URL: server.url,
    MAIL_FROM: "boardroom@example.org",
    ALERT_MAIL: "operator@example.org",
  });
  const [one, other] = [alertsTo(null, { mail, alertMail }), alertsTo(null, { mail, alertMail })];
  const subjects = () => server.takenFor("operator@example.org").map((taken) => taken.mail.subject);
  const before = await world.counted("alert_failures");
  server.behave({ kind: "refuse", at: "data", code: 451 });
  await count("foreign", 1);
  await Promise.all([one.check(), other.check()]);
  expect(subjects()).toEqual([]);
  expect(await world.counted("alert_failures")).toBeGreaterThan(before);
  server.behave({ kind: "take" });
  await Promise.all([one.check(), other.check()]);
  const opened = "Alert: 1 call named another company's rows within an hour.";
  expect(subjects()).toEqual([opened]);
  const [first] = server.takenFor("operator@example.org");
  expect(first?.mail.text).toContain("Kind of alert: foreign_ids");
  expect(first?.mail.text).toContain("/status");
  await one.check();
  await clearCounts();
  await Promise.all([one.check(), other.check()]);
  await one.check();
  expect(subjects()).toEqual([opened, "Over: 1 call named another company's rows within an hour."]);
  await Promise.all([one.stop(), other.stop()]);
  await server.close();
});

test("an address of a cloud's metadata service is never called", async () => {
  await count("foreign", 1);
  const before = await world.counted("alert_failures");
  const alerts = alertsTo({ url: new URL("https://169.254.169.254/latest"), secret });
  await alerts.check();
  await alerts.stop();
  expect(await world.counted("alert_failures")).toBe(before + 1);
  await clearCounts();
  rmSync(join(world.config.dataDir, "backups"), { recursive: true, force: true });
});

test.each([
  [{ ALERT_WEBHOOK_URL: "http://example.com/" }, "ALERT_WEBHOOK_URL must be an address that starts with https://."],
  [{ ALERT_WEBHOOK_URL: "https://example.com/" }, "ALERT_WEBHOOK_SECRET must be at least 32 characters long."],
  [{ ALERT_MAIL: "operator@example.org" }, "ALERT_MAIL has no effect without SMTP_URL and MAIL_FROM."],
  [{ ALERT_MAIL: "a@example.org, b@example.org" }, "ALERT_MAIL must be one address such as operator@example.com."],
  [{ ALERT_WEBHOOK_SECRET: secret }, "ALERT_WEBHOOK_SECRET has no effect without ALERT_WEBHOOK_URL."],
])("%j is refused at the start", (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence);
});
