import { HandOn } from "#ui/kit/hand-on.tsx";
import { type ReactNode, useEffect, useState } from "react";
import { useUser } from "#features/accounts/web/queries.ts";
import type { NeedShown } from "#features/today/contract.ts";
import { now } from "#ui/clock.ts";
import { plural } from "#ui/format.ts";
import { Fault } from "#ui/kit/empty.tsx";
import { Fold } from "#ui/kit/fold.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { SkeletonBlock } from "#ui/kit/waiting.tsx";
import { useNarrow } from "#ui/narrow.ts";
import { groupOf, mondayOf } from "./days.ts";
import { NeedRow, SettledLine } from "./need-row.tsx";
import { useActs, useNeeds } from "./queries.ts";
import { SinceList } from "./since-list.tsx";

/** Lines shown until more are asked for: fewer where each takes more room. */
const shownFirst = { wide: 10, narrow: 5 };

type View = "now" | "monday" | "visit";

/** What needs a person, by the day to act and the amount; and what happened since Monday or the last visit. */
export function NeedsYou({ isBegun }: { isBegun: boolean }) {
  const { data, error } = useNeeds();
  const { settled, act, undo } = useActs();
  const [view, setView] = useState<View>("now");
  const [isWhole, setWhole] = useState(false);
  const lastVisit = useLastVisit();
  const mostShown = useNarrow() ? shownFirst.narrow : shownFirst.wide;
  if (error && !data) return <Fault error={error} what="Couldn't load what needs you" />;
  if (!data) return isBegun ? <SkeletonBlock className="h-[180px] rounded-card" /> : null;
  const { today } = data;
  const done = new Map(settled.map((one) => [one.line.key, one]));
  const open = data.lines.filter(({ key, snoozed }) => !snoozed && !done.has(key));
  const snoozed = data.lines.filter((line) => line.snoozed && !done.has(line.key));
  if (data.lines.length === 0 && settled.length === 0 && !isBegun) return null;
  const group = (name: ReturnType<typeof groupOf>) => open.filter((line) => groupOf(line, today) === name);
  const [due, week, later] = [group("today"), group("week"), group("later")];
  const shownDue = isWhole ? due : due.slice(0, mostShown);
  const isBusy = act.isPending || undo.isPending;
  const first = [...due, ...week][0]?.key;
  const rows = (lines: readonly NeedShown[]) =>
    lines.map((line) => (
      <NeedRow
        key={line.key}
        line={line}
        today={today}
        isFirst={line.key === first}
        isBusy={isBusy}
        onAct={(doing) => act.mutate({ line, act: doing })}
      />
    ));
  return (
    <Section
      title="Needs you"
      id="needs-you"
      className="mb-3 md:mb-10"
      note={open.length > 0 ? `${due.length + week.length} this week, by date, then amount` : "nothing right now"}
      actions={
        <>
          <Segmented<View>
            label="Show"
            value={view}
            onChange={setView}
            options={[
              { value: "now", label: "Now" },
              { value: "monday", label: "Since Monday" },
              ...(lastVisit ? [{ value: "visit" as const, label: "Since last visit" }] : []),
            ]}
          />
          <HandOn small name="Needs you" />
        </>
      }
    >
      {view === "now" ? (
        <>
          <Group title="Today" count={due.length}>
            {rows(shownDue)}
            {settled.map((one) => (
              <SettledLine key={one.line.key} of={one} isBusy={isBusy} onUndo={() => undo.mutate(one)} />
            ))}
          </Group>
          {due.length > shownDue.length && (
            <button
              type="button"
              className="mt-1 min-h-9 text-sm font-medium text-accent"
              onClick={() => setWhole(true)}
            >
              Show all {due.length}
            </button>
          )}
          <Group title="By Sunday" count={week.length}>
            {rows(week)}
          </Group>
          <Folded title="Later" lines={later} isOpen={open.length <= mostShown}>
            {rows(later)}
          </Folded>
          <Folded title="Snoozed" lines={snoozed}>
            {rows(snoozed)}
          </Folded>
        </>
      ) : (
        <SinceList from={view === "monday" ? mondayOf(today) : (lastVisit ?? mondayOf(today))} />
      )}
    </Section>
  );
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const isEmpty = count === 0 && (!Array.isArray(children) || children.flat().length === 0);
  if (isEmpty) return null;
  return (
    <>
      <h3 className="border-t border-line pt-2 pb-1 text-xs text-ink-3">
        {title} {count > 0 && <span className="num ml-1">{count}</span>}
      </h3>
      <ul aria-label={title}>{children}</ul>
    </>
  );
}

function Folded({
  title,
  lines,
  isOpen = false,
  children,
}: {
  title: string;
  lines: readonly NeedShown[];
  isOpen?: boolean;
  children: ReactNode;
}) {
  if (lines.length === 0) return null;
  return (
    <Fold
      open={isOpen}
      className="border-t border-line py-2"
      title={
        <span>
          {title} <span className="num ml-1 font-normal text-ink-3">{plural(lines.length, "line")}</span>
        </span>
      }
    >
      <ul aria-label={title} className="mt-1">
        {children}
      </ul>
    </Fold>
  );
}

/** A pause of this length begins another visit. */
const pauseMs = 30 * 60_000;

/** When the previous visit of this person ended in this browser; null on the first. */
function useLastVisit(): string | null {
  const id = useUser()?.id ?? "";
  const key = `boardroom.visit.${id}`;
  const [before] = useState(() => {
    const [seen, last] = (localStorage.getItem(key) ?? "").split(" ");
    return seen && now() - Number(seen) > pauseMs ? seen : last || null;
  });
  useEffect(() => {
    const note = () => localStorage.setItem(key, `${now()} ${before ?? ""}`);
    note();
    const timer = setInterval(note, 60_000);
    return () => clearInterval(timer);
  }, [key, before]);
  return before && new Date(Number(before)).toISOString();
}
