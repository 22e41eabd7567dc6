import { createHmac } from "node:crypto";
import { z } from "zod";
import { now } from "#platform/clock.ts";
import { outcomeOfAnswer, outcomeOfFault } from "#platform/http-out/outcome.ts";
import { defineDelivery } from "#platform/outbox/delivery.ts";

export type Webhook = { url: URL; secret: string };

/** The signature of a body sent at a time in seconds; a receiver computes it with the same secret. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;

const alert = z.strictObject({
  id: z.string(),
  installation: z.string(),
  kind: z.string(),
  state: z.enum(["open", "over"]),
  detail: z.string(),
  openedAt: z.iso.datetime(),
  overAt: z.iso.datetime().nullable(),
});

const hourMs = 3_600_000;
const triedForMs = 3 * 24 * hourMs;

/**
 * Alerts to ALERT_WEBHOOK_URL, signed, tried for three days. The resolved address is checked: never a metadata service
 * or a link-local one.
 */
export const alertDelivery = (webhook: Webhook | null) =>
  defineDelivery({
    kind: "alert",
    title: "Alert",
    payload: alert,
    class: "keyed",
    isHeld: false,
    isWiped: true,
    lifeMs: triedForMs,
    pauses: [30_000, 60_000, 120_000, 600_000, ...Array.from({ length: triedForMs / hourMs }, () => hourMs)],
    destination: () => "ALERT_WEBHOOK_URL",
    async send({ http, company, count, log }, content) {
      if (!webhook) return { failed: "ALERT_WEBHOOK_URL is not set.", again: false };
      const { url, secret } = webhook;
      const body = JSON.stringify(content);
      const seconds = Math.floor(now().getTime() / 1_000);
      const headers = { "content-type": "application/json", "boardroom-signature": signatureOf(secret, seconds, body) };
      const request = { url, method: "POST", headers, body, truncates: true, isOperators: true } as const;
      const answered = await http.call({ company }, request).then(outcomeOfAnswer, outcomeOfFault);
      // The operator mends the receiver, whatever it answers now.
      const outcome = "failed" in answered ? { ...answered, again: true } : answered;
      if (!("ok" in outcome)) {
        count("alert_failures");
        log.warn({ event: "alert", kind: content.kind, outcome }, "an alert was not delivered");
      }
      return outcome;
    },
  });
