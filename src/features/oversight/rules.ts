import type { WatchedRuns, NormalDay } from "#agency/run/watched/store.ts";
import { formatMoney, formatNumber, pluralize } from "#contract/format.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { Currency } from "#contract/words.ts";
import type { AgentStatus, AutonomyLevel } from "#features/agents/contract.ts";
import type { Intervention, LogLevel, SystemStatus } from "#features/oversight/contract.ts";

export type WatchedAgent = {
  id: string;
  name: string;
  role: AgentRoleId;
  status: AgentStatus;
  autonomy: AutonomyLevel;
  /** Per year, and what of it is reserved or committed. */
  budget: number;
  used: number;
  /** Proposals over a limit in the last 24 hours. */
  overLimit: number;
  /** Resolved forecasts, and those that came true. */
  resolved: number;
  held: number;
};

/** Everything the detectors read, at one moment. */
export type Watched = {
  agents: readonly WatchedAgent[];
  year: number;
  /** Share of the year that is gone, 0 to 1. */
  yearGone: number;
  currency: Currency;
  runs: WatchedRuns;
  /** Attempts to change something during a run, newest first. */
  bypasses: readonly { agentId: string; runId: string; title: string }[];
  normal: NormalDay;
  /** The runs a day that auto-pilot may begin; 0 while it is off. */
  dailyCap: number;
  journal: { head: number; from: number; to: number; fault: { seq: number; sentence: string } | null };
};

/** What a detector reads about one agent, or about the company. */
export type Reading = {
  agentId: string | null;
  value: number;
  title: string;
  detail: string;
  /** Tells one occurrence from the next. */
  occasion: string;
  runId?: string | null;
};

export type Detector = {
  id: string;
  label: string;
  /** What it reads, without a full stop. */
  watches: string;
  /** Fires over this value, or from it on. */
  over?: number;
  from?: number;
  unit: "%" | "times" | "min" | "";
  level: Exclude<LogLevel, "info" | "INTERVENTION">;
  intervention: Intervention | null;
  /** Stays until a person closes it. */
  isLasting?: true;
  read(watched: Watched): Reading[];
};

/** Below this share of the year's budget its pace means nothing, in percent. */
const paceFloor = 25;
/** Resolved forecasts a record needs before it is judged. */
const recordFloor = 20;
/** What a usual day is taken for at least, so that a quiet company's first busy day is not one too many. */
const usualDay = { alone: 10, usd: 1 };

const named = ({ agents }: Watched, id: string): WatchedAgent | null => agents.find((agent) => agent.id === id) ?? null;
const percent = (value: number): string => `${formatNumber(Math.round(value))}%`;
const money = ({ currency }: Watched, value: number): string => formatMoney(value, currency);

/** Readings of agents that still serve. */
function ofAgents<Row extends { agentId: string }>(
  watched: Watched,
  rows: readonly Row[],
  read: (row: Row, agent: WatchedAgent) => Omit<Reading, "agentId"> | null,
): Reading[] {
  return rows.flatMap((row) => {
    const agent = named(watched, row.agentId);
    const reading = agent && read(row, agent);
    return reading ? [{ ...reading, agentId: row.agentId }] : [];
  });
}

const perAgent = (watched: Watched, read: (agent: WatchedAgent) => Omit<Reading, "agentId"> | null): Reading[] =>
  ofAgents(
    watched,
    watched.agents.map(({ id }) => ({ agentId: id })),
    (_row, agent) => read(agent),
  );

/** The one-sided 95% bounds of a share (Wilson). */
export function wilson(good: number, of: number): { lower: number; upper: number } {
  if (of <= 0) return { lower: 0, upper: 1 };
  const z = 1.6448536269514722;
  const share = good / of;
  const middle = share + (z * z) / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const whole = 1 + (z * z) / of;
  return { lower: Math.max(0, (middle - spread) / whole), upper: Math.min(1, (middle + spread) / whole) };
}

