import { PlanCard } from "#features/plans/web/plan-card.tsx";
import OversightCard from "#features/oversight/web/oversight-card.tsx";
import { useState } from "react";
import GmailBlock from "#features/mailroom/web/gmail-block.tsx";
import MailNotice from "#features/mailroom/web/mail-notice.tsx";
import { onDemand } from "#ui/on-demand.ts";
import { useSearchParams } from "wouter";
import { useCompany, useIsAdmin } from "#features/accounts/web/queries.ts";
import { LiveCommunications } from "#features/communications/web/live-communications.tsx";
import { AskAgent } from "#features/conversations/web/ask-agent.tsx";
import type { Dashboard } from "#features/dashboard/contract.ts";
import { AgentRoster } from "#features/dashboard/web/agent-roster.tsx";
import { Brief } from "#features/dashboard/web/brief.tsx";
import { bodyOf, DecisionTesting } from "#features/dashboard/web/decision-testing.tsx";
import { FirstSteps } from "#features/dashboard/web/first-steps.tsx";
import { LocalOffer } from "#features/models/web/local-offer.tsx";
import { ManageMenu } from "#features/dashboard/web/manage-menu.tsx";
import { MetricStrip, MetricStripSkeleton } from "#features/dashboard/web/metric-strip.tsx";
import { SilentSources } from "#features/records/web/source-note.tsx";
import { MissingFigures, type NeededMetric, nameOfMetric } from "#features/dashboard/web/missing-figures.tsx";
import { useDashboard } from "#features/dashboard/web/queries.ts";
import { DecisionFeed } from "#features/decisions/web/decision-feed.tsx";
import { useMakeDecision } from "#features/decisions/web/queries.ts";
import { usePins } from "#features/explore/web/queries.ts";
import { WorkforceManagement } from "#features/setup/web/workforce-management.tsx";
import { NeedsYou } from "#features/today/web/needs-you.tsx";
import type { TaskLine } from "#features/tasks/contract.ts";
import { useTask } from "#features/tasks/web/queries.ts";
import { TaskInbox } from "#features/tasks/web/task-inbox.tsx";
import { dateAt, useNow } from "#ui/clock.ts";
import { longDate } from "#ui/format.ts";
import { useDeferredMount } from "#ui/kit/gradually.ts";
import { Page, PageHead, SplitColumns } from "#ui/kit/page.tsx";
import { useOneColumn } from "#ui/narrow.ts";
import { useNarrow } from "#ui/narrow.ts";
import { Widget } from "../shell/widget.tsx";

const planOf = (id: string) => <PlanCard id={id} />;

const TaskDialog = onDemand(() => import("#features/conversations/web/task-dialog.tsx"));
const SetupWizard = onDemand(() => import("#features/setup/web/wizard.tsx"));
const StartWorkingDialog = onDemand(() => import("#features/setup/web/start-working.tsx"));
const ResetNotice = onDemand(() => import("#features/setup/web/reset-notice.tsx"));
const LocaleDialog = onDemand(() => import("#features/accounts/web/locale-dialog.tsx"));
const ExecutiveDialog = onDemand(() => import("#features/executives/web/executive-dialog.tsx"));
const StatusDialog = onDemand(() => import("#features/agents/web/status-dialog.tsx"));
const AddDataDialog = onDemand(() => import("#features/imports/web/add-data-dialog.tsx"));
const FigureDialog = onDemand(() => import("#features/metrics/web/figure-dialog.tsx"));
const RevenueChart = onDemand(() => import("#features/dashboard/web/revenue-chart.tsx"));
const PinnedCards = onDemand(() => import("#features/explore/web/pinned-cards.tsx"));

const title = "AI Company Control Center";
const recentDays = 45 * 86_400_000;
type Open = "locale" | "wizard" | "csv" | "value" | "executive" | "start" | null;

/** Forms a link may open, as in `/?do=setup`. */
const linkedForms: Record<string, Open> = { setup: "wizard", csv: "csv", figure: "value", locale: "locale" };

