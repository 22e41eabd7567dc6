import { agencyOf } from "#agency/agency.ts";
import { askAllToStop } from "#agency/run/stop.ts";
import { normalDay, watchedRuns } from "#agency/run/watched/store.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { pluralize } from "#contract/format.ts";
import { currency } from "#contract/words.ts";
import type { Agent } from "#features/agents/contract.ts";
import { setAutonomy, setStatus } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/store.ts";
import { recheckApprovals } from "#features/decisions/release/service.ts";
import * as decisions from "#features/decisions/watched/store.ts";
import {
  type AgentStatus,
  checkMinutes,
  type Finding,
  type Intervention,
  measuringHours,
  type OversightPage,
  type OversightStatus,
  type SystemStatus,
} from "#features/oversight/contract.ts";
import * as events from "#features/oversight/events.ts";
import * as rules from "#features/oversight/rules.ts";
import * as store from "#features/oversight/store.ts";
import * as autopilots from "#features/orchestrator/autopilot/store.ts";
import { dayIn } from "#platform/clock.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { endSchedule, startSchedule } from "#platform/jobs/background.ts";
import { nextSlot } from "#platform/jobs/slots.ts";
import { verifyPart } from "#platform/journal/store.ts";
import { record } from "#platform/journal/record.ts";
import { announce } from "#platform/live/announce.ts";

/** The clock's check; runs only where oversight is on. */
export const clock = { name: "oversight-check", every: { minutes: checkMinutes } };

const logsKeptMs = 90 * 86_400_000;
const titled = ({ name, role }: { name: string; role: string }): string => `${name} (${role})`;

/** Turns oversight on, measures the normal ranges and releases what a stop held; while it is on, only ends a hold. */
export function initialize(ctx: Ctx): Promise<OversightStatus> {
  return write(ctx, async (tx) => {
    const known = await store.lockState(tx);
    const { oversight, heldAt } = await authority.stateOf(tx);
    if (oversight === "ACTIVE" && known) {
      if (heldAt) await resume(tx, known);
      return statusOf(tx);
    }
    const team = await agents.list(tx);
    const status = rules.statusOf(await store.openFindings(tx), true);
    await authority.setState(tx, { oversight: "ACTIVE", isHeld: false });
    await store.putState(tx, {
      status,
      since: tx.now,
      measuredUntil: new Date(tx.now.getTime() + measuringHours * 3_600_000),
      normal: await normalDay(tx),
      lastCheckAt: null,
      lastCheckMs: null,
      readings: {},
      verifiedSeq: known?.verifiedSeq ?? 0,
    });
    await startSchedule(tx, clock);
    const counts = { detectors: rules.detectors.length, agents: team.length };
    const message = `Oversight initialized: ${pluralize(counts.detectors, "detector")}, ${pluralize(counts.agents, "agent")}`;
    await store.addLogs(tx, status, [{ level: "info", message }]);
    await record(tx, events.oversightInitialized(counts));
    return statusOf(tx);
  });
}

/** Ends a detector's hold; its finding stays open. */
async function resume(tx: Tx, { status }: store.StateRow): Promise<void> {
  await authority.setState(tx, { isHeld: false });
  const by = tx.actor.kind === "user" ? ` by ${person(tx).username}` : "";
  await store.addLogs(tx, status, [{ level: "INTERVENTION", message: `Autonomous work resumed${by}` }]);
  await record(tx, events.oversightResumed());
}

/**
 * Stops everything autonomous. From the commit on, no run under way has effects and none starts on its own; workers
 * end theirs within 5 s.
 */
export function stop(ctx: Ctx): Promise<OversightStatus> {
  return write(ctx, async (tx) => {
    await store.lockState(tx);
    const before = await authority.stateOf(tx);
    const by = tx.actor.kind === "user" ? tx.actor.id : null;
    const runs = await askAllToStop(tx, { alone: false, by });
    const isStopped = before.oversight === "INACTIVE" && before.heldAt !== null;
    if (isStopped && runs === 0) return statusOf(tx);
    const { holdEpoch } = await authority.setState(tx, { oversight: "INACTIVE", isHeld: true });
    await recheckApprovals(tx);
    await store.changeState(tx, { status: "INACTIVE", since: tx.now, measuredUntil: null });
    await endSchedule(tx, clock);
    const message = `Oversight stopped: ${runs === 0 ? "no run was under way" : `${pluralize(runs, "run")} ended`}`;
    await store.addLogs(tx, "INACTIVE", [{ level: "WARNING", message }]);
    await record(tx, events.oversightStopped({ runs, holdEpoch }));
    return statusOf(tx);
  });
}