export const detectors: readonly Detector[] = [
  {
    id: "budget_pace",
    label: "Budget pace",
    watches: `Share of the year's budget in use against the share of the year that is gone, from ${paceFloor}% of the budget on`,
    over: 110,
    unit: "%",
    level: "WARNING",
    intervention: "pause",
    read: (watched) =>
      perAgent(watched, ({ name, budget, used }) => {
        const share = budget > 0 ? (used / budget) * 100 : 0;
        const gone = Math.max(watched.yearGone, 1 / 366) * 100;
        return {
          value: share < paceFloor ? 0 : (share / gone) * 100,
          title: `${name} has used ${percent(share)} of the budget with ${percent(gone)} of the year gone`,
          detail: `${money(watched, used)} of ${money(watched, budget)} for ${watched.year} is reserved or committed.`,
          occasion: String(watched.year),
        };
      }),
  },
  {
    id: "near_limit",
    label: "Near a limit",
    watches: "Reserved and committed money against the agent's budget for the year",
    over: 80,
    unit: "%",
    level: "WARNING",
    intervention: null,
    read: (watched) =>
      perAgent(watched, ({ name, budget, used }) => {
        const share = budget > 0 ? (used / budget) * 100 : 0;
        return {
          value: share,
          title: `${name} has used ${percent(share)} of ${money(watched, budget)} for ${watched.year}`,
          detail: `${money(watched, Math.max(0, budget - used))} is left.`,
          occasion: String(watched.year),
        };
      }),
  },
  {
    id: "over_limit",
    label: "Requests over a limit",
    watches: "Proposals of an agent over one of its limits in the last 24 hours",
    from: 5,
    unit: "",
    level: "WARNING",
    intervention: null,
    read: (watched) =>
      perAgent(watched, ({ name, overLimit }) => ({
        value: overLimit,
        title: `${name} made ${pluralize(overLimit, "proposal")} over a limit in 24 hours`,
        detail: "Each waits for your approval.",
        occasion: "24 hours",
      })),
  },
  {
    id: "repeated_step",
    label: "Repeated step",
    watches: "The same step with the same result in one run",
    from: 3,
    unit: "times",
    level: "WARNING",
    intervention: "pause",
    read: (watched) =>
      ofAgents(watched, watched.runs.steps, ({ runId, title, times }, { name }) => ({
        value: times,
        title: `${name} took the same step ${times} times without progress`,
        detail: `"${title}" gave the same result each time.`,
        occasion: runId,
        runId,
      })),
  },
  {
    id: "repeated_work",
    label: "Repeated work",
    watches: "The same work begun again without a person within an hour",
    from: 3,
    unit: "times",
    level: "WARNING",
    intervention: "pause",
    read: (watched) =>
      ofAgents(watched, watched.runs.loops, ({ runId, label, times }, { name }) => ({
        value: times,
        title: `${name} began the same work ${times} times within an hour`,
        detail: `${label}, each time with the same input.`,
        occasion: runId,
        runId,
      })),
  },
  {
    id: "limit_bypass",
    label: "Limit bypass attempts",
    watches: "Attempts to change something during a run in the last 24 hours",
    from: 1,
    unit: "",
    level: "CRITICAL",
    intervention: "pause",
    read: (watched) =>
      [...Map.groupBy(watched.bypasses, ({ agentId }) => agentId)].flatMap(([agentId, attempts]) =>
        ofAgents(watched, [{ agentId }], (_row, { name }) => ({
          value: attempts.length,
          title: `${name} tried to act without a grant`,
          detail: `"${attempts[0]?.title}" was refused; nothing was changed.`,
          occasion: attempts[0]?.runId ?? "",
          runId: attempts[0]?.runId ?? null,
        })),
      ),
  },
  {
    id: "record",
    label: "Record against autonomy",
    watches: `Success rate (upper 95% bound) against the 80% that Execute requires, from ${recordFloor} outcomes on`,
    over: 0,
    unit: "%",
    level: "WARNING",
    intervention: "lower_autonomy",
    read: (watched) =>
      perAgent(watched, ({ name, autonomy, resolved, held }) => {
        if (autonomy !== "execute" || resolved < recordFloor) return null;
        const best = wilson(held, resolved).upper * 100;
        return {
          value: Math.max(0, 80 - best),
          title: `${name}'s record no longer supports acting alone`,
          detail: `${held} of ${resolved} forecasts came true: at best ${percent(best)} (95%), and acting alone takes 80%.`,
          occasion: "record",
        };
      }),
  },
  {
    id: "failing_runs",
    label: "Failing runs",
    watches: "Share of an agent's runs that failed in the last 24 hours, from 5 runs on",
    from: 50,
    unit: "%",
    level: "ERROR",
    intervention: null,
    read: (watched) =>
      ofAgents(watched, watched.runs.ended, ({ failed, ended, runId }, { name }) => ({
        value: ended < 5 ? 0 : (failed / ended) * 100,
        title: `${failed} of ${name}'s ${ended} runs failed in 24 hours`,
        detail: "Open the newest to see why.",
        occasion: "24 hours",
        runId,
      })),
  },
  {
    id: "waiting_runs",
    label: "Waiting runs",
    watches: "How long the oldest due run has been waiting for a worker",
    over: 15,
    unit: "min",
    level: "ERROR",
    intervention: null,
    read: ({ runs: { totals } }) => [
      {
        agentId: null,
        value: totals.waitingMinutes,
        title: `A run has been waiting for ${pluralize(Math.round(totals.waitingMinutes), "minute")}`,
        detail: "No worker takes it. Check that the server runs jobs.",
        occasion: "waiting",
      },
    ],
  },
  {
    id: "work_volume",
    label: "Work volume",
    watches: `Runs started without a person in 24 hours, compared with a usual day (at least ${usualDay.alone}, and auto-pilot's daily cap)`,
    over: 3,
    unit: "times",
    level: "CRITICAL",
    intervention: "hold",
    read: ({ runs: { totals }, normal, dailyCap }) => {
      const usual = Math.max(normal.alone, usualDay.alone, dailyCap);
      return [
        {
          agentId: null,
          value: totals.alone / usual,
          title: `${formatNumber(totals.alone)} runs started without a person in 24 hours`,
          detail: `Baseline for a usual day: ${formatNumber(usual, 1)}.`,
          occasion: "24 hours",
        },
      ];
    },
  },
  {
    id: "model_cost",
    label: "Model cost",
    watches: `Cost of language models in 24 hours, compared with a usual day (at least $${usualDay.usd})`,
    over: 3,
    unit: "times",
    level: "WARNING",
    intervention: null,
    read: ({ runs: { totals }, normal }) => [
      {
        agentId: null,
        value: totals.usd / Math.max(normal.usd, usualDay.usd),
        title: `Language models cost $${formatNumber(totals.usd, 2)} in 24 hours`,
        detail: `Baseline for a usual day: $${formatNumber(Math.max(normal.usd, usualDay.usd), 2)}.`,
        occasion: "24 hours",
      },
    ],
  },
  {
    id: "model_connection",
    label: "Model connection",
    watches: "Consecutive runs in which the language model failed",
    from: 5,
    unit: "times",
    level: "ERROR",
    intervention: null,
    read: ({ runs: { fallbacks } }) => [
      {
        agentId: null,
        value: fallbacks.times,
        title: `The language model failed ${fallbacks.times} times in a row`,
        detail: `${fallbacks.sentence ?? ""} Agents work by rules meanwhile.`.trim(),
        occasion: "model",
        runId: fallbacks.runId,
      },
    ],
  },
  {
    id: "journal_chain",
    label: "Journal chain",
    watches: "Hash of each record against its content and the record before",
    from: 1,
    unit: "",
    level: "CRITICAL",
    intervention: "hold",
    isLasting: true,
    read: ({ journal: { fault } }) => [
      {
        agentId: null,
        value: fault ? 1 : 0,
        title: "The journal was changed",
        detail: `${fault?.sentence ?? ""} Run npm run audit:verify on the server.`.trim(),
        occasion: String(fault?.seq ?? ""),
      },
    ],
  },
];

