import { now } from "#platform/clock.ts";
import type { Config } from "#platform/config.ts";
import type { Log } from "#platform/log.ts";
import { renderLetter } from "#platform/mail/render.ts";
import { openMailer, type Outgoing } from "#platform/mail/transport.ts";
import type { Alert } from "#platform/security/alert-rules.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

/** The most mails that wait for the server to accept them; further alerts are only logged. */
const mostWaiting = 100;

export type AlertMail = {
  /** Queues a mail for each alert; only the instance that saved the change may call it. */
  queue(state: "open" | "over", alerts: readonly Alert[]): void;
  /** Sends the waiting mails in order. If the server is not available, the rest stay for the next call. */
  send(): Promise<void>;
};

export function openAlertMail(
  { mail, alertMail: to, publicUrl }: Pick<Config, "mail" | "alertMail" | "publicUrl">,
  log: Log,
  count: Count,
): AlertMail {
  const mailer = mail && to ? openMailer(mail) : null;
  const waiting: (Outgoing & { kind: string })[] = [];
  return {
    queue(state, alerts) {
      if (!mailer || !to) return;
      for (const { kind, detail } of alerts) {
        if (waiting.length >= mostWaiting)
          return log.warn({ event: "alert", kind }, "too many alerts wait to be mailed");
        const hasEnded = state === "over";
        const letter = {
          subject: `${hasEnded ? "Over" : "Alert"}: ${detail}`,
          paragraphs: [hasEnded ? `This is over: ${detail}` : detail, `Kind of alert: ${kind}`],
          action: { label: "Open the status page", path: "/status" },
          note: "ALERT_MAIL of this installation names this address.",
        };
        waiting.push({ ...renderLetter(letter, publicUrl, false), to, id: crypto.randomUUID(), date: now(), kind });
      }
    },
    async send() {
      for (let [next] = waiting; mailer && next; [next] = waiting) {
        const outcome = await mailer.send(next);
        if (outcome.kind !== "sent") {
          const { failure, response: answer } = outcome;
          count("alert_failures");
          log.warn({ event: "alert", kind: next.kind, failure, answer }, "an alert was not mailed");
          if (outcome.kind === "later") return;
        }
        waiting.shift();
      }
    },
  };
}
