import { now } from "#platform/clock.ts";
import type { Config } from "#platform/config.ts";
import type { Log } from "#platform/log.ts";
import { renderLetter } from "#platform/mail/render.ts";
import { openMailer, type Outgoing } from "#platform/mail/transport.ts";
import type { Alert } from "#platform/security/alert-rules.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

/** Mails that wait for a server that takes them; more are only logged. */
const mostWaiting = 100;

export type AlertMail = {
  /** Writes a mail for each; only the instance that saved the change may. */
  tell(state: "open" | "over", alerts: readonly Alert[]): void;
  /** Sends what waits, in order. What the server does not take for now stays until the next time. */
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
    tell(state, alerts) {
      if (!mailer || !to) return;
      for (const { kind, detail } of alerts) {
        if (waiting.length >= mostWaiting)
          return log.warn({ event: "alert", kind }, "too many alerts wait to be mailed");
        const isOver = state === "over";
        const letter = {
          subject: `${isOver ? "Over" : "Alert"}: ${detail}`,
          paragraphs: [isOver ? `This is over: ${detail}` : detail, `Kind of alert: ${kind}`],
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
