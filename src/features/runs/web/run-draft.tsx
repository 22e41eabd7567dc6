import { Spinner } from "#ui/kit/button.tsx";
import { LineText } from "#ui/kit/report-line.tsx";
import { useRunDraft } from "./queries.ts";

/** The text a model is writing in a run; runs by rules show only a spinner. */
export function RunDraft({ runId, waiting = "Working on it" }: { runId: string; waiting?: string }) {
  const draft = useRunDraft(runId, true).data;
  if (!draft || draft.lines.length === 0)
    return (
      <p role="status" className="flex items-center gap-2 text-ink-2">
        <Spinner />
        {waiting}
      </p>
    );
  const figures = new Map(draft.figures.map((figure) => [figure.id, figure]));
  return (
    <div aria-busy className="wrap-anywhere">
      {draft.lines.map((line, at) => (
        <p key={at}>
          <LineText line={line} figures={figures} />{" "}
          {at === draft.lines.length - 1 && (
            <span className="inline-block align-[-2px]">
              <Spinner />
            </span>
          )}
        </p>
      ))}
    </div>
  );
}
