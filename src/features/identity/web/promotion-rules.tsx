import { useState } from "react";
import { onlyWho, useMay } from "#features/accounts/web/queries.ts";
import type { Profile } from "#features/identity/contract.ts";
import * as calls from "#features/identity/promotions/contract.ts";
import { AgentBadge, AgentName } from "#ui/kit/agent-badge.tsx";
import { ActionDialog } from "#ui/kit/action-dialog.tsx";
import { Button } from "#ui/kit/button.tsx";
import { TextField } from "#ui/kit/field.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { Section } from "#ui/kit/section.tsx";
import { useChangeRule, usePromotionRules, useProposePromotion } from "./queries.ts";

/** The rules of each tier with who meets them now. */
export function PromotionRules({ profiles }: { profiles: readonly Profile[] }) {
  const { data: rules } = usePromotionRules();
  const [edited, setEdited] = useState<calls.RuleVersion | null>(null);
  const mayEdit = useMay(calls.changePromotionRule);
  if (!rules) return null;
  return (
    <Section title="Promotion rules" note="an agent that meets them can be proposed; you decide">
      <ul>
        {rules.map((rule) => {
          const meeting = profiles.filter(({ eligibleFor }) => eligibleFor === rule.promotedRole);
          return (
            <li
              key={rule.promotedRole}
              className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-2.5"
            >
              <span className="min-w-56">
                <span className="font-medium">{calls.tierNames[rule.promotedRole]}</span>{" "}
                <span className="text-ink-3">from {calls.tierNames[rule.currentRole]}</span>
                <span className="block text-xs text-ink-3">
                  Version {rule.version}, {rule.changedBy}
                </span>
              </span>
              <span className="min-w-0 flex-1 basis-64 text-ink-2 tabular-nums">
                {rule.minTaskCount} or more tasks, under {rule.maxErrorRate}% errors, performance{" "}
                {rule.minPerformanceScore} or more
              </span>
              {meeting.map((profile) => (
                <Meets key={profile.agentId} profile={profile} />
              ))}
              {meeting.length === 0 && <span className="text-sm text-ink-3">No one meets them now</span>}
              {mayEdit && (
                <Button
                  look="quiet"
                  small
                  aria-label={`Edit the rules for ${calls.tierNames[rule.promotedRole]}`}
                  onClick={() => setEdited(rule)}
                >
                  Edit rules
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {edited && <RuleDialog rule={edited} onClose={() => setEdited(null)} />}
    </Section>
  );
}

function Meets({ profile }: { profile: Profile }) {
  const propose = useProposePromotion();
  const may = useMay(calls.proposePromotion);
  return (
    <span className="flex items-center gap-2">
      <AgentBadge role={profile.agentType} />
      <AgentName name={profile.agentName} role={profile.agentType} />
      {profile.pendingDecisionId ? (
        <span className="text-sm text-ink-3">pending</span>
      ) : (
        <Button
          small
          disabled={!may}
          title={may ? undefined : onlyWho(calls.proposePromotion, "propose it")}
          pending={propose.isPending}
          aria-label={`Propose promotion of ${profile.agentName}`}
          onClick={() => propose.mutate(profile.agentId)}
        >
          Propose promotion
        </Button>
      )}
    </span>
  );
}

const fields = [
  ["minTaskCount", "Finished tasks, at least", 1],
  ["maxErrorRate", "Error rate, under (%)", 0.1],
  ["minPerformanceScore", "Performance, at least", 1],
] as const;

function RuleDialog({ rule, onClose }: { rule: calls.RuleVersion; onClose: () => void }) {
  const [values, setValues] = useState({
    minTaskCount: String(rule.minTaskCount),
    maxErrorRate: String(rule.maxErrorRate),
    minPerformanceScore: String(rule.minPerformanceScore),
  });
  const change = useChangeRule(onClose);
  const body = {
    version: rule.version,
    minTaskCount: Number(values.minTaskCount),
    maxErrorRate: Number(values.maxErrorRate),
    minPerformanceScore: Number(values.minPerformanceScore),
  };
  const checked = calls.promotionRuleForm.safeParse(body);
  const errorOf = (name: string) => checked.error?.issues.find(({ path }) => path[0] === name)?.message;
  return (
    <ActionDialog
      title={`Rules for ${calls.tierNames[rule.promotedRole]}`}
      description="They make an agent eligible; a person decides on each promotion. Earlier promotions stay."
      onClose={onClose}
      submit={`Save version ${rule.version + 1}`}
      disabled={!checked.success}
      pending={change.isPending}
      onSubmit={() => {
        const tier = rule.promotedRole;
        if (checked.success && tier !== "executive") change.mutate({ params: { tier }, body });
      }}
    >
      <div className="grid gap-4">
        {fields.map(([name, label, step]) => (
          <TextField
            key={name}
            type="number"
            inputMode="decimal"
            step={step}
            label={label}
            value={values[name]}
            error={errorOf(name)}
            onText={(typed) => setValues({ ...values, [name]: typed })}
          />
        ))}
        <Problem of={change.error} />
      </div>
    </ActionDialog>
  );
}
