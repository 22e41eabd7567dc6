import { FileSpreadsheet } from "lucide-react";
import { Link } from "wouter";
import type { FileImport, Preview } from "#features/imports/contract.ts";
import { count, plural } from "#ui/format.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Check } from "#ui/kit/field.tsx";
import { Fold } from "#ui/kit/fold.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { ProgressBar } from "#ui/kit/progress.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { openQuestions } from "./open-points.ts";
import { FirstRows } from "./first-rows.tsx";
import { type Choices, useChoose, useDiscard, useImport, useRefused, useStart, useUndo } from "./queries.ts";
import { Questions } from "./questions.tsx";
import { ReadingChoice } from "./reading-choice.tsx";

type Props = Pick<FileImport, "id" | "fileName" | "status">;

const stateOf: Record<FileImport["status"], string> = {
  receiving: "Arriving",
  looking: "Looking at it",
  looked: "Ready",
  waiting: "Waiting its turn",
  running: "Importing",
  undoing: "Being undone",
  done: "Imported",
  failed: "Not imported",
  undone: "Undone",
};

export function FileCard({ id, fileName, status }: Props) {
  const { data, error } = useImport(id);
  const open = data?.preview && data.status === "looked" ? openQuestions(data.preview).length : 0;
  const state = open > 0 ? plural(open, "question") : data?.preview?.missing ? "Needs a choice" : undefined;
  return (
    <li className="rounded-card border border-line bg-surface px-4 py-3">
      <header className="flex items-start gap-2.5">
        <FileSpreadsheet size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 flex-none text-ink-3" />
        <h3 className="min-w-0 flex-1 font-medium wrap-anywhere">{fileName}</h3>
        <Tag line>{state ?? stateOf[data?.status ?? status]}</Tag>
      </header>
      {error && !data ? <Fault error={error} what="The file could not be loaded" /> : data && <Body found={data} />}
    </li>
  );
}

function Body({ found }: { found: FileImport }) {
  const { status, preview, read, total, fileName, sentence } = found;
  if (status === "looked" && preview) return <Looked found={found} preview={preview} />;
  if (status === "running" || status === "waiting")
    return (
      <div className="pt-2 pl-[26px] text-sm text-ink-2">
        {preview?.headline}
        <ProgressBar name={`Importing ${fileName}`} share={total ? read / total : 0} />
        {total !== null && `${count(read)} of ${plural(total, "line")}. `}Continues if you close this.
      </div>
    );
  if (status === "looking") return <p className="pt-1 pl-[26px] text-sm text-ink-2">Reading the whole file.</p>;
  return <Result found={found} sentence={sentence} />;
}

function Looked({ found, preview }: { found: FileImport; preview: Preview }) {
  const choosing = useChoose(found.id);
  const start = useStart();
  const discard = useDiscard();
  const choose = (change: Choices) => choosing.mutate(change);
  const isOpen = openQuestions(preview).length > 0 || preview.missing !== null;
  return (
    <div aria-busy={choosing.isPending} className="grid gap-3 pt-1 pl-[26px] max-md:pl-0">
      <p>{preview.headline}</p>
      {preview.notes.length > 0 && (
        <ul className="grid gap-0.5 text-sm text-ink-2">
          {preview.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <Questions questions={preview.questions} onAnswer={(answers) => choose({ answers })} />
      {preview.missing && (
        <p role="alert" className="text-sm text-danger">
          {preview.missing}.
        </p>
      )}
      {preview.parties.map(({ kind, names, count: amount }) => (
        <div key={kind} className="text-sm">
          <Check
            label={`Create ${count(amount)} ${amount === 1 ? kind.slice(0, -1) : kind} from these names`}
            defaultChecked
            onChange={(event) => choose({ createParties: event.target.checked })}
          />
          <p className="pl-6 text-ink-2">
            {names.join(", ")}
            {amount > names.length && ` and ${count(amount - names.length)} more`}
          </p>
        </div>
      ))}
      {preview.target !== "document" && (
        <>
          <Fold
            title={`Columns (${count(preview.columns.filter(({ field }) => field !== null).length)} of ${count(preview.columns.length)} taken)`}
            open={preview.missing !== null}
          >
            <ColumnChoice preview={preview} onChoose={(columns) => choose({ columns })} />
          </Fold>
          <FirstRows preview={preview} />
        </>
      )}
      <Fold title="How the file is read">
        <ReadingChoice preview={preview} onChoose={choose} />
      </Fold>
      <div className="flex flex-wrap gap-2">
        <Button
          small
          disabled={isOpen || choosing.isPending}
          pending={start.isPending}
          onClick={() => start.mutate(found.id)}
        >
          {preview.target === "document" ? "Add to the Brain" : `Import ${plural(preview.lines, "row")}`}
        </Button>
        <Button small pending={discard.isPending} onClick={() => discard.mutate(found.id)}>
          Leave it out
        </Button>
      </div>
    </div>
  );
}

function Result({ found, sentence }: { found: FileImport; sentence: string | null }) {
  const undo = useUndo();
  const refused = useRefused();
  const { id, badLines, badCount, means, undoableUntil, status } = found;
  return (
    <div role="status" className="grid gap-2 pt-1 pl-[26px] text-sm max-md:pl-0">
      <p className={status === "failed" ? "text-danger" : undefined}>{sentence}</p>
      {means.map((one) => (
        <p key={one.sentence} className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{one.sentence}</span>
          <Link href={one.href} className={buttonClass("plain", true)}>
            {one.label}
          </Link>
        </p>
      ))}
      {badLines.length > 0 && (
        <Fold title={badCount > 0 ? `${plural(badCount, "line")} not taken` : "What was left empty"}>
          <ul className="max-h-60 overflow-auto pt-1">
            {badLines.map(({ line, sentence: why }, at) => (
              <li key={at} className="flex gap-3 border-t border-line py-1">
                <span className="num w-16 flex-none text-ink-3">{count(line)}</span>
                <span className="wrap-anywhere">{why}</span>
              </li>
            ))}
          </ul>
          {badCount > 0 && (
            <Button small pending={refused.isPending} onClick={() => refused.mutate(id)}>
              Download the lines not taken
            </Button>
          )}
        </Fold>
      )}
      {undoableUntil && (
        <div>
          <Button small pending={undo.isPending} onClick={() => undo.mutate(id)}>
            Undo this import
          </Button>
        </div>
      )}
    </div>
  );
}
