import { Menu, Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { onDemand, preload } from "#ui/on-demand.ts";
import { Link, useLocation } from "wouter";
import type { User } from "#features/accounts/contract.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { useEngine } from "#features/models/web/queries.ts";
import { useWaiting } from "#features/dashboard/web/queries.ts";
import { dateAt } from "#ui/clock.ts";
import { shortMoment } from "#ui/format.ts";
import { Mark } from "#ui/kit/brand.tsx";
import { Button, Key } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { useEscape } from "#ui/kit/escape.ts";
import { Dot, type DotTone, Tag } from "#ui/kit/marks.tsx";
import { type LiveState, useLiveState, useLostAt } from "#ui/live.ts";

const openPalette = () => import("./palette.tsx");
const NavigationMenu = onDemand(() => import("./menu.tsx"));

type Props = {
  user: User | null;
  onSearch: () => void;
  /** Where notifications are opened. */
  bell: ReactNode;
};

export function TopBar({ user, onSearch, bell }: Props) {
  const [path] = useLocation();
  // The menu closes on navigation, also while its code is loading.
  const [openOn, setOpenOn] = useState<string | null>(null);
  if (openOn !== null && openOn !== path) setOpenOn(null);
  const open = openOn === path;
  const close = (): void => setOpenOn(null);

  // Also while the menu's code is loading.
  useEscape(open, close);

  return (
    <header className="sticky top-0 z-20 flex h-bar items-center gap-2.5 border-b border-line bg-canvas px-4 text-sm md:gap-3 md:px-6">
      <Link
        href="/"
        className="flex items-center gap-[9px] text-base font-semibold tracking-[-0.01em] text-ink no-underline!"
      >
        <Mark />
        <span className={user ? "sr-only md:not-sr-only" : undefined}>Boardroom</span>
      </Link>
      {user && (
        <>
          <span aria-hidden className="h-4 w-px rotate-[18deg] bg-line-strong md:mx-0.5" />
          <span className="min-w-0 truncate text-ink-2">{user.company.name}</span>
          <button
            type="button"
            aria-label="Search everything"
            aria-haspopup="dialog"
            aria-keyshortcuts="/ Control+K"
            onPointerEnter={preload(openPalette)}
            onClick={onSearch}
            className="ml-auto grid size-9 flex-none place-items-center rounded-control text-ink-2 hover:bg-sunken md:ml-3 md:flex md:h-control-sm md:w-56 md:items-center md:gap-2 md:border md:border-line-control md:px-2.5 md:text-ink-3"
          >
            <Search size={15} strokeWidth={1.75} aria-hidden />
            <span className="hidden md:inline">Search</span>
            <span className="ml-auto hidden md:inline">
              <Key>Ctrl K</Key>
            </span>
          </button>
        </>
      )}
      <div className={cx("flex flex-none items-center gap-2.5 md:ml-auto md:gap-4", !user && "ml-auto")}>
        {user && <Status bell={bell} />}
        <Button
          look="quiet"
          small
          icon
          aria-label="Open navigation menu"
          aria-expanded={open}
          aria-haspopup="dialog"
          onPointerEnter={preload(NavigationMenu.load)}
          onFocus={preload(NavigationMenu.load)}
          onClick={() => setOpenOn(path)}
        >
          <Menu size={18} strokeWidth={1.75} aria-hidden />
        </Button>
      </div>
      {open && <NavigationMenu user={user} onClose={close} />}
    </header>
  );
}

const live: Record<LiveState, { tone: DotTone; word: string }> = {
  connecting: { tone: "idle", word: "Connecting" },
  live: { tone: "success", word: "Live" },
  lost: { tone: "warning", word: "Reconnecting" },
};

/** Pending decisions, the connection's state and the engine. */
function Status({ bell }: { bell: ReactNode }) {
  const waiting = useWaiting();
  const { tone, word } = live[useLiveState()];
  const { timeZone } = useCompany();
  const lostAt = useLostAt();
  const asOf = lostAt && `as of ${shortMoment(dateAt(lostAt).toISOString(), timeZone)}`;
  return (
    <>
      {waiting ? (
        <Link href="/decisions" className="inline-flex items-center gap-[7px] font-medium text-ink">
          <span className="num h-[18px] min-w-[18px] rounded-full bg-accent-fill px-[5px] text-center text-[11px] leading-[18px] font-semibold text-on-accent">
            {waiting}
          </span>
          <span className="sr-only md:not-sr-only">to decide</span>
        </Link>
      ) : (
        waiting === 0 && <span className="hidden text-ink-3 md:inline">No pending decisions</span>
      )}
      {bell}
      <span role="status" className="inline-flex items-center gap-[7px] text-ink-2">
        <Dot tone={tone} />
        <span className="sr-only md:not-sr-only">{word}</span>
        {asOf && <span title="Can't reach the server; trying again. Figures are from before.">{asOf}</span>}
      </span>
      <span className="hidden md:inline-flex">
        <EngineTag />
      </span>
    </>
  );
}

/** The current engine: rules, or a language model. */
function EngineTag() {
  const { engine, paused } = useEngine().data ?? {};
  if (!engine) return null;
  return engine === "rules" ? (
    <Tag title={paused ?? "No language model is connected. Agents work by rules."}>Rules</Tag>
  ) : (
    <Tag title={`Questions are answered with ${engine}. Figures and limits stay outside the model.`}>Model</Tag>
  );
}
