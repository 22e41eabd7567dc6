import { cx } from "./cx.ts";

const widths = ["w-[62%]", "w-[48%]", "w-[70%]", "w-[55%]", "w-[66%]", "w-[44%]"];
const bar = "block rounded-[3px] bg-pressed";

/** Placeholder rows with the height of real ones. */
export function SkeletonRows({ rows, tall }: { rows: number; tall?: boolean }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={cx("flex items-center gap-3 border-t border-line", tall ? "h-[58px]" : "h-row")}>
          <span className={cx(bar, "size-[22px] flex-none rounded-[5px]")} />
          <span className={cx(bar, "h-2.5", widths[at % widths.length])} />
          <span className={cx(bar, "ml-auto h-2.5 w-11")} />
        </div>
      ))}
    </div>
  );
}

export const SkeletonBlock = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx(bar, className)} />
);
