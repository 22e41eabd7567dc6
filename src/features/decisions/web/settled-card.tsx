import { CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Decision, DecisionLine } from "#features/decisions/contract.ts";
import { standingOf } from "#features/decisions/rules.ts";
import { plural, sentenceCase, wholePercent } from "#ui/format.ts";
import { Moment } from "#ui/kit/moment.tsx";
import { Recommendation } from "./decision-parts.tsx";
import { type Outcome, useDecision } from "./queries.ts";

const stayMs = 8_000;
const mark = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

/** Replaces a decision's card for eight seconds. */
export function SettledCard({ outcome, onLeave }: { outcome: Outcome; onLeave: () => void }) {
  const { decision, sentence } = outcome;
  useEffect(() => {
    const timer = setTimeout(onLeave, stayMs);
    return () => clearTimeout(timer);
  }, [onLeave]);
  const approved = sentence === undefined && outcome.decision.status === "approved";
  return (
    <article
      data-decision={decision.id}
      tabIndex={-1}
      className="flex animate-fade items-center gap-3 rounded-card border border-line py-2.5 pr-3 pl-4"
    >
      {sentence ? (
        <Info {...mark} className="flex-none text-ink-3" />
      ) : approved ? (
        <CircleCheck {...mark} className="flex-none text-success" />
      ) : (
        <X {...mark} className="flex-none text-ink-3" />
      )}
      <div role="status" className="min-w-0 flex-1">
        <div className="font-medium">{sentence ?? `${approved ? "Approved" : "Rejected"}: ${decision.title}`}</div>
        <div className="text-sm text-ink-3">
          {outcome.sentence === undefined ? <Consequence decision={outcome.decision} /> : decision.title}
        </div>
      </div>
    </article>
  );
}

function Consequence({ decision }: { decision: Decision }) {
  if (decision.status === "approved") return <Effects id={decision.id} />;
  if (decision.reason) return <>{`“${decision.reason}” Saved as a lesson for ${decision.agentName}.`}</>;
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
    ...effects.flatMap(({ kind, title }) => (kind === "action" ? [`done: ${title}`] : [])),
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
          {decision.title}
        </Link>
        <Recommendation decision={decision} className="line-clamp-2 text-sm md:line-clamp-1" />
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
