import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { Link, useLocation } from "wouter";
import { useMay } from "#features/accounts/web/queries.ts";
import { WriteButton } from "#features/mailroom/beginning/web/write-button.tsx";
import { changeRecord, type RecordKind } from "#features/records/contract.ts";
import { kindNames, roles, tabOf } from "#features/records/fields/fields.ts";
import { Status } from "#features/records/web/cell.tsx";
import { useRecord, useRemove } from "#features/records/web/queries.ts";
import { Fields, Provenance, Related, Texts } from "#features/records/web/record-parts.tsx";
import { CallError } from "#ui/api.ts";
import { sentenceCase } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Tag } from "#ui/kit/marks.tsx";
import { Page } from "#ui/kit/page.tsx";
import { toast } from "#ui/toast.ts";
import { NotFoundPage } from "./not-found.tsx";

const RecordForm = onDemand(() => import("#features/records/web/record-form.tsx"));

export default function RecordPage({ kind, id }: { kind: RecordKind; id: string }) {
  const { data, error } = useRecord(kind, id);
  const canWrite = useMay(changeRecord);
  const [, navigate] = useLocation();
  const [changing, setChanging] = useState(false);
  const remove = useRemove();
  const word = kindNames[kind].one;
  if (error instanceof CallError && (error.status === 404 || error.status === 400)) return <NotFoundPage />;
  if (!data)
    return (
      <Page title={sentenceCase(word)}>
        {<LoadingRows error={error} what={`The ${word} could not be loaded`} rows={8} />}
      </Page>
    );
  const { record } = data;
  const title = String(record.fields[roles[kind].title] ?? "");
  const removeRecord = () =>
    remove.mutate(
      { kind, id },
      {
        onSuccess: () => {
          toast(`${sentenceCase(word)} removed`, "You can restore it for 24 hours, below the list.");
          navigate(`/records/${kind}`);
        },
      },
    );
  return (
    <Page title={title}>
      <nav aria-label="Breadcrumb" className="mb-4 flex gap-2 text-sm">
        <Link href={`/records/${kind}`} className="text-ink-2">
          {tabOf(kind)}
        </Link>
        <span aria-hidden className="text-ink-3">
          /
        </span>
        <span className="truncate text-ink-3">{title}</span>
      </nav>
      <header className="mb-4 flex flex-wrap items-start gap-3 md:mb-6">
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
          <p className="mt-1 flex items-center gap-2 text-sm text-ink-2">
            <Status record={record} />
            {record.source === "sample" && <Tag line>Sample</Tag>}
          </p>
        </div>
        {canWrite && (
          <div className="flex flex-wrap gap-2">
            <WriteButton record={record} />
            <Button onClick={() => setChanging(true)}>
              <Pencil size={15} strokeWidth={1.75} aria-hidden /> Edit
            </Button>
            <Button look="destructive" pending={remove.isPending} onClick={removeRecord}>
              <Trash2 size={15} strokeWidth={1.75} aria-hidden /> Remove
            </Button>
          </div>
        )}
      </header>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
        <Fields page={data} />
        <Texts record={record} />
        <Related page={data} />
        <Provenance record={record} />
      </div>
      {changing && <RecordForm kind={kind} record={record} onClose={() => setChanging(false)} />}
    </Page>
  );
}
