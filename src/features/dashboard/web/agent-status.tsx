import { useCompany } from "#features/accounts/web/queries.ts";
import type { Agent } from "#features/agents/contract.ts";
import { EditName } from "#features/agents/web/edit-name.tsx";
import { Performance } from "#features/agents/web/performance.tsx";
import { MayDecide } from "#features/authority/web/may-decide.tsx";
import { ResetButton } from "#features/setup/web/reset-button.tsx";
import type { TaskLine } from "#features/tasks/contract.ts";
import { useTasks } from "#features/tasks/web/queries.ts";
import { nothing, plural, sentenceCase } from "#ui/format.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Section } from "#ui/kit/section.tsx";
import { DecisionTesting } from "./decision-testing.tsx";

type OnEdit = ((id: string) => void) | undefined;

/** What each agent is working on. */
export function AgentStatusList({ agents, onEdit }: { agents: readonly Agent[]; onEdit: OnEdit }) {
  const tasks = useTasks().data ?? [];
  const active = agents.filter((agent) => agent.status === "active").length;
  return (
    <Section title="AI Agent Status" note={`${active} of ${agents.length} active`} actions={<ResetButton />}>
      <table>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col" className="max-md:hidden">
              Working on
            </th>
            <th scope="col" className="text-right! max-md:hidden">
              May decide
            </th>
            <th scope="col" className="text-right! max-md:pr-0!">
              Performance
            </th>
            <th scope="col" className="text-right! max-md:hidden">
              Last activity
            </th>
          </tr>
        </thead>
        <tbody>
          {agents.map((agent) => (
            <Row
              key={agent.id}
              agent={agent}
              onEdit={onEdit}
              tasks={tasks.filter((task) => task.assignedAgent?.id === agent.id)}
            />
          ))}
        </tbody>
      </table>
      <DecisionTesting agents={agents} />
    </Section>
  );
}

function Row({ agent, tasks, onEdit }: { agent: Agent; tasks: readonly TaskLine[]; onEdit: OnEdit }) {
  const { timeZone } = useCompany();
  return (
    <tr>
      <td className="h-row! min-w-36">
        <span className="flex items-center gap-2.5">
          <AgentBadge role={agent.role} />
          <span className="wrap-anywhere">
            <span className="font-medium">
              <EditName agent={agent} onEdit={onEdit} wraps />
            </span>{" "}
            <span className="text-ink-3">{agent.role}</span>
            <span className="num block text-sm text-ink-3 md:hidden">
              May decide <MayDecide agentId={agent.id} />
            </span>
          </span>
          <span className="sr-only">{agent.status}</span>
        </span>
      </td>
      <td className="w-[40%] max-w-0 max-md:hidden">
        <WorkingOn agent={agent} tasks={tasks} />
      </td>
      <td className="num min-w-24 text-right max-md:hidden">
        <MayDecide agentId={agent.id} />
      </td>
      <td className="num text-right max-md:pr-0!">
        <Performance value={agent.performance} plain />
      </td>
      <td className="num text-right text-ink-3 max-md:hidden">
        {agent.lastActivity ? <Moment at={agent.lastActivity} timeZone={timeZone} /> : nothing}
      </td>
    </tr>
  );
}

function WorkingOn({ agent, tasks }: { agent: Agent; tasks: readonly TaskLine[] }) {
  if (agent.status !== "active")
    return (
      <span className="flex items-center gap-[7px] text-ink-2">
        <Dot tone="warning" />
        {sentenceCase(agent.status)}
      </span>
    );
  const open = tasks.filter((task) => task.status === "pending" || task.status === "in_progress");
  const current = open.find((task) => task.status === "in_progress");
  if (open.length === 0) return <span className="text-ink-3">Nothing assigned</span>;
  return (
    <span className="block truncate text-ink-2">
      {current?.title ?? (open.length === 1 ? open[0]?.title : plural(open.length, "open task"))}
    </span>
  );
}
