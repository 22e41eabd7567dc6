import { useState } from "react";
import { Link } from "wouter";
import { onlyWho, useMay } from "#features/accounts/web/queries.ts";
import type { Identity } from "#features/identity/contract.ts";
import { proposePromotion, tierNames } from "#features/identity/promotions/contract.ts";
import { tierBelow } from "#features/identity/promotions/rules.ts";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { TextArea } from "#ui/kit/field.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useProposeDemotion, useProposePromotion } from "./queries.ts";

/** How far the next tier is, and the button that proposes it. */
export function PromotionCard({ identity }: { identity: Identity }) {
  const { agent, profile, performanceMetrics: metrics } = identity;
  const { next, promotionProgress, finishedTasks, errors } = metrics;
  const propose = useProposePromotion();
  const may = useMay(proposePromotion);
  if (!profile) return null;
  return (
    <Section title={next ? `Promotion to ${tierNames[next.rule.promotedRole]}` : "Highest tier reached"}>
      <div className="border-t border-line py-2.5">
        <div className="flex justify-between gap-3">
          <span>Promotion progress</span>
          <span className="num font-medium">
            {finishedTasks} / 50 tasks, {promotionProgress}%
          </span>
        </div>
        <Bar label="Promotion progress" share={promotionProgress / 100} />
      </div>
      {next?.requirements.map(({ label, actual, needed, isMet }) => (
        <div key={label} className="border-t border-line py-2.5">
          <div className="flex justify-between gap-3">
            <span>{label}</span>
            <span className="num text-right">
              <span className="font-medium">{actual}</span> <span className="text-ink-3">{needed}</span>{" "}
              <span className={isMet ? "text-success" : "text-ink-3"}>{isMet ? "met" : "not yet"}</span>
            </span>
          </div>
          {label === "Error rate" && errors.interval && (
            <p className="text-xs text-ink-3">
              95% interval {errors.interval[0]}–{errors.interval[1]}%
              {errors.interval[1] >= next.rule.maxErrorRate && ": too few tasks to rule out a higher rate"}
            </p>
          )}
        </div>
      ))}
      <div className="grid gap-2 border-t border-line pt-3">
        {profile.pendingDecisionId ? (
          <Link href={`/decisions/${profile.pendingDecisionId}`} className={buttonClass("plain")}>
            Open the pending decision
          </Link>
        ) : (
          next && (
            <Button
              look="primary"
              disabled={!may || !next.isEligible}
              title={may ? undefined : onlyWho(proposePromotion, "propose it")}
              pending={propose.isPending}
              onClick={() => propose.mutate(agent.id)}
            >
              Propose promotion
            </Button>
          )
        )}
        <p className="text-xs text-pretty text-ink-3">
          {next && !next.isEligible
            ? "Can be proposed once all three rules are met."
            : "Creates a decision. You or another approver settles it."}
        </p>
        {!profile.pendingDecisionId && may && <Demotion identity={identity} />}
      </div>
    </Section>
  );
}

const Bar = ({ label, share }: { label: string; share: number }) => (
  <span
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(share * 100)}
    className="mt-1.5 block h-1 overflow-hidden rounded-[2px] bg-pressed"
  >
    <span className="block h-full bg-ink-2" style={{ width: `${share * 100}%` }} />
  </span>
);

function Demotion({ identity: { agent, profile } }: { identity: Identity }) {
  const [reason, setReason] = useState<string | null>(null);
  const propose = useProposeDemotion();
  const below = profile && tierBelow(profile.roleTier);
  if (!below) return null;
  if (reason === null)
    return (
      <Button look="quiet" small className="justify-self-start" onClick={() => setReason("")}>
        Propose a step down
      </Button>
    );
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        propose.mutate({ id: agent.id, reason }, { onSuccess: () => setReason(null) });
      }}
    >
      <TextArea
        label={`Why should ${agent.name} step down to ${tierNames[below]}?`}
        value={reason}
        maxLength={2000}
        onText={setReason}
      />
      <span className="flex gap-2">
        <Button type="submit" small disabled={reason.trim() === ""} pending={propose.isPending}>
          Propose step down
        </Button>
        <Button look="quiet" small onClick={() => setReason(null)}>
          Cancel
        </Button>
      </span>
    </form>
  );
}
