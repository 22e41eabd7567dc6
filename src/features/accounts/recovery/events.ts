import { event } from "#platform/journal/event.ts";

const ofUser = { resource: "user", feed: null, refreshes: [], severity: "warning", complianceRelevant: true } as const;

export const userLinkRequested = event("user.password_link_requested", ofUser, (id: string) => ({
  id,
  title: "Link for a new password requested",
  details: {},
}));

/** Ends the person's sessions and sockets. */
export const userPasswordRecovered = event("user.password_recovered", ofUser, (id: string, sessionsEnded: number) => ({
  id,
  title: "Password set by a mailed link",
  details: { sessionsEnded },
}));
