import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { useEscape } from "./escape.ts";

type Props = { children: ReactNode; title: string; rows: readonly (readonly [string, ReactNode])[] };

/** Puts the bubble under its figure, above it where there is no room, and never outside of the window. */
function put(bubble: HTMLElement, figure: DOMRect): void {
  bubble.style.translate = "0";
  // In a dialog it starts from the dialog's corner, not from the window's.
  const start = bubble.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const left = Math.max(12, Math.min(figure.left, clientWidth - 12 - start.width));
  const isLow = figure.bottom + start.height > clientHeight && figure.top > start.height;
  bubble.style.translate = `${left - start.left}px ${(isLow ? figure.top - start.height : figure.bottom) - start.top}px`;
}

/** A figure with a dotted underline: hover, focus or touch opens where it comes from. Escape closes it. */
export function AskMe({ children, title, rows }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const bubble = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const element = bubble.current;
    const figure = element?.previousElementSibling;
    if (!open || !element || !figure) return;
    const place = (): void => put(element, figure.getBoundingClientRect());
    place();
    window.addEventListener("scroll", place, true);
    return () => window.removeEventListener("scroll", place, true);
  }, [open]);

  useEscape(open, () => setOpen(false));

  return (
    <span
      className="inline-block"
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
      // Moving on to a link inside it leaves it open.
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <button
        type="button"
        aria-describedby={open ? id : undefined}
        onFocus={() => setOpen(true)}
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
