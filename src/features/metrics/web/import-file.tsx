import { Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { delimiterOf } from "#features/metrics/rules.ts";
import { guessColumns, splitCsv } from "./csv.ts";
import { type Chosen, ImportForm } from "./import-form.tsx";

const most = 25 * 1024 * 1024;

/** Reads the start of a file for the preview; gives the reason where it cannot be imported. */
async function look(file: File): Promise<Chosen | string> {
  if (file.size > most) return "The file is larger than 25 MB. Split it and import the parts.";
  const start = await file.slice(0, 65_536).text();
  const rows = splitCsv(start, 40);
  const [heading] = rows;
  if (!heading || rows.length < 2) return "The file has no rows. The first line must name the columns.";
  if (heading.length < 2) return "The file has one column. A date and a value are needed, separated by , ; or tab.";
  return { file, rows, delimiter: delimiterOf(start), guess: guessColumns(rows) };
}

/** Choose a file or drop one; then say which column is what. */
export function ImportFile({ onStarted }: { onStarted: (id: string) => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<string>();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const take = async (file: File | undefined) => {
    if (!file) return;
    const result = await look(file);
    setFault(typeof result === "string" ? result : undefined);
    setChosen(typeof result === "string" ? null : result);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  if (chosen) return <ImportForm chosen={chosen} onOther={() => setChosen(null)} onStarted={onStarted} />;
  return (
    <div>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          "grid justify-items-start gap-3 rounded-card border border-dashed p-5",
          over ? "border-accent bg-accent-wash" : "border-line-control",
        )}
      >
        <div>
          <div className="font-medium">Drop a CSV file here</div>
          <p className="text-ink-2">
            One line per day: a date and a value. Separated by comma, semicolon or tab; at most 25 MB.
          </p>
        </div>
        <Button onClick={() => input.current?.click()}>
          <Upload size={15} strokeWidth={1.75} aria-hidden /> Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-label="CSV file"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </div>
      <p role="alert" className="pt-2 text-sm text-danger">
        {fault}
      </p>
    </div>
  );
}
