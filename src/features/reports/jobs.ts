import { userPasswordReset, userSessionsEnded } from "#features/accounts/events.ts";
import { revokeAll } from "#features/reports/calendar/service.ts";
import { defineListener, type Listener } from "#platform/jobs/background.ts";

export const listeners: readonly Listener[] = [
  defineListener<unknown>({
    name: "calendar-links",
    on: [userSessionsEnded, userPasswordReset],
    run: (tx, { id }) => revokeAll(tx, id ?? ""),
  }),
];
