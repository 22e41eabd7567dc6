import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Bin } from "#features/decisions/outcome/scores/rules.ts";
import { plural, wholePercent } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { Columns, right } from "#ui/kit/columns.tsx";

const size = 260;
const edge = { left: 38, right: 12, top: 10, bottom: 40 };
const inner = size - edge.left - edge.right;
const x = (share: number): number => edge.left + share * inner;
const y = (share: number): number => edge.top + (1 - share) * inner;
const ticks = [0, 0.25, 0.5, 0.75, 1];

/** Each tenth of claimed probability against the share that came true; on the dashed line a claim is exact. */
export function ReliabilityChart({ title, bins }: { title: string; bins: readonly Bin[] }) {
  const [table, setTable] = useState(false);
  const most = Math.max(1, ...bins.map(({ resolved }) => resolved));
  const described = bins.map(
    ({ claimed, held, resolved }) =>
      `claimed ${wholePercent(claimed)}, came true ${wholePercent(held)} of ${plural(resolved, "forecast")}`,
  );
  return (
    <figure>
      <svg
        viewBox={`0 0 ${size} ${size + 8}`}
        role="img"
        aria-label={`${title}: ${described.join("; ")}.`}
        className="block w-full max-w-[340px] overflow-visible text-[10px] [&_text]:fill-ink-3 [&_text]:tabular-nums"
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={x(0)}
              x2={x(1)}
              y1={y(tick)}
              y2={y(tick)}
              stroke={tick === 0 ? "var(--line-control)" : "var(--line)"}
            />
            <text x={x(0) - 6} y={y(tick) + 4} textAnchor="end">
              {wholePercent(tick)}
            </text>
            <text x={x(tick)} y={y(0) + 18} textAnchor={tick === 1 ? "end" : "middle"}>
              {wholePercent(tick)}
            </text>
          </g>
        ))}
        <text x={x(0.5)} y={size} textAnchor="middle">
          Claimed
        </text>
        <text x={x(0) + 6} y={y(1) + 12}>
          Came true
        </text>
        <path d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} stroke="var(--ink-3)" strokeDasharray="4 3" />
        <path
          d={bins
            .map(({ claimed, held }, at) => `${at ? "L" : "M"}${x(claimed).toFixed(1)} ${y(held).toFixed(1)}`)
            .join("")}
          stroke="var(--accent)"
          strokeWidth={1.5}
          fill="none"
        />
        {bins.map(({ from, claimed, held, resolved }) => (
          <circle
            key={from}
            cx={x(claimed)}
            cy={y(held)}
            r={3 + 6 * Math.sqrt(resolved / most)}
            fill="var(--accent)"
            stroke="var(--canvas)"
            strokeWidth={1.5}
          >
            <title>{`${wholePercent(claimed)} claimed, ${wholePercent(held)} came true, ${plural(resolved, "forecast")}`}</title>
          </circle>
        ))}
      </svg>
      <figcaption className="text-xs text-ink-3">Larger dots: more forecasts. Dashed: claims are exact.</figcaption>
      <button
        type="button"
        aria-expanded={table}
        onClick={() => setTable(!table)}
        className="inline-flex min-h-6 items-center gap-1 rounded-badge pt-1.5 text-sm font-medium text-accent hover:underline"
      >
        <ChevronRight
          size={14}
          strokeWidth={1.75}
          aria-hidden
          className={cx("transition-transform", table && "rotate-90")}
        />
        Show as table
      </button>
      {table && (
        <table className="mt-2">
          <Columns of={["Claimed", right("Average"), right("Came true"), right("Forecasts")]} />
          <tbody>
            {bins.map(({ from, claimed, held, resolved }) => (
              <tr key={from}>
                <td className="num h-7!">{`${wholePercent(from)} to ${wholePercent(from + 0.1)}`}</td>
                <td className="num h-7! text-right">{wholePercent(claimed)}</td>
                <td className="num h-7! text-right">{wholePercent(held)}</td>
                <td className="num h-7! text-right">{resolved}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  );
}
