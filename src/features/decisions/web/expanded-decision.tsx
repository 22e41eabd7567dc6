import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { lengths } from "#contract/words.ts";
import { useMay } from "#features/accounts/web/queries.ts";
import { type Decision, settleDecision } from "#features/decisions/contract.ts";
import { leadingForecast } from "#features/decisions/rules.ts";
import { plural, sentenceCase, wholePercent } from "#ui/format.ts";
import { AgentBadge, AgentName } from "#ui/kit/agent-badge.tsx";
import { cx } from "#ui/kit/cx.ts";
import { Fault } from "#ui/kit/empty.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { PriorityBars } from "#ui/kit/marks.tsx";
import { SkeletonBlock } from "#ui/kit/waiting.tsx";
import { Advice, Deadline, Facts, Recommendation, TestTag } from "./decision-parts.tsx";
import type { CardPart } from "./decision-row.tsx";
import { useDecisionCard } from "./queries.ts";
import { useMarkOpened } from "./review-queries.ts";
import { formatForecast } from "./format.ts";

type Fold = "alternatives" | "risks" | "reason";

type Props = CardPart & { reason: string; onReason: (reason: string) => void };

/** An expanded pending decision; loads its details when it opens. */
export function ExpandedDecision({ decision, titleId, buttons, reason, onReason }: Props) {
  const [fold, setFold] = useState<Fold | null>(null);
  const { data, error } = useDecisionCard(decision.id);
  const details = data?.decision;
  useMarkOpened(decision);
  const risks = details?.metadata.risks ?? [];
  const alternatives = details?.alternatives ?? [];
  const may = useMay(settleDecision);
  const folds: [Fold, string][] = may ? [["reason", reason ? "Reason" : "Add a reason"]] : [];
  if (details)
    folds.unshift(
      ["alternatives", plural(alternatives.length, "alternative")],
      ["risks", plural(risks.length, "risk")],
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 px-3 pt-3 text-sm text-ink-2 md:px-4 md:pt-3.5">
        <AgentBadge role={decision.agentRole} />
        <AgentName name={decision.agentName} role={decision.agentRole} />
        <TestTag isTest={decision.isTest} />
        <Advice autonomy={decision.autonomy} />
        {details && (
          <span className="hidden text-ink-3 md:inline">
            {sentenceCase(details.decisionType)}, {details.impact} impact
          </span>
        )}
        <span className="ml-auto inline-flex items-center gap-3">
          <PriorityBars priority={decision.priority} />
          <Deadline decision={decision} />
        </span>
      </div>
      <h3 id={titleId} className="px-3 pt-2 text-lg font-semibold tracking-tight md:px-4">
        <Link href={`/decisions/${decision.id}`} className="text-ink">
          {decision.title}
        </Link>
      </h3>
      <Recommendation decision={decision} className="max-w-[76ch] px-3 pt-0.5 whitespace-pre-line md:px-4" />
      {details ? (
        <Case decision={details} />
      ) : error ? (
        <div className="px-3 pt-3 md:px-4">
          <Fault error={error} what="Couldn't load the details" />
        </div>
      ) : (
        <CaseSkeleton />
      )}
      <div className="flex flex-wrap items-center gap-2 p-3 md:pl-4">
        {folds.map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-expanded={fold === name}
            onClick={() => setFold(fold === name ? null : name)}
            className="mr-3 inline-flex min-h-6 items-center gap-1 rounded-badge text-sm text-ink-2 hover:text-ink"
          >
            <ChevronRight
              size={14}
              strokeWidth={1.75}
              aria-hidden
              className={cx("transition-transform", fold === name && "rotate-90")}
            />
            {label}
          </button>
        ))}
        {fold === "alternatives" && (
          <ul className="order-1 w-full text-sm">
            {alternatives.map((alternative) => (
              <li key={alternative.title} className="py-0.5">
                {alternative.title} <span className="text-ink-3">{alternative.detail}</span>
              </li>
            ))}
          </ul>
        )}
        {fold === "risks" && (
          <ul className="order-1 w-full list-disc pl-5 text-sm marker:text-ink-3">
            {risks.map((risk) => (
              <li key={risk}>{risk}</li>
            ))}
          </ul>
        )}
        {fold === "reason" && (
          <TextField
            frame="order-1 w-full"
            label="Reason"
            aside="saved as a lesson if you reject"
            maxLength={lengths.reason}
            value={reason}
            autoFocus
            onText={onReason}
          />
        )}
        {buttons}
      </div>
    </>
  );
}

const Case = ({ decision }: { decision: Decision }) => (
  <>
    {decision.description && (
      <p className="line-clamp-2 max-w-[76ch] px-3 text-sm text-pretty text-ink-3 max-md:hidden md:px-4">
        {decision.description}
      </p>
    )}
    <Facts decision={decision} />
    <Proof decision={decision} />
  </>
);

/** As tall as the loaded content. */
const CaseSkeleton = () => (
  <div aria-hidden className="grid gap-3 px-3 pt-2 md:px-4">
    <SkeletonBlock className="h-2.5 w-[70%]" />
    <SkeletonBlock className="h-2.5 w-[44%]" />
    <SkeletonBlock className="h-[124px] md:h-[68px]" />
    <SkeletonBlock className="h-2.5 w-[62%]" />
    <SkeletonBlock className="h-2.5 w-[48%]" />
  </div>
);

function Proof({ decision }: { decision: Decision }) {
  const { stakeholders, returns, timeframe } = decision.metadata;
  const forecast = leadingForecast(decision);
  const found = decision.evidence.filter((row) => row.found);
  const missing = decision.evidence.length - found.length;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] px-3 max-md:hidden pt-3 text-sm *:odd:text-ink-3 *:even:mb-2 md:grid-cols-[76px_minmax(0,1fr)] md:gap-x-3 md:gap-y-[5px] md:px-4 md:*:even:mb-0">
      {forecast && (
        <>
          <dt>Forecast</dt>
          <dd>
            {formatForecast(forecast)}{" "}
            <span className="text-ink-3">Claimed: {wholePercent(forecast.probability)}.</span>
          </dd>
        </>
      )}
      <dt>Evidence</dt>
      <dd className="flex flex-wrap gap-x-3.5 gap-y-0.5">
        {found.map((row) => (
          <Link key={`${row.kind} ${row.reference}`} href={row.href ?? `/decisions/${decision.id}#evidence`}>
            {row.reference}
          </Link>
        ))}
        {missing > 0 && (
          <Link href={`/decisions/${decision.id}#evidence`} className="text-ink-2">
            {found.length === 0 ? `none yet, ${missing} missing` : `${missing} missing`}
          </Link>
        )}
        {decision.evidence.length === 0 && <span className="text-ink-2">none needed</span>}
      </dd>
      {/* Without a return it has a place among the facts. */}
      {returns && (
        <>
          <dt>Timeframe</dt>
          <dd>{timeframe}</dd>
        </>
      )}
      {stakeholders.length > 0 && (
        <>
          <dt>Involves</dt>
          <dd>{stakeholders.join(", ")}</dd>
        </>
      )}
    </dl>
  );
}
