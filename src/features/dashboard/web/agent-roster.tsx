import { useState } from "react";
import { Link, useLocation } from "wouter";
import { agentRoleIds } from "#contract/roles.ts";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { type Agent, type AutonomyLevel, autonomyLevels, setAutonomy, setStatus } from "#features/agents/contract.ts";
import { EditName } from "#features/agents/web/edit-name.tsx";
import { Performance } from "#features/agents/web/performance.tsx";
import { usePolledAgents, useSetAutonomy, useSetStatus } from "#features/agents/web/queries.ts";
import { MayDecide } from "#features/authority/web/may-decide.tsx";
import { ResetButton } from "#features/setup/web/reset-button.tsx";
import type { TaskLine } from "#features/tasks/contract.ts";
import { useTasks } from "#features/tasks/web/queries.ts";
import { plural, sentenceCase } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Select } from "#ui/kit/field.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { ScrollList, Section } from "#ui/kit/section.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { useNarrow } from "#ui/narrow.ts";

const levels: Record<AutonomyLevel, { name: string; hint: string }> = {
  assist: { name: "Assist", hint: "Recommendations only" },
  propose: { name: "Propose", hint: "Proposes actions for approval" },
  execute: { name: "Execute", hint: "Full autonomous execution" },
};

/** How many agents a phone shows before the list is expanded; inactive ones are always shown. */
const agentsOnPhone = 3;

/** `onEdit` and `onAdd` are missing without permission. */
type Props = { onEdit?: ((id: string) => void) | undefined; onAdd?: (() => void) | undefined };

/** Each agent with its current work, results and switches. */
export function AgentRoster({ onEdit, onAdd }: Props) {
  const { data: agents, error } = usePolledAgents();
  const isEmpty = agents?.length === 0;
  const active = agents?.filter((agent) => agent.status === "active").length;
  return (
    <Section
      title="Agent Roster"
      note={!agents || isEmpty ? undefined : `AI Agent Status: ${active} of ${agents.length} active`}
      actions={
        agents && !isEmpty ? (
          <>
            {onAdd && agents.length < agentRoleIds.length && (
              <Button look="quiet" small onClick={onAdd}>
                Add agent
              </Button>
            )}
            <span className="-mr-2.5 max-md:hidden">
              <ResetButton />
            </span>
          </>
        ) : undefined
      }
    >
      {!agents ? (
        <LoadingRows error={error} what="Couldn't load agents" rows={4} tall />
      ) : isEmpty ? (
        <Empty title="No agents yet">Agents you create appear here with their performance and autonomy.</Empty>
      ) : (
        <Agents agents={agents} onEdit={onEdit} />
      )}
    </Section>
  );
}

function Agents({ agents, onEdit }: { agents: readonly Agent[]; onEdit: Props["onEdit"] }) {
  // The inbox reports an inconsistent list of tasks.
  const { data } = useTasks();
  const tasks = Array.isArray(data) ? data : [];
  const narrow = useNarrow();
  const [all, setAll] = useState(false);
  const shown = narrow && !all ? agents.filter(({ status }, at) => at < agentsOnPhone || status !== "active") : agents;
  return (
    <>
      <ScrollList label="AI Agent Status">
        <table>
          <thead className="max-md:sr-only">
            <tr>
              <th scope="col">Agent</th>
              <th scope="col" className="max-md:hidden">
                Working on
              </th>
              <th scope="col" className="text-right! max-md:hidden">
                May decide
              </th>
              <th scope="col" className="text-right!">
                Performance
              </th>
              <th scope="col">Autonomy</th>
              <th scope="col" className="text-right! max-md:pr-0!">
                Active
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((agent) => (
              <Row
                key={agent.id}
                agent={agent}
                onEdit={onEdit}
                tasks={tasks.filter((task) => task.assignedAgent?.id === agent.id)}
              />
            ))}
          </tbody>
        </table>
      </ScrollList>
      {shown.length < agents.length && (
        <button type="button" className="min-h-9 text-sm font-medium text-accent" onClick={() => setAll(true)}>
          All {agents.length} agents
        </button>
      )}
      <p className="border-t border-line pt-2.5 text-xs text-ink-3 max-md:hidden">
        Assist: recommendations only. Propose: proposes actions for approval. Execute: full autonomous execution within
        limits while oversight is on; otherwise it counts as Propose.{onEdit && " Click a name to edit."}
      </p>
    </>
  );
}

