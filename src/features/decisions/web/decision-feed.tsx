import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useMay } from "#features/accounts/web/queries.ts";
import { type DecisionLine, makeDecision } from "#features/decisions/contract.ts";
import { waitingRank } from "#features/decisions/rules.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { useGradually } from "#ui/kit/gradually.ts";
import { useNarrow } from "#ui/narrow.ts";
import { ScrollList, Section } from "#ui/kit/section.tsx";
import { SkeletonBlock } from "#ui/kit/waiting.tsx";
import { arrange } from "./arrange.ts";
import { DecisionCard } from "./decision-card.tsx";
import { type Outcome, useDecisions } from "./queries.ts";
import { SettledCard, SettledRow } from "./settled-card.tsx";

const history = 5;
/** Cards rendered first in the full list. */
const visibleCards = 8;
/** The collapsed list: heights in pixels, and how many cards it shows. */
const folded = { height: 400, card: 94, row: 54, cards: 3, cardsOnPhone: 0 };
const isSameOrder = (a: readonly string[], b: readonly string[]) => a.join() === b.join();

/** Highest cost of waiting first. */
const byWaiting = (one: DecisionLine, other: DecisionLine): number => waitingRank(one) - waitingRank(other);

/** Pending decisions by the cost of waiting, then the last settled ones. */
export function DecisionFeed() {
  const { data, error } = useDecisions();
  const pending = data?.filter((decision) => decision.status === "pending").toSorted(byWaiting) ?? [];
  const settled = data?.filter((decision) => decision.status !== "pending") ?? [];
  const counted = pending.filter(({ isTest }) => !isTest).length;
  const all = data?.length ? (
    <Link href="/decisions" className="text-sm font-medium">
      All decisions
    </Link>
  ) : null;
  return (
    <Section
      id="decision-feed"
      title="Decision Feed"
      note={counted > 0 ? `${pending.length === 50 ? `${counted} or more` : counted} pending` : undefined}
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

  const showOutcome = (outcome: Outcome) => {
    const { id } = outcome.decision;
    if (outcome.isUndone) {
      removeOutcome(id);
      return focusCard(id);
    }
    setOutcomes((before) => [...before.filter((entry) => entry.decision.id !== id), outcome]);
    // The pressed button is gone, so the focus moves to its card.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        feed.current?.querySelector<HTMLElement>(`[data-decision="${id}"]`)?.focus({ preventScroll: true });
    });
  };
  /** Focuses a card's title, not the card, where a key could decide; unless the focus has moved on. */
  const focusCard = (id: string, framesLeft = 120): void => {
    const at = document.activeElement;
    const isFree = at === document.body || at?.matches("#main h1, [data-toasts] *") || feed.current?.contains(at);
    if (!isFree) return;
    const title = feed.current?.querySelector<HTMLElement>(`article[data-decision="${id}"] h3 a`);
    if (title) title.focus({ preventScroll: true });
    else if (framesLeft > 0) requestAnimationFrame(() => focusCard(id, framesLeft - 1));
  };
  const removeOutcome = (id: string) => {
    const hadFocus = feed.current?.querySelector(`[data-decision="${id}"]`)?.contains(document.activeElement);
    setOutcomes((before) => before.filter((entry) => entry.decision.id !== id));
    // Not to the next card, where a key could decide.
    if (hadFocus) requestAnimationFrame(() => feed.current?.focus({ preventScroll: true }));
  };

  const waiting = next.shown.filter((id) => !kept.includes(id));
  const leadId = openId && waiting.includes(openId) ? openId : waiting[0];
  const card = (id: string) => {
    const outcome = outcomes.find((entry) => entry.decision.id === id);
    if (outcome) return <OutcomeCard key={id} outcome={outcome} onLeave={removeOutcome} />;
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
        onEnd={showOutcome}
      />
    );
  };
  // The first card stays outside the scrolling list, so its buttons are always visible.
  const first = next.shown.findIndex((id) => !kept.includes(id)) + 1;
  const pinned = next.shown.slice(0, first);
  const narrow = useNarrow();
  const [all, setAll] = useState(false);
  const listed = next.shown.slice(first);
  const ended = settled.filter((decision) => !kept.includes(decision.id)).slice(0, history);
  const cards = all ? listed : listed.slice(0, narrow ? folded.cardsOnPhone : folded.cards);
  const room = narrow ? 0 : Math.floor((folded.height - cards.length * folded.card) / folded.row);
  // Decisions that can be undone are always shown.
  const past = all ? ended : ended.filter(({ undoUntil }, at) => undoUntil || at < room);
  const rest = useGradually(cards, visibleCards);

  return (
    <div
      ref={feed}
      tabIndex={-1}
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
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">{pinned.map(card)}</div>
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
      {cards.length < listed.length && (
        <button
          type="button"
          className="mt-1 min-h-9 text-sm font-medium text-accent"
          onClick={() => {
            setAll(true);
            // The button is gone: focus the first new card.
            requestAnimationFrame(() => focusCard(listed[cards.length] ?? ""));
          }}
        >
          {listed.length - cards.length} more pending
        </button>
      )}
    </div>
  );
}

/** A stable callback, so the card's timer starts only once. */
function OutcomeCard({ outcome, onLeave }: { outcome: Outcome; onLeave: (id: string) => void }) {
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  const id = outcome.decision.id;
  const [go] = useState(() => () => latest.current(id));
  return <SettledCard outcome={outcome} onLeave={go} onUndone={go} />;
}
