import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant } from "#contract/words.ts";

const deliveryStatuses = ["held", "sending", "sent", "unknown", "failed", "cancelled"] as const;

const delivery = z.strictObject({
  id,
  /** "Webhook". */
  kind: z.string(),
  what: z.string(),
  /** The receiver while it is not settled, afterwards only where it went. */
  to: z.string(),
  status: z.enum(deliveryStatuses),
  /** When it is sent or tried again; null if it waits for something else, or is settled. */
  dueAt: instant.nullable(),
  /** What it waits for besides its time: a hold, a delivery before it, or a destination that fails. */
  waitsFor: z.enum(["hold", "order", "destination"]).nullable(),
  attempts: z.number().int(),
  /** How many later deliveries wait behind it to keep their order. */
  behind: z.number().int(),
  /** Why it failed, or what the receiver said. */
  answer: z.string().nullable(),
  createdAt: instant,
  settledAt: instant.nullable(),
  /** Who allowed it; null if no agent sends it. */
  allowedBy: z.string().nullable(),
  decision: z.strictObject({ id, number: z.number().int() }).nullable(),
  /** Whether its content is still there, so that it can be sent again. */
  isRepeatable: z.boolean(),
});
export type Delivery = z.infer<typeof delivery>;

export const outboxPage = z.strictObject({
  /** Since when a hold on autonomous work holds agents' deliveries; null: none does. */
  heldAt: instant.nullable(),
  /** Deliveries that need a person, oldest first. */
  stuck: z.array(delivery),
  /** Deliveries that will leave, the next first. */
  scheduled: z.array(delivery),
  /** Deliveries of the last 24 hours that left or were cancelled, newest first. */
  settled: z.array(delivery),
  counts: z.strictObject({ stuck: z.number().int(), scheduled: z.number().int(), sent: z.number().int() }),
  /** Destinations that failed last, and until when nothing is sent there. */
  destinations: z.array(
    z.strictObject({
      name: z.string(),
      failures: z.number().int(),
      restsUntil: instant.nullable(),
      answer: z.string(),
    }),
  ),
});
export type OutboxPage = z.infer<typeof outboxPage>;

export const getOutbox = endpoint("GET", "/api/outbox", {
  summary: "What will leave the product and when, what left, and what is stuck; at most 100 of each.",
  response: outboxPage,
  access: "viewer",
  rate: "polled",
});

const changed = { params: { id }, response: outboxPage, rate: "normal" } as const;

export const cancelDelivery = endpoint("POST", "/api/outbox/:id/cancel", {
  summary: "Cancels a delivery that has not been sent.",
  access: "approver",
  scope: "decide",
  ...changed,
});

export const sendDeliveryNow = endpoint("POST", "/api/outbox/:id/send", {
  summary: "Sends a scheduled delivery now.",
  access: "approver",
  scope: "decide",
  ...changed,
});

export const retryDelivery = endpoint("POST", "/api/outbox/:id/retry", {
  summary: "Sends a stuck delivery again, from its first attempt on.",
  access: "approver",
  scope: "decide",
  ...changed,
});

export const markDeliveryDone = endpoint("POST", "/api/outbox/:id/done", {
  summary: "Marks a stuck delivery as done, because it arrived or was done by other means.",
  access: "approver",
  scope: "decide",
  ...changed,
});
