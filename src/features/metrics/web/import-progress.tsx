import type { MetricImport } from "#features/metrics/contract.ts";
import { count } from "#ui/format.ts";
import type { Progress } from "#ui/kit/progress.tsx";
import { WatchImport } from "./import-parts.tsx";
import { useImport } from "./queries.ts";

const stepsOf = ({ status, read, total, fileName }: MetricImport): Progress[] => [
  { name: `${fileName} received`, state: "done" },
  {
    name: "Reading lines",
    state: status,
    share: total ? read / total : null,
    note: total === null ? `${count(read)} lines` : `${count(read)} of ${count(total)}`,
  },
];

const adviceOf = ({ badCount }: MetricImport): string =>
  `Nothing was imported. Fix ${badCount === 1 ? "this line" : "these lines"} and import the file again.`;

export function ImportProgress({ id, ...rest }: { id: string; onAgain: () => void; onClose: () => void }) {
  const { data, error } = useImport(id);
  return <WatchImport found={data} error={error} stepsOf={stepsOf} adviceOf={adviceOf} {...rest} />;
}