export default function DashboardPage() {
  const { data, error } = useDashboard();
  // Content below the fold renders after the first paint.
  const shown = useDeferredMount();
  const isNarrow = useNarrow();
  const oneColumn = useOneColumn();
  const [search, setSearch] = useSearchParams();
  const [chosen, setOpen] = useState<Open>(null);
  const asked = search.get("do");
  const open = chosen ?? linkedForms[asked ?? ""] ?? null;
  /** The agent being edited; null adds one. */
  const [executive, setExecutive] = useState<string | null>(null);
  const [adding, setAdding] = useState<NeededMetric | null>(null);
  const edit = (id: string | null) => {
    setExecutive(id);
    setOpen("executive");
  };
  const admin = useIsAdmin();
  const make = useMakeDecision();
  const [task, setTask] = useState<TaskLine | null>(null);
  const isAdding = search.get("add") === "executive";
  const [edited, switched] = [search.get("edit"), search.get("agent")];
  const clear = () => setSearch({}, { replace: true });
  const linked = useTask(search.get("task")).data ?? null;
  const openTask = task ?? linked;
  const closeTask = () => {
    setTask(null);
    if (search.has("task")) clear();
  };
  const close = () => {
    setOpen(null);
    if (isAdding || asked || edited || switched) clear();
  };

  if (error && !data) return <Failed />;
  const start = {
    onSetup: () => setOpen("wizard"),
    onImport: () => setOpen("csv"),
    onCreated: () => setOpen("start"),
  };
  const workforceWidget = data && (
    <Widget title="AI Workforce Management">
      <WorkforceManagement agents={data.agents} {...start}>
        <GmailBlock />
        <DecisionTesting agents={data.agents} make={make} />
      </WorkforceManagement>
    </Widget>
  );
  const oversightWidget = data && (
    <Widget title="AGI Oversight">
      <Oversight agents={data.agents} />
    </Widget>
  );
  return (
    <Page title={title}>
      <PageHead
        title={title}
        beside={
          data && (
            <Widget title="Manage">
              <ManageMenu
                agents={data.agents}
                onTest={(test) => {
                  make.mutate(bodyOf(test));
                  document.getElementById("decision-testing")?.scrollIntoView({ block: "center" });
                }}
                {...start}
              />
            </Widget>
          )
        }
      >
        {data ? (
          <Widget title={title}>
            <Report dashboard={data} />
          </Widget>
        ) : (
          "Loading dashboard..."
        )}
      </PageHead>
      {shown && (
        <Widget title="Mailbox">
          <MailNotice />
        </Widget>
      )}
      {data && (
        <Widget title="Needs you">
          <Needs dashboard={data} />
        </Widget>
      )}
      {data && (
        <Widget title="First steps">
          <Start dashboard={data} onLocale={() => setOpen("locale")} onType={() => setOpen("value")} {...start} />
        </Widget>
      )}
      <SplitColumns
        main={
          <>
            {data && (
              <Widget title="Daily brief">
                <Brief dashboard={data} isAsked={asked === "brief"} />
              </Widget>
            )}
            <Widget title="Decision Feed">
              <DecisionFeed />
            </Widget>
            <Widget title="Figures">
              {data ? <MetricStrip dashboard={data} /> : <MetricStripSkeleton />}
              {shown && !isNarrow && data?.revenue && <RevenueChart revenue={data.revenue} />}
            </Widget>
            {data && (
              <Widget title="Missing figures">
                <SilentSources />
                <MissingFigures dashboard={data} onAdd={setAdding} />
              </Widget>
            )}
          </>
        }
        rail={
          <>
            <Widget title="Ask an Agent">
              <AskAgent start={asked === "ask" ? (search.get("text") ?? "") : null} onTaken={clear} planOf={planOf} />
            </Widget>
            {shown && data && (
              <Widget title="Pinned">
                <Pinned />
              </Widget>
            )}
            {shown && (
              <Widget title="Task Inbox">
                <TaskInbox onOpen={setTask} />
              </Widget>
            )}
            {shown && !oneColumn && oversightWidget}
            {shown && !oneColumn && workforceWidget}
          </>
        }
        rest={
          shown && (
            <>
              <Widget title="Agent Roster">
                <AgentRoster onEdit={admin ? edit : undefined} onAdd={admin ? () => edit(null) : undefined} />
              </Widget>
              {data && (
                <Widget title="Live Communications">
                  <LiveCommunications communications={data.communications} />
                </Widget>
              )}
              {oneColumn && oversightWidget}
              {oneColumn && workforceWidget}
            </>
          )
        }
      />
      {openTask && <TaskDialog task={openTask} onClose={closeTask} />}
      {open === "locale" && <LocaleDialog onClose={close} />}
      {(open === "executive" || ((isAdding || edited) && admin)) && (
        <ExecutiveDialog id={edited ?? executive} onClose={close} />
      )}
      {switched && admin && <StatusDialog agentId={switched} onClose={close} />}
      {open === "start" && <StartWorkingDialog onClose={close} />}
      {open === "wizard" && <SetupWizard onClose={close} />}
      {(open === "csv" || open === "value") && (
        <AddDataDialog start={open === "value" ? "value" : "files"} onClose={close} />
      )}
      {adding && <FigureDialog metric={adding} name={nameOfMetric(adding)} onClose={() => setAdding(null)} />}
    </Page>
  );
}

type StartProps = { dashboard: Dashboard } & Record<
  "onLocale" | "onSetup" | "onCreated" | "onImport" | "onType",
  () => void
>;

/** Sections without rows do not exist before there is a company to look at. */
const Needs = ({ dashboard: { agents, firstSteps } }: { dashboard: Dashboard }) => (
  <NeedsYou isBegun={agents.length > 0 || firstSteps.data} />
);

/** Before the first agent: setup steps, and resets that can be undone. */
function Start({ dashboard, ...actions }: StartProps) {
  const started = Object.values(dashboard.firstSteps).every(Boolean);
  return (
    <>
      {dashboard.agents.length === 0 && <ResetNotice />}
      {!started && <FirstSteps dashboard={dashboard} {...actions} />}
      {!started && dashboard.firstSteps.workforce && (
        <div className="mb-8 empty:hidden md:mb-10">
          <LocalOffer />
        </div>
      )}
    </>
  );
}

/** Pinned queries; their code loads only where something is pinned. */
function Pinned() {
  const pins = usePins().data ?? [];
  if (pins.length === 0) return null;
  return <PinnedCards pins={pins} />;
}

/** Shown as soon as there are agents to watch. */
function Oversight({ agents }: Pick<Dashboard, "agents">) {
  if (agents.length === 0) return null;
  return <OversightCard />;
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
  const change = recent ? revenue.compared?.change : null;
  const trend = change == null ? "" : ` Revenue is ${change >= 0 ? "up" : "down"} on the previous 30 days.`;
  return (
    <>
      {longDate(dateAt(now).toISOString(), timeZone, now)}.{trend}
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
