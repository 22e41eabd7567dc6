import { PlanCard } from "#features/plans/web/plan-card.tsx";
import { ChevronUp, Search } from "lucide-react";
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { sendMessage, type Turn } from "#features/chat/contract.ts";
import { BriefTurn, Opening } from "#features/chat/web/opening.tsx";
import { Composer } from "#features/chat/web/composer.tsx";
import { isOpen, useSend, useTurns } from "#features/chat/web/queries.ts";
import { Earlier, FiguresCited, PendingActions } from "#features/chat/web/rail.tsx";
import { AgentMessage, OwnMessage, Thinking, TurnView } from "#features/chat/web/turn-view.tsx";
import type { Dashboard } from "#features/dashboard/contract.ts";
import { useDashboard } from "#features/dashboard/web/queries.ts";
import { useStopRun } from "#features/runs/web/queries.ts";
import { dayIn, today } from "#ui/clock.ts";
import { useDraft } from "#ui/draft.ts";
import { nothing, percent, plural, sentenceCase } from "#ui/format.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Columns, Page, PageHead } from "#ui/kit/page.tsx";
import { SearchField } from "#ui/kit/search-field.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";

const planOf = (id: string) => <PlanCard id={id} />;

const title = "CEO Agent Chat";

export default function CeoChatPage() {
  // Polled, so that the header and the greeting stay current.
  const { data, error } = useDashboard();
  if (error && !data)
    return (
      <Page title={title}>
        <Fault error={error} what="The chat could not be loaded" />
      </Page>
    );
  return <Page title={title}>{data ? <Chat dashboard={data} /> : <SkeletonRows rows={8} tall />}</Page>;
}

type Ceo = Dashboard["agents"][number];

function Chat({ dashboard }: { dashboard: Dashboard }) {
  const ceo = dashboard.agents.find(({ role }) => role === "CEO") ?? null;
  const [words, setWords] = useState("");
  const [isSearching, setSearching] = useState(false);
  const all = useTurns("");
  const turns = (all.data?.pages ?? []).flatMap(({ rows }) => rows).toReversed();
  const { timeZone } = useCompany();
  const day = today(timeZone);
  return (
    <>
      <PageHead
        title={title}
        actions={
          <Button
            aria-expanded={isSearching}
            onClick={() => {
              setSearching(!isSearching);
              setWords("");
            }}
          >
            <Search size={15} strokeWidth={1.75} aria-hidden /> Search conversation
          </Button>
        }
      >
        <Header ceo={ceo} />
      </PageHead>
      <Columns
        main={
          <section aria-label="Conversation" className="border-t border-line-strong">
            {isSearching && (
              <SearchField
                label="Search the conversation"
                value={words}
                onSearch={setWords}
                className="mt-4"
                takesFocus
              />
            )}
            {isSearching && words.trim() !== "" ? (
              <FoundTurns words={words.trim()} name={ceo?.name ?? "CEO"} />
            ) : all.error && !all.data ? (
              <Fault error={all.error} what="The conversation could not be loaded" />
            ) : (
              <Conversation
                ceo={ceo}
                dashboard={dashboard}
                turns={turns}
                hasOlder={all.hasNextPage}
                onOlder={() => void all.showOlder()}
                isLoaded={all.data !== undefined}
              />
            )}
          </section>
        }
        rail={
          <>
            <PendingActions turns={turns} />
            <FiguresCited turns={turns.slice(-5)} />
            {!isSearching && (
              <Earlier
                turns={turns.filter(({ sentAt }) => dayIn(sentAt, timeZone) < day)}
                onOpen={openTurn}
                onOlder={all.hasNextPage ? () => void all.showOlder() : null}
                isLoading={all.isFetchingNextPage}
              />
            )}
          </>
        }
        isRailSticky
      />
    </>
  );
}

/** Scrolls to a turn of the conversation and takes the focus there. */
function openTurn({ id }: Turn): void {
  const turn = document.querySelector<HTMLElement>(`[data-turn="${id}"]`);
  turn?.scrollIntoView({ block: "start" });
  turn?.focus({ preventScroll: true });
}

