import { LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { onDemand, preload } from "#ui/on-demand.ts";
import { Link, useLocation } from "wouter";
import type { User } from "#features/accounts/contract.ts";
import { useIsAdmin, useLogout } from "#features/accounts/web/queries.ts";
import { zoneTime } from "#features/accounts/web/time-zones.ts";
import { useWaiting } from "#features/dashboard/web/queries.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Tag } from "#ui/kit/marks.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { SidePanel } from "#ui/kit/side-panel.tsx";
import { setTheme, useTheme } from "#ui/theme.ts";
import { version } from "../../../package.json";
import { pageAt } from "../pages.ts";
import { entries, pagesOf, places } from "./entries.ts";
import { visitorEntries } from "./visitor-entries.ts";

const LocaleDialog = onDemand(() => import("#features/accounts/web/locale-dialog.tsx"));

const looks = [
  { value: "system", label: "System theme", icon: <Monitor size={15} strokeWidth={1.75} aria-hidden /> },
  { value: "light", label: "Light theme", icon: <Sun size={15} strokeWidth={1.75} aria-hidden /> },
  { value: "dark", label: "Dark theme", icon: <Moon size={15} strokeWidth={1.75} aria-hidden /> },
] as const;

export default function NavigationMenu({ user, onClose }: { user: User | null; onClose: () => void }) {
  const [path, navigate] = useLocation();
  const waiting = useWaiting();
  const theme = useTheme();
  const admin = useIsAdmin();
  const [locale, setLocale] = useState(false);
  useEffect(() => {
    if (user) for (const { href } of entries) preload(() => pageAt(href))();
  }, [user]);
  const logout = useLogout(() => {
    onClose();
    navigate("/auth");
  });
  if (locale) return <LocaleDialog onClose={onClose} />;
  return (
    <SidePanel
      wide
      title="Navigation menu"
      closeLabel="Close navigation menu"
      onClose={onClose}
      head={
        <>
          {user && <Tag line>{user.username}</Tag>}
          <span className="min-w-0 flex-1 truncate text-sm text-ink-3">{user?.company.name}</span>
        </>
      }
      foot={
        <>
          <Segmented label="Theme" options={looks} value={theme} onChange={setTheme} />
          {user ? (
            <Button small disabled={logout.isPending} onClick={() => logout.mutate()}>
              <LogOut size={15} strokeWidth={1.75} aria-hidden />
              {logout.isPending ? "Logging out..." : "Logout"}
            </Button>
          ) : (
            <Link href="/auth" className={buttonClass("plain", true)} onClick={onClose}>
              Get Started
            </Link>
          )}
        </>
      }
    >
      <nav aria-label="Main" className="sm:columns-2 sm:gap-2">
        {places.map(({ name }) => (
          <div key={name} className="break-inside-avoid">
            {user && <h2 className="px-3 pt-3 pb-1 text-xs text-ink-3">{name}</h2>}
            <ul>
              {user &&
                pagesOf(name, admin).map(({ href, label, icon: Icon }) => {
                  const current = href === path || path.startsWith(`${href}/`);
                  return (
                    <li key={href}>
                      <Link
                        href={href}
                        onClick={onClose}
                        aria-current={current ? "page" : undefined}
                        className={cx(
                          "flex h-10 items-center gap-3 rounded-control px-3 no-underline! md:h-[34px]",
                          current ? "bg-accent-wash font-medium text-accent" : "text-ink hover:bg-sunken",
                        )}
                      >
                        <Icon size={16} strokeWidth={1.75} aria-hidden className={current ? undefined : "text-ink-3"} />
                        {label}
                        {href === "/" && !!waiting && (
                          <span className="num ml-auto text-xs font-medium">{waiting} to decide</span>
                        )}
                      </Link>
                    </li>
                  );
                })}
            </ul>
          </div>
        ))}
      </nav>
      <nav aria-label="About Boardroom" className={cx(user && "mt-2 border-t border-line pt-2")}>
        <ul>
          {visitorEntries.map(({ href, label }) => (
            <li key={href}>
              {/* The server's own documents, not pages of this app. */}
              <a
                href={href}
                className="flex h-10 items-center rounded-control px-3 text-sm text-ink-2 no-underline! hover:bg-sunken md:h-[30px]"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className="mt-auto px-3 text-xs text-ink-3">Boardroom {version}</p>
      {user && (
        <div className="flex min-h-9 items-center gap-3 px-3 text-sm text-ink-3">
          <span className="min-w-0 flex-1 truncate">
            Figures in {user.company.currency}, {zoneTime(user.company.timeZone)}
          </span>
          {admin && (
            <Button
              look="quiet"
              small
              className="-mr-2.5"
              aria-label="Change currency and time zone"
              onClick={() => setLocale(true)}
            >
              Change
            </Button>
          )}
        </div>
      )}
    </SidePanel>
  );
}
