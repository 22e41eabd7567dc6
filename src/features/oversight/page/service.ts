import { startOfLastDays } from "#platform/clock.ts";
import type { Agent } from "#features/agents/contract.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/store.ts";
import { checkSchedule } from "#features/oversight/checking/service.ts";
import type * as calls from "#features/oversight/contract.ts";
import { firesAt, formatReading } from "#features/oversight/detectors/detector.ts";
import { detectors, findDetector } from "#features/oversight/detectors/registry.ts";
import * as store from "#features/oversight/store.ts";
import type { Tx } from "#platform/context.ts";
import { nextSlot } from "#platform/jobs/slots.ts";

export async function statusOf(tx: Tx): Promise<calls.OversightStatus> {
  const [state, { oversight, heldAt }, team, open, logs] = await Promise.all([
    store.state(tx),
    authority.stateOf(tx),
    agents.listEveryone(tx),
    store.openFindings(tx),
    store.newestLogs(tx, 50),
  ]);
  const isOn = state !== null && oversight === "ACTIVE";
  return {
    systemStatus: isOn ? state.status : "INACTIVE",
    since: state?.since.toISOString() ?? null,
    measuredUntil: (isOn && state.measuredUntil?.toISOString()) || null,
    heldAt: heldAt?.toISOString() ?? null,
    lastCheck:
      state?.lastCheckAt && state.lastCheckMs !== null
        ? { at: state.lastCheckAt.toISOString(), milliseconds: state.lastCheckMs }
        : null,
    nextCheckAt: isOn
      ? nextSlot(checkSchedule.every, tx.now, { id: tx.company, timeZone: tx.timeZone }).toISOString()
      : null,
    detectors: detectors.length,
    openFindings: open.length,
    agentStatuses: team.map((agent) => agentStatusOf(agent, open)),
    recentLogs: logs.map(({ id, level, at, message, findingId }) => ({
      id,
      level,
      timestamp: at.toISOString(),
      message,
      findingId,
    })),
  };
}

function agentStatusOf({ id, name, role, status }: Agent, open: readonly store.FindingRow[]): calls.AgentStatus {
  const finding = open.find(({ agentId }) => agentId === id);
  const shownStatus = status === "active" ? (finding ? "watched" : "normal") : status;
  return {
    agentId: id,
    name,
    role,
    status: shownStatus,
    note: finding ? (findDetector(finding.detector)?.label ?? null) : null,
  };
}

const weekMs = 7 * 86_400_000;

export async function overview(tx: Tx): Promise<calls.OversightPage> {
  const weekAgo = new Date(tx.now.getTime() - weekMs);
  const [status, state, open, team, fired, interventions, notUndone, { before, changes }] = await Promise.all([
    statusOf(tx),
    store.state(tx),
    store.openFindings(tx),
    agents.listAll(tx),
    store.lastFired(tx),
    store.interventionsSince(tx, startOfLastDays(30, tx)),
    store.interventionsNotUndone(tx, 50),
    store.statusChanges(tx, weekAgo),
  ]);
  const isHeld = status.systemStatus !== "INACTIVE" && status.heldAt !== null;
  const statusWeekAgo: calls.SystemStatus = before?.status ?? "INACTIVE";
  return {
    status,
    findings: open.map((row) => findingOf(row, team, isHeld)),
    detectors: detectors.map((one) => {
      const { id, label, watches, level, intervention } = one;
      const reading = state?.readings[id];
      return {
        id,
        label,
        watches,
        firesAt: firesAt(one),
        reading: reading === undefined ? null : formatReading(one, reading),
        isFiring: open.some(({ detector }) => detector === id),
        level,
        intervention,
        lastFiredAt: fired.get(id)?.toISOString() ?? null,
      };
    }),
    interventions,
    undoable: undoableIds(notUndone, team, isHeld),
    timeline: [
      { at: weekAgo.toISOString(), status: statusWeekAgo, message: null },
      ...changes.map(({ at, status: to, message }) => ({ at: at.toISOString(), status: to, message })),
    ],
  };
}

/** Whether an intervention is still in effect; a person may have changed it. */
function isInEffect(
  { intervention, undoneAt }: store.FindingRow,
  agent: agents.AgentRow | null,
  isHeld: boolean,
): boolean {
  if (!intervention || undoneAt) return false;
  if (intervention === "hold") return isHeld;
  if (!agent || agent.retiredAt) return false;
  return intervention === "pause" ? agent.pausedByOversight : agent.loweredByOversight;
}

/** The findings of the newest intervention of each kind on an agent or the company, if it is still in effect. */
function undoableIds(newestFirst: readonly store.FindingRow[], team: readonly agents.AgentRow[], isHeld: boolean) {
  const newest = new Map<string, store.FindingRow>();
  for (const row of newestFirst) {
    const subject = `${row.intervention} ${row.agentId}`;
    if (!newest.has(subject)) newest.set(subject, row);
  }
  return [...newest.values()]
    .filter((row) => isInEffect(row, team.find(({ id }) => id === row.agentId) ?? null, isHeld))
    .map(({ id }) => id);
}

function findingOf(row: store.FindingRow, team: readonly agents.AgentRow[], isHeld: boolean): calls.Finding {
  const detector = findDetector(row.detector);
  const agent = team.find(({ id }) => id === row.agentId) ?? null;
  const { id, title, detail, level, intervention, done, runId } = row;
  return {
    id,
    detector: row.detector,
    detectorLabel: detector?.label ?? row.detector,
    agent: agent ? { id: agent.id, name: agent.name, role: agent.role } : null,
    level,
    title,
    detail,
    at: row.createdAt.toISOString(),
    watches: detector?.watches ?? "",
    firesAt: detector ? firesAt(detector) : "",
    reading: detector ? formatReading(detector, row.reading) : String(row.reading),
    intervention,
    done,
    stands: isInEffect(row, agent, isHeld),
    undoneAt: row.undoneAt?.toISOString() ?? null,
    runId,
  };
}
