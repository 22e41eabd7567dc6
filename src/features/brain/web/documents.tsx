import { Check, FileText, Upload as UploadIcon } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Link } from "wouter";
import { onlyWho, useMay } from "#features/accounts/web/queries.ts";
import { addDocument, deleteDocument, type StoredDocument, type Upload } from "#features/brain/documents/contract.ts";
import { count, plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Dialog, DialogFoot } from "#ui/kit/dialog.tsx";
import { PagedRows } from "#ui/kit/paged-rows.tsx";
import { ProgressBar } from "#ui/kit/progress.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useDeleteDocument, useDocuments, useSendFiles, useStopUpload, useUploads } from "./queries.ts";

const accepted = ".txt,.md,.markdown,.csv,.tsv,.xlsx,.pdf,.docx,.pptx,.eml";

/** Files to add, those being read, and the documents the Brain has read. */
export function Documents({ amount }: { amount: number | undefined }) {
  const { files, isBusy, send, clear } = useSendFiles();
  const uploads = useUploads();
  const documents = useDocuments();
  const may = useMay(addDocument);
  const notDone = (uploads.data ?? []).filter(({ status }) => status !== "done");
  return (
    <Section title="Documents" note={amount === undefined ? undefined : count(amount)} id="documents">
      {may ? (
        <DropFiles disabled={isBusy} onFiles={send} />
      ) : (
        <p className="text-sm text-ink-3">{onlyWho(addDocument, "add documents")}.</p>
      )}
      <ul aria-label="Uploads" aria-live="polite">
        {files.map((file, at) => (
          <li key={at} className="border-t border-line py-2.5 text-sm">
            <Line name={file.name} state={file.fault ? "Not sent" : undefined} isFault={!!file.fault}>
              {file.fault ?? <ProgressBar name={`Sending ${file.name}`} share={file.share} />}
            </Line>
          </li>
        ))}
        {notDone.map((one) => (
          <UploadLine key={one.id} upload={one} />
        ))}
      </ul>
      {files.some(({ fault }) => fault) && (
        <Button look="quiet" small onClick={clear}>
          Clear
        </Button>
      )}
      <PagedRows
        list={documents}
        fault="The documents could not be loaded"
        empty={
          <p className="py-3 text-sm text-pretty text-ink-2">
            No documents yet. Price lists, contracts, notes and emails become passages that answers cite.
          </p>
        }
      >
        {(document) => <DocumentLine key={document.id} document={document} />}
      </PagedRows>
    </Section>
  );
}

function DropFiles({ disabled, onFiles }: { disabled: boolean; onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    if (files && files.length > 0 && !disabled) onFiles([...files]);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      className={cx(
        "mb-2 flex items-center gap-3 rounded-card border border-dashed px-4 py-3 text-sm",
        isOver ? "border-accent bg-accent-wash" : "border-line-control",
      )}
    >
      <UploadIcon size={18} strokeWidth={1.75} aria-hidden className="flex-none text-ink-2" />
      <div className="min-w-0">
        Drop files here or{" "}
        <button
          type="button"
          disabled={disabled}
          onClick={() => input.current?.click()}
          className="font-medium text-accent hover:underline disabled:text-ink-3"
        >
          choose
        </button>
        <p className="text-xs text-ink-3">Text, Markdown, CSV, Excel, PDF, Word, PowerPoint, email, up to 25 MB</p>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        accept={accepted}
        aria-label="Documents"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          take(target.files);
          target.value = "";
        }}
      />
    </div>
  );
}

const Line = ({
  name,
  state,
  isFault,
  children,
}: {
  name: string;
  state?: string | undefined;
  isFault?: boolean;
  children: ReactNode;
}) => (
  <div className="flex gap-2.5">
    <FileText size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 flex-none text-ink-3" />
    <div className="min-w-0 flex-1">
      <div className="flex gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        {state && <span className={cx("num flex-none", isFault ? "text-danger" : "text-ink-3")}>{state}</span>}
      </div>
      <div className="text-xs text-pretty text-ink-3">{children}</div>
    </div>
  </div>
);

function UploadLine({ upload }: { upload: Upload }) {
  const stop = useStopUpload();
  const may = useMay(addDocument);
  const { id, fileName, status, step, done, total, sentence } = upload;
  const isRunning = status === "waiting" || status === "running";
  return (
    <li className="border-t border-line py-2.5 text-sm">
      <Line
        name={fileName}
        isFault={status === "failed"}
        state={
          isRunning
            ? total === null
              ? undefined
              : `${count(done)} of ${count(total)}`
            : status === "failed"
              ? "Not read"
              : "Stopped"
        }
      >
        {isRunning ? (
          <>
            {total !== null && <ProgressBar name={`Reading ${fileName}`} share={total === 0 ? 0 : done / total} />}
            {status === "waiting" ? "Waiting." : step === "reading" ? "Reading pages." : "Storing passages."}{" "}
            {may && (
              <button
                type="button"
                disabled={stop.isPending}
                onClick={() => stop.mutate(id)}
                aria-label={`Stop ${fileName}`}
                className="font-medium text-accent hover:underline"
              >
                Stop
              </button>
            )}
          </>
        ) : (
          sentence
        )}
      </Line>
    </li>
  );
}

function DocumentLine({ document }: { document: StoredDocument }) {
  const [isConfirming, setConfirming] = useState(false);
  const remove = useDeleteDocument();
  const may = useMay(deleteDocument);
  const { id, title, kind, pages, passages, note } = document;
  const pageWord = kind === "pptx" ? "slide" : "page";
  return (
    <li className="flex items-start gap-2 border-t border-line py-2.5 text-sm first:border-t-0">
      <FileText size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 flex-none text-ink-3" />
      <div className="min-w-0 flex-1">
        <Link href={`/brain-dashboard?document=${id}`} className="block truncate font-medium">
          {title}
        </Link>
        <span className="text-xs text-ink-3">
          {[pages === null ? "" : plural(pages, pageWord), plural(passages, "passage")].filter(Boolean).join(", ")}
        </span>
        {note && <p className="text-xs text-pretty text-ink-2">{note}</p>}
      </div>
      <Check size={15} aria-hidden className="mt-0.5 flex-none text-success" />
      {may && (
        <Button look="quiet" small aria-label={`Delete ${title}`} onClick={() => setConfirming(true)} className="-my-1">
          Delete
        </Button>
      )}
      {isConfirming && (
        <Dialog
          title="Delete this document?"
          description={`${plural(passages, "passage")} of ${title} go with it. What was derived from them is marked as in doubt.`}
          onClose={() => setConfirming(false)}
        >
          <DialogFoot>
            <Button onClick={() => setConfirming(false)}>Keep it</Button>
            <Button
              look="primary"
              pending={remove.isPending}
              onClick={() => remove.mutate(id, { onSuccess: () => setConfirming(false) })}
            >
              Delete document
            </Button>
          </DialogFoot>
        </Dialog>
      )}
    </li>
  );
}
