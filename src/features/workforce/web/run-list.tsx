import { useState } from "react";
import { Link } from "wouter";
import type { RunLine } from "#contract/runs.ts";
import { useCompany } from "#features/accounts/web/queries.ts";
import { AgentBadge } from "#ui/kit/agent-badge.tsx";
import { Button, buttonClass } from "#ui/kit/button.tsx";
import { Empty, Fault } from "#ui/kit/empty.tsx";
import { Moment } from "#ui/kit/moment.tsx";
import { SkeletonRows } from "#ui/kit/waiting.tsx";
import { useRuns } from "./queries.ts";
import { RunStatusMark } from "./run-parts.tsx";

const atOnce = 50;

/** What executives worked on, newest first, a page of fifty after the other. */
export function RunList({ agentId }: { agentId?: string | undefined }) {
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined]);
  return (
    <div className="border-t border-line-strong">
      {cursors.map((after, at) => (
        <Rows
          key={after ?? "first"}
          agentId={agentId}
          after={after}
          onMore={at === cursors.length - 1 ? (last) => setCursors([...cursors, last]) : null}
        />
      ))}
    </div>
  );
}

type RowsProps = { agentId: string | undefined; after: string | undefined; onMore: ((last: string) => void) | null };

function Rows({ agentId, after, onMore }: RowsProps) {
  const { data, error } = useRuns(agentId, after);
  if (error && !data) return <Fault error={error} what="The work could not be read" />;
  if (!data) return <SkeletonRows rows={6} tall />;
  if (data.length === 0 && !after)
    return (
      <Empty
        title="No work yet"
        actions={
          <Link href="/" className={buttonClass()}>
            Open the control center
          </Link>
        }
      >
        Every question, briefing and evaluation of an executive stays here with its steps, its evidence and what it led
        to. Ask an executive something on the control center to see the first one.
      </Empty>
    );
  const last = data.at(-1)?.id;
  return (
    <>
      <ul>
        {data.map((run) => (
          <Row key={run.id} run={run} />
        ))}
      </ul>
      {onMore && last && data.length === atOnce && (
        <div className="border-t border-line pt-3">
          <Button small onClick={() => onMore(last)}>
            Show older
          </Button>
        </div>
      )}
    </>
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
        {/* What went well is silent. */}
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
