import { z } from "zod";
import type { Attempt } from "#features/webhooks/contract.ts";
import { closedAt } from "#features/accounts/members/store.ts";
import { webhookSwitchedOff } from "#features/webhooks/events.ts";
import { bodyOf, isGivenUp, lifeMs, pauses, redact } from "#features/webhooks/rules.ts";
import * as store from "#features/webhooks/store.ts";
import { now } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";
import { note, read, write } from "#platform/db/transaction.ts";
import { safeWords } from "#platform/http-out/fault.ts";
import type { OutAnswer } from "#platform/http-out/http-out.ts";
import { outcomeOfAnswer, outcomeOfFault } from "#platform/http-out/outcome.ts";
import { openFor, secretsOf, signedHeaders } from "#platform/http/signature.ts";
import { record } from "#platform/journal/record.ts";
import { defineDelivery, type Outcome } from "#platform/outbox/delivery.ts";

/** The longest a receiver may take, and what is read and kept of its answer. */
const [timeoutMs, mostBytes, mostShown] = [15_000, 16 * 1024, 1_000];
/** Requests kept of a message. */
const mostAttempts = 20;

/**
 * A message to a webhook, under one id however often it is sent. Whatever the receiver answers but 2xx is worth another
 * attempt: it may be mended within the three days. What is given up holds no one up, because it can be sent again from
 * the log.
 */
export const webhookDelivery = defineDelivery({
  kind: "webhook",
  title: "Webhook",
  payload: z.strictObject({ webhookId: z.uuid(), messageId: z.uuid(), destination: z.string() }),
  class: "keyed",
  destination: ({ destination }) => destination,
  pauses,
  lifeMs,
  isWiped: true,
  async send(ctx, { webhookId, messageId }, { signal }) {
    const [webhook, message, closed] = await read(ctx, (tx) =>
      Promise.all([store.find(tx, webhookId), store.findMessage(tx, webhookId, messageId), closedAt(tx)]),
    );
    if (!webhook || !message) return { failed: "It was removed.", again: false, isOwnFault: true };
    if (closed) return { failed: "The company is closed.", again: false, isOwnFault: true };
    if (!webhook.isOn) return { failed: "The webhook is switched off.", again: false, isOwnFault: true };
    const body = JSON.stringify(bodyOf(message));
    const at = now();
    const secrets = secretsOf(ctx.secrets, webhook, at);
    const headers = {
      "content-type": "application/json",
      "user-agent": "Boardroom webhooks",
      ...signedHeaders(secrets, { id: `msg_${messageId}`, at, body }),
    };
    const url = openFor(ctx.secrets, webhook, webhook.address).toString();
    const request = { url, method: "POST", headers, body, signal, timeoutMs, mostBytes, truncates: true } as const;
    const started = performance.now();
    const answer = await ctx.http.call(ctx, request).catch((error: unknown) => ({ outcome: outcomeOfFault(error) }));
    const outcome = worthAnother("outcome" in answer ? answer.outcome : outcomeOfAnswer(answer));
    const ms = Math.round(performance.now() - started);
    const shown = { at: at.toISOString(), ms, sent: { ...headers, "webhook-signature": "[hidden]" } };
    const attempt = { ...shown, ...described(outcome, "outcome" in answer ? null : answer, [...secrets, url]) };
    const offBecause = await keep(ctx, webhook, message, attempt, attempt.status === 410);
    return offBecause === null ? outcome : { failed: offBecause, again: false, isOwnFault: true };
  },
});

function worthAnother(outcome: Outcome): Outcome {
  return "failed" in outcome ? { ...outcome, again: true } : outcome;
}

function described(
  outcome: Outcome,
  answer: OutAnswer | null,
  secrets: readonly string[],
): Pick<Attempt, "status" | "fault" | "headers" | "answer"> {
  return {
    status: answer?.status ?? null,
    fault: "failed" in outcome ? outcome.failed : "unknown" in outcome ? outcome.unknown : null,
    headers: redact(answer?.headers ?? []),
    answer: answer ? safeWords(Buffer.from(answer.body).toString(), secrets, mostShown) : "",
  };
}

/** Keeps a request with its answer. A webhook that fails for days, or is gone, is switched off: returns why. */
async function keep(
  ctx: Ctx,
  { id, failingSince: before }: store.WebhookRow,
  message: store.MessageRow,
  attempt: Attempt,
  isGone: boolean,
): Promise<string | null> {
  // A failure of long ago is over where nothing was tried since.
  const isOld = before !== null && before !== undefined && !(await read(ctx, (tx) => store.wasTried(tx, id, lifeMs)));
  const failingSince = attempt.fault === null ? null : isOld ? ctx.now : (before ?? ctx.now);
  await note(ctx, async (tx) => {
    await store.changeMessage(tx, message, { attempts: [...message.attempts, attempt].slice(-mostAttempts) });
    if (failingSince?.getTime() !== before?.getTime()) await store.change(tx, id, { failingSince });
  });
  if (!failingSince || !(isGone || isGivenUp(failingSince, ctx.now))) return null;
  const offBecause = isGone
    ? "The receiver answered that the address is gone for good (410)."
    : "Nothing was delivered for five days.";
  await write(ctx, async (tx) => {
    const row = await store.find(tx, id);
    if (!row?.isOn) return;
    await store.change(tx, id, { isOn: false, offBecause });
    await store.cancelAll(tx, id);
    await record(tx, webhookSwitchedOff(row, { because: offBecause }));
  });
  return offBecause;
}
