import type { QueryGroup, QueryResult } from "#contract/query.ts";
import { cx } from "#ui/kit/cx.ts";
import { formatValue } from "./values.ts";

type Props = {
  result: QueryResult;
  groups: readonly QueryGroup[];
  leaders: ReadonlySet<string | null>;
  label: string;
};

/** Bars in the query's order: grey, the leading one in accent, with the compared value as a line across. */
export function BarsChart({ result, groups, leaders, label }: Props) {
  const known = groups.flatMap(({ value, previous }) => [value, previous].filter((one) => one !== null));
  const whole = Math.max(...known.map(Math.abs), 0) || 1;
  const share = (value: number): string => `${(Math.abs(value) / whole) * 100}%`;
  return (
    <div role="img" aria-label={label} className="grid gap-1.5 text-sm">
      {groups.map(({ key, label: name, value, previous }) => {
        const isLeader = leaders.has(key);
        return (
          <div
            key={key}
            aria-hidden
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-x-3 md:grid-cols-[200px_minmax(0,1fr)_104px]"
          >
            <span title={name} className={cx("truncate", isLeader ? "font-medium" : "text-ink-2")}>
              {name}
            </span>
            <span className="relative h-5">
              {value !== null && (
                <span
                  className={cx(
                    "absolute inset-y-[3px] left-0 rounded-[2px]",
                    isLeader ? "bg-accent" : "bg-line-control",
                  )}
                  style={{ width: share(value) }}
                />
              )}
              {previous !== null && (
                <span
                  className="absolute inset-y-0 -ml-px w-[1.5px] bg-ink shadow-[0_0_0_1.5px_var(--canvas)]"
                  style={{ left: share(previous) }}
                />
              )}
            </span>
            <span className={cx("num text-right", isLeader ? "font-semibold text-accent" : "text-ink-2")}>
              {formatValue(value, result)}
            </span>
          </div>
        );
      })}
    </div>
  );
}
