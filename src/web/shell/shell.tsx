import { type ReactNode, useEffect, useRef, useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { useLocation } from "wouter";
import type { User } from "#features/accounts/contract.ts";
import { useEngine } from "#features/models/web/queries.ts";
import { NotificationBell } from "#features/notifications/web/bell.tsx";
import { keepFocus } from "#ui/kit/keep-focus.ts";
import { useShortcuts } from "#ui/kit/shortcuts.ts";
import { openLive } from "#ui/live.ts";
import { homeOf, places } from "./entries.ts";
import { PlaceTabs, SideBar, TabBar } from "./places.tsx";
import { TopBar } from "./top-bar.tsx";

const Palette = onDemand(() => import("./palette.tsx"));
const ShortcutSheet = onDemand(() => import("./shortcut-sheet.tsx"));
const DemoNotice = onDemand(() => import("./demo-notice.tsx"));
const Tour = onDemand(() => import("./tour.tsx"));
const ModelNotice = onDemand(() => import("./model-notice.tsx"));

/** The bar above every page, and the company's socket while signed in. */
export function Shell({ user, children }: { user: User | null; children: ReactNode }) {
  const companyId = user?.companyId;
  useEffect(() => (companyId ? openLive(companyId) : undefined), [companyId]);
  useFocusOnPage();
  const [open, setOpen] = useState<"search" | "shortcuts" | "notifications" | null>(null);
  const search = () => setOpen("search");
  const shortcuts = () => setOpen("shortcuts");
  const notifications = () => setOpen("notifications");
  const close = () => setOpen(null);
  const [, navigate] = useLocation();
  const going = Object.fromEntries(places.map(({ name, key }) => [`g ${key}`, () => navigate(homeOf(name))]));
  useShortcuts(user ? { "/": search, "mod+k": search, "?": shortcuts, n: notifications, ...going } : {});
  return (
    <>
      <a
        href="#main"
        className="sr-only z-40 rounded-control bg-raised font-medium shadow-lift focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <TopBar
        user={user}
        onSearch={search}
        bell={user && <NotificationBell open={open === "notifications"} onOpen={notifications} onClose={close} />}
      />
      {user?.company.demo && (
        <>
          <DemoNotice />
          <Tour />
        </>
      )}
      {user && <PausedModel />}
      {user ? (
        <div className="pb-14 md:grid md:grid-cols-[56px_minmax(0,1fr)] md:pb-0 xl:grid-cols-[208px_minmax(0,1fr)]">
          <SideBar />
          <div className="min-w-0">
            <PlaceTabs />
            {children}
          </div>
          <TabBar />
        </div>
      ) : (
        children
      )}
      {open === "search" && <Palette onClose={close} onShortcuts={shortcuts} onNotifications={notifications} />}
      {open === "shortcuts" && <ShortcutSheet onClose={close} />}
    </>
  );
}

function PausedModel() {
  const sentence = useEngine().data?.paused;
  return sentence && <ModelNotice sentence={sentence} />;
}

/** Keeps the focus on the page, also on navigation. */
function useFocusOnPage(): void {
  const [path] = useLocation();
  const keeper = useRef<ReturnType<typeof keepFocus> | null>(null);
  const shown = useRef(path);
  useEffect(() => {
    keeper.current = keepFocus();
    return () => keeper.current?.stop();
  }, []);
  useEffect(() => {
    if (shown.current !== path) keeper.current?.onRoute();
    shown.current = path;
  }, [path]);
}