export const detector = (id: string): Detector | null => detectors.find((one) => one.id === id) ?? null;

const isFiring = ({ over, from }: Detector, value: number): boolean =>
  Number.isFinite(value) && (over === undefined ? value >= (from ?? Infinity) : value > over);

export function formatReading({ unit }: Pick<Detector, "unit">, value: number): string {
  const number = formatNumber(unit === "%" ? Math.round(value) : value, 1);
  if (unit === "min") return `${number} min`;
  return unit === "" ? number : unit === "%" ? `${number}%` : `${number} ${value === 1 ? "time" : "times"}`;
}

export const firesAt = (one: Pick<Detector, "over" | "from" | "unit">): string =>
  one.over === undefined ? `from ${formatReading(one, one.from ?? 0)}` : `over ${formatReading(one, one.over)}`;

/** A finding that is not over. */
export type Active = {
  id: string;
  detector: string;
  subject: string;
  occasion: string;
  state: "open" | "closed" | "over";
  reading: number;
};
export type Fired = { detector: Detector; reading: Reading; subject: string };

/** How much a closed finding's reading must grow to be a new one. */
const worse = 1.25;

/** What a check changes: what newly fires, and the findings that this replaces or that are over. */
export function compare(
  watched: Watched,
  active: readonly Active[],
  all: readonly Detector[] = detectors,
): { fired: Fired[]; over: Active[]; readings: Record<string, number> } {
  const fired: Fired[] = [];
  const over: Active[] = [];
  const readings: Record<string, number> = {};
  for (const one of all) {
    const read = one.read(watched);
    readings[one.id] = Math.max(0, ...read.map(({ value }) => value).filter(Number.isFinite));
    const firing = read.filter(({ value }) => isFiring(one, value));
    const known = active.filter((finding) => finding.detector === one.id);
    for (const finding of known)
      if (!one.isLasting && !firing.some((reading) => subjectOf(reading) === finding.subject)) over.push(finding);
    for (const reading of firing) {
      const finding = known.find(({ subject }) => subject === subjectOf(reading));
      const isNew = !finding || isAnother(finding, reading);
      if (!isNew) continue;
      if (finding) over.push(finding);
      fired.push({ detector: one, reading, subject: subjectOf(reading) });
    }
  }
  return { fired, over, readings };
}

