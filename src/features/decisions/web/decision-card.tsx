/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex --
   a card is focused as a whole, so that the keys a and r know which one they decide */
import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { Link } from "wouter";
import { lengths } from "#contract/words.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Decision } from "#features/decisions/contract.ts";
import { longDay, plural, sentenceCase } from "#ui/format.ts";
import { AgentBadge, AgentName } from "#ui/kit/agent-badge.tsx";
import { Button, Key } from "#ui/kit/button.tsx";
import { Confidence } from "#ui/kit/confidence.tsx";
import { cx } from "#ui/kit/cx.ts";
import { TextField } from "#ui/kit/field.tsx";
import { PriorityBars } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Facts, Recommendation } from "./decision-parts.tsx";
import { type Outcome, useSettle } from "./queries.ts";
import { exposureWords, limitWords } from "./wording.ts";

type Props = {
  decision: Decision;
  full: boolean;
  primary: boolean;
  onOpen: () => void;
  onEnd: (outcome: Outcome) => void;
};

/** A pending decision: the whole card, or one row of it; the keys a and r decide while it is focused. */
export function DecisionCard({ decision, full, primary, onOpen, onEnd }: Props) {
  const settle = useSettle(onEnd);
  const [reason, setReason] = useState("");
  const title = useId();
  const choose = (approved: boolean) => {
    if (settle.isPending) return;
    settle.mutate({ decision, approved, ...(reason.trim() ? { reason: reason.trim() } : {}) });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (event.target instanceof HTMLElement && event.target.matches("input, textarea, select")) return;
    if (event.key === "a" || event.key === "r") {
      event.preventDefault();
      choose(event.key === "a");
    }
  };
  const choice = settle.variables?.approved;
  const buttons = (
    <div
      className={cx(
        "flex gap-2 *:flex-1 md:*:flex-none",
        full ? "order-2 mt-1 w-full md:order-none md:mt-0 md:ml-auto md:w-auto" : "w-full md:w-auto",
      )}
    >
      <Button small={!full} disabled={settle.isPending} onClick={() => choose(false)} aria-describedby={title}>
        {settle.isPending && choice === false ? "Rejecting..." : "Reject"} {full && <Key>r</Key>}
      </Button>
      <Button
        small={!full}
        look={primary ? "primary" : "plain"}
        disabled={settle.isPending}
        onClick={() => choose(true)}
        aria-describedby={title}
      >
        {settle.isPending && choice === true ? "Approving..." : "Approve"} {full && <Key onFill={primary}>a</Key>}
      </Button>
    </div>
  );
  return (
    <article
      aria-labelledby={title}
      aria-keyshortcuts="a r"
      data-decision={decision.id}
      tabIndex={0}
      onKeyDown={onKey}
      onFocus={(event) => event.target === event.currentTarget && onOpen()}
      className="rounded-card border border-line-strong bg-surface focus-visible:-outline-offset-1"
    >
      {full ? (
        <Whole decision={decision} titleId={title} reason={reason} onReason={setReason} buttons={buttons} />
      ) : (
        <Row decision={decision} titleId={title} buttons={buttons} />
      )}
    </article>
  );
}

type PartProps = { decision: Decision; titleId: string; buttons: React.ReactNode };

function Row({ decision, titleId, buttons }: PartProps) {
  const { currency, timeZone } = useCompany();
  const cost = exposureWords(decision.exposure, currency);
  const limit = limitWords(decision, currency);
  return (
    <div className="flex flex-wrap items-start gap-3 p-3 md:flex-nowrap md:items-center md:py-2.5 md:pl-4">
      <AgentBadge role={decision.agentRole} />
      <div className="min-w-0 flex-1">
        <h3 id={titleId} className="flex items-center gap-2 font-medium">
          <Link href={`/decisions/${decision.id}`} className="text-ink md:truncate">
            {decision.title}
          </Link>
          <PriorityBars priority={decision.priority} wordless />
        </h3>
        <Recommendation decision={decision} className="line-clamp-2 text-sm md:line-clamp-1" />
        <div className="text-sm text-ink-2">
          {cost ? `${cost.figure} ${cost.often}, ${limit ? limit.figure : "inside the limits"}. ` : ""}
          <AgentName name={decision.agentName} role={decision.agentRole} />,{" "}
          <Moment at={decision.createdAt} timeZone={timeZone} />
        </div>
      </div>
      <span className="hidden md:inline-flex">
        <Confidence value={decision.confidence} />
      </span>
      {buttons}
    </div>
  );
}

