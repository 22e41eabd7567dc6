import { useState } from "react";
import type { RecordKind } from "#features/records/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { TextArea } from "#ui/kit/field.tsx";
import { FileDrop } from "#ui/kit/file-drop.tsx";
import { type Leaving, useUnsaved } from "#ui/kit/use-leave.ts";
import { type FilePreview, previewFile } from "./preview-file.ts";
import { useTemplate } from "./queries.ts";

type Props = { kind: RecordKind; leaving: Leaving; onPreview: (file: FilePreview) => void };

/** Drop or choose a file, or paste rows from a spreadsheet. */
export function ChooseFile({ kind, leaving, onPreview }: Props) {
  const [fault, setFault] = useState<string>();
  const [pasted, setPasted] = useState("");
  const template = useTemplate();
  useUnsaved(leaving, () => pasted.trim() !== "");

  const take = async (name: string, bytes: Blob) => {
    const result = await previewFile(kind, name, bytes);
    setFault(typeof result === "string" ? result : undefined);
    if (typeof result !== "string") onPreview(result);
  };

  return (
    <div className="grid gap-4">
      <FileDrop onFile={(file) => void take(file.name, file)}>
        The first line names the columns, in whatever order. Separated by comma, semicolon or tab; at most 100 MB and
        1,000,000 lines.
      </FileDrop>
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
