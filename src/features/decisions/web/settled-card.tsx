import { CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { Link } from "wouter";
import type { Currency } from "#contract/words.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Decision, DecisionLine } from "#features/decisions/contract.ts";
import { standingOf } from "#features/decisions/rules.ts";
import { plural, sentenceCase, wholePercent } from "#ui/format.ts";
import { Moment } from "#ui/kit/moment.tsx";
import { millisecondsUntil } from "#ui/clock.ts";
import { Recommendation, TestTag } from "./decision-parts.tsx";
import { describeExposure } from "./format.ts";
import { type Outcome, useDecision } from "./queries.ts";
import { GiveReason, UndoLine } from "./undo-line.tsx";

/** How long the card stays if the decision can't be undone. */
const stayMs = 8_000;
const mark = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

/** Replaces a decision's card while it can be undone, else for eight seconds. */
export function SettledCard({
  outcome,
  onLeave,
  onUndone,
}: {
  outcome: Outcome;
  onLeave: () => void;
  onUndone: () => void;
}) {
  const { decision, sentence } = outcome;
  const settled = sentence === undefined && !outcome.isUndone ? outcome.decision : null;
  const until = settled?.undoUntil ?? null;
  useEffect(() => {
    const timer = setTimeout(onLeave, until ? millisecondsUntil(until) : stayMs);
    return () => clearTimeout(timer);
  }, [onLeave, until]);
  const approved = settled?.status === "approved";
  return (
    <article
      data-decision={decision.id}
      tabIndex={-1}
      className="flex animate-fade items-start gap-3 rounded-card border border-line py-2.5 pr-3 pl-4"
    >
      {sentence ? (
        <Info {...mark} className="flex-none text-ink-3" />
      ) : approved ? (
        <CircleCheck {...mark} className="flex-none text-success" />
      ) : (
        <X {...mark} className="flex-none text-ink-3" />
      )}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <div role="status">
          <div className="font-medium">
            {sentence ?? `${approved ? "Approved" : "Rejected"}: ${decision.title}`}{" "}
            <TestTag isTest={settled?.isTest ?? false} />
          </div>
          <div className="text-sm text-ink-3">{settled ? <Consequence decision={settled} /> : decision.title}</div>
        </div>
        {settled && (
          <>
            <p className="line-clamp-2 text-sm text-ink-2 md:line-clamp-1">
              {settled.recommendation}{" "}
              <span className="text-ink-3">Confidence {wholePercent(settled.confidence)}.</span>
            </p>
            <UndoLine decision={settled} onUndone={onUndone} />
            <GiveReason decision={settled} />
          </>
        )}
      </div>
    </article>
  );
}

/** "£85,000 reserved; 3 tasks start when it can no longer be undone." */
function describePlan({ plannedTasks, exposure }: Decision, currency: Currency): string {
  const cost = describeExposure(exposure, currency);
  const parts = [
    plannedTasks > 0 && `${plural(plannedTasks, "task starts", "tasks start")} when it can no longer be undone`,
    cost && `${cost.figure} ${exposure.kind === "discount" || exposure.kind === "headcount" ? "counted" : "reserved"}`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.toReversed().join("; ")}.` : "Messages go out when it can no longer be undone.";
}

function Consequence({ decision }: { decision: Decision }) {
  const { currency } = useCompany();
  if (decision.isTest) return <>A test: nothing was started, spent or sent.</>;
  if (decision.undoUntil && decision.status === "approved") return <>{describePlan(decision, currency)}</>;
  if (decision.status === "approved") return <Effects id={decision.id} />;
  if (decision.reason) return <>{`“${decision.reason}” Saved as a lesson for ${decision.agentName}.`}</>;
  if (decision.undoUntil) return <>Nothing was spent or sent.</>;
  return <>{`${decision.agentName} was notified. Nothing was spent or sent.`}</>;
}

function Effects({ id }: { id: string }) {
  const effects = useDecision(id).data?.effects;
  if (!effects) return <>Creating its tasks and messages.</>;
  const countOf = (kind: string) => effects.filter((effect) => effect.kind === kind).length;
  const [tasks, messages] = [countOf("task"), countOf("message")];
  const parts = [
    tasks && `${plural(tasks, "task")} created`,
    messages && `${plural(messages, "message")} sent`,
    ...effects.flatMap(({ kind, title, status }) => (kind === "action" ? [`${status}: ${title}`] : [])),
  ];
  return <>{parts.filter(Boolean).join(", ") || "No further effects"}.</>;
}

export function SettledRow({ decision }: { decision: DecisionLine }) {
  const { timeZone } = useCompany();
  const settledBy = decision.approvedBy ?? decision.rejectedBy;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-0.5 border-t border-line py-1.5 text-sm md:flex-nowrap">
      <span className="w-[60px] flex-none text-ink-3">{sentenceCase(standingOf(decision))}</span>
      <div className="order-1 min-w-full flex-1 md:order-none md:min-w-0">
        <Link href={`/decisions/${decision.id}`} className="text-ink md:block md:truncate">
          {decision.title} <TestTag isTest={decision.isTest} />
        </Link>
        <Recommendation decision={decision} className="line-clamp-2 text-sm md:line-clamp-1" />
        <UndoLine decision={decision} inline />
      </div>
      <span className="num flex-none text-ink-3" title="Confidence">
        <span className="sr-only">Confidence </span>
        {wholePercent(decision.confidence)}
      </span>
      <span className="ml-auto min-w-0 text-ink-3 md:flex-none md:max-w-48 md:truncate">
        {settledBy ? `${settledBy}, ` : ""}
        <Moment at={decision.settledAt ?? decision.createdAt} timeZone={timeZone} />
      </span>
    </li>
  );
}
