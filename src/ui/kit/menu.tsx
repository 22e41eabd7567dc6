import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useEscape } from "./escape.ts";
import { cx } from "./cx.ts";

export type MenuItem = { label: string; icon: ReactNode; tone?: "danger"; onChoose: () => void };
export type MenuGroup = { title?: string; items: readonly MenuItem[] };
type Props = { label: string; groups: readonly MenuGroup[]; onClose: () => void };

/** The least space beside the menu, in pixels. */
const margin = 12;

/** A menu below its button; arrows move, Enter chooses, Escape, Tab and a click outside close it. */
export default function Menu({ label, groups, onClose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEscape(true, onClose);
  useLayoutEffect(() => {
    const menu = list.current;
    // Below a button at the left edge it would begin outside the window.
    if (menu) menu.style.translate = `${Math.max(0, margin - menu.getBoundingClientRect().left)}px`;
  }, []);
  useEffect(() => {
    const opener = document.activeElement;
    list.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    return () => {
      // If the chosen item opened a dialog, that has the focus.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const move = (event: KeyboardEvent) => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Tab") onClose();
    if (next === undefined) return;
    event.preventDefault();
    items.at(next % items.length)?.focus();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Escape does the same */}
      <div className="fixed inset-0 z-20" onClick={onClose} />
      <div
        ref={list}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={move}
        className="absolute top-full right-0 z-30 mt-1 w-[266px] max-w-[calc(100vw-32px)] animate-fade rounded-card bg-raised p-1 text-ink shadow-lift"
      >
        {groups.map(({ title, items }, at) => (
          <div
            key={title ?? at}
            role="group"
            aria-label={title}
            className={at > 0 ? "mt-1 border-t border-line pt-1" : ""}
          >
            {title && <p className="px-3 pt-2 pb-1 text-xs text-ink-2">{title}</p>}
            {items.map((item) => (
              <button
                key={item.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  onClose();
                  item.onChoose();
                }}
                className={cx(
                  "flex min-h-10 w-full items-center gap-3 rounded-badge px-3 text-left text-sm outline-none hover:bg-sunken focus:bg-accent-wash focus:text-accent md:min-h-8",
                  item.tone === "danger" && "text-danger",
                )}
              >
                {item.icon}
                {item.label}
              </button>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
