import { z } from "zod";
import { cursor, nextCursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant } from "#contract/words.ts";

/** What a notification is about. */
export const notificationKinds = [
  "proposal",
  "deadline",
  "approval",
  "forecast",
  "task",
  "budget",
  "run",
  "import",
  "comment",
  "brief",
  "oversight",
  "policy",
  "webhook",
  "integration",
  "mail",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const keptDays = 90;

export const notification = z.strictObject({
  id,
  kind: z.enum(notificationKinds),
  title: z.string(),
  detail: z.string(),
  /** The page it opens. */
  href: z.string(),
  /** The role of the agent it is about. */
  role: z.enum(agentRoleIds).nullable(),
  at: instant,
  read: z.boolean(),
  /** Whether its subject still waits for this person. */
  needsYou: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

export const notificationViews = ["all", "needs-you"] as const;
export type NotificationView = (typeof notificationViews)[number];

const counts = { unread: z.number().int(), needsYou: z.number().int() };
/** When the newest unread notification was made, in whichever view it is. */
const newestUnreadAt = instant.nullable();

export const listNotifications = endpoint("GET", "/api/notifications", {
  summary: `The signed-in person's notifications of the last ${keptDays} days, newest first; \`needs-you\` gives those whose subject still waits for them.`,
  query: { view: z.enum(notificationViews).optional(), cursor },
  response: z.strictObject({ items: z.array(notification), ...counts, newestUnreadAt, nextCursor }),
  access: "viewer",
  rate: "polled",
});

export const countNotifications = endpoint("GET", "/api/notifications/count", {
  summary: "How many notifications the signed-in person has not read.",
  response: z.strictObject({ unread: counts.unread }),
  access: "viewer",
  rate: "polled",
});

const unread = z.strictObject({ unread: counts.unread });

export const readNotification = endpoint("POST", "/api/notifications/:id/read", {
  summary: "Marks one of the signed-in person's notifications as read.",
  params: { id },
  response: unread,
  access: "viewer",
});

export const readNotifications = endpoint("POST", "/api/notifications/read", {
  summary: "Marks the signed-in person's notifications as read, those newer than `until` excepted.",
  body: z.strictObject({ until: instant }),
  response: unread,
  access: "viewer",
});