const subjectOf = ({ agentId }: Reading): string => agentId ?? "company";
/** An open finding covers its occasion however much worse it gets. */
const isAnother = ({ state, occasion, reading }: Active, now: Reading): boolean =>
  now.occasion !== occasion || (state === "closed" && now.value >= reading * worse);

/** The worst of the open findings, else whether normal ranges are still measured. */
export function statusOf(open: readonly { level: LogLevel }[], isMeasuring: boolean): SystemStatus {
  if (open.some(({ level }) => level === "CRITICAL")) return "CRITICAL";
  if (open.length > 0) return "ALERT";
  return isMeasuring ? "MONITORING" : "NORMAL";
}

/** What an intervention did, in a sentence. */
export const describeDone = (intervention: Intervention | null, agent: string | null): string =>
  ({
    pause: `${agent} is paused. Its work stops; pending proposals stay.`,
    lower_autonomy: `${agent} may only propose.`,
    hold: "Autonomous work is on hold: nothing starts on its own, and agents can only propose.",
    none: "Admins were notified. No intervention.",
  })[intervention ?? "none"];

/** The line of an intervention in the log. */
export const describeIntervention = (intervention: Intervention, agent: string | null, label: string): string => {
  const what = { pause: `${agent} paused`, lower_autonomy: `${agent} may only propose`, hold: "Autonomous work held" };
  return `${what[intervention]}: ${label.toLowerCase()}`;
};

/** What an undo did: "kept" where another open finding calls for the same. */
export type Undone = "reverted" | "kept" | "changed since";

export const describeUndo = (intervention: Intervention, agent: string | null, undone: Undone): string => {
  if (undone === "changed since")
    return "Intervention marked as undone: what it changed had already been changed again";
  if (undone === "kept")
    return {
      pause: `${agent} stays paused because of another finding`,
      lower_autonomy: `${agent} may only propose because of another finding`,
      hold: "Autonomous work stays on hold because of another finding",
    }[intervention];
  return {
    pause: `${agent} resumed`,
    lower_autonomy: `${agent} may execute again`,
    hold: "Autonomous work resumed",
  }[intervention];
};
