import { Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import type { RecordKind } from "#features/records/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { TextArea } from "#ui/kit/field.tsx";
import { type Looked, lookAt } from "./look-at-file.ts";
import { useTemplate } from "./queries.ts";

/** Drop a file, choose one, or paste rows from a spreadsheet. */
export function ChooseFile({ kind, onLooked }: { kind: RecordKind; onLooked: (file: Looked) => void }) {
  const [fault, setFault] = useState<string>();
  const [over, setOver] = useState(false);
  const [pasted, setPasted] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const template = useTemplate();

  const take = async (name: string, bytes: Blob | undefined) => {
    if (!bytes) return;
    const result = await lookAt(kind, name, bytes);
    setFault(typeof result === "string" ? result : undefined);
    if (typeof result !== "string") onLooked(result);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    void take(file?.name ?? "", file);
  };
  return (
    <div className="grid gap-4">
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
            The first line names the columns, in whatever order. Separated by comma, semicolon or tab; at most 100 MB
            and 1,000,000 lines.
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
            const file = event.target.files?.[0];
            void take(file?.name ?? "", file);
            event.target.value = "";
          }}
        />
      </div>
      <div className="grid justify-items-start gap-2">
        <TextArea
          label="Or paste rows"
          hint="Copied from a spreadsheet, with the line that names the columns."
          frame="w-full"
          rows={4}
          spellCheck={false}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
        <Button small disabled={!pasted.trim()} onClick={() => void take("Pasted rows", new Blob([pasted]))}>
          Use these rows
        </Button>
      </div>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        Begin with a file that fits:
        <Button small disabled={template.isPending} onClick={() => template.mutate({ kind, rows: "none" })}>
          Download template
        </Button>
        <Button small disabled={template.isPending} onClick={() => template.mutate({ kind, rows: "sample" })}>
          Download sample rows
        </Button>
      </p>
    </div>
  );
}
