import { Menu } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, useLocation } from "wouter";
import type { User } from "#features/accounts/contract.ts";
import { useWaiting } from "#features/dashboard/web/queries.ts";
import { Mark } from "#ui/kit/brand.tsx";
import { Button } from "#ui/kit/button.tsx";
import { useEscape } from "#ui/kit/escape.ts";
import { Dot, type DotTone, Tag } from "#ui/kit/marks.tsx";
import { type LiveState, useLiveState } from "#ui/live.ts";

const openMenu = () => import("./menu.tsx");
const NavigationMenu = lazy(openMenu);

export function TopBar({ user }: { user: User | null }) {
  const [path] = useLocation();
  // The menu belongs to the page it was opened on: a link may be followed while the menu's code is loading.
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
        </>
      )}
      <div className="ml-auto flex flex-none items-center gap-2.5 md:gap-4">
        {user && <Status />}
        <Button
          look="quiet"
          small
          icon
          aria-label="Open navigation menu"
          aria-expanded={open}
          aria-haspopup="dialog"
          onPointerEnter={() => void openMenu()}
          onFocus={() => void openMenu()}
          onClick={() => setOpenOn(path)}
        >
          <Menu size={18} strokeWidth={1.75} aria-hidden />
        </Button>
      </div>
      {open && (
        <Suspense>
          <NavigationMenu user={user} onClose={close} />
        </Suspense>
      )}
    </header>
  );
}

const live: Record<LiveState, { tone: DotTone; word: string }> = {
  connecting: { tone: "idle", word: "Connecting" },
  live: { tone: "success", word: "Live" },
  lost: { tone: "warning", word: "Reconnecting" },
};

/** Pending decisions, the connection's state and the engine. */
function Status() {
  const waiting = useWaiting();
  const { tone, word } = live[useLiveState()];
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
      <span role="status" className="inline-flex items-center gap-[7px] text-ink-2">
        <Dot tone={tone} />
        <span className="sr-only md:not-sr-only">{word}</span>
      </span>
      <span className="hidden md:inline-flex">
        <Tag title="No language model is connected. Agents work by rules.">Rules</Tag>
      </span>
    </>
  );
}
