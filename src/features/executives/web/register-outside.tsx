import { useForm, useWatch } from "react-hook-form";
import { type AgentRoleId, agentRole, agentRoles, includesRole } from "#contract/roles.ts";
import { lengths } from "#contract/words.ts";
import { usePeople, useUser } from "#features/accounts/web/queries.ts";
import { type AutonomyLevel, autonomyLevels } from "#features/agents/contract.ts";
import { sentenceCase } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#ui/kit/dialog.tsx";
import { Options, SelectField, TextField } from "#ui/kit/field.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { AuthorityField, BudgetField } from "./limit-fields.tsx";
import { useAddExecutive } from "./queries.ts";

const limitsOf = (role: AgentRoleId) => ({
  budgetLimit: agentRole(role).budget,
  decisionAuthority: agentRole(role).authority,
});

/** Registers another maker's program; its token is one of its operator's. */
export default function RegisterOutside({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const { data: people } = usePeople();
  const add = useAddExecutive(onClose);
  const form = useForm({
    defaultValues: {
      name: "",
      role: "Operations" as AgentRoleId,
      operatorId: user?.id ?? "",
      autonomyLevel: "propose" as AutonomyLevel,
      ...limitsOf("Operations"),
    },
  });
  const { errors } = form.formState;
  const [role, authority] = useWatch({ control: form.control, name: ["role", "decisionAuthority"] });
  const operators = people?.filter((one) => includesRole(one.role, "member")) ?? [];
  return (
    <Dialog title="Register an outside agent" onClose={onClose}>
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => add.isPending || add.mutate(values))}
        className="flex min-h-0 flex-1 flex-col"
      >
        <DialogBody className="grid content-start gap-4">
          <TextField
            label="Program"
            placeholder="Procurement bot"
            maxLength={lengths.name}
            error={errors.name?.message}
            {...form.register("name", { required: "Name the program" })}
          />
          <SelectField
            label="Role"
            hint={`It proposes what this role may propose, within the role's policy. ${agentRole(role).description}`}
            {...form.register("role", {
              onChange: ({ target }) => form.reset({ ...form.getValues(), ...limitsOf(target.value as AgentRoleId) }),
            })}
          >
            <Options of={agentRoles.map(({ id, name }) => [id, name])} />
          </SelectField>
          <SelectField
            label="Operator"
            hint="Its program signs in with an API token of this person, with the scope propose."
            {...form.register("operatorId")}
          >
            <Options of={operators.map(({ id, username }) => [id, username])} />
          </SelectField>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <BudgetField
              hint="Maximum commitments per calendar year"
              error={errors.budgetLimit}
              {...form.register("budgetLimit", { valueAsNumber: true, min: { value: 0, message: "Enter 0 or more" } })}
            />
            <AuthorityField level={authority} {...form.register("decisionAuthority")} />
          </div>
          <SelectField
            label="Autonomy"
            hint="Start with Propose: a person decides until its record has earned more."
            {...form.register("autonomyLevel")}
          >
            <Options of={autonomyLevels.map((each) => [each, sentenceCase(each)])} />
          </SelectField>
          <Problem of={add.error} />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" pending={add.isPending}>
            Register agent
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
