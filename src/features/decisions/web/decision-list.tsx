import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { DecisionLine, DecisionStatus } from "#features/decisions/contract.ts";
import { wholePercent } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { buttonClass } from "#ui/kit/button.tsx";
import { Confidence } from "#ui/kit/confidence.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { PriorityBars } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { PagedRows } from "#ui/kit/paged-rows.tsx";
import { useDecisionList } from "./queries.ts";

/** Decisions of one status (or all), a page of fifty after the other. */
export function DecisionList({ status }: { status: DecisionStatus | undefined }) {
  const list = useDecisionList(status);
  return (
    <PagedRows list={list} fault="The decisions could not be read" empty={<Nothing status={status} />}>
      {(decision) => <Row key={decision.id} decision={decision} />}
    </PagedRows>
  );
}

const nothing: Record<DecisionStatus, { title: string; means: string }> = {
  pending: {
    title: "Nothing waits for you",
    means: "What goes beyond an executive's limits comes here with its figures and a forecast.",
  },
  approved: { title: "Nothing is approved yet", means: "What you approve stays here with what came of it." },
  rejected: {
    title: "Nothing is rejected yet",
    means: "What you reject, and what nobody answered in time, stays here with the reason.",
  },
};

function Nothing({ status }: { status: DecisionStatus | undefined }) {
  if (status)
    return (
      <Empty
        title={nothing[status].title}
        actions={
          <Link href="/decisions" className={buttonClass()}>
            Show all decisions
          </Link>
        }
      >
        {nothing[status].means}
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
      Every proposal stays here with how it ended and why. Ask an executive for one, or test one on the control center.
    </Empty>
  );
}

const said: Record<DecisionStatus, string> = { pending: "waits for you", approved: "approved", rejected: "rejected" };

function Row({ decision }: { decision: DecisionLine }) {
  const { timeZone } = useCompany();
  const who = decision.approvedBy ?? decision.rejectedBy;
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
          D-{decision.number}, {decision.agentName}, {decision.closedReason ?? said[decision.status]}
          {who && ` by ${who}`}
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