function Row({ agent, tasks, onEdit }: { agent: Agent; tasks: readonly TaskLine[]; onEdit: Props["onEdit"] }) {
  const status = useSetStatus();
  const autonomy = useSetAutonomy();
  const mayLevel = useMay(setAutonomy);
  const maySwitch = useMay(setStatus);
  const [, navigate] = useLocation();
  const active = agent.status === "active";
  const level = agent.systemProps.autonomyLevel ?? "assist";
  return (
    <tr>
      <td className="h-row! min-w-32">
        <span className="flex items-center gap-2.5">
          <Link href={`/executives/${agent.id}`} aria-label={`Page of ${agent.name}`} title={`Page of ${agent.name}`}>
            <AgentBadge role={agent.role} />
          </Link>
          <span className="min-w-0 py-1">
            <span className="flex items-baseline gap-[7px]">
              <span className="font-medium">
                <EditName agent={agent} onEdit={onEdit} wraps />
              </span>
              <span className="text-ink-3 max-md:sr-only">{agent.role}</span>
              <Dot tone={active ? "success" : "danger"} label={agent.status} />
            </span>
            <span className="block text-xs text-ink-3 md:hidden">{agent.role}</span>
          </span>
        </span>
      </td>
      <td className="w-[32%] max-w-0 max-md:hidden">
        <WorkingOn agent={agent} tasks={tasks} />
      </td>
      <td className="num min-w-22 text-right max-md:hidden">
        <MayDecide agentId={agent.id} />
      </td>
      <td className="num text-right">
        <Performance value={agent.performance} />
      </td>
      <td className="w-24">
        <Select
          aria-label={`Autonomy of ${agent.name}`}
          title={mayLevel ? levels[level].hint : `${levels[level].hint}. ${onlyWho(setAutonomy, "change this")}`}
          disabled={!mayLevel}
          value={level}
          onText={(typed) => autonomy.mutate({ agent, autonomyLevel: typed as AutonomyLevel })}
          className="h-8 w-[92px] text-sm! md:h-[26px]"
        >
          {autonomyLevels.map((each) => (
            <option key={each} value={each} title={levels[each].hint}>
              {levels[each].name}
            </option>
          ))}
        </Select>
      </td>
      <td className="w-10 max-md:pr-0!">
        <span className="flex justify-end">
          <Switch
            label={`${agent.name} active`}
            title={maySwitch ? undefined : onlyWho(setStatus, "switch this")}
            disabled={!maySwitch}
            on={active}
            onChange={() =>
              agent.pausedByOversight
                ? navigate(`/?agent=${agent.id}`)
                : status.mutate({ agent, status: active ? "inactive" : "active" })
            }
          />
        </span>
      </td>
    </tr>
  );
}

function WorkingOn({ agent, tasks }: { agent: Agent; tasks: readonly TaskLine[] }) {
  const { timeZone } = useCompany();
  if (agent.status !== "active") return <span className="text-ink-2">{sentenceCase(agent.status)}</span>;
  const open = tasks.filter(({ status, planId }) => !planId && (status === "pending" || status === "in_progress"));
  const current = open.find((task) => task.status === "in_progress");
  if (open.length === 0)
    return (
      <span className="block truncate text-ink-3">
        Nothing assigned
        {agent.lastActivity && (
          <>
            , active <Moment at={agent.lastActivity} timeZone={timeZone} />
          </>
        )}
      </span>
    );
  return (
    <span className="block truncate text-ink-2">
      {current?.title ?? (open.length === 1 ? open[0]?.title : plural(open.length, "open task"))}
    </span>
  );
}
