import { longDay } from "#contract/format.ts";
import { useWidth } from "#ui/use-width.ts";

type Point = { day: string; value: number };
type Props = { points: readonly Point[]; label: string; shown: (value: number) => string };

const height = 220;
const edge = { top: 26, bottom: 38, left: 0, right: 4 };

/** A line chart at the available width; the table below lists every value. */
export function SeriesChart({ points, label, shown }: Props) {
  const { frame, width } = useWidth();
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(...values)];
  const [start, end] = [Date.parse(points[0]?.day ?? ""), Date.parse(points.at(-1)?.day ?? "")];
  const x = (day: string) =>
    edge.left + ((Date.parse(day) - start) / (end - start || 1)) * (width - edge.left - edge.right);
  const y = (value: number) =>
    height - edge.bottom - ((value - low) / (high - low || 1)) * (height - edge.top - edge.bottom);
  const last = points.at(-1);
  return (
    <div ref={frame} className="h-[220px]">
      {width > 0 && last && (
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} fill="none" className="text-xs">
          {/* Labels outside the curve: the lowest below its line, the highest above. */}
          {[low, high].map((value, at) => (
            <g key={at}>
              <line x1={edge.left} x2={width - edge.right} y1={y(value)} y2={y(value)} stroke="var(--line)" />
              <text x={edge.left} y={at === 0 ? y(value) + 14 : y(value) - 7} fill="var(--ink-3)">
                {shown(value)}
              </text>
            </g>
          ))}
          <path
            d={points
              .map(({ day, value }, at) => `${at ? "L" : "M"}${x(day).toFixed(1)} ${y(value).toFixed(1)}`)
              .join("")}
            stroke="var(--accent)"
            strokeWidth={1.5}
            strokeLinejoin="round"
          />
          <circle cx={x(last.day)} cy={y(last.value)} r={3} fill="var(--accent)" />
          <text x={edge.left} y={height - 3} fill="var(--ink-3)">
            {longDay(points[0]?.day ?? last.day)}
          </text>
          <text x={width - edge.right} y={height - 3} textAnchor="end" fill="var(--ink-3)">
            {longDay(last.day)}
          </text>
        </svg>
      )}
    </div>
  );
}
