import { Link } from "wouter";
import type { RunLine } from "#contract/runs.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { Page, Pages, type Place } from "#ui/kit/paged-rows.tsx";
import { useRuns } from "./queries.ts";
import { RunStatusMark } from "./run-parts.tsx";

/** What executives worked on, newest first, a page of fifty after the other. */
export function RunList({ agentId }: { agentId?: string | undefined }) {
  return <Pages>{(place) => <Rows agentId={agentId} place={place} />}</Pages>;
}

function Rows({ agentId, place }: { agentId: string | undefined; place: Place }) {
  const rows = useRuns(agentId, place.after);
  return (
    <Page
      place={place}
      rows={rows}
      fault="The work could not be read"
      empty={
        <Empty title="No work yet">
          Every question, briefing and evaluation of an executive stays here with its steps, its evidence and what it
          led to. Ask an executive something on the dashboard to see the first one.
        </Empty>
      }
    >
      {(run) => <Row key={run.id} run={run} />}
    </Page>
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
      <span className="flex-none text-sm">
        <RunStatusMark run={run} />
      </span>
      <span className="hidden flex-none text-right text-sm text-ink-3 md:block md:w-24">
        <Moment at={run.createdAt} timeZone={timeZone} />
      </span>
    </li>
  );
}
