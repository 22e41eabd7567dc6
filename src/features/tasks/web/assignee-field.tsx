import { usePeople } from "#features/accounts/web/queries.ts";
import { useAgents } from "#features/agents/web/queries.ts";
import type { TaskLine } from "#features/tasks/contract.ts";
import { Options, SelectField } from "#ui/kit/field.tsx";

/** As a select's value: "agent:" or "person:" and the id; empty for unassigned. */
export type Assignee = string;

export const assigneeOf = ({ assignedAgent, assignedPerson }: TaskLine): Assignee => {
  if (assignedAgent) return `agent:${assignedAgent.id}`;
  return assignedPerson ? `person:${assignedPerson.id}` : "";
};

/** The ids a request sends. */
export function assigneeIds(assignee: Assignee): { assignedAgentId: string | null; assignedUserId: string | null } {
  const [kind, id = null] = assignee.split(":");
  return { assignedAgentId: kind === "agent" ? id : null, assignedUserId: kind === "person" ? id : null };
}

type Props = { value: Assignee; onChange: (value: Assignee) => void; frame?: string };

export function AssigneeField({ value, onChange, frame }: Props) {
  return (
    <SelectField label="Assignee" value={value} onText={onChange} {...(frame ? { frame } : {})}>
      <AssigneeOptions />
    </SelectField>
  );
}

export function AssigneeOptions() {
  const agents = useAgents().data ?? [];
  const people = usePeople().data ?? [];
  return (
    <>
      <option value="">Unassigned</option>
      {agents.length > 0 && (
        <optgroup label="Agents">
          <Options of={agents.map(({ id, name, role }) => [`agent:${id}`, `${name}, ${role}`])} />
        </optgroup>
      )}
      <optgroup label="People">
        <Options of={people.map(({ id, username }) => [`person:${id}`, username])} />
      </optgroup>
    </>
  );
}
