import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { type AgentRoleId, agentRole, agentRoles, suggestedAddress } from "#contract/roles.ts";
import type { Agent } from "#features/agents/contract.ts";
import { capabilityFlags } from "#features/agents/rules.ts";
import { type ExecutiveForm, executiveForm } from "#features/executives/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Options, SelectField } from "#ui/kit/field.tsx";
import { LeaveFoot } from "#ui/kit/leave-foot.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { type Leaving, useSending, useUnsavedForm } from "#ui/kit/use-leave.ts";
import { ExecutiveFields } from "./executive-fields.tsx";
import { useAddExecutive } from "./queries.ts";
import { RetiredList } from "./retired-list.tsx";

function defaultsOf(id: AgentRoleId, team: readonly Agent[]): ExecutiveForm {
  const role = agentRole(id);
  return {
    name: role.firstName,
    emailAddress: suggestedAddress(id),
    budgetLimit: role.budget,
    decisionAuthority: role.authority,
    customInstructions: "",
    reportsTo: id === "CEO" ? null : (team.find((agent) => agent.role === "CEO")?.id ?? null),
    capabilities: capabilityFlags(id, role.capabilities),
  };
}

type Props = { team: readonly Agent[]; leaving: Leaving; onClose: () => void };

/** Adds an agent to a free role, or reinstates a retired one. */
export function AddExecutive({ team, leaving, onClose }: Props) {
  // Fixed at opening: after adding, the dialog closes.
  const [free] = useState(() => agentRoles.filter(({ id }) => !team.some((agent) => agent.role === id)));
  const [role, setRole] = useState<AgentRoleId>(free[0]?.id ?? "CEO");
  const form = useForm<ExecutiveForm>({ resolver: zodResolver(executiveForm), defaultValues: defaultsOf(role, team) });
  const add = useAddExecutive(onClose);
  useUnsavedForm(leaving, form);
  useSending(leaving, add.isPending);
  const choose = (id: AgentRoleId) => {
    const defaults = defaultsOf(id, team);
    setRole(id);
    // Keeps typed values; capabilities depend on the role.
    form.reset(defaults, { keepDirtyValues: true });
    form.setValue("capabilities", defaults.capabilities);
  };
  if (free.length === 0) return <DialogBody>Every role is filled. Retire an agent first to free its role.</DialogBody>;
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((values) => add.isPending || add.mutate({ ...values, role }))}
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody>
        <SelectField
          label="Role"
          frame="mb-3"
          hint={agentRole(role).description}
          value={role}
          onText={(typed) => choose(typed as AgentRoleId)}
        >
          <Options of={free.map(({ id, name }) => [id, name])} />
        </SelectField>
        <ExecutiveFields role={role} id={null} team={team} limit={null} form={form} />
        {add.isError && <Problem of={add.error} className="mt-4" />}
        <RetiredList free={free.map(({ id }) => id)} onReinstated={onClose} />
      </DialogBody>
      {leaving.asks ? (
        <LeaveFoot leaving={leaving} />
      ) : (
        <DialogFoot>
          <Button disabled={add.isPending} onClick={leaving.leave}>
            Cancel
          </Button>
          <Button type="submit" look="primary" pending={add.isPending}>
            {add.isPending ? "Adding..." : "Add Agent"}
          </Button>
        </DialogFoot>
      )}
    </form>
  );
}
