import { useQuery } from "@tanstack/react-query";
import { getPlan } from "#features/accounts/plan/contract.ts";
import { Section } from "#ui/kit/section.tsx";
import { longDay } from "#contract/format.ts";
import { read } from "#ui/query.ts";

/** The company's plan and how much of it is used; nothing while the operator has no plans switched on. */
export function PlanSection() {
  const plan = useQuery({ ...read(getPlan, {}), gcTime: 0 }).data?.plan;
  if (!plan) return null;
  const places = [
    ["Agents", plan.agents],
    ["Users", plan.users],
  ] as const;
  return (
    <Section title="Plan" note={plan.label}>
      <dl className="border-t border-line">
        {places.map(([name, { used, most }]) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
            <dt className="text-ink-2">{name}</dt>
            <dd className="num">{most === null ? `${used}, no limit` : `${used} of ${most}`}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-ink-3">
        {plan.trialUntil
          ? `Free trial until ${longDay(plan.trialUntil)}. Nothing is locked when it ends.`
          : "Your operator sets the plan."}
      </p>
    </Section>
  );
}
