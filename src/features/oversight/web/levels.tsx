import type { AgentStatus, LogLevel, SystemStatus } from "#features/oversight/contract.ts";
import { plural } from "#ui/format.ts";
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

const statusWords = { watched: "with a finding", paused: "paused", inactive: "inactive" };

/** "8 agents watched: 6 normal; Marcus (CFO) paused; Ana (CEO) and Ben (CTO) with a finding." */
export function describeAgents(agents: readonly AgentStatus[]): string {
  const normal = agents.filter(({ status }) => status === "normal").length;
  const groups = (["watched", "paused", "inactive"] as const).flatMap((status) => {
    const named = agents.filter((agent) => agent.status === status).map(({ name, role }) => `${name} (${role})`);
    return named.length > 0 ? [`${new Intl.ListFormat("en-GB").format(named)} ${statusWords[status]}`] : [];
  });
  const parts = [...(normal > 0 ? [`${normal} normal`] : []), ...groups];
  return `${plural(agents.length, "agent")} watched${parts.length > 0 ? `: ${parts.join("; ")}` : ""}.`;
}
