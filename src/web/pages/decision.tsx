import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import { Comments } from "#features/conversations/web/comments.tsx";
import type { DecisionPage as Found } from "#features/decisions/contract.ts";
import { Consequences, Decide, SettledNote } from "#features/decisions/web/decide-form.tsx";
import { ArgumentOf } from "#features/decisions/web/decision-argument.tsx";
import { Calculation, Context } from "#features/decisions/web/decision-case.tsx";
import { Forecasts } from "#features/decisions/web/decision-forecasts.tsx";
import { Advice, Recommendation, TestTag } from "#features/decisions/web/decision-parts.tsx";
import { Alternatives, EvidenceTable, NextQuestions, Risks } from "#features/decisions/web/decision-proof.tsx";
import { JournalList } from "#features/decisions/web/journal-list.tsx";
import { useDecision } from "#features/decisions/web/queries.ts";
import { useMarkOpened } from "#features/decisions/web/review-queries.ts";
import { StakeCard } from "#features/decisions/web/stake-card.tsx";
import { CallError } from "#ui/api.ts";
import { sentenceCase } from "#ui/format.ts";
import { AgentBadge, AgentName } from "#ui/kit/agent-badge.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { PriorityBars } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Page } from "#ui/kit/page.tsx";
import { SkeletonBlock } from "#ui/kit/waiting.tsx";
import { NotFoundPage } from "./not-found.tsx";

export default function DecisionPage({ id }: { id: string }) {
  const { data, error } = useDecision(id);
  if (error && !data) {
    if (error instanceof CallError && (error.status === 404 || error.status === 400)) return <NotFoundPage />;
    return (
      <Page title="Decision">
        <Fault error={error} what="The decision could not be loaded" />
      </Page>
    );
  }
  return data ? <DecisionView page={data} /> : <Skeleton />;
}

function DecisionView({ page }: { page: Found }) {
  const { timeZone } = useCompany();
  const { decision, working } = page;
  const pending = decision.status === "pending";
  useMarkOpened(decision);
  return (
    <Page title={decision.title}>
      <nav aria-label="Breadcrumb" className="mb-4 flex gap-2 text-sm">
        <Link href="/decisions" className="text-ink-2">
          Decisions
        </Link>
        <span aria-hidden className="text-ink-3">
          /
        </span>
        <span className="text-ink-3">D-{decision.number}</span>
      </nav>
      <header className="mb-4 md:mb-6">
        <div className="mb-2 flex flex-wrap items-center gap-2 text-sm">
          <AgentBadge role={decision.agentRole} />
          <AgentName name={decision.agentName} role={decision.agentRole} />
          <TestTag isTest={decision.isTest} />
          <Advice autonomy={decision.authorization.autonomy} />
          <span className="text-ink-3">
            {sentenceCase(decision.decisionType)}
            <span className="hidden md:inline">
              , <Moment at={decision.createdAt} timeZone={timeZone} />
            </span>
          </span>
          {page.isRunReadable && <Link href={`/runs/${decision.runId}`}>How it was worked out</Link>}
          <span className="ml-1">
            <PriorityBars priority={decision.priority} />
          </span>
        </div>
        <h1 className="text-xl font-semibold tracking-tight">{decision.title}</h1>
        <Recommendation decision={decision} className="mt-1 max-w-[68ch] text-lg whitespace-pre-line" />
      </header>
      <div
        className={`grid items-start gap-y-8 md:gap-y-10 lg:grid-cols-[minmax(0,1fr)_368px] lg:gap-x-14 ${pending ? "pb-20 md:pb-0" : ""}`}
      >
        <aside aria-label="Decide" className="min-w-0 lg:sticky lg:top-[72px] lg:order-2">
          <StakeCard page={page}>{pending ? <Decide page={page} /> : <SettledNote page={page} />}</StakeCard>
          {pending && <Consequences page={page} />}
        </aside>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8 md:gap-10">
          <Context decision={decision} />
          <Calculation decision={decision} working={working} />
          <ArgumentOf page={page} />
          <EvidenceTable decision={decision} />
          <NextQuestions questions={working.questions} />
          <Forecasts decision={decision} />
          <Alternatives decision={decision} />
          <Risks decision={decision} />
          <Comments subject="decision" subjectId={decision.id} />
          <JournalList page={page} />
        </div>
      </div>
    </Page>
  );
}

const Skeleton = () => (
  <Page title="Decision">
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading...</span>
      <SkeletonBlock className="h-3 w-28" />
      <SkeletonBlock className="h-6 w-[min(420px,80%)]" />
      <SkeletonBlock className="h-4 w-[min(560px,95%)]" />
      <SkeletonBlock className="mt-4 h-64" />
    </div>
  </Page>
);
