import { HandOn } from "#ui/kit/hand-on.tsx";
import { Square } from "lucide-react";
import { onDemand } from "#ui/on-demand.ts";
import { Link } from "wouter";
import { useCompany, useIsAdmin, useMay } from "#features/accounts/web/queries.ts";
import { type RunPage as Found, stopRun } from "#features/runs/contract.ts";
import { Replay } from "#features/runs/web/run-replay.tsx";
import { RunDraft } from "#features/runs/web/run-draft.tsx";
import { isUnderWay, useRun, useStopRun } from "#features/runs/web/queries.ts";
import { Given } from "#features/runs/web/run-given.tsx";
import { Headline, ReportView } from "#features/expertise/web/report-view.tsx";
import { Delegated, EngineTag, Facts, LedTo, OriginTag, RunStatusMark, Steps } from "#features/runs/web/run-parts.tsx";
import { CallError } from "#ui/api.ts";
import { AgentBadge, AgentName } from "#ui/kit/agent-badge.tsx";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Columns, Page, PageHead } from "#ui/kit/page.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { NotFoundPage } from "./not-found.tsx";

const WhatIf = onDemand(() => import("#features/runs/web/run-what-if.tsx"));

export default function RunPage({ id }: { id: string }) {
  const { data, error } = useRun(id);
  if (error && !data) {
    if (error instanceof CallError && error.status === 400) return <NotFoundPage />;
    if (error instanceof CallError && error.status === 404) return <Gone />;
    return (
      <Page title="Runs">
        <Fault error={error} what="This run could not be loaded" />
      </Page>
    );
  }
  if (data) return <RunView page={data} />;
  return (
    <Page title="Runs">
      <div role="status">
        <span className="sr-only">Loading...</span>
        <SkeletonRows rows={8} tall />
      </div>
    </Page>
  );
}

/** Old tasks and messages may still link to a run that a reset removed. */
const Gone = () => (
  <Page title="Runs">
    <PageHead title="This run was removed">
      A data reset removed it. You can undo a reset for 24 hours in the control center.
    </PageHead>
    <Link href="/runs" className={buttonClass()}>
      All runs
    </Link>
  </Page>
);

function RunView({ page }: { page: Found }) {
  const { run } = page;
  const stop = useStopRun();
  const mayStop = useMay(stopRun);
  const isAdmin = useIsAdmin();
  // Without a result, the steps are the main content.
  const isBare = !isUnderWay(run.status) && !run.report && run.facts.length === 0;
  return (
    <Page title={run.label}>
      <nav aria-label="Breadcrumb" className="mb-4 flex gap-2 text-sm">
        <Link href="/runs" className="text-ink-2">
          Runs
        </Link>
        <span aria-hidden className="text-ink-3">
          /
        </span>
        <span className="min-w-0 wrap-anywhere text-ink-3">{run.label}</span>
      </nav>
      <header className="mb-6 flex flex-wrap items-start gap-4 md:flex-nowrap">
        <div className="min-w-0 flex-1">
          <Byline page={page} />
          <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{run.question ?? run.label}</h1>
          {run.status === "running" && <RunDraft runId={run.id} />}
          {run.report && <Headline report={run.report} className="mt-1 max-w-[68ch] text-lg wrap-anywhere" />}
          {run.sentence && <p className="mt-1 max-w-[68ch] text-ink-2">{run.sentence}</p>}
        </div>
        {run.report && <HandOn name={run.question ?? run.label} />}
        {mayStop && isUnderWay(run.status) && (
          <Button
            look="destructive"
            pending={stop.isPending}
            disabled={run.stopping || run.parent !== null}
            onClick={() => stop.mutate(run.id)}
          >
            <Square size={14} strokeWidth={1.75} aria-hidden /> {run.stopping ? "Stopping..." : "Stop"}
          </Button>
        )}
      </header>
      <Columns
        main={
          <>
            {run.report && <ReportView report={run.report} />}
            {isBare && <Steps run={run} />}
            <Facts run={run} />
          </>
        }
        rail={
          <>
            {!isBare && <Steps run={run} />}
            <Delegated page={page} />
            <LedTo page={page} />
            <Given run={run} />
            <Replay run={run} />
            {isAdmin && run.status === "done" && run.given && <WhatIf run={run} />}
          </>
        }
      />
    </Page>
  );
}

function Byline({ page: { run } }: { page: Found }) {
  const { timeZone } = useCompany();
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2 text-sm">
      <AgentBadge role={run.agentRole} />
      <AgentName name={run.agentName} role={run.agentRole} />
      <RunStatusMark run={run} />
      <EngineTag run={run} />
      <OriginTag origin={run.origin} />
      <span className="min-w-0 wrap-anywhere text-ink-3">
        <Moment at={run.createdAt} timeZone={timeZone} />
        {run.askedBy && `, asked by ${run.askedBy}`}
        {run.parent && (
          <>
            {" "}
            for{" "}
            <Link href={`/runs/${run.parent.id}`} className="underline underline-offset-2">
              {run.parent.agentName}
            </Link>
          </>
        )}
      </span>
    </div>
  );
}
