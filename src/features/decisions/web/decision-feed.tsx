import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useMay } from "#features/accounts/web/queries.ts";
import { type DecisionLine, makeDecision } from "#features/decisions/contract.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { useGradually } from "#ui/kit/gradually.ts";
import { ScrollList, Section } from "#ui/kit/section.tsx";
import { SkeletonBlock } from "#ui/kit/waiting.tsx";
import { arrange } from "./arrange.ts";
import { DecisionCard } from "./decision-card.tsx";
import { type Outcome, useDecisions } from "./queries.ts";
import { SettledCard, SettledRow } from "./settled-card.tsx";

const history = 5;
/** Cards visible before scrolling. */
const visibleCards = 8;
const isSameOrder = (a: readonly string[], b: readonly string[]) => a.join() === b.join();

/** Pending decisions, most urgent first, then the last settled ones. */
export function DecisionFeed() {
  const { data, error } = useDecisions();
  const pending = data?.filter((decision) => decision.status === "pending") ?? [];
  const settled = data?.filter((decision) => decision.status !== "pending") ?? [];
  const all = data?.length ? (
    <Link href="/decisions" className="text-sm font-medium">
      All decisions
    </Link>
  ) : null;
  return (
    <Section
      id="decision-feed"
      title="Decision Feed"
      note={pending.length ? `${pending.length === 50 ? "50 or more" : pending.length} pending` : undefined}
      actions={all}
    >
      {error && !data ? (
        <Fault error={error} what="Couldn't load decisions" />
      ) : !data ? (
        <SkeletonBlock className="h-[300px] rounded-card" />
      ) : (
        <Cards pending={pending} settled={settled} />
      )}
    </Section>
  );
}

function Cards({ pending, settled }: { pending: DecisionLine[]; settled: DecisionLine[] }) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [busy, setBusy] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const [shown, setShown] = useState<string[]>([]);
  const feed = useRef<HTMLDivElement>(null);
  const mayAsk = useMay(makeDecision);

  const kept = outcomes.map((entry) => entry.decision.id);
  const next = arrange(
    shown,
    pending.map((candidate) => candidate.id),
    kept,
    busy,
  );
  if (!isSameOrder(next.shown, shown)) setShown(next.shown);

  const end = (outcome: Outcome) => {
    const { id } = outcome.decision;
    setOutcomes((before) => [...before.filter((entry) => entry.decision.id !== id), outcome]);
    // The pressed button is gone, so the focus moves to its card.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        feed.current?.querySelector<HTMLElement>(`[data-decision="${id}"]`)?.focus({ preventScroll: true });
    });
  };
  const leave = (id: string) => {
    const hadFocus = feed.current?.querySelector(`[data-decision="${id}"]`)?.contains(document.activeElement);
    setOutcomes((before) => before.filter((entry) => entry.decision.id !== id));
    if (hadFocus) requestAnimationFrame(() => feed.current?.querySelector<HTMLElement>("article")?.focus());
  };

  const waiting = next.shown.filter((id) => !kept.includes(id));
  const leadId = openId && waiting.includes(openId) ? openId : waiting[0];
  const card = (id: string) => {
    const outcome = outcomes.find((entry) => entry.decision.id === id);
    if (outcome) return <Leaving key={id} outcome={outcome} onLeave={leave} />;
    const decision = pending.find((candidate) => candidate.id === id);
    if (!decision) return null;
    const full = id === leadId || id === waiting[0];
    return (
      <DecisionCard
        key={id}
        decision={decision}
        full={full}
        primary={id === leadId}
        onOpen={() => setOpenId(id)}
        onEnd={end}
      />
    );
  };
  // The first card stays outside the scrolling list, so its buttons are always visible.
  const first = next.shown.findIndex((id) => !kept.includes(id)) + 1;
  const free = next.shown.slice(0, first);
  const rest = useGradually(next.shown.slice(first), visibleCards);
  const past = settled.filter((decision) => !kept.includes(decision.id)).slice(0, history);

  return (
    <div
      ref={feed}
      onMouseEnter={() => setBusy(true)}
      onMouseLeave={() => setBusy(false)}
      onFocus={(event) => setBusy(event.target.matches(":focus-visible"))}
      onBlur={() => setBusy(false)}
    >
      <p className="sr-only" aria-live="polite">
        {next.fresh.length > 0 && `${next.fresh.length} new`}
      </p>
      {next.fresh.length > 0 && (
        <Button small className="mb-2" onClick={() => setShown(pending.map((candidate) => candidate.id))}>
          {next.fresh.length} new
        </Button>
      )}
      {next.shown.length === 0 && past.length === 0 && (
        <Empty
          title="No proposals yet"
          actions={
            mayAsk && (
              <Link href="/decisions" className={buttonClass()}>
                Ask for a proposal
              </Link>
            )
          }
        >
          Proposals that need your approval appear here.
        </Empty>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">{free.map(card)}</div>
      {(rest.length > 0 || past.length > 0) && (
        <ScrollList label="More decisions">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-2">{rest.map(card)}</div>
          {past.length > 0 && (
            <ul className={next.shown.length ? "mt-2" : "-mt-2"}>
              {past.map((decision) => (
                <SettledRow key={decision.id} decision={decision} />
              ))}
            </ul>
          )}
        </ScrollList>
      )}
    </div>
  );
}

/** A stable callback, so the card's timer starts only once. */
function Leaving({ outcome, onLeave }: { outcome: Outcome; onLeave: (id: string) => void }) {
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  const id = outcome.decision.id;
  const [go] = useState(() => () => latest.current(id));
  return <SettledCard outcome={outcome} onLeave={go} />;
}
