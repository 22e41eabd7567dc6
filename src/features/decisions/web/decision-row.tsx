import type { ReactNode } from "react";
import { Link } from "wouter";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { DecisionLine } from "#features/decisions/contract.ts";
import { wholePercent } from "#ui/format.ts";
import { AgentBadge, AgentName } from "#ui/kit/agent-badge.tsx";
import { Confidence } from "#ui/kit/confidence.tsx";
import { PriorityBars } from "#ui/kit/marks.tsx";
import { Advice, Deadline, Recommendation, TestTag } from "./decision-parts.tsx";
import { describeExposure, describeLimit } from "./format.ts";

/** Props of both forms of a card. */
export type CardPart = { decision: DecisionLine; titleId: string; buttons: ReactNode };

export function DecisionRow({ decision, titleId, buttons }: CardPart) {
  const { currency } = useCompany();
  const cost = describeExposure(decision.exposure, currency);
  const limit = describeLimit(decision.limit, currency);
  return (
    <div className="flex flex-wrap items-start gap-3 p-3 md:flex-nowrap md:items-center md:py-2.5 md:pl-4">
      <AgentBadge role={decision.agentRole} />
      <div className="min-w-0 flex-1">
        <h3 id={titleId} className="flex items-center gap-2 font-medium">
          <Link href={`/decisions/${decision.id}`} className="min-w-0 text-ink md:truncate">
            {decision.title}
          </Link>
          <PriorityBars priority={decision.priority} wordless />
          <TestTag isTest={decision.isTest} />
          <Advice autonomy={decision.autonomy} />
        </h3>
        <Recommendation decision={decision} className="line-clamp-1 text-sm" />
        <div className="text-sm text-ink-2">
          {cost ? `${cost.figure} ${cost.often}, ${limit ? limit.figure : "within limits"}. ` : ""}
          <AgentName name={decision.agentName} role={decision.agentRole} />, <Deadline decision={decision} inline />
          <span className="md:hidden">, {wholePercent(decision.confidence)} confident</span>
        </div>
      </div>
      <span className="hidden md:inline-flex">
        <Confidence value={decision.confidence} />
      </span>
      {buttons}
    </div>
  );
}
