import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, type UseFormReturn } from "react-hook-form";
import { type AgentRoleId, agentRole } from "#contract/roles.ts";
import { lengths } from "#contract/words.ts";
import type { Agent } from "#features/agents/contract.ts";
import { isCapable } from "#features/agents/rules.ts";
import { useAgents } from "#features/agents/web/queries.ts";
import { type AgentSetup, type WorkforceSetup, workforceSetup } from "#features/setup/contract.ts";
import { defaultWorkforce } from "#features/setup/rules.ts";
import { words } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { TextArea, TextField } from "#ui/kit/field.tsx";
import { LeaveFoot } from "#ui/kit/leave-foot.tsx";
import { type Leaving, useSending, useUnsavedForm } from "#ui/kit/use-leave.ts";
import { AuthorityField, BudgetField } from "#features/executives/web/limit-fields.tsx";
import { useSetupAgents } from "./queries.ts";

/** An existing agent keeps its settings, including disabled capabilities. */
const toSetup = ({ role, name, capabilities, emailAddress, systemProps }: Agent): AgentSetup => ({
  role,
  name,
  capabilities: Object.keys(capabilities).filter((capability) => isCapable({ capabilities }, capability)),
  decisionAuthority: systemProps.decisionAuthority,
  budgetLimit: systemProps.budgetLimit,
  emailAddress: emailAddress ?? undefined,
  customInstructions: systemProps.customInstructions,
});

const prefilled = (
  selectedRoles: AgentRoleId[],
  team: readonly Agent[],
  drafts: readonly AgentSetup[],
): WorkforceSetup => ({
  selectedRoles,
  agents: defaultWorkforce
    .filter(({ role }) => selectedRoles.some((selected) => selected === role))
    .map((agent) => {
      const draft = drafts.find(({ role }) => role === agent.role);
      if (draft) return draft;
      const existing = team.find(({ role }) => role === agent.role);
      return existing ? toSetup(existing) : { ...agent, customInstructions: "" };
    }),
});

type Props = {
  roles: AgentRoleId[];
  /** Values from before going back to step 1. */
  drafts: readonly AgentSetup[];
  leaving: Leaving;
  onBack: (drafts: readonly AgentSetup[]) => void;
  onCreated: () => void;
};

export function ConfigureAgents({ roles, drafts, leaving, onBack, onCreated }: Props) {
  const setup = useSetupAgents(onCreated);
  const team = useAgents().data ?? [];
  const form = useForm<WorkforceSetup>({
    resolver: zodResolver(workforceSetup),
    defaultValues: prefilled(roles, team, drafts),
  });
  useUnsavedForm(leaving, form);
  useSending(leaving, setup.isPending);
  const { isDirty } = form.formState;
  const back = () => {
    const agents = form.getValues("agents");
    const others = drafts.filter(({ role }) => !agents.some((agent) => agent.role === role));
    onBack(isDirty ? [...agents, ...others] : drafts);
  };
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((values) => setup.isPending || setup.mutate(values))}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <h3 className="mb-3 font-semibold">Configure Your AI Agents</h3>
        {roles.map((id, index) => (
          <AgentFields key={id} id={id} index={index} form={form} />
        ))}
      </DialogBody>
      {leaving.asks ? (
        <LeaveFoot leaving={leaving} note="No agents are created yet." />
      ) : (
        <DialogFoot note="Budget: maximum commitments per calendar year.">
          <Button disabled={setup.isPending} onClick={back}>
            Back
          </Button>
          <Button type="submit" look="primary" pending={setup.isPending}>
            {setup.isPending ? "Creating Agents..." : "Create AI Workforce"}
          </Button>
        </DialogFoot>
      )}
    </form>
  );
}

function AgentFields({ id, index, form }: { id: AgentRoleId; index: number; form: UseFormReturn<WorkforceSetup> }) {
  const role = agentRole(id);
  const errors = form.formState.errors.agents?.[index];
  const authority = form.watch(`agents.${index}.decisionAuthority`);
  const [first = "", second = ""] = role.capabilities.map(words);
  return (
    <fieldset className="border-t border-line pt-3.5 pb-[22px] last:pb-0">
      <legend className="sr-only">{role.name}</legend>
      <div className="mb-3 flex items-center gap-2.5">
        <AgentBadge role={id} />
        <span className="font-semibold">{role.name}</span>
        <span className="hidden text-sm text-ink-3 md:inline">
          {first}, {second} and {role.capabilities.length - 2} more
        </span>
      </div>
      <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[1.2fr_.9fr_.9fr_1.6fr]">
        <TextField
          label="Agent Name"
          frame="col-span-2 md:col-span-1"
          error={errors?.name?.message}
          {...form.register(`agents.${index}.name`)}
        />
        <AuthorityField level={authority} {...form.register(`agents.${index}.decisionAuthority`)} />
        <BudgetField
          error={errors?.budgetLimit}
          {...form.register(`agents.${index}.budgetLimit`, { valueAsNumber: true })}
        />
        <TextField
          label="Email Address"
          type="email"
          frame="col-span-2 md:col-span-1"
          error={errors?.emailAddress?.message}
          {...form.register(`agents.${index}.emailAddress`, {
            setValueAs: (value: string | undefined) => value?.trim() || undefined,
          })}
        />
        <TextArea
          label="Custom Instructions"
          aside="optional"
          frame="col-span-2 lg:col-span-4"
          rows={1}
          className="py-[5px]!"
          maxLength={lengths.text}
          error={errors?.customInstructions?.message}
          {...form.register(`agents.${index}.customInstructions`)}
        />
      </div>
    </fieldset>
  );
}
