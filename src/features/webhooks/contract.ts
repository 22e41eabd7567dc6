import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant, lengths, text } from "#contract/words.ts";
import { hookName, incomingHook } from "#features/webhooks/incoming/contract.ts";

const eventType = text(lengths.name);
const events = z
  .array(eventType)
  .min(1, "Choose at least one event")
  .max(200)
  .transform((all) => [...new Set(all)]);

const webhook = z.strictObject({
  id,
  name: z.string(),
  /** Where it posts to. */
  address: z.string(),
  events: z.array(z.string()),
  isOn: z.boolean(),
  /** Why Boardroom switched it off; null if a person did, or it is on. */
  offBecause: z.string().nullable(),
  /** Since when every delivery fails; null: the last one arrived. */
  failingSince: instant.nullable(),
  /** Until when messages are signed with the previous secret as well. */
  oldSecretUntil: instant.nullable(),
  createdAt: instant,
});
export type Webhook = z.infer<typeof webhook>;

/** One request to the receiver, and what came back. */
const attempt = z.strictObject({
  at: instant,
  ms: z.number().int(),
  /** Null without an answer. */
  status: z.number().int().nullable(),
  /** Why it failed; null if it arrived. */
  fault: z.string().nullable(),
  sent: z.record(z.string(), z.string()),
  /** The headers of the answer and the beginning of its body. */
  headers: z.record(z.string(), z.string()),
  answer: z.string(),
});
export type Attempt = z.infer<typeof attempt>;

const webhookMessage = z.strictObject({
  id,
  type: z.string(),
  body: z.record(z.string(), z.unknown()),
  status: z.enum(["held", "sending", "sent", "unknown", "failed", "cancelled"]),
  /** When it is tried again; null if it waits for something else, or is settled. */
  dueAt: instant.nullable(),
  attempts: z.array(attempt),
  createdAt: instant,
});
export type WebhookMessage = z.infer<typeof webhookMessage>;

const webhooksPage = z.strictObject({
  webhooks: z.array(webhook),
  incoming: z.array(incomingHook),
  /** The events that can be chosen. */
  events: z.array(z.strictObject({ type: z.string(), group: z.string(), label: z.string() })),
  /** Where rows that arrive can go, with the fields of each. */
  targets: z.array(
    z.strictObject({
      target: z.string(),
      label: z.string(),
      needsId: z.boolean(),
      fields: z.array(z.strictObject({ name: z.string(), label: z.string(), required: z.boolean() })),
      example: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ),
});
export type WebhooksPage = z.infer<typeof webhooksPage>;

export const getWebhooks = endpoint("GET", "/api/webhooks", {
  summary: "The company's webhooks, its addresses for incoming rows, and what can be chosen for them.",
  response: webhooksPage,
  access: "admin",
  scope: "browser",
  rate: "polled",
});

const address = z.url({ protocol: /^https?$/, error: "Use an address that starts with https://" }).max(lengths.reason);
/** The secret is shown once, so the answer is not kept for a repetition. */
const once = { rate: "normal", takesKey: false } as const;
const shownOnce = z.strictObject({ webhook, secret: z.string() });

export const addWebhook = endpoint("POST", "/api/webhooks", {
  summary: "Adds a webhook; its secret is in this answer only.",
  body: z.strictObject({ name: hookName, address, events }),
  response: shownOnce,
  access: "admin",
  scope: "browser",
  ...once,
});

const changed = { params: { id }, response: webhook, rate: "normal" } as const;

export const changeWebhook = endpoint("PUT", "/api/webhooks/:id", {
  summary: "Changes a webhook, or switches it off or on again.",
  body: z.strictObject({
    name: hookName.optional(),
    address: address.optional(),
    events: events.optional(),
    isOn: z.boolean().optional(),
  }),
  access: "admin",
  scope: "browser",
  ...changed,
});

export const removeWebhook = endpoint("DELETE", "/api/webhooks/:id", {
  summary: "Removes a webhook with its log; what it has not delivered is cancelled.",
  access: "admin",
  ...changed,
  response: z.strictObject({ removed: z.boolean() }),
});

export const rotateSecret = endpoint("POST", "/api/webhooks/:id/secret", {
  summary: "Gives a webhook a new secret; for a day its messages are signed with the previous one as well.",
  params: { id },
  response: shownOnce,
  access: "admin",
  scope: "browser",
  ...once,
});

export const endRotation = endpoint("DELETE", "/api/webhooks/:id/secret", {
  summary: "Ends the use of the previous secret at once.",
  access: "admin",
  ...changed,
});

export const testWebhook = endpoint("POST", "/api/webhooks/:id/test", {
  summary: "Sends a test message to a webhook.",
  access: "admin",
  ...changed,
  response: z.strictObject({ id }),
});

export const listMessages = endpoint("GET", "/api/webhooks/:id/messages", {
  summary: "The last 100 messages of a webhook with every request and answer, newest first.",
  params: { id },
  response: z.array(webhookMessage),
  access: "admin",
  rate: "polled",
});

export const sendAgain = endpoint("POST", "/api/webhooks/:id/messages/:message/send", {
  summary: "Sends a message again under its id.",
  access: "admin",
  ...changed,
  params: { id, message: id },
  response: z.strictObject({ id }),
});
