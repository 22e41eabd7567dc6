import { event } from "#platform/journal/event.ts";

const common = {
  resource: "delivery",
  feed: null,
  refreshes: ["outbox"],
  complianceRelevant: true,
} as const;

type Changed = { id: string; kind: string; label: string; destination: string; answer: string | null };

const entry = (words: string, { id, kind, label, destination, answer }: Changed) => ({
  id,
  title: `${words}: ${label || kind}`,
  details: { kind, label, destination, answer },
});

/** What agents had sent; deliveries without a grant have their own logs. */
export const deliverySent = event("delivery.sent", { ...common, isPublic: true }, (one: Changed) =>
  entry("Delivered", one),
);
export const deliveryFailed = event(
  "delivery.failed",
  { ...common, isPublic: true, severity: "warning" },
  (one: Changed) => entry("Not delivered", one),
);
export const deliveryUnknown = event(
  "delivery.unknown",
  { ...common, isPublic: true, severity: "warning" },
  (one: Changed) => entry("May have been delivered", one),
);

export const deliveryCancelled = event("delivery.cancelled", common, (one: Changed) =>
  entry("Delivery cancelled", one),
);
export const deliveryHurried = event("delivery.sent_now", common, (one: Changed) =>
  entry("Delivery sent before its time", one),
);
export const deliveryRetried = event("delivery.retried", common, (one: Changed) => entry("Delivery sent again", one));
export const deliveryDone = event("delivery.marked_done", common, (one: Changed) =>
  entry("Delivery marked as done", one),
);
