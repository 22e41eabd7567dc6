import type { PushChoices } from "#features/notifications/push/contract.ts";
import { event } from "#platform/journal/event.ts";

const ofDevice = {
  resource: "push_device",
  feed: null,
  refreshes: ["push"],
} as const;
type Device = { id: string; userId: string; service: string };

export const pushDeviceAdded = event("push_device.added", ofDevice, ({ id, userId, service }: Device) => ({
  id,
  title: "Notifications switched on for a device",
  details: { userId, service },
}));
export const pushDeviceRemoved = event(
  "push_device.removed",
  ofDevice,
  ({ id, userId, service }: Device, because?: string) => ({
    id,
    title: "Notifications switched off for a device",
    details: { userId, service, ...(because && { because }) },
  }),
);
export const pushDeviceTried = event("push_device.tried", ofDevice, ({ id, userId, service }: Device) => ({
  id,
  title: "Test notification sent to a device",
  details: { userId, service },
}));

/** Without the hours, which are the person's own. */
export const pushChosen = event(
  "push.chosen",
  {
    resource: "push",
    feed: null,
    refreshes: ["push"],
  },
  ({ about, quiet, brief, approvals }: PushChoices) => ({
    id: null,
    title: "Choice of notifications changed",
    details: { about, hasQuietHours: quiet !== null, brief, approvals },
  }),
);
