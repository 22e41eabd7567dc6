import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

type Props = {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  id?: string;
  className?: string;
  children: ReactNode;
};

export function Section({ title, note, actions, id, className, children }: Props) {
  const heading = useId();
  return (
    <section id={id} data-hand-on aria-labelledby={heading} className={cx("border-t border-line-strong", className)}>
      <header className="flex min-h-row flex-wrap items-center gap-x-2 gap-y-0.5 py-2 md:flex-nowrap md:pt-1 md:pb-0">
        <h2 id={heading} className="font-semibold tracking-[-0.006em]">
          {title}
        </h2>
        {note && <span className="min-w-0 text-sm wrap-anywhere text-ink-3 tabular-nums">{note}</span>}
        {actions && (
          <div className="ml-auto flex items-center gap-1 [&>button:not([role=switch]):last-child]:-mr-2.5">
            {actions}
          </div>
        )}
      </header>
      {children}
    </section>
  );
}

/** A widget's list; it scrolls at the specified height. */
export const ScrollList = ({ label, high, children }: { label: string; high?: string; children: ReactNode }) => (
  // A scroll region must be focusable by keyboard even if nothing inside is. It is a little wider than its rows,
  // because scrolling clips focus rings and overhanging buttons. Text for screen readers must not overflow it.
  <div
    role="region"
    aria-label={label}
    tabIndex={0}
    className={cx("relative -mx-1.5 overflow-y-auto px-1.5", high ?? "max-h-[400px]")}
  >
    {children}
  </div>
);