function Header({ ceo }: { ceo: Ceo | null }) {
  if (!ceo) return "You have no CEO yet";
  return (
    <span className="flex flex-wrap items-center gap-x-3.5 gap-y-0.5">
      <span className="font-medium text-ink">{ceo.name}</span>
      <span>
        Performance{" "}
        <span className="num font-medium text-ink">
          {ceo.performance === null ? nothing : percent(ceo.performance, 1)}
        </span>
      </span>
      <span className="inline-flex items-center gap-1.5">
        <Dot tone={ceo.status === "active" ? "success" : ceo.status === "paused" ? "warning" : "idle"} />
        {sentenceCase(ceo.status)}
      </span>
      <Link href={`/agent-identity?agent=${ceo.id}`}>Agent identity</Link>
    </span>
  );
}

/** Turns that contain the words, newest first. */
function FoundTurns({ words, name }: { words: string; name: string }) {
  const found = useTurns(words);
  const turns = (found.data?.pages ?? []).flatMap(({ rows }) => rows);
  if (!found.data) return <LoadingRows error={found.error} what="The search failed" rows={3} tall />;
  if (turns.length === 0) return <Empty title="No matches">No message holds these words.</Empty>;
  return (
    <>
      <p role="status" className="pt-4 text-sm text-ink-3">
        {plural(turns.length, "message")}
        {found.hasNextPage && " so far"}
      </p>
      <ul>
        {turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} name={name} onAsk={null} planOf={planOf} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button className="mt-4" onClick={() => void found.showOlder()}>
          Older matches
        </Button>
      )}
    </>
  );
}

type ConversationProps = {
  ceo: Ceo | null;
  dashboard: Dashboard;
  turns: readonly Turn[];
  hasOlder: boolean;
  onOlder: () => void;
  isLoaded: boolean;
};

function Conversation({ ceo, dashboard, turns, hasOlder, onOlder, isLoaded }: ConversationProps) {
  const [text, setText, sent] = useDraft("chat");
  /** The message being sent; its first line is the id of the turn before it. */
  const [pending, setPending] = useDraft("chat.sending");
  const send = useSend(sent);
  const stop = useStopRun();
  const may = useMay(sendMessage);
  const last = turns.at(-1);
  const open = last && isOpen(last) ? last : null;
  // Until the list includes the message, it is shown below the list.
  const sending = send.isPending ? send.variables : null;
  const unsent = sending && sending.after === last?.id ? sending.message : null;
  const isBusy = send.isPending || open !== null;
  const scroll = useScrollToEnd({ first: turns[0]?.id, newest: `${last?.id} ${unsent}`, isLoaded });
  // Once a message is stored as a turn, its draft is cleared, even if the answer failed or the page was reloaded.
  const [sentAfter = "", ...sentWords] = pending.split("\n");
  const sentText = sentWords.join("\n");
  const later = turns.slice(turns.findIndex(({ id }) => id === sentAfter) + 1);
  const isKept = pending !== "" && later.some(({ message }) => message.trim() === sentText.trim());
  useEffect(() => {
    if (!isKept) return;
    sent(sentText);
    setPending("");
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the setters are new with every render
  }, [isKept, sentText]);
  const ask = (message: string) => {
    if (isBusy) return;
    setPending(`${last?.id ?? ""}\n${message}`);
    send.mutate({ message, after: last?.id });
  };
  const { timeZone } = useCompany();
  const day = today(timeZone);
  const isToday = (at: string): boolean => dayIn(at, timeZone) === day;
  const firstToday = turns.findIndex(({ sentAt }) => isToday(sentAt));
  const [earlier, ofToday] = firstToday < 0 ? [turns, []] : [turns.slice(0, firstToday), turns.slice(firstToday)];
  const brief = dashboard.brief && isToday(dashboard.brief.at) ? dashboard.brief : null;
  const briefAfter = brief ? ofToday.findLastIndex(({ sentAt }) => sentAt < brief.at) : -1;
  const shownTurn = (turn: Turn) => (
    <TurnView
      planOf={planOf}
      key={turn.id}
      turn={turn}
      name={ceo?.name ?? "CEO"}
      onAsk={may && turn.id === last?.id && !isBusy ? ask : null}
    />
  );
  return (
    <div ref={scroll.content}>
      {hasOlder && (
        <Button
          small
          look="quiet"
          className="mt-4"
          onClick={() => {
            scroll.keepPlace();
            onOlder();
          }}
        >
          <ChevronUp size={14} strokeWidth={1.75} aria-hidden /> Older messages
        </Button>
      )}
      <ol aria-live="polite" className="list-none">
        {earlier.map(shownTurn)}
        {ceo && isLoaded && !(hasOlder && earlier.length === 0) && (
          <Opening
            key={day}
            name={ceo.name}
            brief={brief}
            standing={standingOf(dashboard)}
            first={ofToday[0]?.sentAt}
          />
        )}
        {ofToday.map((turn, at) => (
          <Fragment key={turn.id}>
            {shownTurn(turn)}
            {brief && at === briefAfter && <BriefTurn name={ceo?.name ?? "CEO"} brief={brief} />}
          </Fragment>
        ))}
      </ol>
      {unsent !== null && (
        <>
          <OwnMessage text={unsent} at={null} />
          <AgentMessage name={ceo?.name ?? "CEO"} at={null}>
            <Thinking />
          </AgentMessage>
        </>
      )}
      <div className={cx("pt-8", may && ceo && "sticky bottom-14 md:bottom-0 z-10 mt-4 bg-canvas pt-2 pb-3")}>
        {ceo === null ? (
          <Empty
            title="You have no CEO yet"
            actions={
              <Link href="/" className={buttonClass("primary")}>
                Create your workforce
              </Link>
            }
          >
            The CEO answers here from your own records.
          </Empty>
        ) : may ? (
          <Composer
            name={ceo.name}
            text={text.trim() === sending?.message.trim() ? "" : text}
            onText={setText}
            onSend={() => ask(text)}
            onStop={open ? () => stop.mutate(open.runId) : null}
            isBusy={isBusy}
            stopping={stop.isPending || (stop.isSuccess && open?.runId === stop.variables)}
          />
        ) : (
          <p className="border-t border-line pt-2.5 text-sm text-ink-3">{onlyWho(sendMessage, "write here")}.</p>
        )}
      </div>
      <div ref={scroll.end} className="h-px scroll-mb-3" />
    </div>
  );
}

