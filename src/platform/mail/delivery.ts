import { z } from "zod";
import { failureSentences, type Outcome as MailOutcome } from "#platform/mail/outcome.ts";
import { renderLetter } from "#platform/mail/render.ts";
import { defineDelivery, installation, type Outcome } from "#platform/outbox/delivery.ts";

const contents = z.strictObject({
  to: z.string(),
  letter: z.strictObject({
    subject: z.string(),
    paragraphs: z.array(z.string()).readonly(),
    action: z.strictObject({ label: z.string(), path: z.string() }).optional(),
    note: z.string().optional(),
  }),
});

/**
 * Mails of the installation. One whose sender is lost on the way goes a second time with the same Message-ID and a
 * sentence that says so, and never a third.
 */
export const mailDelivery = defineDelivery({
  kind: "mail",
  title: "System email",
  payload: contents,
  class: "keyed",
  doubts: 2,
  isHeld: false,
  isWiped: true,
  destination: () => "mail server",
  describe: ({ to, letter }) => ({ what: letter.subject, to }),
  async send({ mail: { mailer, publicUrl }, log, company, count }, { to, letter }, { id, doubts, createdAt }) {
    if (!mailer) return { failed: failureSentences.off, again: false, isOwnFault: true };
    const rendered = renderLetter(letter, publicUrl, doubts > 0);
    const outcome = await mailer.send({ ...rendered, to, id, date: createdAt });
    // A mail of the installation itself is an alert for its operator.
    if (outcome.kind !== "sent" && company === installation) count("alert_failures");
    if (outcome.kind !== "sent")
      log.warn(
        { event: "mail", mail: id, company, failure: outcome.failure, answer: outcome.response },
        "a mail was not sent",
      );
    return outcomeOf(outcome);
  },
});

function outcomeOf(outcome: MailOutcome): Outcome {
  if (outcome.kind === "sent") return { ok: true };
  const sentence = failureSentences[outcome.failure];
  if (outcome.kind === "unknown") return { unknown: sentence };
  if (outcome.kind === "refused") return { failed: sentence, again: false, isOwnFault: true };
  return { failed: sentence, again: true, ...(!outcome.isServer && { isOwnFault: true as const }) };
}
