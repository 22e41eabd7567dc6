import { event } from "#platform/journal/event.ts";

const ofLink = {
  resource: "calendar_link",
  feed: null,
  refreshes: ["calendar"],
  complianceRelevant: true,
} as const;
type Link = { id: string; userId: string };

export const calendarLinkAdded = event("calendar_link.added", ofLink, ({ id, userId }: Link) => ({
  id,
  title: "Calendar address made",
  details: { userId },
}));
export const calendarLinkRevoked = event("calendar_link.revoked", ofLink, ({ id, userId }: Link, because?: string) => ({
  id,
  title: "Calendar address revoked",
  details: { userId, ...(because && { because }) },
}));
