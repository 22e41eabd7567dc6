import { shortDay } from "#contract/format.ts";
import type { DayCounts } from "#features/security/contract.ts";
import { count } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";

const kinds = [
  ["failedSignIns", "Failed sign-ins", "bg-dot-danger"],
  ["foreign", "Other company's rows", "bg-dot-warning"],
  ["refused", "Refused by role", "bg-ink-3"],
  ["blocked", "Over a rate limit", "bg-line-control"],
] as const;

const total = (day: DayCounts): number => kinds.reduce((sum, [kind]) => sum + day[kind], 0);
const chartHeight = 112;

/** A column per day, stacked by kind, with the same counts as a table for screen readers. */
export function DayChart({ days }: { days: readonly DayCounts[] }) {
  // The scale goes to at least 10, so that a single mistyped password does not fill the chart.
  const most = Math.max(10, ...days.map(total));
  const isQuiet = days.every((day) => total(day) === 0);
  return (
    <div className="border-t border-line pt-3">
      {isQuiet && <p className="pb-3 text-ink-2">Nothing was refused and no sign-in failed in 14 days.</p>}
      <div
        aria-hidden
        className="flex items-end gap-1 border-b border-line-strong md:gap-2"
        style={{ height: chartHeight }}
      >
        {days.map((day) => (
          <div
            key={day.day}
            title={`${shortDay(day.day)}: ${count(total(day))}`}
            className="flex flex-1 flex-col justify-end"
          >
            {kinds.map(([kind, , color]) => (
              <span
                key={kind}
                className={cx("block w-full", color)}
                style={{ height: `${(day[kind] / most) * (chartHeight - 8)}px` }}
              />
            ))}
          </div>
        ))}
      </div>
      <div aria-hidden className="num flex gap-1 pt-1 text-xs text-ink-3 md:gap-2">
        {days.map(({ day }, at) => (
          <span
            key={day}
            className={cx(
              "flex min-w-0 flex-1 whitespace-nowrap",
              at === days.length - 1 ? "justify-end" : at > 0 && "justify-center",
            )}
          >
            {at === 0 || at === days.length - 1 || at === 7 ? shortDay(day).replace(/ \d{4}$/, "") : ""}
          </span>
        ))}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
        {kinds.map(([kind, label, color]) => (
          <li key={kind} className="flex items-center gap-2">
            <span aria-hidden className={cx("size-2.5 rounded-[2px]", color)} />
            {label} <span className="num text-ink">{count(days.reduce((sum, day) => sum + day[kind], 0))}</span>
          </li>
        ))}
      </ul>
      {/* The class is on a wrapper, because a visually hidden table would keep its width. */}
      <div className="sr-only">
        <table>
          <caption>Refused and failed by day</caption>
          <thead>
            <tr>
              <th>Day</th>
              {kinds.map(([kind, label]) => (
                <th key={kind}>{label}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{day.day}</th>
                {kinds.map(([kind]) => (
                  <td key={kind}>{day[kind]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
