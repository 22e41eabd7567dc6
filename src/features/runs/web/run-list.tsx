import { Link } from "wouter";
import type { RunLine } from "#contract/runs.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { buttonClass } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { PagedRows } from "#ui/kit/paged-rows.tsx";
import { useRuns } from "./queries.ts";
import { RunStatusMark } from "./run-parts.tsx";

export function RunList({ agentId }: { agentId?: string | undefined }) {
  const list = useRuns(agentId);
  return (
    <PagedRows
      list={list}
      fault="Couldn't load runs"
      empty={
        <Empty
          title="No runs yet"
          actions={
            <Link href="/" className={buttonClass()}>
              Open the control center
            </Link>
          }
        >
          Every question, briefing and evaluation stays here with its steps, evidence and effects. Ask an agent
          something in the control center to start the first.
        </Empty>
      }
    >
      {(run) => <Row key={run.id} run={run} />}
    </PagedRows>
  );
}

function Row({ run }: { run: RunLine }) {
  const { timeZone } = useCompany();
  return (
    <li className="flex items-start gap-3 border-t border-line py-2.5 first:border-t-0 md:items-center">
      <AgentBadge role={run.agentRole} />
      <div className="min-w-0 flex-1">
        <Link href={`/runs/${run.id}`} className="block font-medium wrap-anywhere text-ink md:truncate">
          {run.question ?? run.label}
        </Link>
        <div className="line-clamp-3 text-sm wrap-anywhere text-ink-3 md:line-clamp-1">
          {[`${run.agentName} (${run.agentRole})`, run.said ?? run.sentence].filter(Boolean).join(": ")}
        </div>
      </div>
      <span className="flex flex-none flex-col-reverse items-end gap-x-3 text-sm md:flex-row md:items-center">
        {/* Successful runs show no status. */}
        <span className={run.status === "done" ? "sr-only" : undefined}>
          <RunStatusMark run={run} />
        </span>
        <span className="num text-right text-ink-3 md:w-24">
          <Moment at={run.createdAt} timeZone={timeZone} />
        </span>
      </span>
    </li>
  );
}
