import * as lucide from "lucide-react";
import type { Notification, NotificationKind } from "#features/notifications/contract.ts";
import { clockTime, exactTime } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";

const buttonLabels: Partial<Record<NotificationKind, string>> = {
  proposal: "Review proposal",
  deadline: "Review proposal",
  forecast: "Open forecast",
  task: "Open task",
  budget: "Open budget",
  run: "See what happened",
  approval: "Review or undo",
};
const icons: Partial<Record<NotificationKind, lucide.LucideIcon>> = {
  deadline: lucide.CalendarClock,
  approval: lucide.BadgeCheck,
  task: lucide.SquareCheckBig,
  budget: lucide.Wallet,
  import: lucide.FileText,
  comment: lucide.MessageSquare,
  oversight: lucide.Shield,
  policy: lucide.SlidersHorizontal,
};

type Props = {
  item: Notification;
  timeZone: string;
  onOpen: (item: Notification, isNewTab: boolean) => void;
};

export function NotificationItem({ item, timeZone, onOpen }: Props) {
  const { kind, title, detail, role, at, read, needsYou } = item;
  const Icon = icons[kind] ?? lucide.Bell;
  const label = needsYou || ["run", "budget", "approval"].includes(kind) ? buttonLabels[kind] : undefined;
  return (
    <li className="relative flex gap-3 border-b border-line py-3">
      {!read && (
        <span aria-hidden className="absolute top-[19px] -left-3 size-[7px] rounded-full bg-accent-fill md:-left-3.5" />
      )}
      {role ? (
        <AgentBadge role={role} />
      ) : (
        <span
          aria-hidden
          className="grid size-[22px] flex-none place-items-center rounded-[5px] bg-agent-other-wash text-agent-other"
        >
          <Icon size={14} strokeWidth={2} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <button
          type="button"
          data-notification
          onClick={(event) => onOpen(item, event.ctrlKey || event.metaKey)}
          className={cx(
            "block w-full cursor-pointer text-left wrap-anywhere hover:underline",
            read ? "text-ink-2" : "font-medium",
          )}
        >
          {!read && <span className="sr-only">Unread: </span>}
          {title}
        </button>
        {detail && <p className="mt-0.5 text-xs wrap-anywhere text-ink-2">{detail}</p>}
        {label && (
          <Button small className="mt-2" onClick={(event) => onOpen(item, event.ctrlKey || event.metaKey)}>
            {label}
          </Button>
        )}
      </div>
      <time dateTime={at} title={exactTime(at, timeZone)} className="num flex-none text-xs text-ink-2">
        {clockTime(at, timeZone)}
      </time>
    </li>
  );
}