type Fold = "alternatives" | "risks" | "reason";

function Whole({
  decision,
  titleId,
  buttons,
  reason,
  onReason,
}: PartProps & { reason: string; onReason: (reason: string) => void }) {
  const { timeZone } = useCompany();
  const [fold, setFold] = useState<Fold | null>(null);
  const { risks, stakeholders } = decision.metadata;
  const folds: [Fold, string][] = [
    ["alternatives", plural(decision.alternatives.length, "alternative")],
    ["risks", plural(risks.length, "risk")],
    ["reason", reason ? "Reason" : "Add a reason"],
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 px-3 pt-3 text-sm text-ink-2 md:px-4 md:pt-3.5">
        <AgentBadge role={decision.agentRole} />
        <AgentName name={decision.agentName} role={decision.agentRole} />
        <span className="hidden text-ink-3 md:inline">
          {sentenceCase(decision.decisionType)}, {decision.impact} impact
        </span>
        <span className="ml-auto inline-flex items-center gap-3">
          <PriorityBars priority={decision.priority} />
          <span className="text-xs text-ink-3">
            <Moment at={decision.createdAt} timeZone={timeZone} />
          </span>
        </span>
      </div>
      <h3 id={titleId} className="px-3 pt-2 text-lg font-semibold tracking-tight md:px-4">
        <Link href={`/decisions/${decision.id}`} className="text-ink">
          {decision.title}
        </Link>
      </h3>
      <Recommendation decision={decision} className="max-w-[76ch] px-3 pt-0.5 md:px-4" />
      {decision.description && (
        <p className="line-clamp-2 max-w-[76ch] px-3 text-sm text-pretty text-ink-3 md:px-4">{decision.description}</p>
      )}
      <Facts decision={decision} />
      <Proof decision={decision} stakeholders={stakeholders} />
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
            {decision.alternatives.map((each) => (
              <li key={each.title} className="py-0.5">
                {each.title} <span className="text-ink-3">{each.detail}</span>
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
            aside="kept as a lesson if you reject"
            maxLength={lengths.reason}
            value={reason}
            autoFocus
            onChange={(event) => onReason(event.target.value)}
          />
        )}
        {buttons}
      </div>
    </>
  );
}

function Proof({ decision, stakeholders }: { decision: Decision; stakeholders: readonly string[] }) {
  const forecast = decision.forecasts[0];
  const found = decision.evidence.filter((each) => each.found);
  const missing = decision.evidence.length - found.length;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] px-3 pt-3 text-sm *:odd:text-ink-3 *:even:mb-2 md:grid-cols-[76px_minmax(0,1fr)] md:gap-x-3 md:gap-y-[5px] md:px-4 md:*:even:mb-0">
      {forecast && (
        <>
          <dt>Forecast</dt>
          <dd>
            {forecast.claim} <span className="text-ink-3">Held against what happens on {longDay(forecast.dueOn)}.</span>
          </dd>
        </>
      )}
      <dt>Evidence</dt>
      <dd className="flex flex-wrap gap-x-3.5 gap-y-0.5">
        {found.map((each) => (
          <Link key={`${each.kind} ${each.reference}`} href={`/decisions/${decision.id}#evidence`}>
            {each.reference}
          </Link>
        ))}
        {missing > 0 && (
          <Link href={`/decisions/${decision.id}#evidence`} className="text-ink-2">
            {found.length === 0 ? `none found, ${missing} wanted` : `${missing} missing`}
          </Link>
        )}
        {decision.evidence.length === 0 && <span className="text-ink-2">none was wanted</span>}
      </dd>
      {stakeholders.length > 0 && (
        <>
          <dt>Involves</dt>
          <dd>{stakeholders.join(", ")}</dd>
        </>
      )}
    </dl>
  );
}
