import type { CalendarUnit, QueryGroup, QueryResult } from "#contract/query.ts";
import { axisLabels, ticksOf } from "./chart-scale.ts";
import { formatShort, formatValue } from "./values.ts";
import { useWidth } from "#ui/use-width.ts";

type Props = {
  result: QueryResult;
  unit: CalendarUnit;
  /** In calendar order. */
  groups: readonly QueryGroup[];
  /** The keys of the leading groups. */
  leaders: ReadonlySet<string | null>;
  label: string;
};

const height = 248;
const edge = { top: 26, right: 6 };

/** Columns in calendar order: grey, the leading one in accent, with the compared value as a line across. */
export function ColumnsChart({ result, unit, groups, leaders, label }: Props) {
  const { frame, width } = useWidth();
  return (
    <div ref={frame} role="img" aria-label={label} className="h-[248px]">
      {width > 0 && <Drawing width={width} result={result} unit={unit} groups={groups} leaders={leaders} />}
    </div>
  );
}

function Drawing({ width, result, unit, groups, leaders }: Omit<Props, "label"> & { width: number }) {
  const { period, compared } = result;
  const known = groups.flatMap(({ value, previous }) => [value, previous].filter((one) => one !== null));
  const ticks = ticksOf(Math.min(...known, 0), Math.max(...known, 0), result.unit === "count");
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const names = ticks.map((tick) => formatShort(tick, result));
  const left = Math.max(...names.map((name) => name.length)) * 7 + 12;
  // Both periods are labeled beside the last column if there is room.
  const ends = [compared?.label ?? "", period?.label ?? ""];
  const isNamed = compared !== null && width > 560 && ends.every((name) => name.length <= 14);
  const right = isNamed ? Math.max(...ends.map((name) => name.length)) * 7 + 12 : edge.right;
  const slot = (width - left - right) / Math.max(groups.length, 1);
  const labels = axisLabels(
    groups.map(({ key }) => key ?? ""),
    unit,
    slot,
  );
  const bottom = labels.some(({ year }) => year) ? 40 : 24;
  const y = (value: number) => height - bottom - ((value - low) / (high - low)) * (height - bottom - edge.top);
  const bar = Math.max(1, Math.min(38, slot > 6 ? slot * 0.64 : slot - 1));
  const last = groups.at(-1);
  const [then, now] = spread(y(last?.previous ?? 0), y(last?.value ?? 0));
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className="num block text-xs"
    >
      {ticks.map((tick, at) => (
        <g key={tick}>
          {tick !== 0 && <line x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />}
          <text x={left - 8} y={y(tick) + 4} textAnchor="end" fill="var(--ink-3)">
            {names[at]}
          </text>
        </g>
      ))}
      {groups.map((group, at) => {
        const { key, value, previous } = group;
        const x = left + slot * at + (slot - bar) / 2;
        const middle = x + bar / 2;
        const isLeader = leaders.has(key);
        const top = Math.min(y(value ?? 0), y(0));
        const size = Math.abs(y(value ?? 0) - y(0));
        const overhang = Math.min(3, (slot - bar) / 2);
        const axis = labels[at];
        return (
          <g key={key}>
            <title>{titleOf(group, result)}</title>
            {/* Full height, so that the tooltip of a low column is easy to reach. */}
            <rect
              x={left + slot * at}
              y={edge.top}
              width={slot}
              height={height - bottom - edge.top}
              fill="transparent"
            />
            {value !== null && (
              <rect
                x={x}
                y={top}
                width={bar}
                height={size}
                rx={Math.min(2, bar / 2, size)}
                fill={isLeader ? "var(--accent)" : "var(--line-control)"}
              />
            )}
            {previous !== null && (
              <g>
                <line
                  x1={x - overhang}
                  x2={x + bar + overhang}
                  y1={y(previous)}
                  y2={y(previous)}
                  stroke="var(--canvas)"
                  strokeWidth={4.5}
                />
                <line
                  x1={x - overhang}
                  x2={x + bar + overhang}
                  y1={y(previous)}
                  y2={y(previous)}
                  stroke="var(--ink)"
                  strokeWidth={1.5}
                />
              </g>
            )}
            {axis?.text && (
              <text
                x={middle}
                y={height - bottom + 18}
                textAnchor="middle"
                fill={isLeader ? "var(--ink)" : "var(--ink-3)"}
                fontWeight={isLeader ? 500 : undefined}
              >
                {axis.text}
              </text>
            )}
            {axis?.year && (
              <text x={x} y={height - bottom + 34} fill="var(--ink-3)">
                {axis.year}
              </text>
            )}
          </g>
        );
      })}
      <line x1={left} x2={width - right} y1={y(0)} y2={y(0)} stroke="var(--line-control)" />
      {leaders.size === 1 &&
        groups.map(({ key, value, previous }, at) => {
          if (!leaders.has(key) || value === null) return null;
          const text = formatValue(value, result);
          const half = text.length * 3.6;
          const middle = left + slot * (at + 0.5);
          return (
            <text
              key={key}
              x={Math.max(left + half, Math.min(middle, width - right - half))}
              y={Math.max(11, Math.min(y(value), y(previous ?? value), y(0)) - 8)}
              textAnchor="middle"
              fill="var(--accent)"
              fontWeight={600}
            >
              {text}
            </text>
          );
        })}
      {isNamed && last && (
        <>
          <text x={width - right + 8} y={then + 4} fill="var(--ink)" fontWeight={500}>
            {ends[0]}
          </text>
          <text x={width - right + 8} y={now + 4} fill="var(--ink-3)">
            {ends[1]}
          </text>
        </>
      )}
    </svg>
  );
}

/** Moves overlapping labels apart. */
function spread(one: number, other: number): [number, number] {
  const missing = 16 - Math.abs(one - other);
  if (missing <= 0) return [one, other];
  const move = (one <= other ? -missing : missing) / 2;
  return [one + move, other - move];
}

const titleOf = ({ label, value, previous }: QueryGroup, result: QueryResult): string =>
  `${label}: ${formatValue(value, result)}${previous !== null && result.compared ? ` (${result.compared.label}: ${formatValue(previous, result)})` : ""}`;
