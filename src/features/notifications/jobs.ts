import { runFailed } from "#agency/run/events.ts";
import { commentAdded } from "#features/communications/comments/events.ts";
import {
  decisionApproved,
  decisionExpired,
  decisionProposed,
  decisionRejected,
  decisionUndone,
  decisionWithdrawn,
} from "#features/decisions/events.ts";
import { forecastResolved } from "#features/decisions/outcome/events.ts";
import { briefReady } from "#features/expertise/events.ts";
import { metricImported, metricImportFailed } from "#features/metrics/events.ts";
import { modelBudgetReached } from "#features/models/events.ts";
import { oversightFound } from "#features/oversight/events.ts";
import * as service from "#features/notifications/service.ts";
import { autopilotStopped } from "#features/orchestrator/autopilot/events.ts";
import { recordImported, recordImportFailed } from "#features/records/events.ts";
import type { DeliveredEvent, Tx } from "#platform/context.ts";
import { defineListener, type Listener, type Scheduled } from "#platform/jobs/background.ts";
import type { EventType } from "#platform/journal/event.ts";

type Reaction = { event: EventType; run(tx: Tx, event: DeliveredEvent<unknown>): Promise<void> };

const when = <Details>(
  event: EventType<Details>,
  run: (tx: Tx, id: string, event: DeliveredEvent<Details>) => Promise<void>,
): Reaction => ({ event, run: (tx, heard) => run(tx, heard.id ?? "", heard as DeliveredEvent<Details>) });

/** Which events tell people something, and which end it. */
const reactions: readonly Reaction[] = [
  when(decisionProposed, (tx, id) => service.notifyOfProposal(tx, id, "new", null)),
  // Who undoes something knows that it is pending again.
  when(decisionUndone, async (tx, id, { seq, details: { problem } }) =>
    problem ? service.notifyOfProposal(tx, id, String(seq), problem) : undefined,
  ),
  ...[decisionApproved, decisionRejected, decisionExpired, decisionWithdrawn].map((event) =>
    when<unknown>(event, (tx, id) => service.closeProposal(tx, id)),
  ),
  when(forecastResolved, (tx, id, { details }) => service.closeForecast(tx, id, details.position)),
  when(commentAdded, (tx, _id, { details }) => service.notifyOfComment(tx, details.commentId)),
  when(runFailed, (tx, id) => service.notifyOfFailedRun(tx, id)),
  ...[metricImported, metricImportFailed].map((event) =>
    when<unknown>(event, (tx, id) => service.notifyOfMetricImport(tx, id)),
  ),
  ...[recordImported, recordImportFailed].map((event) =>
    when<unknown>(event, (tx, id) => service.notifyOfRecordImport(tx, id)),
  ),
  when(modelBudgetReached, (tx, _id, { agentId, details }) => service.notifyOfBudget(tx, agentId, details)),
  when(oversightFound, (tx, id, { agentId, details }) => service.notifyOfFinding(tx, id, agentId, details)),
  when(autopilotStopped, (tx, id, { details }) => service.notifyOfAutopilot(tx, id, details.sentence)),
  when(briefReady, (tx, id, { details }) => service.notifyOfBrief(tx, id, details)),
];

export const listeners: readonly Listener[] = [
  defineListener<unknown>({
    name: "notifications",
    on: reactions.map(({ event }) => event),
    // A notification is as old as what it tells, however late the job runs.
    async run(tx, heard) {
      const then = { ...tx, now: new Date(heard.at) };
      await reactions.find(({ event }) => event.type === heard.type)?.run(then, heard);
    },
  }),
];

export const schedule: readonly Scheduled[] = [
  { name: "due-notices", every: { at: "08:00" }, run: (tx) => service.remind(tx) },
];
