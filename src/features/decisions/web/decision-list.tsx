import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { DecisionLine, DecisionStatus } from "#features/decisions/contract.ts";
import { standingOf } from "#features/decisions/rules.ts";
import { wholePercent } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { buttonClass } from "#ui/kit/button.tsx";
import { Confidence } from "#ui/kit/confidence.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { PriorityBars } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { PagedRows } from "#ui/kit/paged-rows.tsx";
import { useDecisionList } from "./queries.ts";

export function DecisionList({ status }: { status: DecisionStatus | undefined }) {
  const list = useDecisionList(status);
  return (
    <PagedRows list={list} fault="Couldn't load decisions" empty={<NoDecisions status={status} />}>
      {(decision) => <Row key={decision.id} decision={decision} />}
    </PagedRows>
  );
}

const emptyTexts: Record<DecisionStatus, { title: string; hint: string }> = {
  pending: {
    title: "No pending decisions",
    hint: "Proposals that need your approval appear here.",
  },
  approved: { title: "No approved decisions", hint: "Approved decisions stay here with their outcome." },
  rejected: {
    title: "No rejected decisions",
    hint: "Rejected and expired decisions stay here with the reason.",
  },
};

function NoDecisions({ status }: { status: DecisionStatus | undefined }) {
  if (status)
    return (
      <Empty
        title={emptyTexts[status].title}
        actions={
          <Link href="/decisions" className={buttonClass()}>
            Show all decisions
          </Link>
        }
      >
        {emptyTexts[status].hint}
      </Empty>
    );
  return (
    <Empty
      title="No decisions yet"
      actions={
        <Link href="/" className={buttonClass()}>
          Open the control center
        </Link>
      }
    >
      Every proposal stays here with its outcome. Ask an agent for one, or run a sample in the control center.
    </Empty>
  );
}

function Row({ decision }: { decision: DecisionLine }) {
  const { timeZone } = useCompany();
  const settledBy = decision.approvedBy ?? decision.rejectedBy;
  return (
    <li className="flex items-start gap-3 border-t border-line py-2.5 first:border-t-0 md:items-center">
      <AgentBadge role={decision.agentRole} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <Link href={`/decisions/${decision.id}`} className="min-w-0 font-medium text-ink md:truncate">
            {decision.title}
          </Link>
          <PriorityBars priority={decision.priority} wordless />
        </div>
        <div className="text-sm text-ink-3 md:truncate">
          D-{decision.number}, {decision.agentName}, {standingOf(decision)}
          {settledBy && ` by ${settledBy}`}
          <span className="md:hidden">, {wholePercent(decision.confidence)} confident</span>
        </div>
      </div>
      <span className="hidden md:inline-flex">
        <Confidence value={decision.confidence} />
      </span>
      <span className="flex-none text-sm text-ink-3 md:w-24 md:text-right">
        <Moment at={decision.settledAt ?? decision.createdAt} timeZone={timeZone} />
      </span>
    </li>
  );
}