/** A check that a person asked for. */
export function check(ctx: Ctx): Promise<OversightStatus> {
  return write(ctx, async (tx) => {
    if (!(await runDetectors(tx))) throw new AppError("conflict", "Oversight is off. Initialize it to run a check.");
    return statusOf(tx);
  });
}

export const checkByClock = async (tx: Tx): Promise<void> => void (await runDetectors(tx));

/** Runs every detector and does what they call for; false where oversight is off. */
async function runDetectors(tx: Tx): Promise<boolean> {
  const began = performance.now();
  const state = await store.lockState(tx);
  const { oversight } = await authority.stateOf(tx);
  if (!state || oversight !== "ACTIVE") return false;
  const isMeasured = state.measuredUntil !== null && state.measuredUntil <= tx.now;
  // Measured anew each day, and not before the first 24 hours are over.
  const isNewDay =
    state.measuredUntil === null &&
    state.lastCheckAt !== null &&
    dayIn(state.lastCheckAt, tx.timeZone) !== dayIn(tx.now, tx.timeZone);
  const normal = isMeasured || isNewDay ? await normalDay(tx) : state.normal;
  const watched = await watch(tx, { ...state, normal });
  const active = await store.activeFindings(tx);
  const { fired, over, readings } = rules.compare(watched, active);
  await store.endFindings(
    tx,
    over.map(({ id }) => id),
  );
  const lines: Parameters<typeof store.addLogs>[2][number][] = [];
  for (const finding of fired) lines.push(...(await addFinding(tx, watched, finding)));
  const gone = active.filter(
    (finding) =>
      finding.state === "open" &&
      over.some(({ id }) => id === finding.id) &&
      !fired.some(({ detector, subject }) => detector.id === finding.detector && subject === finding.subject),
  );
  lines.push(...gone.map(({ id, title }) => ({ level: "info" as const, message: `Over: ${title}`, findingId: id })));
  const measuredUntil = isMeasured ? null : state.measuredUntil;
  const status = rules.statusOf(await store.openFindings(tx), measuredUntil !== null);
  const byPerson = tx.actor.kind === "user";
  const summary = `Check: ${pluralize(rules.detectors.length, "detector")}, ${fired.length === 0 ? "nothing new" : pluralize(fired.length, "finding")}`;
  if (lines.length === 0 && !byPerson && status === state.status) await store.addQuietLog(tx, status, summary);
  else await store.addLogs(tx, status, [{ level: "info", message: summary }, ...lines]);
  await store.removeLogsBefore(tx, new Date(tx.now.getTime() - logsKeptMs));
  const { journal } = watched;
  await store.changeState(tx, {
    status,
    ...(status !== state.status && { since: tx.now }),
    measuredUntil,
    normal,
    lastCheckAt: tx.now,
    lastCheckMs: Math.round(performance.now() - began),
    readings,
    verifiedSeq: journal.to >= journal.head ? 0 : journal.to,
  });
  if (byPerson || fired.length > 0)
    await record(
      tx,
      events.oversightChecked({
        detectors: rules.detectors.length,
        fired: fired.map(({ detector }) => detector.id),
        over: over.length,
      }),
    );
  else await announce(tx, { type: "oversight.checked", id: null, refreshes: ["agi"] });
  return true;
}

/** Reads everything the detectors look at. */
async function watch(tx: Tx, { normal, verifiedSeq }: Pick<store.StateRow, "normal" | "verifiedSeq">) {
  const today = dayIn(tx.now, tx.timeZone);
  const year = Number(today.slice(0, 4));
  const yearStart = Date.UTC(year, 0, 1);
  const [team, ledgers, runs, records, overLimits, autopilot, journal] = await Promise.all([
    agents.list(tx),
    authority.yearLedgers(tx, year),
    watchedRuns(tx),
    decisions.records(tx),
    decisions.overLimits(tx, new Date(tx.now.getTime() - 86_400_000)),
    autopilots.find(tx),
    verifyPart(tx, verifiedSeq),
  ]);
  const { actions } = agencyOf(tx);
  const watched: rules.Watched = {
    agents: team.map(({ id, name, role, status, systemProps }) => {
      const ledger = ledgers.get(id);
      return {
        id,
        name,
        role,
        status,
        autonomy: systemProps.autonomyLevel,
        budget: systemProps.budgetLimit,
        used: (ledger?.reservedThisYear ?? 0) + (ledger?.committedThisYear ?? 0),
        overLimit: overLimits.get(id) ?? 0,
        resolved: records.get(id)?.resolved ?? 0,
        held: records.get(id)?.held ?? 0,
      };
    }),
    year,
    yearGone: (Date.parse(today) + 86_400_000 - yearStart) / (Date.UTC(year + 1, 0, 1) - yearStart),
    currency: currency.parse(tx.currency),
    runs,
    // A refused read is no attempt to change anything.
    bypasses: runs.refused.filter(({ action }) => actions.get(action)?.effect !== "read"),
    normal,
    dailyCap: autopilot?.enabled ? autopilot.dailyCap : 0,
    journal,
  };
  return watched;
}

