import { useEffect } from "react";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { FileImport } from "#features/imports/contract.ts";
import { count, plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { FileDrop } from "#ui/kit/file-drop.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { ProgressBar } from "#ui/kit/progress.tsx";
import { Section } from "#ui/kit/section.tsx";
import type { Leaving } from "#ui/kit/use-leave.ts";
import { refreshAll } from "#ui/query.ts";
import { FileCard } from "./file-card.tsx";
import { canStart } from "./open-points.ts";
import { PasteRows } from "./paste-rows.tsx";
import { useImports, useStart, useUndo } from "./queries.ts";
import { clearFaults, sendFiles, useSendingFiles } from "./sending.ts";

const isOpen = ({ status }: FileImport): boolean => !/^(receiving|done|failed|undone)$/.test(status);
const recentMs = 3_600_000;

/** One door for files: drop any number, see what each is, answer what is open, import. */
export function AddData({ leaving }: { leaving?: Leaving }) {
  const sending = useSendingFiles();
  const { data } = useImports();
  const imports = data ?? [];
  const newest = Date.parse(imports[0]?.createdAt ?? "");
  // What was finished beside the files at hand is shown with its result.
  const shown = imports.filter(
    (one) => isOpen(one) || (one.status !== "receiving" && newest - Date.parse(one.createdAt) < recentMs),
  );
  const past = imports.filter((one) => one.status !== "receiving" && !shown.includes(one));
  const done = imports.filter(({ status }) => status === "done" || status === "failed").length;
  // Everything that counts the new rows.
  useEffect(() => void (done > 0 && refreshAll()), [done]);
  return (
    <div className="grid gap-4">
      <FileDrop title="Drop your files here" label="Files to add" many onFiles={sendFiles}>
        Customers, invoices, deals, tickets, people, bank statements, profit and loss, daily sales, documents: as your
        programs export them, any number at once. CSV, Excel and text files up to 100 MB are looked at first; nothing is
        imported before you say so.
      </FileDrop>
      <PasteRows leaving={leaving} />
      <ul aria-label="Files" aria-live="polite" className="grid gap-3 empty:hidden">
        {sending.map((file, at) => (
          <li key={at} className="rounded-card border border-line px-4 py-3 text-sm">
            <div className="font-medium wrap-anywhere">{file.name}</div>
            {file.fault ? (
              <p role="alert" className="text-danger">
                {file.fault}
              </p>
            ) : (
              <ProgressBar name={`Sending ${file.name}`} share={file.share} />
            )}
          </li>
        ))}
        {shown.map((one) => (
          <FileCard key={one.id} id={one.id} fileName={one.fileName} status={one.status} />
        ))}
      </ul>
      {sending.some(({ fault }) => fault) && (
        <Button small look="quiet" className="justify-self-start" onClick={clearFaults}>
          Clear
        </Button>
      )}
      <PastImports imports={past} />
    </div>
  );
}

/** A button that starts every file without an open point, and a note that numbers the others. */
export function useStartAll() {
  const { data } = useImports();
  const start = useStart();
  const looked = (data ?? []).filter(({ status }) => status === "looked");
  const ready = looked.filter(canStart);
  const open = looked.length - ready.length;
  return {
    note: open > 0 ? `${plural(open, "file")} ${open === 1 ? "waits" : "wait"} for your answer.` : null,
    button: ready.length > 0 && (
      <Button
        look="primary"
        pending={start.isPending}
        onClick={() => {
          for (const { id } of ready) start.mutate(id);
        }}
      >
        Import {ready.length === 1 ? "the file" : `${count(ready.length)} files`}
      </Button>
    ),
  };
}

function PastImports({ imports }: { imports: readonly FileImport[] }) {
  const { timeZone } = useCompany();
  const undo = useUndo();
  if (imports.length === 0) return null;
  return (
    <Section title="Imported before" note={count(imports.length)}>
      <ul>
        {imports.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 text-sm">
            <span className="min-w-0 flex-1 basis-60">
              <span className="font-medium wrap-anywhere">{one.fileName}</span>
              <span className="text-ink-2">: {one.sentence}</span>
            </span>
            <span className="text-ink-3">
              <Moment at={one.createdAt} timeZone={timeZone} />
            </span>
            {one.undoableUntil && (
              <Button small pending={undo.isPending} onClick={() => undo.mutate(one.id)}>
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
