import { sentenceOf } from "#ui/api.ts";
import { count, percent } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { type Progress, ProgressRows } from "#ui/kit/progress.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { isRefused } from "./follow-import.ts";
import { Columns } from "#ui/kit/columns.tsx";

type SendingProps = { share: number | null; failure: Error | null; isOtherSent: boolean };

/** The progress of an upload, or why it failed. */
export function Sending({ share, failure, isOtherSent }: SendingProps) {
  return (
    <>
      {isOtherSent && (
        <p role="status" className="text-sm text-ink-2">
          Another file is being uploaded. Wait until it finishes.
        </p>
      )}
      {share !== null && (
        <ProgressRows
          steps={[{ name: "Uploading the file", state: "running", share, note: percent(Math.round(share * 100)) }]}
        />
      )}
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {sentenceOf(failure)}
        </p>
      )}
    </>
  );
}

/** The common parts of figure and record imports. */
export type Watched = {
  status: string;
  sentence: string | null;
  badCount: number;
  badLines: readonly { line: number; sentence: string }[];
};

type Props<Import extends Watched> = {
  found: Import | undefined;
  error: Error | null;
  stepsOf: (found: Import) => Progress[];
  /** Advice about rejected lines. */
  adviceOf: (found: Import) => string;
  onAgain: () => void;
  onClose: () => void;
};

/** The progress and result of a background import. */
export function WatchImport<Import extends Watched>(props: Props<Import>) {
  const { found, error, stepsOf, adviceOf, onAgain, onClose } = props;
  const isDone = found?.status === "done";
  const isGone = isRefused(error);
  const isFinished = isDone || found?.status === "failed" || isGone;
  const runningNote = error
    ? "Can't reach the server. Trying again."
    : "Continues in the background if you close this.";
  return (
    <>
      <DialogBody>
        {isGone ? (
          <Fault error={error} what="The import could not be found" />
        ) : found ? (
          <>
            <ProgressRows steps={stepsOf(found)} />
            <Result found={found} advice={adviceOf(found)} />
          </>
        ) : (
          <SkeletonRows rows={3} />
        )}
      </DialogBody>
      <DialogFoot always note={isFinished ? undefined : runningNote}>
        {isFinished && <Button onClick={onAgain}>{isDone ? "Import more" : "Try another file"}</Button>}
        <Button look={isDone ? "primary" : "plain"} onClick={onClose}>
          {isDone ? "Done" : "Close"}
        </Button>
      </DialogFoot>
    </>
  );
}

function Result({ found: { sentence, badLines, badCount, status }, advice }: { found: Watched; advice: string }) {
  return (
    <div role="status">
      {sentence && <p className={`pt-3 font-medium ${status === "failed" ? "text-danger" : ""}`}>{sentence}</p>}
      {badCount > 0 && (
        <>
          <p className="pt-1 pb-2 text-sm text-ink-2">{advice}</p>
          <table>
            <Columns of={["Line", "Problem"]} />
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