/** Stores a finding, intervenes if its detector says so, and gives the log's lines. */
async function addFinding(tx: Tx, watched: rules.Watched, { detector, reading, subject }: rules.Fired) {
  const id = crypto.randomUUID();
  const agent = watched.agents.find((one) => one.id === reading.agentId) ?? null;
  const did = await intervene(tx, detector.intervention, agent);
  const intervention = did ? detector.intervention : null;
  const { agentId, title, detail, value, occasion, runId = null } = reading;
  const { level } = detector;
  await store.addFinding(tx, {
    id,
    detector: detector.id,
    subject,
    agentId,
    occasion,
    state: "open",
    level,
    title,
    detail,
    reading: value,
    runId,
    intervention,
    done: rules.describeDone(intervention, agent?.name ?? null),
  });
  await record(
    tx,
    events.oversightFound({ id, agentId, title, detector: detector.id, level, reading: value, intervention, detail }),
  );
  const found = { level, message: title, findingId: id };
  if (!intervention || did === "before") return [found];
  const message = rules.describeIntervention(intervention, agent && titled(agent), detector.label);
  return [found, { level: "INTERVENTION" as const, message, findingId: id }];
}

/**
 * Intervenes, or shares what oversight did before for another finding. Null if a person had done it, or if there is
 * nothing to change.
 */
async function intervene(
  tx: Tx,
  kind: Intervention | null,
  agent: rules.WatchedAgent | null,
): Promise<"now" | "before" | null> {
  if (kind === "hold") {
    if (await authority.isHeld(tx)) return "before";
    await authority.setState(tx, { isHeld: true });
    await recheckApprovals(tx);
    await askAllToStop(tx, { alone: true, by: null });
    return "now";
  }
  // An earlier finding of this check may have changed it.
  const current = agent && (await agents.find(tx, agent.id));
  if (!current) return null;
  if (kind === "pause") {
    if (current.status === "paused" && current.pausedByOversight) return "before";
    if (current.status !== "active") return null;
    await setStatus(tx, current.id, "paused", { byOversight: true });
    return "now";
  }
  if (kind === "lower_autonomy") {
    if (current.loweredByOversight) return "before";
    if (current.autonomy !== "execute") return null;
    await setAutonomy(tx, current.id, "propose", { byOversight: true });
    return "now";
  }
  return null;
}

/** Undoes an intervention and closes its finding; what was changed again since stays. */
export function undo(ctx: Ctx, id: string): Promise<OversightPage> {
  return write(ctx, async (tx) => {
    const { finding, state } = await openFinding(tx, id);
    const { intervention } = finding;
    if (!intervention) throw new AppError("conflict", "There is no intervention to undo. Close the finding instead.");
    if (!(await store.markUndone(tx, id, person(tx).id))) throw new AppError("conflict", "Already undone");
    await store.closeFinding(tx, id, person(tx).id);
    const undone = await revert(tx, intervention, finding.agentId);
    const agent = finding.agentId ? await agents.findEver(tx, finding.agentId) : null;
    const message = `${rules.describeUndo(intervention, agent && titled(agent), undone)}, undone by ${person(tx).username}`;
    await settle(tx, state, { level: "INTERVENTION", message, findingId: id });
    await record(tx, events.interventionUndone(finding, undone === "reverted"));
    return overview(tx);
  });
}

/** Reverts what no person changed since and no other open finding calls for. */
async function revert(tx: Tx, kind: Intervention, agentId: string | null): Promise<rules.Undone> {
  const others = await store.openFindings(tx);
  const isKept = others.some((one) => one.intervention === kind && one.agentId === agentId && !one.undoneAt);
  if (kind === "hold") {
    const { oversight, heldAt } = await authority.stateOf(tx);
    if (!heldAt || oversight !== "ACTIVE") return "changed since";
    if (isKept) return "kept";
    await authority.setState(tx, { isHeld: false });
    return "reverted";
  }
  const agent = agentId && (await agents.find(tx, agentId));
  if (!agent) return "changed since";
  if (!(kind === "pause" ? agent.pausedByOversight : agent.loweredByOversight)) return "changed since";
  if (isKept) return "kept";
  if (kind === "pause") await setStatus(tx, agent.id, "active");
  else await setAutonomy(tx, agent.id, "execute");
  return "reverted";
}

/** Closes a finding a person has seen; it opens again only if it gets worse. */
export function close(ctx: Ctx, id: string): Promise<OversightPage> {
  return write(ctx, async (tx) => {
    const { finding, state } = await openFinding(tx, id);
    if (!(await store.closeFinding(tx, id, person(tx).id))) throw new AppError("conflict", "Already closed");
    await settle(tx, state, {
      level: "info",
      message: `Closed by ${person(tx).username}: ${finding.title}`,
      findingId: id,
    });
    await record(tx, events.findingClosed(finding));
    return overview(tx);
  });
}

