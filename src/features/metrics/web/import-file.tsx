import { useState } from "react";
import { delimiterOf } from "#features/metrics/rules.ts";
import { FileDrop } from "#ui/kit/file-drop.tsx";
import type { Leaving } from "#ui/kit/use-leave.ts";
import { guessColumns, splitCsv } from "./csv.ts";
import { type Chosen, ImportForm } from "./import-form.tsx";

const maxBytes = 25 * 1024 * 1024;

/** Reads the start of a file for the preview, or returns why it cannot be imported. */
async function preview(file: File): Promise<Chosen | string> {
  if (file.size > maxBytes) return "The file is larger than 25 MB. Split it and import the parts.";
  const start = await file.slice(0, 65_536).text();
  const rows = splitCsv(start, 40);
  const [heading] = rows;
  if (!heading || rows.length < 2) return "The file has no rows. Its first line must contain the column names.";
  if (heading.length < 2)
    return "The file has one column. It needs a date and a value, separated by comma, semicolon or tab.";
  return { file, rows, delimiter: delimiterOf(start), guess: guessColumns(rows) };
}

type Props = { metric: string | undefined; leaving: Leaving; onStarted: (id: string) => void };

/** Choose a file, then assign its columns. */
export function ImportFile({ metric, leaving, onStarted }: Props) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<string>();

  const choose = async (file: File) => {
    const result = await preview(file);
    setFault(typeof result === "string" ? result : undefined);
    setChosen(typeof result === "string" ? null : result);
  };

  if (chosen)
    return (
      <ImportForm
        chosen={chosen}
        metric={metric}
        leaving={leaving}
        onChooseOther={() => setChosen(null)}
        onStarted={onStarted}
      />
    );
  return (
    <div>
      <FileDrop onFile={(file) => void choose(file)}>One line per day with a date and a value, up to 25 MB.</FileDrop>
      <p role="alert" className="pt-2 text-sm text-danger">
        {fault}
      </p>
    </div>
  );
}
