import { useMay } from "#features/accounts/web/queries.ts";
import type { Dashboard } from "#features/dashboard/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { Button } from "#ui/kit/button.tsx";

export type NeededMetric = Dashboard["missing"][number];

const names: Record<NeededMetric, { what: string; for: string }> = {
  daily_revenue: { what: "revenue", for: "Without revenue, agents cannot report growth or forecast" },
  cash: { what: "cash balance", for: "Without a cash balance, agents cannot forecast your runway" },
  expenses: { what: "monthly expenses", for: "Without expenses, agents estimate spending from bills" },
};

export const nameOfMetric = (metric: NeededMetric): string => names[metric].what;

type Props = { dashboard: Dashboard; onAdd: (metric: NeededMetric) => void };

/** Figures the agents need but do not have, each with a button that adds it. */
export function MissingFigures({ dashboard: { missing, firstSteps }, onAdd }: Props) {
  const may = useMay(recordMetrics);
  // Before any data, the first steps ask for it.
  if (missing.length === 0 || !firstSteps.data) return null;
  return (
    <ul aria-label="Missing figures" className="-mt-6 md:-mt-8">
      {missing.map((metric) => (
        <li
          key={metric}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-sm text-ink-2"
        >
          <span className="min-w-0 flex-1 basis-56">{names[metric].for}.</span>
          {may && (
            <Button small onClick={() => onAdd(metric)}>
              Add {names[metric].what}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
