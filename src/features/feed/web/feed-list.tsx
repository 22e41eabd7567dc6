import { ArrowUp } from "lucide-react";
import { Fragment, useState, useSyncExternalStore } from "react";
import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { FeedItem, FeedPage } from "#features/feed/contract.ts";
import { countNewer, visibleItems } from "#features/feed/rules.ts";
import { useNow } from "#ui/clock.ts";
import { longDate } from "#ui/format.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { dayOf } from "./age.ts";
import { FeedRow } from "./feed-row.tsx";
import { type FeedFilter, useOlder } from "./queries.ts";

/** Scrolled this many pixels, the user is reading. */
const readingOffset = 80;
const subscribe = (listener: () => void) => {
  window.addEventListener("scroll", listener, { passive: true });
  return () => window.removeEventListener("scroll", listener);
};
const useScrolled = (): boolean => useSyncExternalStore(subscribe, () => window.scrollY > readingOffset);

type Props = { latest: FeedPage; filter: FeedFilter; onShowAll: () => void };

/** Grouped by day. While the user reads, nothing moves and new entries wait behind a button. */
export function FeedList({ latest, filter, onShowAll }: Props) {
  const [held, setHeld] = useState<FeedPage | null>(null);
  const [older, setOlder] = useState<readonly FeedPage[]>([]);
  const more = useOlder(filter);
  const reading = useScrolled() || older.length > 0;
  if (reading && !held) setHeld(latest);
  if (!reading && held) setHeld(null);
  const first = held ?? latest;
  const items = visibleItems(first, latest, older);
  const newCount = countNewer(first, latest);
  const cursor = (older.at(-1) ?? first).nextCursor;

  const showNew = () => {
    setOlder([]);
    setHeld(null);
    window.scrollTo(0, 0);
  };
  if (items.length === 0 && !cursor)
    return <EmptyFeed isFiltered={Object.values(filter).some(Boolean)} onShowAll={onShowAll} />;
  return (
    <>
      <div role="status" className="sticky top-[calc(var(--spacing-bar)+12px)] z-10 flex h-0 justify-center">
        {newCount > 0 && (
          <Button look="primary" small className="shadow-lift" onClick={showNew}>
            <ArrowUp size={15} strokeWidth={1.75} aria-hidden /> {newCount} new
          </Button>
        )}
      </div>
      {items.length === 0 && (
        <Empty title="No matches yet">No matches in the entries searched so far. Search older ones.</Empty>
      )}
      <Days items={items} />
      {cursor && (
        <div className="flex items-center gap-3 border-t border-line pt-3">
          <Button
            small
            pending={more.isPending}
            onClick={() => more.mutate(cursor, { onSuccess: (page) => setOlder([...older, page]) })}
          >
            {items.length === 0 ? "Search older" : "Load older"}
          </Button>
          {more.error && (
            <span role="alert" className="text-sm text-danger">
              {more.error.message}
            </span>
          )}
        </div>
      )}
    </>
  );
}

function Days({ items }: { items: readonly FeedItem[] }) {
  const { timeZone } = useCompany();
  const today = dayOf(useNow(), timeZone);
  const days = Map.groupBy(items, (item) => dayOf(item.timestamp, timeZone));
  return [...days].map(([day, lines]) => (
    <Fragment key={day}>
      <h2 className="border-b border-line-strong pt-5 pb-[7px] font-semibold">
        {day === today ? "Today" : longDate(day, "UTC")}
      </h2>
      <ol>
        {lines.map((item) => (
          <FeedRow key={item.id} item={item} />
        ))}
      </ol>
    </Fragment>
  ));
}

function EmptyFeed({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (isFiltered)
    return (
      <Empty title="No Activity Yet" actions={<Button onClick={onShowAll}>Clear filters</Button>}>
        No activity matches these filters.
      </Empty>
    );
  return (
    <Empty
      title="No Activity Yet"
      actions={
        <Link href="/" className={buttonClass("primary")}>
          Open the control center
        </Link>
      }
    >
      Proposals, tasks, messages and new figures appear here as they happen.
    </Empty>
  );
}
