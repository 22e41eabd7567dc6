import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

type Props = { title: ReactNode; open?: boolean; className?: string; children: ReactNode };

/** Details that open below their title. */
export function Fold({ title, open, className, children }: Props) {
  return (
    <details className={cx("group/fold text-sm", className)} open={open}>
      <summary className="flex min-h-6 w-fit items-center gap-1 font-medium">
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden
          className="flex-none text-ink-3 group-open/fold:rotate-90"
        />
        {title}
      </summary>
      {children}
    </details>
  );
}
