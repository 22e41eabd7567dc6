import { askAllToStop } from "#agency/run/stop.ts";
import { AppError, notFound } from "#contract/errors.ts";
import { pluralize } from "#contract/format.ts";
import { setAutonomy, setStatus } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/store.ts";
import { restoreAfterFinding } from "#features/decisions/levels/service.ts";
import { recheckApprovals } from "#features/decisions/release/service.ts";
import { checkSchedule, measureNormal, runDetectors } from "#features/oversight/checking/service.ts";
import * as calls from "#features/oversight/contract.ts";
import { detectors } from "#features/oversight/detectors/registry.ts";
import * as events from "#features/oversight/events.ts";
import { overview, statusOf } from "#features/oversight/page/service.ts";
import * as rules from "#features/oversight/rules.ts";
import * as store from "#features/oversight/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { endSchedule, startSchedule } from "#platform/jobs/background.ts";
import { record } from "#platform/journal/record.ts";

/** Turns oversight on, measures the normal ranges and ends a hold; if oversight is on, only ends a hold. */
export function initialize(ctx: Ctx): Promise<calls.OversightStatus> {
  return write(ctx, async (tx) => {
    const previous = await store.lockState(tx);
    const { oversight, heldAt } = await authority.stateOf(tx);
    if (oversight === "ACTIVE" && previous) {
      if (heldAt) await resume(tx, previous);
      return statusOf(tx);
    }
    const team = await agents.listEveryone(tx);
    const status = rules.statusOf(await store.openFindings(tx), true);
    await authority.setState(tx, { oversight: "ACTIVE", isHeld: false });
    await store.putState(tx, {
      status,
      since: tx.now,
      measuredUntil: new Date(tx.now.getTime() + calls.measuringHours * 3_600_000),
      normal: await measureNormal(tx),
      lastCheckAt: null,
      lastCheckMs: null,
      readings: {},
      verifiedSeq: previous?.verifiedSeq ?? 0,
    });
    await startSchedule(tx, checkSchedule);
    const counts = { detectors: detectors.length, agents: team.length };
    const message = `Oversight initialized: ${pluralize(counts.detectors, "detector")}, ${pluralize(counts.agents, "agent")}`;
    await store.addLogs(tx, status, [{ level: "info", message }]);
    await record(tx, events.oversightInitialized(counts));
    return statusOf(tx);
  });
}

/** " by ana"; without a signed-in person, the call came from the server's command line. */
const byWhom = (tx: Tx): string => ` by ${tx.actor.kind === "user" ? person(tx).username : "the server's operator"}`;

/** Ends a detector's hold; its finding stays open. */
async function resume(tx: Tx, { status }: store.StateRow): Promise<void> {
  await authority.setState(tx, { isHeld: false });
  await store.addLogs(tx, status, [{ level: "INTERVENTION", message: `Autonomous work resumed${byWhom(tx)}` }]);
  await record(tx, events.oversightResumed());
}

/**
 * Stops everything autonomous. From the commit on, no run under way has effects and none starts on its own; workers
 * end theirs within 5 s.
 */
export function stop(ctx: Ctx): Promise<calls.OversightStatus> {
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
    await endSchedule(tx, checkSchedule);
    const message = `Oversight stopped${byWhom(tx)}: ${runs === 0 ? "no run was under way" : `${pluralize(runs, "run")} ended`}`;
    await store.addLogs(tx, "INACTIVE", [{ level: "WARNING", message }]);
    await record(tx, events.oversightStopped({ runs, holdEpoch }));
    return statusOf(tx);
  });
}

/** A check that a person asked for. */
export function check(ctx: Ctx): Promise<calls.OversightStatus> {
  return write(ctx, async (tx) => {
    if (!(await runDetectors(tx))) throw new AppError("conflict", "Oversight is off. Initialize it to run a check.");
    return statusOf(tx);
  });
}

/** Undoes an intervention and closes its finding; later changes by a person stay. */
export function undo(ctx: Ctx, id: string): Promise<calls.OversightPage> {
  return write(ctx, async (tx) => {
    const { finding, state } = await lockFinding(tx, id);
    const { intervention } = finding;
    if (!intervention) throw new AppError("conflict", "There is no intervention to undo. Close the finding instead.");
    if (!(await store.markUndone(tx, id, person(tx).id))) throw new AppError("conflict", "Already undone");
    await store.closeFinding(tx, id, person(tx).id);
    const undone = await revert(tx, intervention, finding.agentId);
    if (finding.agentId) await restoreAfterFinding(tx, finding.agentId, id);
    const agent = finding.agentId ? await agents.findEver(tx, finding.agentId) : null;
    const message = `${rules.describeUndo(intervention, agent, undone)}, undone by ${person(tx).username}`;
    await updateStatus(tx, state, { level: "INTERVENTION", message, findingId: id });
    await record(tx, events.interventionUndone(finding, undone === "reverted"));
    return overview(tx);
  });
}

/** Reverts an intervention, unless a person changed it since or another open finding needs it. */
async function revert(tx: Tx, kind: calls.Intervention, agentId: string | null): Promise<rules.UndoResult> {
  const others = await store.openFindings(tx);
  const isStillNeeded = others.some((one) => one.intervention === kind && one.agentId === agentId && !one.undoneAt);
  if (kind === "hold") {
    const { oversight, heldAt } = await authority.stateOf(tx);
    if (!heldAt || oversight !== "ACTIVE") return "changed since";
    if (isStillNeeded) return "kept";
    await authority.setState(tx, { isHeld: false });
    return "reverted";
  }
  const agent = agentId && (await agents.find(tx, agentId));
  if (!agent) return "changed since";
  if (!(kind === "pause" ? agent.pausedByOversight : agent.loweredByOversight)) return "changed since";
  if (isStillNeeded) return "kept";
  if (kind === "pause") await setStatus(tx, agent.id, "active", { reason: "The intervention was undone" });
  else await setAutonomy(tx, agent.id, "execute");
  return "reverted";
}

/** Closes a finding. While it keeps firing, only a new occasion or a much worse reading opens another. */
export function close(ctx: Ctx, id: string): Promise<calls.OversightPage> {
  return write(ctx, async (tx) => {
    const { finding, state } = await lockFinding(tx, id);
    if (!(await store.closeFinding(tx, id, person(tx).id))) throw new AppError("conflict", "Already closed");
    await updateStatus(tx, state, {
      level: "info",
      message: `Closed by ${person(tx).username}: ${finding.title}`,
      findingId: id,
    });
    await record(tx, events.findingClosed(finding));
    return overview(tx);
  });
}

/** Locks oversight's state and finds the finding; throws if it is unknown. */
async function lockFinding(tx: Tx, id: string): Promise<{ finding: store.FindingRow; state: store.StateRow }> {
  const state = await store.lockState(tx);
  const finding = await store.findFinding(tx, id);
  if (!finding || !state) throw notFound();
  return { finding, state };
}

/** Adds a log line, and updates the status now that fewer findings are open. */
async function updateStatus(
  tx: Tx,
  state: store.StateRow,
  line: Parameters<typeof store.addLogs>[2][number],
): Promise<void> {
  const isOff = state.status === "INACTIVE";
  const status = isOff ? state.status : rules.statusOf(await store.openFindings(tx), state.measuredUntil !== null);
  if (status !== state.status) await store.changeState(tx, { status, since: tx.now });
  await store.addLogs(tx, status, [line]);
}
