import { Undo2 } from "lucide-react";
import { useState } from "react";
import { useCompany, useMay } from "#features/accounts/web/queries.ts";
import {
  type LogEntry,
  type LogLevel,
  logLevels,
  type OversightPage,
  type SystemStatus,
  undoIntervention,
} from "#features/oversight/contract.ts";
import { dateAt, useNow } from "#ui/clock.ts";
import { dateAndTime, exactTime, shortDate, shortMoment } from "#ui/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { Empty } from "#ui/kit/empty.tsx";
import { Options, Select } from "#ui/kit/field.tsx";
import { Problem } from "#ui/kit/problem.tsx";
import { Section } from "#ui/kit/section.tsx";
import { Level } from "./levels.tsx";
import { useUndo } from "./queries.ts";

const heights: Record<SystemStatus, number> = { CRITICAL: 12, ALERT: 48, MONITORING: 84, NORMAL: 84, INACTIVE: 120 };
const lines = [
  ["CRITICAL", 12],
  ["ALERT", 48],
  ["NORMAL", 84],
  ["INACTIVE", 120],
] as const;
const [left, right, width] = [92, 848, 856];
const week = 7 * 86_400_000;
const shownFirst = 12;

type Props = { timeline: OversightPage["timeline"]; logs: readonly LogEntry[]; undoable: readonly string[] };

/** The status over the last 7 days, and the log, where an intervention still in effect can be undone. */
export function Timeline({ timeline, logs, undoable }: Props) {
  const undo = useUndo();
  const may = useMay(undoIntervention);
  const { timeZone } = useCompany();
  const now = useNow();
  const [level, setLevel] = useState<LogLevel | "">("");
  const [isExpanded, setExpanded] = useState(false);
  const matching = logs.filter((entry) => level === "" || entry.level === level);
  const shown = isExpanded ? matching : matching.slice(0, shownFirst);
  return (
    <Section
      title="Timeline"
      note="last 7 days"
      actions={
        <Select
          aria-label="Levels"
          className="h-9 text-sm md:h-control-sm"
          value={level}
          onText={(typed) => setLevel(typed as LogLevel | "")}
        >
          <option value="">All levels</option>
          <Options of={logLevels.map((one) => [one, one === "info" ? "Info" : one])} />
        </Select>
      }
    >
      <Chart timeline={timeline} now={now} timeZone={timeZone} />
      <Problem of={undo.error} className="pb-2" />
      {shown.length === 0 ? (
        <Empty title={logs.length === 0 ? "No events yet" : "No matches"}>
          {logs.length === 0 ? "Checks, findings and interventions appear here." : "Choose another level."}
        </Empty>
      ) : (
        <ul>
          {shown.map(({ id, level: entryLevel, timestamp, message, findingId }) => (
            <li
              key={id}
              className="grid min-h-9 grid-cols-[124px_minmax(0,1fr)] items-center gap-x-3 border-t border-line py-2 text-sm md:grid-cols-[124px_104px_minmax(0,1fr)] md:py-1"
            >
              <time dateTime={timestamp} title={exactTime(timestamp, timeZone)} className="num text-ink-3">
                {shortMoment(timestamp, timeZone, now)}
              </time>
              <Level level={entryLevel} />
              <span className="flex items-center gap-3 max-md:col-span-2">
                <span className="min-w-0 flex-1 wrap-anywhere">{message}</span>
                {may && entryLevel === "INTERVENTION" && findingId && undoable.includes(findingId) && (
                  <Button
                    small
                    look="quiet"
                    aria-label={`Undo: ${message}`}
                    pending={undo.isPending && undo.variables === findingId}
                    onClick={() => undo.mutate(findingId)}
                  >
                    <Undo2 size={15} strokeWidth={1.75} aria-hidden />
                    Undo
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {shown.length < matching.length && (
        <button type="button" className="min-h-9 text-sm font-medium text-accent" onClick={() => setExpanded(true)}>
          Show all {matching.length}
        </button>
      )}
    </Section>
  );
}

function Chart({ timeline, now, timeZone }: { timeline: OversightPage["timeline"]; now: number; timeZone: string }) {
  const from = now - week;
  const x = (at: string | number) => left + (Math.max(0, dateAt(at).getTime() - from) / week) * (right - left);
  const path = timeline.map(
    ({ at, status }, place) =>
      `${place === 0 ? "M" : "H"}${x(at)}${place === 0 ? ` ${heights[status]}` : `V${heights[status]}`}`,
  );
  const last = timeline.at(-1)?.status ?? "INACTIVE";
  const days = Array.from({ length: 8 }, (_, day) => from + day * 86_400_000);
  const spokenChanges = timeline
    .slice(1)
    .map(({ at, status }) => `${status} from ${dateAndTime(at, timeZone)}`)
    .join("; ");
  return (
    <figure className="border-t border-line pt-4 pb-2 max-md:hidden">
      <svg
        viewBox={`0 0 ${width} 150`}
        role="img"
        aria-label={`Status over 7 days: ${timeline[0]?.status ?? "INACTIVE"} at first${spokenChanges ? `; ${spokenChanges}` : ""}.`}
        className="w-full text-[11px]"
      >
        {lines.map(([name, y]) => (
          <g key={name}>
            <line x1={left} x2={right} y1={y} y2={y} stroke="var(--line)" />
            <text x={0} y={y + 4} fill="var(--ink-3)">
              {name}
            </text>
          </g>
        ))}
        {days.map((day, index) => (
          <text
            key={day}
            x={x(day)}
            y={145}
            textAnchor={index === 0 ? "start" : day === now ? "end" : "middle"}
            fill="var(--ink-3)"
          >
            {shortDate(dateAt(day).toISOString(), timeZone)}
          </text>
        ))}
        <path
          d={`${path.join("")}H${right}`}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={2}
          strokeLinejoin="round"
        />
        {timeline.slice(1).map(({ at, status, message }) => (
          <circle
            key={at}
            cx={x(at)}
            cy={heights[status]}
            r={4}
            fill="var(--canvas)"
            stroke="var(--ink)"
            strokeWidth={1.5}
          >
            <title>{`${status}: ${message ?? ""}`}</title>
          </circle>
        ))}
        <circle cx={right} cy={heights[last]} r={3.5} fill="var(--accent)" />
      </svg>
    </figure>
  );
}
