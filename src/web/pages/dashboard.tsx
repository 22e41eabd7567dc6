import { Upload, Users } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "wouter";
import { useCompany, useIsAdmin, useMay } from "#features/accounts/web/queries.ts";
import { AgentRoster } from "#features/agents/web/agent-roster.tsx";
import { LiveCommunications } from "#features/communications/web/live-communications.tsx";
import { AskAgent } from "#features/conversations/web/ask-agent.tsx";
import type { Dashboard } from "#features/dashboard/contract.ts";
import { AgentStatusList } from "#features/dashboard/web/agent-status.tsx";
import { FirstSteps } from "#features/dashboard/web/first-steps.tsx";
import { MetricStrip, MetricStripSkeleton } from "#features/dashboard/web/metric-strip.tsx";
import { useDashboard } from "#features/dashboard/web/queries.ts";
import { DecisionFeed } from "#features/decisions/web/decision-feed.tsx";
import { usePins } from "#features/explore/web/queries.ts";
import { UrgentBanner } from "#features/decisions/web/urgent-banner.tsx";
import { importMetrics } from "#features/metrics/contract.ts";
import { setupAgents } from "#features/setup/contract.ts";
import { WorkforceManagement } from "#features/setup/web/workforce-management.tsx";
import type { TaskLine } from "#features/tasks/contract.ts";
import { useTask } from "#features/tasks/web/queries.ts";
import { TaskInbox } from "#features/tasks/web/task-inbox.tsx";
import { useNow } from "#ui/clock.ts";
import { plural, weekday } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { useDeferredMount } from "#ui/kit/gradually.ts";
import { Columns, Page, PageHead } from "#ui/kit/page.tsx";

const TaskDialog = lazy(() => import("#features/conversations/web/task-dialog.tsx"));
const SetupWizard = lazy(() => import("#features/setup/web/wizard.tsx"));
const ResetNotice = lazy(() => import("#features/setup/web/reset-notice.tsx"));
const LocaleDialog = lazy(() => import("#features/accounts/web/locale-dialog.tsx"));
const ExecutiveDialog = lazy(() => import("#features/executives/web/executive-dialog.tsx"));
const ImportDialog = lazy(() => import("#features/metrics/web/import-dialog.tsx"));

const PinnedCards = lazy(() => import("#features/explore/web/pinned-cards.tsx"));

const title = "AI Company Control Center";
const recentDays = 45 * 86_400_000;
type Open = "locale" | "wizard" | "csv" | "value" | "executive" | null;

