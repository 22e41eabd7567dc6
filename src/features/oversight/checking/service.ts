import { agencyOf } from "#agency/agency.ts";
import { askAllToStop } from "#agency/run/stop.ts";
import { normalDay, watchedRuns } from "#agency/run/watched/store.ts";
import { pluralize } from "#contract/format.ts";
import { currency } from "#contract/words.ts";
import { setAutonomy, setStatus } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/store.ts";
import { sendingDays } from "#features/authority/watched/store.ts";
import { lowerForFinding } from "#features/decisions/levels/service.ts";
import { recheckApprovals } from "#features/decisions/release/service.ts";
import * as decisions from "#features/decisions/watched/store.ts";
import * as autopilots from "#features/orchestrator/autopilot/store.ts";
import { checkMinutes, type Intervention } from "#features/oversight/contract.ts";
import type { NormalDay, Watched, WatchedAgent } from "#features/oversight/detectors/detector.ts";
import { detectors } from "#features/oversight/detectors/registry.ts";
import * as events from "#features/oversight/events.ts";
import * as rules from "#features/oversight/rules.ts";
import * as store from "#features/oversight/store.ts";
import { dayIn } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { record } from "#platform/journal/record.ts";
import { verifyPart } from "#platform/journal/store.ts";
import { announce } from "#platform/live/announce.ts";
import { kindOf } from "#platform/outbox/delivery.ts";

/** The scheduled check; runs only while oversight is on. */
export const checkSchedule = { name: "oversight-check", every: { minutes: checkMinutes } };

const logRetentionMs = 90 * 86_400_000;

export const runScheduledCheck = async (tx: Tx): Promise<void> => void (await runDetectors(tx));

/** Runs every detector and the interventions they call for; false while oversight is off. */
export async function runDetectors(tx: Tx): Promise<boolean> {
  const startedAt = performance.now();
  const state = await store.lockState(tx);
  const { oversight } = await authority.stateOf(tx);
  if (!state || oversight !== "ACTIVE") return false;
  const isMeasured = state.measuredUntil !== null && state.measuredUntil <= tx.now;
  // The normal ranges are measured again each day, but not during the first 24 hours.
  const isNewDay =
    state.measuredUntil === null &&
    state.lastCheckAt !== null &&
    dayIn(state.lastCheckAt, tx.timeZone) !== dayIn(tx.now, tx.timeZone);
  const normal = isMeasured || isNewDay ? await measureNormal(tx) : state.normal;
  const watched = await readWatched(tx, { ...state, normal });
  const active = await store.activeFindings(tx);
  const { fired, ended, readings } = rules.compare(watched, active);
  await store.endFindings(
    tx,
    ended.map(({ id }) => id),
  );
  const lines: Parameters<typeof store.addLogs>[2][number][] = [];
  for (const finding of fired) lines.push(...(await addFinding(tx, watched, finding)));
  const noLongerFiring = active.filter(
    (finding) =>
      finding.state === "open" &&
      ended.some(({ id }) => id === finding.id) &&
      !fired.some(({ detector, subject }) => detector.id === finding.detector && subject === finding.subject),
  );
  lines.push(
    ...noLongerFiring.map(({ id, title }) => ({ level: "info" as const, message: `Over: ${title}`, findingId: id })),
  );
  const measuredUntil = isMeasured ? null : state.measuredUntil;
  const status = rules.statusOf(await store.openFindings(tx), measuredUntil !== null);
  const byPerson = tx.actor.kind === "user";
  const summary = `Check: ${pluralize(detectors.length, "detector")}, ${fired.length === 0 ? "nothing new" : pluralize(fired.length, "finding")}`;
  if (lines.length === 0 && !byPerson && status === state.status) await store.addQuietLog(tx, status, summary);
  else await store.addLogs(tx, status, [{ level: "info", message: summary }, ...lines]);
  await store.removeLogsBefore(tx, new Date(tx.now.getTime() - logRetentionMs));
  const { journal } = watched;
  await store.changeState(tx, {
    status,
    ...(status !== state.status && { since: tx.now }),
    measuredUntil,
    normal,
    lastCheckAt: tx.now,
    lastCheckMs: Math.round(performance.now() - startedAt),
    readings,
    verifiedSeq: journal.to >= journal.head ? 0 : journal.to,
  });
  if (byPerson || fired.length > 0)
    await record(
      tx,
      events.oversightChecked({
        detectors: detectors.length,
        fired: fired.map(({ detector }) => detector.id),
        over: ended.length,
      }),
    );
  else await announce(tx, { type: "oversight.checked", id: null, refreshes: ["agi"] });
  return true;
}

