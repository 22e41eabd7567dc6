import { useState } from "react";
import { useSearchParams } from "wouter";
import type { AutoPilot } from "#features/orchestrator/autopilot/contract.ts";
import { AutoPilotPanel } from "#features/orchestrator/web/auto-pilot.tsx";
import { InitiativeList, MemoryList, ReflectionList, TaskList } from "#features/orchestrator/web/lists.tsx";
import { QueryPanel } from "#features/orchestrator/web/query-panel.tsx";
import { useOrchestrator } from "#features/orchestrator/web/queries.ts";
import { count, plural } from "#ui/format.ts";
import { Page, PageHead } from "#ui/kit/page.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";

const tabs = ["console", "tasks", "initiatives", "memory", "reflections"] as const;
type Tab = (typeof tabs)[number];

/** Queries, tasks, initiatives, memory and reflections. The tab is in the address. */
export default function OrchestratorPage() {
  const [search, setSearch] = useSearchParams();
  const [about, setAbout] = useState("");
  const { data, error, dataUpdatedAt } = useOrchestrator(about);
  const asked = search.get("tab");
  const tab = tabs.find((each) => each === asked) ?? "console";
  const stats = data?.stats;
  const waiting = <LoadingRows error={error} what="The orchestrator could not be loaded" rows={6} tall />;
  return (
    <Page title="Orchestrator Agent">
      <PageHead title="Orchestrator Agent">
        {data &&
          `${autoPilotText(data.autoPilot)} ${plural(data.stats.activeTasks, "task")} open, ${count(data.stats.overdue)} overdue.`}
      </PageHead>
      <ul className="mb-6 grid grid-cols-2 border-y border-line-strong md:grid-cols-4">
        <Tile
          name="Active Tasks"
          value={stats?.activeTasks}
          note={stats && `${count(stats.inProgress)} in progress, ${count(stats.overdue)} overdue`}
        />
        <Tile
          name="Initiatives"
          value={stats?.activeInitiatives}
          note={
            stats &&
            `${count(stats.pendingInitiatives)} waiting for ${stats.pendingInitiatives === 1 ? "its" : "their"} plan`
          }
        />
        <Tile
          name="Memory Items"
          value={stats?.totalMemories}
          note={stats && `${count(stats.newMemories)} added in the last 7 days`}
        />
        <Tile
          name="Reflections"
          value={stats?.totalReflections}
          note={stats && `${count(stats.newReflections)} new today`}
        />
      </ul>
      <Tabs<Tab>
        label="Orchestrator"
        value={tab}
        keeps
        onChange={(next) => setSearch(next === "console" ? {} : { tab: next }, { replace: true })}
        tabs={[
          {
            value: "console",
            label: "Console",
            content: (
              <QueryPanel
                autoPilot={data && <AutoPilotPanel autoPilot={data.autoPilot} loadedAt={dataUpdatedAt} />}
                memory={data?.memory ?? []}
              />
            ),
          },
          {
            value: "tasks",
            label: "Tasks",
            count: stats?.listedTasks,
            content: data ? <TaskList tasks={data.tasks} stats={data.stats} /> : waiting,
          },
          {
            value: "initiatives",
            label: "Initiatives",
            count: stats?.openInitiatives,
            content: data ? <InitiativeList initiatives={data.initiatives} stats={data.stats} /> : waiting,
          },
          {
            value: "memory",
            label: "Memory",
            count: stats?.totalMemories,
            content: data ? (
              <MemoryList memory={data.memory} stats={data.stats} query={about} onSearch={setAbout} />
            ) : (
              waiting
            ),
          },
          {
            value: "reflections",
            label: "Reflections",
            count: stats?.totalReflections,
            content: data ? <ReflectionList reflections={data.reflections} stats={data.stats} /> : waiting,
          },
        ]}
      />
    </Page>
  );
}

/** "Auto-pilot is on. Last cycle: did 3, left 2 for you." */
function autoPilotText({ enabled, isHeld, cycles: [last] }: AutoPilot): string {
  if (enabled && isHeld) return "Auto-pilot is stopped: autonomous work is off.";
  const state = `Auto-pilot is ${enabled ? "on" : "off"}.`;
  if (!enabled || !last) return state;
  return `${state} Last cycle: ${last.summary.charAt(0).toLowerCase()}${last.summary.slice(1)}.`;
}

const Tile = ({ name, value, note }: { name: string; value: number | undefined; note: string | undefined }) => (
  <li className="border-line py-3 pr-4 odd:border-r even:pl-4 nth-[n+3]:border-t md:border-r md:pl-4 md:first:pl-0 md:last:border-r-0 md:nth-[n+3]:border-t-0">
    <span className="text-sm text-ink-2">{name}</span>
    <span className="num block text-fig font-medium tracking-tighter">{value === undefined ? "…" : count(value)}</span>
    <span className="text-sm text-ink-3">{note ?? " "}</span>
  </li>
);
