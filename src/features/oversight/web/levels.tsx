import type { AgentStatus, LogLevel, SystemStatus } from "#features/oversight/contract.ts";
import { dayIn } from "#ui/clock.ts";
import { clockTime, plural, shortDate } from "#ui/format.ts";
import { cx } from "#ui/kit/cx.ts";
import { Dot, type DotTone } from "#ui/kit/marks.tsx";

const tones: Record<SystemStatus, DotTone> = {
  NORMAL: "success",
  MONITORING: "success",
  ALERT: "warning",
  CRITICAL: "danger",
  INACTIVE: "idle",
};

export const StatusMark = ({ status }: { status: SystemStatus }) => (
  <span data-status={status} className="inline-flex items-center gap-[7px] text-sm font-medium">
    <Dot tone={tones[status]} />
    {status}
  </span>
);

export const toneOf = (status: SystemStatus): DotTone => tones[status];

const colors: Record<LogLevel, string> = {
  info: "text-ink-3",
  WARNING: "text-warning",
  ERROR: "text-danger",
  INTERVENTION: "text-ink",
  CRITICAL: "font-semibold text-danger",
};

/** A log's level; any other value is an info. */
export function Level({ level }: { level: string }) {
  const known = Object.hasOwn(colors, level) ? (level as LogLevel) : "info";
  return (
    <span data-level={known} className={cx("text-[11px] leading-4 font-medium whitespace-nowrap", colors[known])}>
      {known === "info" ? "Info" : known}
    </span>
  );
}

/** "08:41" today, "Thu 19 Nov" before. */
export const logTime = (at: string, now: number, timeZone: string): string =>
  dayIn(at, timeZone) === dayIn(now, timeZone) ? clockTime(at, timeZone) : shortDate(at, timeZone);

/** "8 agents watched: 7 normal, 1 paused." */
export function describeAgents(agents: readonly AgentStatus[]): string {
  const counts = (["normal", "watched", "paused", "inactive"] as const).flatMap((status) => {
    const amount = agents.filter((agent) => agent.status === status).length;
    return amount > 0 ? [`${amount} ${status === "watched" ? "with a finding" : status}`] : [];
  });
  return `${plural(agents.length, "agent")} watched${counts.length > 0 ? `: ${counts.join(", ")}` : ""}.`;
}
