import { addDays } from "#contract/days.ts";
import { shorten } from "#contract/words.ts";
import { pluralize } from "#contract/format.ts";
import type { NotificationKind } from "#features/notifications/contract.ts";
import type { PushChoices, QuietHours } from "#features/notifications/push/contract.ts";
import { waitingKinds } from "#features/notifications/rules.ts";

export const noChoices: PushChoices = { about: "needs-you", quiet: null, brief: false, approvals: false };

/** Kinds that wait for somebody though no list of theirs says so. */
const urgentKinds: readonly NotificationKind[] = ["comment", "oversight", "integration"];

export const isWanted = (kind: NotificationKind, { about }: Pick<PushChoices, "about">): boolean =>
  about === "all" || waitingKinds.includes(kind) || urgentKinds.includes(kind);

/** The day and time at which quiet hours end that hold at this local day and time; null outside them. */
export function quietUntil({ from, to }: QuietHours, day: string, time: string): { day: string; time: string } | null {
  const isOvernight = from > to;
  const isQuiet = isOvernight ? time >= from || time < to : time >= from && time < to;
  return isQuiet ? { day: time < to ? day : addDays(day, 1), time: to } : null;
}

/** What a browser shows; the service worker reads it. */
export type Shown = {
  title: string;
  body: string;
  /** Replaces an earlier notification about the same thing. */
  tag: string;
  href: string;
  /** The label of the button that opens it. */
  open: string;
};

const buttons: Partial<Record<NotificationKind, string>> = {
  proposal: "Open proposal",
  deadline: "Open proposal",
  approval: "Open decision",
  forecast: "Open forecast",
  task: "Open task",
  run: "Open run",
  brief: "Read brief",
  comment: "Open comment",
};

type Notice = { kind: NotificationKind; subject: string; title: string; detail: string; href: string };

/** Push services carry 4,096 bytes, encryption included. */
const [longestTitle, longestBody] = [200, 400];

/** One notification, or a line about all that came during quiet hours; null if there is none. */
export function shownOf(notices: readonly Notice[]): Shown | null {
  const [first, ...more] = notices;
  if (!first) return null;
  if (more.length === 0)
    return {
      title: shorten(first.title, longestTitle),
      body: shorten(first.detail, longestBody),
      tag: `${first.kind}:${first.subject}`,
      href: first.href,
      open: buttons[first.kind] ?? "Open",
    };
  return {
    title: `${pluralize(notices.length, "notification")} since your quiet hours began`,
    body: shorten(notices.map(({ title }) => title).join(" · "), longestBody),
    tag: "quiet",
    href: "/",
    open: "Open Boardroom",
  };
}

export const testShown = (href: string): Shown => ({
  title: "Notifications work on this device",
  body: "Boardroom will tell you here what needs you.",
  tag: "test",
  href,
  open: "Open settings",
});
