import { onlyWho, useMay } from "#features/accounts/web/queries.ts";
import { requireSecondFactor } from "#features/accounts/factors/contract.ts";
import { Section } from "#ui/kit/section.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { useRequireSecondFactor, useSecondFactor } from "./queries.ts";

/** Whether everyone in the company needs a second factor. */
export function SecondFactorRequirement() {
  const { data } = useSecondFactor();
  const change = useRequireSecondFactor();
  const may = useMay(requireSecondFactor);
  if (!data) return null;
  return (
    <Section
      title="Second factor for everyone"
      actions={
        <Switch
          label="Require a second factor"
          on={data.isRequired}
          disabled={!may || data.isRequiredByOperator || change.isPending}
          title={may ? undefined : onlyWho(requireSecondFactor)}
          onChange={(on) => change.mutate(on)}
        />
      }
    >
      <p className="max-w-[64ch] pb-2 text-pretty text-ink-2">
        {data.isRequiredByOperator && "The operator of this installation requires it of everyone. "}
        {data.isRequired
          ? "Required. People without one set it up at their next sign-in before they can do anything else."
          : "Optional. When required, people without one set it up at their next sign-in before they can do anything else."}
      </p>
    </Section>
  );
}
