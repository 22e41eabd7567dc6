import { event } from "#platform/journal/event.ts";

const ofPin = {
  resource: "explore_pin",
  feed: null,
  refreshes: ["explore"],
} as const;

export const queryPinned = event("explore.pinned", ofPin, ({ id }: { id: string }) => ({
  id,
  title: "Query pinned to the dashboard",
  details: {},
}));

export const queryUnpinned = event("explore.unpinned", ofPin, ({ id }: { id: string }) => ({
  id,
  title: "Query taken off the dashboard",
  details: {},
}));
