import { Undo2 } from "lucide-react";
import { Link } from "wouter";
import { onlyWho, useCompany, useMay } from "#features/accounts/web/queries.ts";
import { closeFinding, type Finding, type SystemStatus } from "#features/oversight/contract.ts";
import { useNow } from "#ui/clock.ts";
import { relative, shortMoment } from "#ui/format.ts";
import { AgentBadge, AgentName } from "#ui/kit/agent-badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Level } from "./levels.tsx";
import { useClose, useUndo } from "./queries.ts";

const undoWords = { pause: "resume", lower_autonomy: "let", hold: "resume" };

function undoLabel({ intervention, agent }: Finding): string {
  if (intervention === "hold") return "Undo: resume autonomous work";
  if (intervention === "lower_autonomy") return `Undo: ${undoWords.lower_autonomy} ${agent?.name} execute`;
  return `Undo: ${undoWords.pause} ${agent?.name}`;
}
const keepLabel = ({ intervention, stands }: Finding): string =>
  ({ pause: "Keep paused", lower_autonomy: "Keep lowered", hold: "Keep on hold", none: "Close finding" })[
    (stands && intervention) || "none"
  ];

export function Findings({ findings, status }: { findings: readonly Finding[]; status: SystemStatus }) {
  const isOff = status === "INACTIVE";
  return (
    <Section title="Open findings" note={isOff && findings.length === 0 ? "—" : String(findings.length)}>
      {findings.length === 0 ? (
        <Empty title={isOff ? "Not checked" : "Nothing found"}>
          {isOff
            ? "Initialize oversight to have the agents watched."
            : "Detectors check every 15 minutes. What they find appears here."}
        </Empty>
      ) : (
        <ul className="grid gap-3">
          {findings.map((finding) => (
            <FindingCard key={finding.id} finding={finding} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function FindingCard({ finding }: { finding: Finding }) {
  const { timeZone } = useCompany();
  const now = useNow();
  const {
    agent,
    detectorLabel,
    level,
    title,
    detail,
    at,
    watches,
    firesAt,
    reading,
    done,
    intervention,
    stands,
    runId,
  } = finding;
  const [undo, close] = [useUndo(), useClose()];
  const may = useMay(closeFinding);
  const error = undo.error ?? close.error;
  const detailRows = [
    ["Watched", watches],
    ["Read", `${reading} (fires ${firesAt})`],
    ["Done", intervention && !stands ? `${done} Changed since.` : done],
  ] as const;
  return (
    <li className="rounded-card border border-line-strong bg-surface">
      <div className="flex flex-wrap items-center gap-2 px-4 pt-3.5 text-sm text-ink-2">
        {agent && <AgentBadge role={agent.role} />}
        {agent && <AgentName name={agent.name} role={agent.role} />}
        <span>{detectorLabel}</span>
        <Level level={intervention ? "INTERVENTION" : level} />
        <time dateTime={at} className="num ml-auto text-ink-3">
          {shortMoment(at, timeZone, now)}, {relative(at, now)}
        </time>
      </div>
      <h3 className="px-4 pt-2 text-lg font-semibold tracking-title wrap-anywhere">{title}</h3>
      <p className="max-w-[76ch] px-4 pt-0.5 text-pretty wrap-anywhere text-ink-2">{detail}</p>
      <dl className="mx-4 mt-3 grid gap-x-3 gap-y-0 border-t border-line pt-3 text-sm md:grid-cols-[96px_minmax(0,1fr)] md:gap-y-1">
        {detailRows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="text-pretty max-md:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
      <Problem of={error} className="px-4 pt-2" />
      <div className="flex flex-wrap items-center gap-2 py-3 pr-3 pl-4">
        {runId && (
          <Link href={`/runs/${runId}`} className="text-sm">
            Open the run
          </Link>
        )}
        {!runId && agent && (
          <Link href={`/?edit=${agent.id}`} className="text-sm">
            Open {agent.name}'s limits
          </Link>
        )}
        {may ? (
          <div className="flex gap-2 max-md:w-full max-md:*:flex-1 md:ml-auto">
            <Button small pending={close.isPending} onClick={() => close.mutate(finding.id)}>
              {keepLabel(finding)}
            </Button>
            {stands && (
              <Button small look="primary" pending={undo.isPending} onClick={() => undo.mutate(finding.id)}>
                <Undo2 size={15} strokeWidth={1.75} aria-hidden />
                {undoLabel(finding)}
              </Button>
            )}
          </div>
        ) : (
          <span className="ml-auto text-sm text-ink-3">{onlyWho(closeFinding, "close or undo it")}.</span>
        )}
      </div>
    </li>
  );
}
