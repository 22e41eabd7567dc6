import { WatchImport } from "#features/metrics/web/import-parts.tsx";
import type { RecordImport } from "#features/records/imports/contract.ts";
import { count } from "#ui/format.ts";
import type { Progress } from "#ui/kit/progress.tsx";
import { useImport } from "./queries.ts";

const stepsOf = ({ status, read, total, fileName }: RecordImport): Progress[] => [
  { name: `${fileName} received`, state: "done" },
  {
    name: "Looking at the file",
    state: total !== null ? "done" : status === "failed" ? "failed" : status === "waiting" ? "waiting" : "running",
    note: total === null ? undefined : `${count(total)} lines`,
  },
  {
    name: "Importing the lines",
    state: total === null ? "waiting" : status === "receiving" ? "waiting" : status,
    share: total ? read / total : null,
    note: total === null ? undefined : `${count(read)} of ${count(total)}`,
  },
];

const adviceOf = ({ added, changed }: RecordImport): string =>
  added + changed > 0
    ? "Put these lines right and import the whole file again: what is there already stays as it is."
    : "Put this right and import the file again.";

export function ImportProgress({ id, ...rest }: { id: string; onAgain: () => void; onClose: () => void }) {
  const { data, error } = useImport(id);
  return <WatchImport found={data} error={error} stepsOf={stepsOf} adviceOf={adviceOf} {...rest} />;
}
