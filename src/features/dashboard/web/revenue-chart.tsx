import { addDays } from "#contract/days.ts";
import type { Dashboard } from "#features/dashboard/contract.ts";
import { SeriesChart } from "#features/metrics/web/series-chart.tsx";
import { money } from "#ui/format.ts";

type Revenue = NonNullable<Dashboard["revenue"]>;

/** The daily revenue of the last 30 days; days without a figure are left out. */
export default function RevenueChart({ revenue: { last30, date, currency } }: { revenue: Revenue }) {
  const points = last30.flatMap((value, at) =>
    value === null ? [] : [{ day: addDays(date, at + 1 - last30.length), value }],
  );
  if (points.length < 2) return null;
  return (
    <figure className="min-w-0">
      <figcaption className="text-sm">
        <span className="font-medium">Daily revenue</span> <span className="text-ink-3">last 30 days</span>
      </figcaption>
      <SeriesChart points={points} label="Daily revenue, last 30 days" shown={(value) => money(value, currency)} />
    </figure>
  );
}
