import { PlanCard } from "#features/plans/web/plan-card.tsx";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type BrainOverview, syncBrain } from "#features/brain/contract.ts";
import { AskBrain } from "#features/brain/web/ask.tsx";
import { Connections } from "#features/brain/web/connections.tsx";
import { Documents } from "#features/brain/web/documents.tsx";
import { DocumentView, PassageView } from "#features/brain/web/document-view.tsx";
import { Goals } from "#features/brain/web/goals.tsx";
import { DecisionList, EntityList, FactsTab, InsightList, ItemsTab, PatternList } from "#features/brain/web/lists.tsx";
import { useBrain, useDetect, useReflect, useSync } from "#features/brain/web/queries.ts";
import { AddNote, LastReflection } from "#features/brain/web/rail.tsx";
import { count, dateAndTime, plural } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Page, PageHead, SplitColumns } from "#ui/kit/page.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";

const planOf = (id: string) => <PlanCard id={id} />;

const tabs = ["goals", "patterns", "insights", "decisions", "entities", "facts", "items"] as const;
type Tab = (typeof tabs)[number];

export default function BrainPage() {
  const { data, error } = useBrain();
  const { timeZone } = useCompany();
  const [search, setSearch] = useSearchParams();
  const [tab, setTab] = useState<Tab>("goals");
  const center = search.get("entity");
  const change = (values: Record<string, string | null>) =>
    setSearch((before) => {
      for (const [name, value] of Object.entries(values))
        if (value === null) before.delete(name);
        else before.set(name, value);
      return before;
    });
  const openEntity = (id: string | null) => {
    change({ entity: id });
    if (id) document.querySelector("#connections")?.scrollIntoView();
  };
  const [openDocument, passage] = [search.get("document"), search.get("passage")];
  const close = () => change({ document: null, passage: null });
  return (
    <Page title="Company Brain">
      <PageHead title="Company Brain" actions={<Actions />}>
        {data ? describe(data, timeZone) : "What your company knows, found and cited."}
      </PageHead>
      {error && !data ? <Fault error={error} what="The Company Brain could not be loaded" /> : <Tiles counts={data} />}
      <SplitColumns
        main={
          <>
            <AskBrain planOf={planOf} onEntity={openEntity} />
            <Connections key={center} center={center} onCenter={openEntity} />
          </>
        }
        rail={
          <>
            <Documents amount={data?.documents} />
            <LastReflection />
            <AddNote />
          </>
        }
        rest={
          <section aria-label="What the Brain holds">
            <Tabs
              label="What the Brain holds"
              value={tab}
              onChange={setTab}
              tabs={[
                { value: "goals", label: "Goals", count: data?.goals, content: <Goals /> },
                { value: "patterns", label: "Patterns", count: data?.patterns, content: <PatternList /> },
                { value: "insights", label: "Insights", count: data?.insights, content: <InsightList /> },
                { value: "decisions", label: "Decisions", count: data?.decisions, content: <DecisionList /> },
                {
                  value: "entities",
                  label: "Entities",
                  count: data?.totalEntities,
                  content: <EntityList onOpen={openEntity} />,
                },
                { value: "facts", label: "Facts", count: data?.facts, content: <FactsTab /> },
                { value: "items", label: "Items", count: data?.memories, content: <ItemsTab /> },
              ]}
            />
          </section>
        }
      />
      {openDocument ? (
        <DocumentView key={openDocument} id={openDocument} passage={passage} onClose={close} />
      ) : (
        passage && <PassageView key={passage} id={passage} onClose={close} />
      )}
    </Page>
  );
}

function Actions() {
  const [detect, reflect, sync] = [useDetect(), useReflect(), useSync()];
  const may = useMay(syncBrain);
  const shared = { disabled: !may, title: may ? undefined : onlyWho(syncBrain) };
  return (
    <div className="flex flex-wrap gap-2 *:grow md:*:grow-0">
      <Button {...shared} pending={detect.isPending} onClick={() => detect.mutate()}>
        Detect Patterns
      </Button>
      <Button {...shared} pending={reflect.isPending} onClick={() => reflect.mutate()}>
        Generate Reflection
      </Button>
      <Button {...shared} pending={sync.isPending} onClick={() => sync.mutate()}>
        {!sync.isPending && <RefreshCw size={15} strokeWidth={1.75} aria-hidden />}
        Sync Brain
      </Button>
    </div>
  );
}

/** "412 entities, 3,480 passages. Last sync 24 Nov, 06:00; nothing in conflict." */
function describe(
  { totalEntities, memories, lastSyncAt, conflicts, waiting }: BrainOverview,
  timeZone: string,
): string {
  const held = `${plural(totalEntities, "entity", "entities")}, ${plural(memories, "passage")}.`;
  const synced = lastSyncAt ? `Last sync ${dateAndTime(lastSyncAt, timeZone)}` : "Not synced yet";
  const conflict = conflicts === 0 ? "nothing in conflict" : `${plural(conflicts, "fact")} in conflict`;
  return `${held} ${synced}, ${conflict}.${waiting > 0 ? ` ${plural(waiting, "passage")} being indexed.` : ""}`;
}

function Tiles({ counts }: { counts: BrainOverview | undefined }) {
  const cells = [
    { name: "Total entities", value: counts?.totalEntities },
    { name: "Active goals", value: counts?.activeGoals },
    { name: "Active patterns", value: counts?.activePatterns },
    { name: "Insights", value: counts?.insights },
  ];
  return (
    <dl className="mb-5 grid grid-cols-2 border-t border-b border-t-line-strong border-b-line md:mb-10 lg:grid-cols-4">
      {cells.map(({ name, value }) => (
        <div
          key={name}
          className="min-w-0 border-line py-3 odd:pr-3.5 even:border-l even:pl-3.5 nth-[n+3]:border-t lg:border-l lg:px-4! lg:first:border-l-0 lg:first:pl-0! lg:nth-[n+3]:border-t-0"
        >
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="num mt-1 text-[20px] leading-[30px] font-medium tracking-tighter md:text-fig">
            {value === undefined ? "…" : count(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
