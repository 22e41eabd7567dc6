import { RefreshCw } from "lucide-react";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import { checkOversight, type OversightPage } from "#features/oversight/contract.ts";
import { DetectorTable } from "#features/oversight/web/detector-table.tsx";
import { Findings } from "#features/oversight/web/findings.tsx";
import { toneOf } from "#features/oversight/web/levels.tsx";
import { useCheck, useOversightPage } from "#features/oversight/web/queries.ts";
import { Agents, StopBox } from "#features/oversight/web/side.tsx";
import { Timeline } from "#features/oversight/web/timeline.tsx";
import { sentenceOf } from "#ui/api.ts";
import { useNow } from "#ui/clock.ts";
import { plural, shortMoment } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { LoadingRows } from "#ui/kit/loading-rows.tsx";
import { Dot } from "#ui/kit/marks.tsx";
import { Page, PageHead, SplitColumns } from "#ui/kit/page.tsx";
import { useOneColumn } from "#ui/narrow.ts";

export default function OversightPageView() {
  const { data, error } = useOversightPage();
  const check = useCheck();
  const oneColumn = useOneColumn();
  const may = useMay(checkOversight);
  const isOff = data?.status.systemStatus === "INACTIVE";
  return (
    <Page title="AGI Oversight">
      <PageHead
        title="AGI Oversight"
        handOn
        actions={
          data &&
          !isOff &&
          may && (
            <Button pending={check.isPending} onClick={() => check.mutate()}>
              <RefreshCw size={15} strokeWidth={1.75} aria-hidden />
              Force System Check
            </Button>
          )
        }
      >
        {data ? describe(data) : "What watches your agents, and what it found."}
      </PageHead>
      {check.error && (
        <p role="alert" className="mb-4 text-sm text-danger">
          The last check failed: {sentenceOf(check.error)}
        </p>
      )}
      {!data ? (
        <LoadingRows error={error} what="Oversight could not be loaded" rows={8} tall announced />
      ) : (
        <>
          <Strip page={data} />
          <SplitColumns
            main={
              <>
                {oneColumn && <StopBox status={data.status} />}
                <Findings findings={data.findings} status={data.status.systemStatus} />
              </>
            }
            rail={
              <>
                {!oneColumn && <StopBox status={data.status} />}
                <Agents agents={data.status.agentStatuses} isWatched={!isOff} />
              </>
            }
            rest={
              <>
                <DetectorTable detectors={data.detectors} isWatched={!isOff} />
                <Timeline timeline={data.timeline} logs={data.status.recentLogs} undoable={data.undoable} />
              </>
            }
          />
        </>
      )}
    </Page>
  );
}

/** "2 findings are open. Ines is paused." */
function describe({ status, findings }: OversightPage): string {
  if (status.systemStatus === "INACTIVE")
    return status.heldAt ? "Everything autonomous is stopped." : "Oversight is off. Your agents aren't watched.";
  const open =
    findings.length === 0
      ? "No findings are open."
      : `${plural(findings.length, "finding")} ${findings.length === 1 ? "is" : "are"} open.`;
  const paused = status.agentStatuses.filter((agent) => agent.status === "paused").map(({ name }) => name);
  const stopped =
    paused.length > 0
      ? ` ${new Intl.ListFormat("en-GB").format(paused)} ${paused.length === 1 ? "is" : "are"} paused.`
      : "";
  return `${open}${stopped}${status.heldAt ? " Autonomous work is on hold." : ""}`;
}

function Strip({ page: { status, interventions } }: { page: OversightPage }) {
  const { timeZone } = useCompany();
  const now = useNow();
  const { systemStatus, since, agentStatuses, lastCheck, nextCheckAt, detectors, measuredUntil } = status;
  const normal = agentStatuses.filter((agent) => agent.status === "normal").length;
  const moment = (at: string) => shortMoment(at, timeZone, now);
  const cells = [
    {
      name: "Status",
      value: (
        <span className="flex items-center gap-2.5">
          <Dot tone={toneOf(systemStatus)} />
          {systemStatus}
        </span>
      ),
      note: measuredUntil
        ? `Measures normal ranges until ${moment(measuredUntil)}`
        : since
          ? `Since ${moment(since)}`
          : "Never initialized",
    },
    {
      name: "Agents",
      value: (
        <>
          {normal}
          <small className="text-base text-ink-3"> / {agentStatuses.length}</small>
        </>
      ),
      note: systemStatus === "INACTIVE" ? "active, not watched" : "normal",
    },
    { name: "Interventions, 30 days", value: interventions.total, note: `${interventions.undone} undone` },
    {
      name: "Last check",
      value: lastCheck ? moment(lastCheck.at) : "—",
      note: [
        lastCheck && `Took ${(lastCheck.milliseconds / 1000).toFixed(2)} s`,
        nextCheckAt && `next at ${moment(nextCheckAt)}`,
        plural(detectors, "detector"),
      ]
        .filter(Boolean)
        .join(", "),
    },
  ];
  return (
    <dl className="mb-5 grid grid-cols-2 border-t border-b border-t-line-strong border-b-line md:mb-10 lg:grid-cols-4">
      {cells.map(({ name, value, note }) => (
        <div
          key={name}
          className="min-w-0 border-line py-3 odd:pr-3.5 even:border-l even:pl-3.5 nth-[n+3]:border-t lg:border-l lg:px-4! lg:first:border-l-0 lg:first:pl-0! lg:nth-[n+3]:border-t-0"
        >
          <dt className="text-sm text-ink-2">{name}</dt>
          <dd className="num mt-1 text-[20px] leading-[30px] font-medium tracking-tighter md:text-fig">{value}</dd>
          <dd className="mt-1 text-xs text-pretty text-ink-3">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
