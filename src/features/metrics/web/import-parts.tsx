import { count, percent } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { type Progress, ProgressRows } from "#ui/kit/progress.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { isRefused } from "./follow-import.ts";

type SendingProps = { share: number | null; failure: Error | null; isOtherSent: boolean };

/** A file on its way to the server, and what stands in its way. */
export function Sending({ share, failure, isOtherSent }: SendingProps) {
  return (
    <>
      {isOtherSent && (
        <p role="status" className="text-sm text-ink-2">
          Another file is on its way. This one can follow as soon as it is sent.
        </p>
      )}
      {share !== null && (
        <ProgressRows
          steps={[{ name: "Sending the file", state: "running", share, note: percent(Math.round(share * 100)) }]}
        />
      )}
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure.message}
        </p>
      )}
    </>
  );
}

/** What an import of figures and one of records have in common. */
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
  /** What to do about lines that were not taken. */
  adviceOf: (found: Import) => string;
  onAgain: () => void;
  onClose: () => void;
};

/** An import in the background, and what came of it. */
export function WatchImport<Import extends Watched>(props: Props<Import>) {
  const { found, error, stepsOf, adviceOf, onAgain, onClose } = props;
  const isDone = found?.status === "done";
  const isGone = isRefused(error);
  const over = isDone || found?.status === "failed" || isGone;
  const going = error
    ? "The server does not say how it stands; it is asked again."
    : "It goes on in the background; you may close this.";
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
      <DialogFoot always note={over ? undefined : going}>
        {over && <Button onClick={onAgain}>{isDone ? "Import more" : "Try another file"}</Button>}
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
