import { Link } from "wouter";
import { useState } from "react";
import { onlyWho, useCompany, useMay, useUser } from "#features/accounts/web/queries.ts";
import { type Decision, settleDecision } from "#features/decisions/contract.ts";
import { standingOf } from "#features/decisions/rules.ts";
import { approveLabel, describeExposure } from "#features/decisions/web/format.ts";
import { type Outcome, useDecisionCard, useSettle } from "#features/decisions/web/queries.ts";
import { GiveReason, UndoLine } from "#features/decisions/web/undo-line.tsx";
import { dueDay } from "#features/decisions/web/context-lines.ts";
import { CallError } from "#ui/api.ts";
import { dayIn, today } from "#ui/clock.ts";
import { dayWithYear, plural, sentenceCase } from "#ui/format.ts";
import { AgentBadge, AgentName } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Fault } from "#ui/kit/empty.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { SkeletonBlock } from "#ui/kit/waiting.tsx";

/** A pending action: what it commits, who may approve it, and its effects. */
export function ActionCard({ id }: { id: string }) {
  const { data, error } = useDecisionCard(id);
  if (data) return <Card decision={data.decision} />;
  if (error instanceof CallError && error.status === 404)
    return <p className="text-sm text-ink-3">This proposal was removed by a data reset.</p>;
  if (error) return <Fault error={error} what="The proposal could not be loaded" />;
  return <SkeletonBlock className="h-40 max-w-[680px]" />;
}

function Card({ decision }: { decision: Decision }) {
  const { currency } = useCompany();
  const user = useUser();
  const may = useMay(settleDecision);
  const [conflict, setConflict] = useState<string | null>(null);
  const settle = useSettle((outcome: Outcome) => setConflict(outcome.sentence ?? null));
  const cost = describeExposure(decision.exposure, currency);
  const isPending = decision.status === "pending";
  const choose = (approved: boolean) => settle.mutate({ decision, approved });
  return (
    <article
      aria-label={decision.title}
      data-decision={decision.id}
      className="mt-1 max-w-[680px] rounded-card border border-line-strong bg-surface px-4 pt-3 pb-3.5"
    >
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <AgentBadge role={decision.agentRole} />
        <AgentName name={decision.agentName} role={decision.agentRole} />
        <Link href={`/decisions/${decision.id}`} className="text-ink-3">
          D-{decision.number}
        </Link>
        <span className="ml-auto inline-flex items-center gap-1.5">
          <Dot tone={isPending ? "warning" : decision.status === "approved" ? "success" : "idle"} />
          {sentenceCase(standingOf(decision))}
        </span>
      </div>
      <h3 className="pt-2 text-lg font-semibold tracking-tight wrap-anywhere">{decision.title}</h3>
      <Details decision={decision} />
      <dl className="mt-2.5 grid grid-cols-1 border-y border-line text-sm sm:grid-cols-3 [&>div]:py-2.5 sm:[&>div]:border-l sm:[&>div]:border-line sm:[&>div]:px-4 sm:[&>div:first-child]:border-l-0 sm:[&>div:first-child]:pl-0 max-sm:[&>div+div]:border-t max-sm:[&>div]:border-line">
        <Fact name="Costs" small={cost?.often ?? "commits nothing"}>
          {cost?.figure ?? "Nothing"}
        </Fact>
        <Fact name="Who may confirm" small={may ? "or another approver" : "members cannot decide"}>
          {may ? "You" : "An approver"}
        </Fact>
        <Fact name="Why it needs you" small={decision.authorization.reasons[0]}>
          {decision.authorization.bound}
        </Fact>
      </dl>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-3 text-sm">
        {isPending ? (
          <>
            <span className="min-w-0 text-ink-3 max-sm:w-full sm:flex-1">{consequenceOf(decision)}</span>
            {may ? (
              <span className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
                <Button disabled={settle.isPending} onClick={() => choose(false)}>
                  Reject
                </Button>
                <Button look="primary" pending={settle.isPending} onClick={() => choose(true)}>
                  {approveLabel(decision, currency)}
                </Button>
              </span>
            ) : (
              <span className="text-ink-3">{onlyWho(settleDecision, "decide this")}.</span>
            )}
          </>
        ) : (
          <span className="grid gap-1.5 text-ink-2">
            <span role="status">
              {sentenceCase(standingOf(decision))}
              {settledBy(decision, user?.username)}
            </span>
            <UndoLine decision={decision} />
            <GiveReason decision={decision} />
          </span>
        )}
        {conflict && <span className="text-danger">{conflict}</span>}
      </div>
    </article>
  );
}

/** The full effect of approving: the title above may be truncated. */
function Details({ decision: { context, createdAt } }: { decision: Decision }) {
  const { timeZone } = useCompany();
  const [now, proposed] = [today(timeZone), dayIn(createdAt, timeZone)];
  const { role, dueInDays, priority, description, content } = context;
  const task = typeof dueInDays === "number" && [
    `Assigned to ${String(role)}`,
    `due ${dayWithYear(dueDay(dueInDays, { proposed, today: now }), now.slice(0, 4))}`,
    `${String(priority)} priority`,
  ];
  const text = task ? description : content;
  return (
    <>
      {task && <p className="pt-0.5 text-sm text-ink-2">{task.join(", ")}</p>}
      {typeof text === "string" && text !== "" && <p className="pt-1.5 wrap-anywhere whitespace-pre-wrap">{text}</p>}
    </>
  );
}

function consequenceOf({ plannedTasks, exposure }: Decision): string {
  const parts = [
    plannedTasks > 0 && `creates ${plural(plannedTasks, "task")}`,
    exposure.kind === "none" ? "spends nothing" : "counts against this year's budget",
  ].filter(Boolean);
  return `Confirming ${parts.join(" and ")}.`;
}

const settledBy = ({ approvedBy, rejectedBy }: Decision, me: string | undefined): string => {
  const by = approvedBy ?? rejectedBy;
  return by ? ` by ${by === me ? "you" : by}` : "";
};

const Fact = ({ name, small, children }: { name: string; small?: string | undefined; children: string }) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-3">{name}</dt>
    <dd className="mt-0.5 font-medium">
      {children}
      {small && <span className="block text-xs font-normal text-ink-3">{small}</span>}
    </dd>
  </div>
);
