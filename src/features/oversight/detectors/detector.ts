import type { NormalDay as NormalRuns, WatchedRuns } from "#agency/run/watched/store.ts";
import { formatNumber } from "#contract/format.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Currency } from "#contract/words.ts";
import type { AgentStatus, AutonomyLevel } from "#features/agents/contract.ts";
import type { Intervention, LogLevel } from "#features/oversight/contract.ts";

export type WatchedAgent = {
  id: string;
  name: string;
  role: AgentRoleId;
  status: AgentStatus;
  autonomy: AutonomyLevel;
  /** Per year; `used` is the part that is reserved or committed. */
  budget: number;
  used: number;
  /** Proposals over a limit in the last 24 hours. */
  overLimit: number;
  /** Proposals in the last 24 hours that need a person only because a model read outside text; the newest one's run. */
  steerable: { count: number; runId: string | null };
  /** Resolved forecasts, and those that came true. */
  resolved: number;
  held: number;
};

/** The usual day of the company; `sent`: of each agent (by id) and kind of delivery. Absent: measured by an earlier version. */
export type NormalDay = NormalRuns & { sent?: Readonly<Record<string, number>> };

/** Deliveries of an agent and a kind that were written on one of the last days; `back` 0: in the last 24 hours. */
export type SendingDay = { agentId: string | null; kind: string; back: number; count: number };

/** Deliveries that an agent, or all of one kind, had written in the last 24 hours, and on a usual day. */
export type Sending = { count: number; usual: number };

/** Everything the detectors read, at one moment. */
export type Watched = {
  agents: readonly WatchedAgent[];
  year: number;
  /** Share of the year that has passed, 0 to 1. */
  yearGone: number;
  currency: Currency;
  runs: WatchedRuns;
  sending: { agents: readonly (Sending & { agentId: string })[]; kinds: readonly (Sending & { title: string })[] };
  /** Refused attempts to change something during a run, newest first. */
  bypasses: readonly { agentId: string; runId: string; title: string }[];
  normal: NormalDay;
  /** How many runs a day auto-pilot may start; 0 while it is off. */
  dailyCap: number;
  journal: { head: number; from: number; to: number; fault: { seq: number; sentence: string } | null };
};

/** What a detector reads about one agent, or about the company. */
export type Reading = {
  agentId: string | null;
  value: number;
  title: string;
  detail: string;
  /** Distinguishes repeated occurrences. */
  occasion: string;
  runId?: string | null;
};

export type Detector = {
  id: string;
  label: string;
  /** What the detector reads, without a full stop. */
  watches: string;
  /** A detector has one of two thresholds: it fires above `over`, or at `from` and above. */
  over?: number;
  from?: number;
  unit: "%" | "times" | "min" | "";
  level: Exclude<LogLevel, "info" | "INTERVENTION">;
  intervention: Intervention | null;
  /** A finding stays until a person closes it. */
  isLasting?: true;
  read(watched: Watched): Reading[];
};

export const isFiring = ({ over, from }: Detector, value: number): boolean =>
  Number.isFinite(value) && (over === undefined ? value >= (from ?? Infinity) : value > over);

export function formatReading({ unit }: Pick<Detector, "unit">, value: number): string {
  const number = formatNumber(unit === "%" ? Math.round(value) : value, 1);
  if (unit === "min") return `${number} min`;
  return unit === "" ? number : unit === "%" ? `${number}%` : `${number} ${value === 1 ? "time" : "times"}`;
}

export const firesAt = (one: Pick<Detector, "over" | "from" | "unit">): string =>
  one.over === undefined ? `from ${formatReading(one, one.from ?? 0)}` : `over ${formatReading(one, one.over)}`;
