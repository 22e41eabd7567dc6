import { agentRoleIds } from "#contract/roles.ts";
import { onlyWho, useMay } from "#features/accounts/web/queries.ts";
import { type Agent, type AutonomyLevel, autonomyLevels, setAutonomy, setStatus } from "#features/agents/contract.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { Select } from "#ui/kit/field.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { ScrollList, Section } from "#ui/kit/section.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { EditName } from "./edit-name.tsx";
import { Performance } from "./performance.tsx";
import { usePolledAgents, useSetAutonomy, useSetStatus } from "./queries.ts";

const levels: Record<AutonomyLevel, { name: string; hint: string }> = {
  assist: { name: "Assist", hint: "Recommendations only" },
  propose: { name: "Propose", hint: "Proposes actions for approval" },
  execute: { name: "Execute", hint: "Full autonomous execution" },
};

/** `onEdit` and `onAdd` are missing without permission. */
type Props = { onEdit?: ((id: string) => void) | undefined; onAdd?: (() => void) | undefined };

export function AgentRoster({ onEdit, onAdd }: Props) {
  const { data: agents, error } = usePolledAgents();
  const free = agents && agents.length > 0 && agents.length < agentRoleIds.length;
  return (
    <Section
      title="Agent Roster"
      note={agents?.length || undefined}
      actions={
        free && onAdd ? (
          <Button look="quiet" small onClick={onAdd}>
            Add agent
          </Button>
        ) : undefined
      }
    >
      {error && !agents ? (
        <Fault error={error} what="Couldn't load agents" />
      ) : !agents ? (
        <SkeletonRows rows={4} tall />
      ) : agents.length === 0 ? (
        <Empty title="No agents yet">Agents you create appear here with their performance and autonomy.</Empty>
      ) : (
        <>
          <ScrollList label="Agents">
            <ul>
              {agents.map((agent) => (
                <RosterRow key={agent.id} agent={agent} onEdit={onEdit} />
              ))}
            </ul>
          </ScrollList>
          <p className="border-t border-line pt-2.5 text-xs text-ink-3">
            Assist: recommendations only. Propose: proposes actions for approval. Execute: full autonomous execution
            within limits while oversight is on; otherwise it counts as Propose.{onEdit && " Click a name to edit."}
          </p>
        </>
      )}
    </Section>
  );
}

function RosterRow({ agent, onEdit }: { agent: Agent; onEdit: Props["onEdit"] }) {
  const status = useSetStatus();
  const autonomy = useSetAutonomy();
  const mayLevel = useMay(setAutonomy);
  const maySwitch = useMay(setStatus);
  const active = agent.status === "active";
  const level = agent.systemProps.autonomyLevel ?? "assist";
  return (
    <li className="flex min-h-[49px] items-center gap-3 border-t border-line">
      <AgentBadge role={agent.role} />
      <span className="min-w-0 flex-1 py-1.5">
        <span className="flex items-center gap-[7px] font-medium">
          <EditName agent={agent} onEdit={onEdit} />
          <Dot tone={active ? "success" : "danger"} label={agent.status} />
        </span>
        <span className="block text-xs whitespace-nowrap text-ink-3">{agent.role}</span>
      </span>
      <span className="min-w-10 flex-none text-right text-sm">
        <Performance value={agent.performance} />
      </span>
      <Select
        aria-label={`Autonomy of ${agent.name}`}
        title={mayLevel ? levels[level].hint : `${levels[level].hint}. ${onlyWho(setAutonomy, "change this")}`}
        disabled={!mayLevel}
        value={level}
        onChange={(event) => autonomy.mutate({ agent, autonomyLevel: event.target.value as AutonomyLevel })}
        className="h-8 w-[92px] text-sm! md:h-[26px]"
      >
        {autonomyLevels.map((each) => (
          <option key={each} value={each} title={levels[each].hint}>
            {levels[each].name}
          </option>
        ))}
      </Select>
      <Switch
        label={`${agent.name} active`}
        title={maySwitch ? undefined : onlyWho(setStatus, "switch this")}
        disabled={!maySwitch}
        on={active}
        onChange={() => status.mutate({ agent, status: active ? "inactive" : "active" })}
      />
    </li>
  );
}
