import { useState } from "react";
import { delimiterOf } from "#features/metrics/rules.ts";
import { FileDrop } from "#ui/kit/file-drop.tsx";
import type { Leaving } from "#ui/kit/use-leave.ts";
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

type Props = { metric: string | undefined; leaving: Leaving; onStarted: (id: string) => void };

/** Choose a file or drop one; then say which column is what. */
export function ImportFile({ metric, leaving, onStarted }: Props) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<string>();

  const take = async (file: File) => {
    const result = await look(file);
    setFault(typeof result === "string" ? result : undefined);
    setChosen(typeof result === "string" ? null : result);
  };

  if (chosen)
    return (
      <ImportForm
        chosen={chosen}
        metric={metric}
        leaving={leaving}
        onOther={() => setChosen(null)}
        onStarted={onStarted}
      />
    );
  return (
    <div>
      <FileDrop onFile={(file) => void take(file)}>
        One line per day: a date and a value. Separated by comma, semicolon or tab; at most 25 MB.
      </FileDrop>
      <p role="alert" className="pt-2 text-sm text-danger">
        {fault}
      </p>
    </div>
  );
}
