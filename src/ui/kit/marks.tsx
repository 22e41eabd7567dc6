import type { ReactNode } from "react";
import type { Priority } from "#contract/words.ts";
import { cx } from "./cx.ts";

export type DotTone = "success" | "warning" | "danger" | "idle";
const dots: Record<DotTone, string> = {
  success: "bg-dot-success",
  warning: "bg-dot-warning",
  danger: "bg-dot-danger",
  idle: "bg-dot-idle",
};

/** A status dot; its meaning is written beside it, or in `label` for screen readers. */
export const Dot = ({ tone, label }: { tone: DotTone; label?: string }) => (
  <span
    data-tone={tone}
    title={label}
    {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    className={cx("inline-block size-[7px] flex-none rounded-full", dots[tone])}
  />
);

export const Tag = ({ line, title, children }: { line?: boolean; title?: string; children: ReactNode }) => (
  <span
    title={title}
    className={cx(
      "inline-flex h-[18px] items-center rounded-badge px-1.5 text-xs leading-none font-medium whitespace-nowrap text-ink-2",
      line ? "shadow-[inset_0_0_0_1px_var(--line-strong)]" : "bg-pressed",
    )}
  >
    {children}
  </span>
);

const heights = ["h-1", "h-[7px]", "h-2.5"];
const filled: Record<Priority, number> = { low: 1, medium: 2, high: 3 };
const names: Record<Priority, string> = { low: "Low", medium: "Medium", high: "High" };

/** Three grey bars; "high" is darker, not red. */
export function PriorityBars({
  priority,
  wordless,
  what = "priority",
}: {
  priority: Priority;
  wordless?: boolean;
  what?: "priority" | "impact";
}) {
  const high = priority === "high";
  return (
    <span
      data-priority={priority}
      title={wordless ? `${names[priority]} ${what}` : undefined}
      className={cx("inline-flex items-center gap-1.5 text-xs whitespace-nowrap", high ? "font-medium" : "text-ink-2")}
    >
      <span aria-hidden className="inline-flex h-2.5 items-end gap-[1.5px]">
        {heights.map((height, at) => (
          <span
            key={height}
            className={cx(
              "w-[2.5px] rounded-[1px]",
              height,
              at >= filled[priority] ? "bg-line-strong" : high ? "bg-ink" : "bg-ink-2",
            )}
          />
        ))}
      </span>
      <span className={wordless ? "sr-only" : undefined}>
        {names[priority]}
        <span className="sr-only"> {what}</span>
      </span>
    </span>
  );
}
