import { Bell } from "lucide-react";
import { onDemand, preload } from "#ui/on-demand.ts";
import { plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { useUnread } from "./queries.ts";

const Panel = onDemand(() => import("./panel.tsx"));

type Props = { open: boolean; onOpen: () => void; onClose: () => void };

/** The bell in the bar, with a mark while something is unread, and the list behind it. */
export function NotificationBell({ open, onOpen, onClose }: Props) {
  const unread = useUnread() ?? 0;
  return (
    <>
      <Button
        look="quiet"
        small
        icon
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : "Notifications"}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="n"
        className="relative"
        onPointerEnter={preload(Panel.load)}
        onFocus={preload(Panel.load)}
        onClick={onOpen}
      >
        <Bell size={17} strokeWidth={1.75} aria-hidden />
        {unread > 0 && (
          <span
            aria-hidden
            data-testid="unread"
            className="absolute top-1 right-1 size-[9px] rounded-full border-2 border-canvas bg-accent-fill"
          />
        )}
      </Button>
      <span role="status" className="sr-only">
        {unread > 0 && plural(unread, "unread notification")}
      </span>
      {open && <Panel onClose={onClose} />}
    </>
  );
}
