import type { UseFormReturn } from "react-hook-form";
import { type AgentRoleId, agentRole } from "#contract/roles.ts";
import { lengths } from "#contract/words.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import type { Agent } from "#features/agents/contract.ts";
import { reportingError } from "#features/agents/rules.ts";
import type { CapabilityStake, Executive, ExecutiveForm } from "#features/executives/contract.ts";
import { budgetWarnings } from "#features/executives/rules.ts";
import { sentenceCase } from "#ui/format.ts";
import { Options, SelectField, TextArea, TextField } from "#ui/kit/field.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { AuthorityField, BudgetField } from "./limit-fields.tsx";
import { useCapabilities } from "./queries.ts";

type Props = {
  role: AgentRoleId;
  /** Null for a new agent. */
  id: string | null;
  team: readonly Agent[];
  limit: Executive["limit"] | null;
  form: UseFormReturn<ExecutiveForm>;
};

export function ExecutiveFields({ role, id, team, limit, form }: Props) {
  const { currency } = useCompany();
  const { errors } = form.formState;
  const authority = form.watch("decisionAuthority");
  const yearBudget = form.watch("budgetLimit");
  const [budgetWarning] = limit && yearBudget !== undefined ? budgetWarnings({ ...limit, yearBudget }, currency) : [];
  const share = role === "CEO" ? "md:col-span-3" : "md:col-span-2";
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-6">
        <TextField
          label="Agent Name"
          frame="col-span-2 md:col-span-3"
          error={errors.name?.message}
          {...form.register("name")}
        />
        <TextField
          label="Email Address"
          aside="optional"
          type="email"
          frame="col-span-2 md:col-span-3"
          error={errors.emailAddress?.message}
          {...form.register("emailAddress", { setValueAs: (value: string | null) => value?.trim() || null })}
        />
        <BudgetField
          frame={`col-span-2 ${share}`}
          hint={budgetWarning ?? "Maximum commitments per calendar year"}
          error={errors.budgetLimit}
          {...form.register("budgetLimit", { valueAsNumber: true })}
        />
        <AuthorityField frame={share} level={authority} {...form.register("decisionAuthority")} />
        <ReportsTo role={role} id={id} team={team} form={form} />
        <TextArea
          label="Custom Instructions"
          aside="optional"
          frame="col-span-2 md:col-span-6"
          maxLength={lengths.text}
          hint="Language models follow them in every run; rules ignore them."
          error={errors.customInstructions?.message}
          {...form.register("customInstructions")}
        />
      </div>
      <Capabilities role={role} form={form} />
    </>
  );
}

function ReportsTo({ role, id, team, form }: Pick<Props, "role" | "id" | "team" | "form">) {
  if (role === "CEO") return null;
  const candidates = team.map(({ systemProps: { reportsTo }, ...agent }) => ({ ...agent, reportsTo }));
  const self = { id: id ?? "", name: "", role, reportsTo: null };
  return (
    <SelectField
      label="Reports To"
      frame="md:col-span-2"
      {...form.register("reportsTo", { setValueAs: (value: string | null) => value || null })}
    >
      <option value="">No one</option>
      <Options
        of={candidates
          .filter((candidate) => reportingError(self, candidate.id, candidates) === null)
          .map((candidate) => [candidate.id, `${candidate.name}, ${candidate.role}`])}
      />
    </SelectField>
  );
}

function Capabilities({ role, form }: Pick<Props, "role" | "form">) {
  const flags = form.watch("capabilities") ?? {};
  const { data, isError } = useCapabilities();
  return (
    <fieldset className="mt-5">
      <legend className="text-sm leading-[18px] font-medium">Capabilities</legend>
      <p className="mt-0.5 mb-2 text-xs text-ink-3">
        {isError ? "Couldn't load what each capability allows." : "Turning one off blocks what is listed below it."}
      </p>
      <ul>
        {agentRole(role).capabilities.map((capability) => (
          <li key={capability} className="flex min-h-11 items-center gap-3 border-t border-line py-1.5">
            <span className="min-w-0 flex-1">
              {sentenceCase(capability)}
              <Stake of={data?.find((stake) => stake.role === role && stake.capability === capability)} />
            </span>
            <Switch
              label={sentenceCase(capability)}
              on={flags[capability] === true}
              onChange={(on) => form.setValue("capabilities", { ...flags, [capability]: on }, { shouldDirty: true })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** What a capability allows; keeps its line while loading. */
function Stake({ of }: { of: CapabilityStake | undefined }) {
  const line = "block min-h-[18px] text-sm text-pretty text-ink-3";
  if (!of) return <span className={line} />;
  const { decisionTypes, actions } = of;
  if (decisionTypes.length + actions.length === 0) return <span className={line}>Nothing depends on it yet.</span>;
  const groups = [
    { label: decisionTypes.length === 1 ? "Decision type" : "Decision types", items: decisionTypes },
    { label: actions.length === 1 ? "Action" : "Actions", items: actions },
  ];
  return groups
    .filter(({ items }) => items.length > 0)
    .map((group) => (
      <span key={group.label} className={line}>
        {group.label}: {group.items.map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1)).join(", ")}
      </span>
    ));
}
