import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import type { Dashboard } from "#features/dashboard/contract.ts";
import { UrgentBanner } from "#features/decisions/web/urgent-banner.tsx";
import { startDailyBrief } from "#features/expertise/contract.ts";
import { BriefLines } from "#features/expertise/web/brief-lines.tsx";
import { useDailyBrief, useOverdue } from "#features/expertise/web/queries.ts";
import { isUnderWay, useRun } from "#features/runs/web/queries.ts";
import { clockTime, shortDate } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { LineText } from "#ui/kit/report-line.tsx";
import { Section } from "#ui/kit/section.tsx";

/** What needs a person, then the CEO's brief. `isAsked` scrolls it into view. */
export function Brief({ dashboard, isAsked }: { dashboard: Dashboard; isAsked: boolean }) {
  const { agents, brief, pendingDecisions, waiting } = dashboard;
  const { timeZone } = useCompany();
  const ceo = agents.find(({ role, status }) => role === "CEO" && status === "active");
  return (
    <Section
      title="Daily brief"
      note={
        brief && (
          <>
            {brief.agentName}, <span className="max-md:sr-only">CEO, </span>
            {shortDate(brief.at, timeZone)}
            <span className="max-md:sr-only">, {clockTime(brief.at, timeZone)}</span>
          </>
        )
      }
      actions={
        <>
          {brief && (
            <Link href={`/runs/${brief.runId}`} className="text-sm font-medium">
              Full brief
            </Link>
          )}
          {ceo && (
            <span className={brief ? "-mr-2.5" : undefined}>
              <Ask isFirst={!brief} isAsked={isAsked} />
            </span>
          )}
        </>
      }
    >
      <div className="*:mb-2">
        <UrgentBanner pending={pendingDecisions} waiting={waiting} />
      </div>
      {waiting === 0 && pendingDecisions.length === 0 && <Quiet />}
      {brief && brief.opening.length > 0 && (
        <p className="max-w-[76ch] border-t border-line py-2.5 text-pretty wrap-anywhere">
          <LineText line={brief.opening} figures={new Map(brief.figures.map((figure) => [figure.id, figure]))} />
        </p>
      )}
      {brief && <BriefLines brief={brief} />}
    </Section>
  );
}

/** Nothing is called quiet beside what is overdue. */
function Quiet() {
  const overdue = useOverdue();
  if (!overdue) return null;
  return (
    <p className="border-t border-line py-2.5 text-ink-2">
      {overdue.text && overdue.href ? (
        <>
          No proposal needs you.{" "}
          <Link href={overdue.href} className="underline underline-offset-2">
            {overdue.text}
          </Link>
          .
        </>
      ) : (
        "Nothing needs you."
      )}
    </p>
  );
}

function Ask({ isFirst, isAsked }: { isFirst: boolean; isAsked: boolean }) {
  const may = useMay(startDailyBrief);
  const button = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isAsked) button.current?.querySelector("button")?.focus();
  }, [isAsked]);
  const [runId, setRunId] = useState<string | null>(null);
  const run = useRun(runId).data?.run;
  const start = useDailyBrief(setRunId);
  if (!may) return null;
  const busy = start.isPending || (runId !== null && (!run || isUnderWay(run.status)));
  const hasFailed = run?.status === "failed" || run?.status === "stopped";
  return (
    <span ref={button} className="inline-flex items-center gap-2">
      {hasFailed && (
        <span role="status" className="text-sm text-ink-2">
          {run.sentence ?? "The brief could not be finished."}
        </span>
      )}
      <Button small look={isFirst ? "plain" : "quiet"} pending={busy} onClick={() => start.mutate()}>
        {busy ? "Reading..." : isFirst ? "Ask for a brief" : "Update"}
      </Button>
    </span>
  );
}
