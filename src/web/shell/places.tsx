import { Link, useLocation } from "wouter";
import { useIsAdmin } from "#features/accounts/web/queries.ts";
import { cx } from "#ui/kit/cx.ts";
import { barPagesOf, homeOf, pageOf, placeAt, places } from "./entries.ts";

const item = "flex items-center gap-2.5 rounded-control no-underline!";
const tone = (isCurrent: boolean) =>
  isCurrent ? "bg-accent-wash text-accent" : "text-ink-2 hover:bg-sunken hover:text-ink";

/** The places at the left: icons from tablets on, on wide windows with names and the pages of the current place. */
export function SideBar() {
  const [path] = useLocation();
  const isAdmin = useIsAdmin();
  const [current, page] = [placeAt(path), pageOf(path)];
  return (
    <nav
      aria-label="Places"
      className="sticky top-bar hidden h-[calc(100dvh-var(--bar))] overflow-y-auto border-r border-line px-2.5 py-3 text-sm md:block xl:px-3"
    >
      <ul className="grid gap-0.5">
        {places.map(({ name, icon: Icon, key }) => {
          const pages = barPagesOf(name, isAdmin);
          return (
            <li key={name}>
              <Link
                href={homeOf(name)}
                title={`${name} (g ${key})`}
                aria-current={current === name && pages.length === 1 ? "page" : undefined}
                className={cx(
                  item,
                  "h-9 justify-center font-medium xl:h-8 xl:justify-start xl:px-2",
                  tone(current === name),
                )}
              >
                <Icon
                  size={17}
                  strokeWidth={1.75}
                  aria-hidden
                  className={current === name ? undefined : "text-ink-3"}
                />
                <span className="sr-only xl:not-sr-only">{name}</span>
              </Link>
              {current === name && pages.length > 1 && (
                <ul aria-label={name} className="my-1 hidden xl:block">
                  {pages.map(({ href, label }) => (
                    <li key={href}>
                      <Link
                        href={href}
                        aria-current={page === href ? "page" : undefined}
                        className={cx(
                          item,
                          "h-7 pr-2 pl-[35px]",
                          page === href ? "font-medium text-accent" : "text-ink-2 hover:bg-sunken hover:text-ink",
                        )}
                      >
                        {label}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Below wide windows, the pages of the current place as tabs above the page. */
export function PlaceTabs() {
  const [path] = useLocation();
  const isAdmin = useIsAdmin();
  const place = placeAt(path);
  const pages = place ? barPagesOf(place, isAdmin) : [];
  if (pages.length < 2) return null;
  const current = pageOf(path);
  return (
    <nav aria-label={`${place} pages`} className="border-b border-line xl:hidden">
      <ul className="flex gap-1 overflow-x-auto px-2 md:px-4">
        {pages.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={current === href ? "page" : undefined}
              className={cx(
                "flex h-11 items-center border-b-2 px-2 text-sm whitespace-nowrap no-underline! md:h-9",
                current === href ? "border-accent font-medium text-accent" : "border-transparent text-ink-2",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The places at the bottom of phones. */
export function TabBar() {
  const [path] = useLocation();
  const current = placeAt(path);
  return (
    <nav
      aria-label="Places on phones"
      data-places
      className="fixed inset-x-0 bottom-0 z-10 grid auto-cols-fr grid-flow-col border-t border-line-strong bg-surface px-1 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {places.flatMap(({ name, icon: Icon, isOnPhone }) =>
        isOnPhone ? (
          <Link
            key={name}
            href={homeOf(name)}
            aria-current={current === name ? "page" : undefined}
            className={cx(
              "grid h-14 content-center justify-items-center gap-[3px] text-xs font-medium no-underline!",
              current === name ? "text-accent" : "text-ink-2",
            )}
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            {name}
          </Link>
        ) : (
          []
        ),
      )}
    </nav>
  );
}