export default function DashboardPage() {
  const { data, error } = useDashboard();
  // Content below the fold renders after what is above it was painted.
  const shown = useDeferredMount();
  const [open, setOpen] = useState<Open>(null);
  /** The agent being edited; null adds one. */
  const [executive, setExecutive] = useState<string | null>(null);
  const edit = (id: string | null) => {
    setExecutive(id);
    setOpen("executive");
  };
  const admin = useIsAdmin();
  const mayImport = useMay(importMetrics);
  const maySetup = useMay(setupAgents);
  const [task, setTask] = useState<TaskLine | null>(null);
  const [search, setSearch] = useSearchParams();
  const importId = search.get("import");
  const watch = (id: string | null) => setSearch(id ? { import: id } : {}, { replace: true });
  const linked = useTask(search.get("task")).data ?? null;
  const openTask = task ?? linked;
  const closeTask = () => {
    setTask(null);
    if (search.has("task")) watch(null);
  };
  const close = () => {
    setOpen(null);
    if (importId) watch(null);
  };

  if (error && !data) return <Failed />;
  const started = data && Object.values(data.firstSteps).every(Boolean);
  return (
    <Page title={title}>
      <PageHead
        title={title}
        actions={
          data && (
            <>
              {mayImport && data.firstSteps.data && (
                <Button onClick={() => setOpen("csv")}>
                  <Upload size={15} strokeWidth={1.75} aria-hidden /> Import CSV
                </Button>
              )}
              {maySetup && data.firstSteps.workforce && (
                <Button onClick={() => setOpen("wizard")}>
                  <Users size={15} strokeWidth={1.75} aria-hidden /> Setup AI Workforce
                </Button>
              )}
            </>
          )
        }
      >
        {data ? <Report dashboard={data} /> : "Loading dashboard..."}
      </PageHead>
      {data && <UrgentBanner pending={data.pendingDecisions} waiting={data.waiting} />}
      {data?.agents.length === 0 && (
        <Suspense>
          <ResetNotice />
        </Suspense>
      )}
      {data && !started && (
        <FirstSteps
          steps={data.firstSteps}
          onLocale={() => setOpen("locale")}
          onSetup={() => setOpen("wizard")}
          onImport={() => setOpen("csv")}
          onType={() => setOpen("value")}
        />
      )}
      {data ? <MetricStrip dashboard={data} /> : <MetricStripSkeleton />}
      <Columns
        main={
          <>
            <DecisionFeed />
            {shown && <TaskInbox onOpen={setTask} />}
            {shown && data && <Pinned />}
            {shown && data && data.agents.length > 0 && (
              <AgentStatusList agents={data.agents} onEdit={admin ? edit : undefined} />
            )}
            {shown && data && <LiveCommunications communications={data.communications} />}
          </>
        }
        rail={
          <>
            <AskAgent />
            <AgentRoster onEdit={admin ? edit : undefined} onAdd={admin ? () => edit(null) : undefined} />
            {data && <WorkforceManagement agents={data.metrics.totalAgents} active={data.metrics.activeAgents} />}
          </>
        }
      />
      <Suspense>
        {openTask && <TaskDialog task={openTask} onClose={closeTask} />}
        {open === "locale" && <LocaleDialog onClose={close} />}
        {open === "executive" && <ExecutiveDialog id={executive} onClose={close} />}
        {open === "wizard" && <SetupWizard onClose={close} />}
        {(open === "csv" || open === "value" || importId) && (
          <ImportDialog
            start={open === "value" ? "value" : "csv"}
            importId={importId}
            onImport={watch}
            onClose={close}
          />
        )}
      </Suspense>
    </Page>
  );
}

/** Pinned queries; their code loads only where something is pinned. */
function Pinned() {
  const pins = usePins().data ?? [];
  if (pins.length === 0) return null;
  return (
    <Suspense>
      <PinnedCards pins={pins} />
    </Suspense>
  );
}

/** The page's status line. */
function Report({ dashboard }: { dashboard: Dashboard }) {
  const { name, timeZone } = useCompany();
  const now = useNow();
  const { firstSteps, waiting, revenue } = dashboard;
  const left = Object.values(firstSteps).filter((done) => !done).length;
  if (left > 0 && waiting === 0)
    return (
      <>
        {name} is set up. {left === 1 ? "One step remains" : `${["", "", "Two", "Three", "Four"][left]} steps remain`}{" "}
        {firstSteps.workforce ? "to finish." : "before the first proposal reaches you."}
      </>
    );
  // Old figures say nothing about the current trend.
  const recent = revenue && now - Date.parse(revenue.date) < recentDays;
  const change = recent ? revenue.change30 : null;
  const course =
    change == null
      ? ""
      : change >= 0
        ? "Revenue is up on the previous 30 days; "
        : "Revenue is down on the previous 30 days; ";
  const need =
    waiting === 0 ? "nothing needs you" : `${plural(waiting, "proposal")} ${waiting === 1 ? "needs" : "need"} you`;
  const sentence = course ? course + need : need.charAt(0).toUpperCase() + need.slice(1);
  return (
    <>
      {weekday(now, timeZone)}. {sentence}.
    </>
  );
}

const Failed = () => (
  <Page title={title}>
    <div role="alert">
      <h1 className="text-xl font-semibold tracking-tight">Error loading dashboard</h1>
      <p className="mt-0.5 text-ink-2">Please try refreshing the page</p>
    </div>
  </Page>
);
