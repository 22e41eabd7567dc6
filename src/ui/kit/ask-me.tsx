import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { useEscape } from "./escape.ts";

type Props = { children: ReactNode; title: string; rows: readonly (readonly [string, ReactNode])[] };

/** Positions the bubble below its figure, or above if there is no room, always inside the window. */
function place(bubble: HTMLElement, figure: DOMRect): void {
  bubble.style.translate = "0";
  // Inside a dialog, the origin is the dialog's corner, not the window's.
  const start = bubble.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.max(12, Math.min(figure.left, clientWidth - 12 - start.width));
  const isLow = figure.bottom + start.height > clientHeight && figure.top > start.height;
  bubble.style.translate = `${left - start.left}px ${(isLow ? figure.top - start.height : figure.bottom) - start.top}px`;
}

/** A figure with a dotted underline; hover, focus or touch shows its source, Escape closes it. */
export function AskMe({ children, title, rows }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const bubble = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const element = bubble.current;
    const figure = element?.previousElementSibling;
    if (!open || !element || !figure) return;
    const update = (): void => place(element, figure.getBoundingClientRect());
    update();
    window.addEventListener("scroll", update, true);
    return () => window.removeEventListener("scroll", update, true);
  }, [open]);

  useEscape(open, () => setOpen(false));

  return (
    <span
      className="inline-block"
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
      // Focus may move to a link inside the bubble.
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <button
        type="button"
        aria-describedby={open ? id : undefined}
        // Not when the focus moved here only because another element was removed.
        onFocus={({ target }) => setOpen(target.matches(":focus-visible"))}
        onClick={() => setOpen(true)}
        className="cursor-help rounded-badge text-left underline decoration-line-control decoration-dotted decoration-1 underline-offset-4"
      >
        {children}
      </button>
      {open && (
        <span ref={bubble} id={id} role="tooltip" className="fixed top-0 left-0 z-40 block w-[264px] py-2">
          <span className="block animate-fade rounded-control bg-raised px-3 py-2.5 text-xs text-left leading-[18px] font-normal tracking-normal whitespace-normal text-ink-2 shadow-lift">
            <span className="block font-medium text-ink">{title}</span>
            {rows.map(([name, value]) => (
              <span key={name} className="flex justify-between gap-3">
                <span className="flex-none">{name}</span>
                <span className="text-right text-ink">{value}</span>
              </span>
            ))}
          </span>
        </span>
      )}
    </span>
  );
}
