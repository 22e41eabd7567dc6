import { event } from "#platform/journal/event.ts";

const ofNeed = {
  resource: "need",
  feed: null,
  refreshes: ["today"],
} as const;

export const needSnoozed = event("need.snoozed", ofNeed, (key: string, until: string) => ({
  id: null,
  title: "Line snoozed",
  details: { key, until },
}));

export const needWoken = event("need.woken", ofNeed, (key: string) => ({
  id: null,
  title: "Snoozed line shown again",
  details: { key },
}));