function standingOf({ waiting, revenue, metrics: { dailyRevenue } }: Dashboard) {
  if (!revenue || dailyRevenue === null) return { waiting, revenue: null };
  return { waiting, revenue: { amount: dailyRevenue, date: revenue.date, currency: revenue.currency } };
}

/** Closer to the end than this, the reader counts as being at the end. */
const nearEndPx = 120;

/**
 * Keeps the end of the conversation in view while it grows, as when its cards load, until the reader scrolls up. A new
 * message returns to the end; loading older messages keeps the reader's position.
 */
function useScrollToEnd({ first, newest, isLoaded }: { first: string | undefined; newest: string; isLoaded: boolean }) {
  const content = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const place = useRef<{ turn: string; top: number } | null>(null);
  const topOf = (turn: string): number | undefined =>
    content.current?.querySelector(`[data-turn="${turn}"]`)?.getBoundingClientRect().top;
  useLayoutEffect(() => {
    const saved = place.current;
    if (!saved || saved.turn === first) return;
    place.current = null;
    window.scrollBy(0, (topOf(saved.turn) ?? saved.top) - saved.top);
  }, [first]);
  useEffect(() => {
    if (!isLoaded || !content.current || !end.current) return;
    isAtEnd.current = true;
    const [grown, last] = [content.current, end.current];
    let y = window.scrollY;
    const onScroll = (): void => {
      const isUp = window.scrollY < y;
      y = window.scrollY;
      if (last.getBoundingClientRect().top <= window.innerHeight + nearEndPx) isAtEnd.current = true;
      else if (isUp) isAtEnd.current = false;
    };
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) last.scrollIntoView({ block: "end" });
    });
    observer.observe(grown);
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener("scroll", onScroll);
    };
  }, [newest, isLoaded]);
  const keepPlace = (): void => {
    const top = first && topOf(first);
    place.current = first && top !== undefined ? { turn: first, top: Number(top) } : null;
    isAtEnd.current = false;
  };
  return { content, end, keepPlace };
}