/** The usual day, of runs and of what is sent. */
export async function measureNormal(tx: Tx): Promise<NormalDay> {
  const [runs, sent] = await Promise.all([normalDay(tx), sendingDays(tx, rules.measuredDays)]);
  return { ...runs, sent: rules.usualSending(sent) };
}

/** Reads everything the detectors look at. */
async function readWatched(tx: Tx, { normal, verifiedSeq }: Pick<store.StateRow, "normal" | "verifiedSeq">) {
  const today = dayIn(tx.now, tx.timeZone);
  const year = Number(today.slice(0, 4));
  const yearStart = Date.UTC(year, 0, 1);
  const [team, ledgers, runs, sent, records, proposals, autopilot, journal] = await Promise.all([
    agents.listEveryone(tx),
    authority.yearLedgers(tx, year),
    watchedRuns(tx),
    sendingDays(tx, 1),
    decisions.records(tx),
    decisions.proposalsSince(tx, new Date(tx.now.getTime() - 86_400_000)),
    autopilots.find(tx),
    verifyPart(tx, verifiedSeq),
  ]);
  const { actions } = agencyOf(tx);
  const watched: Watched = {
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
        overLimit: proposals.get(id)?.overLimit ?? 0,
        steerable: proposals.get(id)?.steerable ?? { count: 0, runId: null },
        resolved: records.get(id)?.resolved ?? 0,
        held: records.get(id)?.held ?? 0,
      };
    }),
    year,
    yearGone: (Date.parse(today) + 86_400_000 - yearStart) / (Date.UTC(year + 1, 0, 1) - yearStart),
    currency: currency.parse(tx.currency),
    runs,
    sending: rules.sendingToday(sent, normal.sent ?? {}, (kind) => kindOf(tx, kind)?.title ?? kind),
    // A refused read is not an attempt to change anything.
    bypasses: runs.refused.filter(({ action }) => actions.get(action)?.effect !== "read"),
    normal,
    dailyCap: autopilot?.enabled ? autopilot.dailyCap : 0,
    journal,
  };
  return watched;
}

/** Stores a finding, intervenes if its detector says so, and returns the lines for the log. */
async function addFinding(tx: Tx, watched: Watched, { detector, reading, subject }: rules.Fired) {
  const id = crypto.randomUUID();
  const agent = watched.agents.find((one) => one.id === reading.agentId) ?? null;
  const outcome = await intervene(tx, detector.intervention, agent, { id, title: reading.title });
  const intervention = outcome ? detector.intervention : null;
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
  if (!intervention || outcome === "before") return [found];
  const message = rules.describeIntervention(intervention, agent, detector.label);
  return [found, { level: "INTERVENTION" as const, message, findingId: id }];
}

/**
 * Returns "now" if oversight intervened, "before" if an earlier intervention is still in effect, or null if a person
 * had done it or there is nothing to change.
 */
async function intervene(
  tx: Tx,
  kind: Intervention | null,
  agent: WatchedAgent | null,
  finding: { id: string; title: string },
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
  // Each breach lowers the agent's earned levels by one step.
  const lower = () => lowerForFinding(tx, current.id, finding.id, finding.title);
  if (kind === "pause") {
    const isPausedByOversight = current.status === "paused" && current.pausedByOversight;
    if (!isPausedByOversight && current.status !== "active") return null;
    await lower();
    if (isPausedByOversight) return "before";
    await setStatus(tx, current.id, "paused", { byOversight: true });
    return "now";
  }
  if (kind === "lower_autonomy") {
    if (!current.loweredByOversight && current.autonomy !== "execute") return null;
    await lower();
    if (current.loweredByOversight) return "before";
    await setAutonomy(tx, current.id, "propose", { byOversight: true });
    return "now";
  }
  return null;
}
