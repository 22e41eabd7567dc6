import type { Intervention, LogLevel, SystemStatus } from "#features/oversight/contract.ts";
import {
  type Detector,
  isFiring,
  type Reading,
  type SendingDay,
  type Watched,
} from "#features/oversight/detectors/detector.ts";
import { detectors } from "#features/oversight/detectors/registry.ts";

/** A finding whose `state` is not "over". */
export type Active = {
  id: string;
  detector: string;
  subject: string;
  occasion: string;
  state: "open" | "closed" | "over";
  reading: number;
};
export type Fired = { detector: Detector; reading: Reading; subject: string };

/** The factor by which a closed finding's reading must grow to fire again. */
const refireFactor = 1.25;

/** What newly fires, and the active findings that end: those that no longer fire and those a new one replaces. */
export function compare(
  watched: Watched,
  active: readonly Active[],
  all: readonly Detector[] = detectors,
): { fired: Fired[]; ended: Active[]; readings: Record<string, number> } {
  const fired: Fired[] = [];
  const ended: Active[] = [];
  const readings: Record<string, number> = {};
  for (const one of all) {
    const read = one.read(watched);
    readings[one.id] = Math.max(0, ...read.map(({ value }) => value).filter(Number.isFinite));
    const firing = read.filter(({ value }) => isFiring(one, value));
    const known = active.filter((finding) => finding.detector === one.id);
    for (const finding of known)
      if (!one.isLasting && !firing.some((reading) => subjectOf(one, reading) === finding.subject)) ended.push(finding);
    for (const reading of firing) {
      const subject = subjectOf(one, reading);
      // A lasting fault stays one finding, even if other faults were read in between.
      const finding = known.find(
        (each) => each.subject === subject || (one.isLasting && each.occasion === reading.occasion),
      );
      const isNew = !finding || isNewOccurrence(finding, reading);
      if (!isNew) continue;
      if (finding) ended.push(finding);
      fired.push({ detector: one, reading, subject });
    }
  }
  return { fired, ended, readings };
}

const subjectOf = ({ isLasting }: Detector, { agentId, occasion }: Reading): string =>
  agentId ?? (isLasting ? `company:${occasion}` : "company");
/** While a finding is open, a worse reading of the same occasion is not a new one. */
const isNewOccurrence = ({ state, occasion, reading }: Active, now: Reading): boolean =>
  now.occasion !== occasion || (state === "closed" && now.value >= reading * refireFactor);

/** The least and the most days a usual day is taken from. */
const usualDays = { least: 7, most: 14 };
/** How far back a usual day is looked for. */
export const measuredDays = usualDays.most + 1;

const keysOf = ({ agentId, kind }: SendingDay): string[] => [...(agentId ? [agentId] : []), kind];

/** How much is sent on a usual day, for each agent and kind: the median of the days before the last 24 hours. */
export function usualSending(rows: readonly SendingDay[]): Record<string, number> {
  const { least, most } = usualDays;
  const days = Math.min(most, Math.max(least, ...rows.map(({ back }) => back)));
  const counts = new Map<string, number[]>();
  for (const row of rows)
    for (const key of keysOf(row)) {
      const each = counts.get(key) ?? Array.from({ length: days }, () => 0);
      if (row.back >= 1 && row.back <= days) each[row.back - 1] = (each[row.back - 1] ?? 0) + row.count;
      counts.set(key, each);
    }
  const median = (each: number[]): number => {
    const sorted = each.toSorted((one, other) => one - other);
    return ((sorted[Math.floor((days - 1) / 2)] ?? 0) + (sorted[Math.floor(days / 2)] ?? 0)) / 2;
  };
  return Object.fromEntries([...counts].map(([key, each]) => [key, median(each)]));
}

/** What was sent in the last 24 hours, by agent and by kind, beside a usual day. */
export function sendingToday(
  rows: readonly SendingDay[],
  usual: Readonly<Record<string, number>>,
  titleOf: (kind: string) => string,
): Watched["sending"] {
  const of = (key: string) => ({
    count: rows.filter((row) => keysOf(row).includes(key)).reduce((sum, { count }) => sum + count, 0),
    usual: usual[key] ?? 0,
  });
  return {
    agents: [...new Set(rows.flatMap(({ agentId }) => agentId ?? []))].map((agentId) => ({ agentId, ...of(agentId) })),
    kinds: [...new Set(rows.map(({ kind }) => kind))].map((kind) => ({ title: titleOf(kind), ...of(kind) })),
  };
}

/** The status for the worst open finding; without one, depends on whether normal ranges are being measured. */
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

type Agent = { name: string; role: string };
const nameAndRole = (agent: Agent | null): string | null => agent && `${agent.name} (${agent.role})`;

/** The line of an intervention in the log. */
export const describeIntervention = (intervention: Intervention, agent: Agent | null, label: string): string => {
  const who = nameAndRole(agent);
  const what = { pause: `${who} paused`, lower_autonomy: `${who} may only propose`, hold: "Autonomous work held" };
  return `${what[intervention]}: ${label.toLowerCase()}`;
};

/** "kept": another open finding needs the same intervention. */
export type UndoResult = "reverted" | "kept" | "changed since";

export const describeUndo = (intervention: Intervention, agent: Agent | null, undone: UndoResult): string => {
  if (undone === "changed since")
    return "Intervention marked as undone: what it changed had already been changed again";
  const who = nameAndRole(agent);
  if (undone === "kept")
    return {
      pause: `${who} stays paused because of another finding`,
      lower_autonomy: `${who} may only propose because of another finding`,
      hold: "Autonomous work stays on hold because of another finding",
    }[intervention];
  return {
    pause: `${who} resumed`,
    lower_autonomy: `${who} may execute again`,
    hold: "Autonomous work resumed",
  }[intervention];
};
