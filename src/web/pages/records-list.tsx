import { HandOn } from "#ui/kit/hand-on.tsx";
import { ChartColumn, Columns3, Columns3Cog, Plus, Upload } from "lucide-react";
import { useCallback, useState } from "react";
import { onDemand } from "#ui/on-demand.ts";
import { Link, useSearchParams } from "wouter";
import { exploreRowsHref } from "#contract/query.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import { addRecord, type RecordKind } from "#features/records/contract.ts";
import { kindNames, tabOf } from "#features/records/fields/fields.ts";
import { EmptyList } from "#features/records/web/empty-list.tsx";
import { ExportProgress } from "#features/records/web/export-progress.tsx";
import { startExport, useExporting } from "#features/records/web/exporting.ts";
import { FilterChips, linked, linkedIn } from "#features/records/web/filter-chips.tsx";
import { KindTabs } from "#features/records/web/kind-tabs.tsx";
import { Overview } from "#features/records/web/overview.tsx";
import { NameOffer } from "#features/records/web/name-offer.tsx";
import { type ListQuery, useCounts, useSamples } from "#features/records/web/queries.ts";
import { RecordList } from "#features/records/web/record-list.tsx";
import { SavedViews } from "#features/records/web/saved-views.tsx";
import { type Asked, askedFor, Toolbar } from "#features/records/web/toolbar.tsx";
import { UndoNotice } from "#features/records/web/undo-notice.tsx";
import { count, plural } from "#ui/format.ts";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Page, PageHead } from "#ui/kit/page.tsx";

const AddDataDialog = onDemand(() => import("#features/imports/web/add-data-dialog.tsx"));
const CategoryRulesDialog = onDemand(() => import("#features/records/web/category-rules.tsx"));
const ColumnsDialog = onDemand(() => import("#features/records/web/columns-dialog.tsx"));
const CustomFieldsDialog = onDemand(() => import("#features/records/web/custom-fields.tsx"));
const RecordForm = onDemand(() => import("#features/records/web/record-form.tsx"));

/** The records of one kind; filters are in the URL. */
export default function RecordsListPage({ kind }: { kind: RecordKind }) {
  const [search, setSearch] = useSearchParams();
  const canWrite = useMay(addRecord);
  const exporting = useExporting();
  const asked = askedFor(search);
  const asLinked = linkedIn(search);
  const importing = search.get("import");
  const adding = search.get("do") === "add" && canWrite;

  const set = useCallback(
    (change: Record<string, string | null>) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const ask = useCallback((change: Partial<Asked>) => set(change), [set]);
  const adjusting = search.get("do") === "fields" && canWrite;
  const filters = { q: asked.q, view: asked.view, status: asked.status, type: asked.type, ...asLinked };
  const chosen = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => value));
  const explored = exploreRowsHref(`/records/${kind}?${new URLSearchParams(chosen(filters)).toString()}`, false) ?? "";
  const query: ListQuery = chosen({ ...filters, sort: asked.sort });
  const isFiltered = Object.values(filters).some(Boolean);
  const isEmpty = useCounts().data?.counts.find((each) => each.kind === kind)?.total === 0;
  const leaveOut = (names: readonly string[]) => set(Object.fromEntries(names.map((name) => [name, null])));

  return (
    <Page title={tabOf(kind)}>
      <PageHead
        title="Records"
        actions={
          canWrite && (
            <>
              <Button onClick={() => set({ do: "add" })}>
                <Plus size={15} strokeWidth={1.75} aria-hidden /> Add {kindNames[kind].one}
              </Button>
              <Button look={isEmpty && !isFiltered ? "plain" : "primary"} onClick={() => set({ import: "new" })}>
                <Upload size={15} strokeWidth={1.75} aria-hidden /> Add data
              </Button>
            </>
          )
        }
      >
        The data your agents work from.
      </PageHead>
      <KindTabs current={kind} />
      <SampleNotice canWrite={canWrite} />
      <Overview kind={kind} />
      {(kind === "customers" || kind === "vendors") && <NameOffer kind={kind} />}
      <div className={cx("flex flex-wrap items-start gap-x-2 md:flex-nowrap", isEmpty && !isFiltered && "hidden")}>
        <div className="min-w-0 flex-1">
          <Toolbar kind={kind} asked={asked} onAsk={ask} />
        </div>
        <div className="mb-3 flex w-full gap-2 *:flex-1 md:w-auto md:*:flex-none">
          {kind === "transactions" && canWrite && <Button onClick={() => set({ do: "rules" })}>Rules</Button>}
          <Button className="max-md:hidden" onClick={() => set({ do: "columns" })}>
            <Columns3 size={15} strokeWidth={1.75} aria-hidden /> Columns
          </Button>
          {canWrite && (
            <Button onClick={() => set({ do: "fields" })}>
              <Columns3Cog size={15} strokeWidth={1.75} aria-hidden /> Fields
            </Button>
          )}
          <Link href={explored} className={buttonClass()}>
            <ChartColumn size={15} strokeWidth={1.75} aria-hidden /> Explore
          </Link>
          <HandOn name={tabOf(kind)} disabled={exporting !== null} onCsv={() => startExport(kind, chosen(filters))} />
        </div>
      </div>
      <ExportProgress />
      <SavedViews kind={kind} isFiltered={isFiltered || asked.sort !== ""} />
      <FilterChips kind={kind} filter={asLinked} onRemove={leaveOut} />
      <RecordList
        key={JSON.stringify(query)}
        kind={kind}
        query={query}
        isFiltered={isFiltered}
        onClear={() => leaveOut(["q", "view", "status", "type", ...linked])}
        empty={<EmptyList kind={kind} canWrite={canWrite} onImport={() => set({ import: "new" })} />}
      />
      <UndoNotice canWrite={canWrite} />
      {importing && canWrite && <AddDataDialog start="files" onClose={() => set({ import: null })} />}
      {search.get("do") === "rules" && canWrite && kind === "transactions" && (
        <CategoryRulesDialog onClose={() => set({ do: null })} />
      )}
      {search.get("do") === "columns" && <ColumnsDialog kind={kind} onClose={() => set({ do: null })} />}
      {adjusting && <CustomFieldsDialog kind={kind} onClose={() => set({ do: null })} />}
      {adding && <RecordForm kind={kind} record={null} onClose={() => set({ do: null })} />}
    </Page>
  );
}

/** Marks sample data and removes it in one step. */
function SampleNotice({ canWrite }: { canWrite: boolean }) {
  const amount = useCounts().data?.samples ?? 0;
  const samples = useSamples();
  const [asking, setAsking] = useState(false);
  if (amount === 0) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-sunken px-3 py-2 text-sm">
      <p className="min-w-0 flex-1 basis-60">
        {count(amount)} records are sample data. Agents treat them like your own.
      </p>
      {canWrite && (
        <Button small pending={samples.isPending} onClick={() => setAsking(true)}>
          Remove sample data
        </Button>
      )}
      {asking && (
        <RemoveSamples
          amount={amount}
          onRemove={() => {
            setAsking(false);
            samples.mutate("remove");
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function RemoveSamples({ amount, onRemove, onClose }: { amount: number; onRemove: () => void; onClose: () => void }) {
  return (
    <ActionDialog
      title={`Remove the ${plural(amount, "sample record")}?`}
      onClose={onClose}
      submit={`Remove ${plural(amount, "record")}`}
      look="destructive"
      onSubmit={onRemove}
    >
      <p className="max-w-[60ch]">
        Answers, briefings and figures no longer use them. Your own records stay. You can bring them back for 24 hours,
        below the list.
      </p>
    </ActionDialog>
  );
}
