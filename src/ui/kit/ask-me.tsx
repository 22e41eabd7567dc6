import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { useEscape } from "./escape.ts";

type Props = { children: ReactNode; title: string; rows: readonly (readonly [string, ReactNode])[] };

/** A figure with a dotted underline: hover, focus or touch opens where it comes from. Escape closes it. */
export function AskMe({ children, title, rows }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const bubble = useRef<HTMLSpanElement>(null);

  useLayoutEffect(() => {
    const element = bubble.current;
    if (!open || !element) return;
    element.style.translate = "0";
    const over = element.getBoundingClientRect().right - (document.documentElement.clientWidth - 12);
    if (over > 0) element.style.translate = `${-over}px`;
  }, [open]);

  useEscape(open, () => setOpen(false));

  return (
    <span
      className="relative inline-block"
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
        <span ref={bubble} id={id} role="tooltip" className="absolute top-full left-0 z-20 block w-[264px] pt-2">
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
