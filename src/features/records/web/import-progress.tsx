import type { RecordImport } from "#features/records/imports/contract.ts";
import { count } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { type Progress, ProgressRows } from "#ui/kit/progress.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { useImport } from "./queries.ts";

function stepsOf({ status, read, total, fileName }: RecordImport): Progress[] {
  return [
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
          <SkeletonRows rows={3} />
        )}
      </DialogBody>
      <DialogFoot note={over ? undefined : "It goes on in the background; you may close this."}>
        {over && <Button onClick={onAgain}>{data?.status === "done" ? "Import more" : "Try another file"}</Button>}
        <Button look={data?.status === "done" ? "primary" : "plain"} onClick={onClose}>
          {over ? "Done" : "Close"}
        </Button>
      </DialogFoot>
    </>
  );
}

function Result({ found: { sentence, badLines, badCount, status, added, changed } }: { found: RecordImport }) {
  return (
    <div role="status">
      {sentence && <p className={`pt-3 font-medium ${status === "failed" ? "text-danger" : ""}`}>{sentence}</p>}
      {badCount > 0 && (
        <>
          <p className="pt-1 pb-2 text-sm text-ink-2">
            {added + changed > 0
              ? "Put these lines right and import the whole file again: what is there already stays as it is."
              : "Put this right and import the file again."}
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
