import { type KeyboardEvent, useState } from "react";
import { Link, useLocation } from "wouter";
import { useOverdue } from "#features/expertise/web/queries.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { keptDays, type Notification, type NotificationView } from "#features/notifications/contract.ts";
import { sentenceOf } from "#ui/api.ts";
import { dayIn, useNow } from "#ui/clock.ts";
import { longDate } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { SidePanel } from "#ui/kit/side-panel.tsx";
import { NotificationItem } from "./notification-item.tsx";
import { useNotifications, useRead, useReadAll } from "./queries.ts";

/** Pending items and notifications of the person, grouped by day. */
export default function NotificationPanel({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const [view, setView] = useState<NotificationView>("all");
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useNotifications(view);
  const { mutate: markRead } = useRead();
  const { mutate: readAll, isPending: isReadingAll } = useReadAll();
  const [first] = data?.pages ?? [];
  const items = data?.pages.flatMap((page) => page.items) ?? [];

  const open = ({ id, href, read }: Notification, isNewTab: boolean) => {
    if (!read) markRead(id);
    if (isNewTab) return void window.open(href, "_blank", "noopener");
    onClose();
    navigate(href);
  };
  return (
    <SidePanel
      title="Notifications"
      closeLabel="Close notifications"
      wide
      onClose={onClose}
      head={
        <>
          <span aria-hidden className="font-semibold">
            Notifications
          </span>
          <span className="min-w-0 flex-1 text-sm text-ink-2">
            {first && first.unread > 0 && `${first.unread} unread`}
          </span>
          {first?.newestUnreadAt && (
            <Button look="quiet" small disabled={isReadingAll} onClick={() => readAll(first.newestUnreadAt ?? "")}>
              Mark all read
            </Button>
          )}
        </>
      }
      foot={<span className="text-sm text-ink-3">Kept for {keptDays} days</span>}
    >
      <div className="px-3 pt-1">
        <Segmented
          label="Which notifications"
          options={[
            { value: "needs-you", label: `Needs you${first?.needsYou ? ` ${first.needsYou}` : ""}` },
            { value: "all", label: "All" },
          ]}
          value={view}
          onChange={setView}
        />
        {error && (
          <p role="alert" className="py-3 text-danger">
            {sentenceOf(error)}
          </p>
        )}
        {first && items.length === 0 && <None view={view} />}
        <Days items={items} onOpen={open} />
        {hasNextPage && (
          <Button small className="my-3" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load older
          </Button>
        )}
      </div>
    </SidePanel>
  );
}

const None = ({ view }: { view: NotificationView }) =>
  view === "all" ? (
    <Empty title="No notifications yet">
      Proposals that wait for you, deadlines, your due tasks, failed runs and finished imports appear here.
    </Empty>
  ) : (
    <NothingWaits />
  );

/** Nothing is called quiet beside what is overdue. */
function NothingWaits() {
  const overdue = useOverdue();
  if (!overdue) return null;
  return (
    <Empty title={overdue.text ?? "Nothing needs you"}>
      {overdue.text && overdue.href && (
        <>
          <Link href={overdue.href}>See what is overdue</Link>.{" "}
        </>
      )}
      Proposals, due forecasts and due tasks that wait for you appear here.
    </Empty>
  );
}

type DaysProps = { items: readonly Notification[]; onOpen: (item: Notification, isNewTab: boolean) => void };

function Days({ items, onOpen }: DaysProps) {
  const { timeZone } = useCompany();
  const today = dayIn(useNow(), timeZone);
  const days = Map.groupBy(items, ({ at }) => dayIn(Date.parse(at), timeZone));
  return (
    // The arrows move between the lines; each is a button of its own.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={moveFocus}>
      {[...days].map(([day, lines]) => (
        <section key={day}>
          <h3 className="border-b border-line pt-3 pb-1.5 text-xs text-ink-2">
            {day === today ? "Today" : longDate(day, "UTC")}
          </h3>
          <ul>
            {lines.map((item) => (
              <NotificationItem key={item.id} item={item} timeZone={timeZone} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Arrow keys go to the next or previous line. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-notification]")];
  const at = lines.findIndex((line) => line.closest("li")?.contains(document.activeElement));
  const next = lines[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
