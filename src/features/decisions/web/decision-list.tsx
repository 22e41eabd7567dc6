import { useState } from "react";
import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Decision, DecisionStatus } from "#features/decisions/contract.ts";
import { wholePercent } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Confidence } from "#ui/kit/confidence.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { PriorityBars } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { useDecisionList } from "./queries.ts";

const atOnce = 50;

/** Decisions of one status (or all), a page of fifty after the other. */
export function DecisionList({ status }: { status: DecisionStatus | undefined }) {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined]);
  return (
    <div className="border-t border-line-strong">
      {cursors.map((after, at) => (
        <Rows
          key={after ?? "first"}
          status={status}
          after={after}
          onMore={at === cursors.length - 1 ? (last) => setCursors([...cursors, last]) : null}
        />
      ))}
    </div>
  );
}

type RowsProps = {
  status: DecisionStatus | undefined;
  after: string | undefined;
  onMore: ((last: string) => void) | null;
};

function Rows({ status, after, onMore }: RowsProps) {
  const { data, error } = useDecisionList(status, after);
  if (error && !data) return <Fault error={error} what="The decisions could not be read" />;
  if (!data) return <SkeletonRows rows={6} tall />;
  if (data.length === 0 && !after) return <Nothing status={status} />;
  const last = data.at(-1)?.id;
  return (
    <>
      <ul>
        {data.map((decision) => (
          <Row key={decision.id} decision={decision} />
        ))}
      </ul>
      {onMore && last && data.length === atOnce && (
        <div className="border-t border-line pt-3">
          <Button small onClick={() => onMore(last)}>
            Show older
          </Button>
        </div>
      )}
    </>
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

function Row({ decision }: { decision: Decision }) {
  const { timeZone } = useCompany();
  const who = decision.approvedBy ?? decision.rejectedBy;
  return (
    <li className="flex items-start gap-3 border-t border-line py-2.5 first:border-t-0 md:items-center">
      <AgentBadge role={decision.agentRole} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <Link href={`/decisions/${decision.id}`} className="font-medium text-ink md:truncate">
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
