import { z } from "zod";
import { event } from "#platform/journal/event.ts";

const ofUser = { resource: "user", feed: null, refreshes: [], severity: "warning", complianceRelevant: true } as const;

export const userLinkRequested = event(
  "user.password_link_requested",
  { ...ofUser, details: z.strictObject({}) },
  (id: string) => ({ id, title: "Link for a new password requested", details: {} }),
);

/** Ends the person's sessions and sockets. */
export const userPasswordRecovered = event(
  "user.password_recovered",
  { ...ofUser, details: z.strictObject({ sessionsEnded: z.int() }) },
  (id: string, sessionsEnded: number) => ({ id, title: "Password set by a mailed link", details: { sessionsEnded } }),
);
