import { z } from "zod";
import { now } from "#platform/clock.ts";
import type { CompanyId, Platform } from "#platform/context.ts";
import { defineJob } from "#platform/jobs.ts";
import type { Outcome } from "#platform/mail/outcome.ts";
import { mailJob, mailPlace } from "#platform/mail/queue.ts";
import { renderLetter } from "#platform/mail/render.ts";
import { leaseMs, MailCircuit, maxUnknownOutcomes, pauseAfter } from "#platform/mail/rules.ts";
import * as store from "#platform/mail/store.ts";
import type { Mailer } from "#platform/mail/transport.ts";

const contents = z.strictObject({
  to: z.string(),
  letter: z.strictObject({
    subject: z.string(),
    paragraphs: z.array(z.string()),
    action: z.strictObject({ label: z.string(), path: z.string() }).optional(),
    note: z.string().optional(),
  }),
});

const concurrency = 2;

/**
 * Sends one mail: leases it, talks to the server outside any transaction, and settles it. A mail is sent once; if its
 * sender is lost on the way, a second time with the same Message-ID and a sentence that says so, and never a third.
 */
export function sendingJob(mailer: Mailer | null, publicUrl: URL) {
  const circuit = new MailCircuit();
  return defineJob({
    ...mailJob,
    input: z.strictObject({ id: z.uuid() }),
    concurrency,
    run: (platform: Platform, company, { id }) => sendOne({ platform, company, id, mailer, publicUrl, circuit }),
    async dead(platform: Platform, company, { id }) {
      const isGivenUp = await platform.database.transaction(company, (db) => store.giveUp(db, company, id, now()));
      if (isGivenUp) report(platform, company, id, "failed", "internal");
    },
  });
}

type Sending = {
  platform: Platform;
  company: CompanyId;
  id: string;
  mailer: Mailer | null;
  publicUrl: URL;
  circuit: MailCircuit;
};

async function sendOne({ platform, company, id, mailer, publicUrl, circuit }: Sending): Promise<void> {
  const { database, secrets } = platform;
  const lease = { company, id, token: crypto.randomUUID() };
  const inTransaction = <T>(work: Parameters<typeof database.transaction<T>>[1]) => database.transaction(company, work);
  const sendAgain = (db: Parameters<typeof platform.jobs.send>[0], after: number) =>
    platform.jobs.send(db, mailJob, company, { id }, { after });
  const settle = async (to: Omit<Parameters<typeof store.settle>[2], "at">) => {
    if (await inTransaction((db) => store.settle(db, lease, { ...to, at: now() })))
      report(platform, company, id, to.status, to.failure);
  };
  const postpone = (after: number, to: Parameters<typeof store.release>[2]) =>
    inTransaction(async (db) => {
      if (await store.release(db, lease, to)) await sendAgain(db, after);
    });

  const mail = await inTransaction(async (db) => {
    const found = await store.claim(db, { ...lease, leaseMs });
    // Its sender may have been lost, so it is checked again once its lease is over.
    if (typeof found === "number") await sendAgain(db, Math.max(found, 1_000));
    return typeof found === "number" ? null : found;
  });
  if (!mail) return;
  if (mail.doubts >= maxUnknownOutcomes) return settle({ status: "unknown", failure: "silent" });
  if (mail.isExpired) return settle({ status: "failed", failure: "expired" });
  if (!mailer) return settle({ status: "failed", failure: "off" });
  const wait = circuit.wait(now().getTime());
  if (wait > 0) return postpone(wait, { attempts: mail.attempts - 1 });

  const { to, letter } = contents.parse(JSON.parse(secrets.open(mail.sealed, mailPlace(company, id)).toString()));
  const rendered = renderLetter(letter, publicUrl, mail.doubts > 0);
  const outcome = await mailer.send({ ...rendered, to, id, date: mail.createdAt });
  updateCircuit(circuit, outcome);
  if (outcome.kind === "sent") return settle({ status: "sent", failure: null });
  const { kind, failure } = outcome;
  platform.log.warn({ event: "mail", mail: id, company, failure, answer: outcome.response }, "a mail was not sent");
  if (kind === "refused") return settle({ status: "failed", failure });
  const doubts = mail.doubts + (kind === "unknown" ? 1 : 0);
  const pause = pauseAfter(mail.attempts);
  if (doubts >= maxUnknownOutcomes || (pause === null && kind === "unknown"))
    return settle({ status: "unknown", failure });
  if (pause === null) return settle({ status: "failed", failure });
  platform.count("mails", { result: "postponed" });
  await postpone(pause, { doubts, failure });
}

function updateCircuit(circuit: MailCircuit, outcome: Outcome): void {
  if (outcome.kind === "later" && outcome.isServer) circuit.failed(now().getTime());
  else circuit.succeeded();
}

function report(
  { count, log }: Platform,
  company: string,
  mail: string,
  result: "sent" | "failed" | "unknown",
  failure: string | null,
): void {
  count("mails", { result });
  const about = { event: "mail", mail, company };
  if (result === "sent") log.info(about, "a mail was sent");
  else log.error({ ...about, failure }, "a mail was given up");
}
