type Props = { values: readonly (number | null)[]; label: string };

const width = 96;
const height = 32;
const edge = 4;

/** A thin grey line without axis, with a dot at the latest value; missing days are left out, not drawn as zero. */
export function Sparkline({ values, label }: Props) {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  if (known.length < 2) return null;
  const figures = known.map((point) => point.value);
  const low = Math.min(...figures);
  const span = Math.max(...figures) - low || 1;
  const points = known.map(({ at, value }) => ({
    x: 2 + (at / Math.max(values.length - 1, 1)) * (width - edge - 2),
    y: height - edge - ((value - low) / span) * (height - 2 * edge),
  }));
  const last = points.at(-1);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      fill="none"
      className="h-[22px] w-full max-w-[54px] sm:h-8 sm:max-w-24"
    >
      <path
        d={points.map((point, at) => `${at ? "L" : "M"}${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("")}
        stroke="var(--line-control)"
        strokeWidth={1.25}
        strokeLinejoin="round"
      />
      {last && <circle cx={last.x} cy={last.y} r={2.25} fill="var(--accent)" />}
    </svg>
  );
}
