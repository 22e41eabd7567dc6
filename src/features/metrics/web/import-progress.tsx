import type { MetricImport } from "#features/metrics/contract.ts";
import { count } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { type Progress, ProgressRows } from "#ui/kit/progress.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { useImport } from "./queries.ts";

function stepsOf(found: MetricImport): Progress[] {
  const { status, read, total } = found;
  const lines = total === null ? `${count(read)} lines` : `${count(read)} of ${count(total)}`;
  return [
    { name: `${found.fileName} received`, state: "done" },
    {
      name: "Reading the lines",
      state: status === "waiting" ? "waiting" : status === "running" ? "running" : status,
      share: total ? read / total : null,
      note: lines,
    },
  ];
}

/** An import in the background, and what came of it. */
export function ImportProgress({ id, onAgain, onClose }: { id: string; onAgain: () => void; onClose: () => void }) {
  const { data, error } = useImport(id);
  const over = data?.status === "done" || data?.status === "failed" || error;
  return (
    <>
      <DialogBody>
        {error && !data ? (
          <Fault error={error} what="The import could not be found" />
        ) : data ? (
          <>
            <ProgressRows steps={stepsOf(data)} />
            <Result found={data} />
          </>
        ) : (
          <SkeletonRows rows={2} />
        )}
      </DialogBody>
      <DialogFoot note={over ? undefined : "It goes on in the background; you may close this."}>
        {over && data?.status !== "done" && <Button onClick={onAgain}>Try another file</Button>}
        {over && data?.status === "done" && <Button onClick={onAgain}>Import more</Button>}
        <Button look={data?.status === "done" ? "primary" : "plain"} onClick={onClose}>
          {over ? "Done" : "Close"}
        </Button>
      </DialogFoot>
    </>
  );
}

function Result({ found }: { found: MetricImport }) {
  const { sentence, badLines, badCount, status } = found;
  return (
    <div role="status">
      {sentence && <p className={`pt-3 font-medium ${status === "failed" ? "text-danger" : ""}`}>{sentence}</p>}
      {badCount > 0 && (
        <>
          <p className="pt-1 pb-2 text-sm text-ink-2">
            A file with a bad line changes nothing. Mend {badCount === 1 ? "this line" : "these lines"} and import it
            again.
          </p>
          <table>
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">What is wrong</th>
              </tr>
            </thead>
            <tbody>
              {badLines.map((bad) => (
                <tr key={bad.line}>
                  <td className="num w-16 text-ink-3">{count(bad.line)}</td>
                  <td className="py-1 wrap-anywhere">{bad.sentence}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {badCount > badLines.length && (
            <p className="pt-2 text-sm text-ink-3">and {count(badCount - badLines.length)} more</p>
          )}
        </>
      )}
    </div>
  );
}