/** The finding, with the state locked; an unknown one throws. */
async function openFinding(tx: Tx, id: string): Promise<{ finding: store.FindingRow; state: store.StateRow }> {
  const state = await store.lockState(tx);
  const finding = await store.findFinding(tx, id);
  if (!finding || !state) throw notFound();
  return { finding, state };
}

/** Adds the line and the status that follow from fewer open findings. */
async function settle(tx: Tx, state: store.StateRow, line: Parameters<typeof store.addLogs>[2][number]): Promise<void> {
  const isOff = state.status === "INACTIVE";
  const status = isOff ? state.status : rules.statusOf(await store.openFindings(tx), state.measuredUntil !== null);
  if (status !== state.status) await store.changeState(tx, { status, since: tx.now });
  await store.addLogs(tx, status, [line]);
}

export async function statusOf(tx: Tx): Promise<OversightStatus> {
  const [state, { oversight, heldAt }, team, open, logs] = await Promise.all([
    store.state(tx),
    authority.stateOf(tx),
    agents.list(tx),
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
    nextCheckAt: isOn ? nextSlot(clock.every, tx.now, { id: tx.company, timeZone: tx.timeZone }).toISOString() : null,
    detectors: rules.detectors.length,
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

function agentStatusOf({ id, name, role, status }: Agent, open: readonly store.FindingRow[]): AgentStatus {
  const finding = open.find(({ agentId }) => agentId === id);
  const known = status === "active" ? (finding ? "watched" : "normal") : status;
  return {
    agentId: id,
    name,
    role,
    status: known,
    note: finding ? (rules.detector(finding.detector)?.label ?? null) : null,
  };
}

const weekMs = 7 * 86_400_000;

/** The oversight page. */
export async function overview(tx: Tx): Promise<OversightPage> {
  const weekAgo = new Date(tx.now.getTime() - weekMs);
  const [status, state, open, team, fired, interventions, { before, changes }] = await Promise.all([
    statusOf(tx),
    store.state(tx),
    store.openFindings(tx),
    agents.listAll(tx),
    store.lastFired(tx),
    store.interventionsSince(tx, new Date(tx.now.getTime() - 30 * 86_400_000)),
    store.statusChanges(tx, weekAgo),
  ]);
  const isHeld = status.systemStatus !== "INACTIVE" && status.heldAt !== null;
  const first: SystemStatus = before?.status ?? "INACTIVE";
  return {
    status,
    findings: open.map((row) => findingOf(row, team, isHeld)),
    detectors: rules.detectors.map((one) => {
      const { id, label, watches, level, intervention } = one;
      const reading = state?.readings[id];
      return {
        id,
        label,
        watches,
        firesAt: rules.firesAt(one),
        reading: reading === undefined ? null : rules.formatReading(one, reading),
        isFiring: open.some(({ detector }) => detector === id),
        level,
        intervention,
        lastFiredAt: fired.get(id)?.toISOString() ?? null,
      };
    }),
    interventions,
    timeline: [
      { at: weekAgo.toISOString(), status: first, message: null },
      ...changes.map(({ at, status: to, message }) => ({ at: at.toISOString(), status: to, message })),
    ],
  };
}

/** Whether what an intervention did still stands; a person may have changed it. */
function stands({ intervention, undoneAt }: store.FindingRow, agent: agents.AgentRow | null, isHeld: boolean): boolean {
  if (!intervention || undoneAt) return false;
  if (intervention === "hold") return isHeld;
  if (!agent || agent.retiredAt) return false;
  return intervention === "pause" ? agent.pausedByOversight : agent.loweredByOversight;
}

function findingOf(row: store.FindingRow, team: readonly agents.AgentRow[], isHeld: boolean): Finding {
  const one = rules.detector(row.detector);
  const agent = team.find(({ id }) => id === row.agentId) ?? null;
  const { id, title, detail, level, intervention, done, runId } = row;
  return {
    id,
    detector: row.detector,
    detectorLabel: one?.label ?? row.detector,
    agent: agent ? { id: agent.id, name: agent.name, role: agent.role } : null,
    level,
    title,
    detail,
    at: row.createdAt.toISOString(),
    watches: one?.watches ?? "",
    firesAt: one ? rules.firesAt(one) : "",
    reading: one ? rules.formatReading(one, row.reading) : String(row.reading),
    intervention,
    done,
    stands: stands(row, agent, isHeld),
    undoneAt: row.undoneAt?.toISOString() ?? null,
    runId,
  };
}
