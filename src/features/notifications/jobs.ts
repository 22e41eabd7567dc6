import { runFailed } from "#agency/run/events.ts";
import { z } from "zod";
import { userPasswordReset, userSessionsEnded } from "#features/accounts/events.ts";
import { companyJob } from "#features/accounts/service.ts";
import { policyChanged } from "#features/authority/events.ts";
import { commentAdded } from "#features/communications/comments/events.ts";
import * as events from "#features/decisions/events.ts";
import { forecastResolved } from "#features/decisions/outcome/events.ts";
import { briefReady } from "#features/expertise/events.ts";
import { connectionChanged, connectionSilent } from "#features/integrations/events.ts";
import { categoryClosed, mailboxHeard, mailboxRemoved, mailboxSilent } from "#features/mailroom/events.ts";
import { memberChanged, memberRemoved, memberSuspended } from "#features/members/events.ts";
import { metricImported, metricImportFailed } from "#features/metrics/events.ts";
import { modelBudgetReached } from "#features/models/events.ts";
import { oversightFound } from "#features/oversight/events.ts";
import * as approving from "#features/notifications/approving/service.ts";
import { mailBrief } from "#features/notifications/mailing/service.ts";
import * as notices from "#features/notifications/notices/service.ts";
import { removeAll } from "#features/notifications/push/service.ts";
import { remind } from "#features/notifications/reminders/service.ts";
import { autopilotStopped } from "#features/orchestrator/autopilot/events.ts";
import { recordImported, recordImportFailed } from "#features/records/events.ts";
import { webhookSwitchedOff } from "#features/webhooks/events.ts";
import type { DeliveredEvent, Tx } from "#platform/context.ts";
import { defineListener, type Listener, type Scheduled } from "#platform/jobs/background.ts";
import type { EventType } from "#platform/journal/event.ts";

type Reaction = { event: EventType; run(tx: Tx, event: DeliveredEvent<unknown>): Promise<void> };

const when = <Details>(
  event: EventType<Details>,
  run: (tx: Tx, id: string, event: DeliveredEvent<Details>) => Promise<void>,
): Reaction => ({ event, run: (tx, delivered) => run(tx, delivered.id ?? "", delivered as DeliveredEvent<Details>) });

/** The events that create notifications, and those that mark them read. */
const reactions: readonly Reaction[] = [
  when(events.decisionProposed, async (tx, id) => {
    await notices.notifyOfProposal(tx, id, "new", null);
    await approving.mailProposal(tx, id);
    await approving.watchReach(tx, id);
  }),
  // Without a problem, the person who undid the decision knows that it is pending again.
  when(events.decisionUndone, async (tx, id, { seq, details: { problem } }) => {
    await notices.closePolicyApproval(tx, id);
    if (!problem) return;
    await notices.notifyOfProposal(tx, id, String(seq), problem);
    await approving.mailProposal(tx, id);
  }),
  when(events.decisionApproved, async (tx, id) => {
    await notices.closeProposal(tx, id);
    await notices.notifyOfPolicyApproval(tx, id);
  }),
  ...[events.decisionRejected, events.decisionExpired, events.decisionWithdrawn].map((event) =>
    when<unknown>(event, (tx, id) => notices.closeProposal(tx, id)),
  ),
  when(forecastResolved, (tx, id, { details }) => notices.closeForecast(tx, id, details.position)),
  when(commentAdded, (tx, _id, { details }) => notices.notifyOfComment(tx, details.commentId)),
  when(runFailed, (tx, id) => notices.notifyOfFailedRun(tx, id)),
  ...[metricImported, metricImportFailed, recordImported, recordImportFailed].map((event) =>
    when<unknown>(event, (tx, id) => notices.notifyOfFinishedImport(tx, id)),
  ),
  when(modelBudgetReached, (tx, _id, { agentId, details }) => notices.notifyOfBudget(tx, agentId, details)),
  when(oversightFound, (tx, id, { agentId, details }) => notices.notifyOfFinding(tx, id, agentId, details)),
  when(policyChanged, (tx, id, { details }) => notices.notifyOfRaisedLimits(tx, id, details.raised)),
  when(autopilotStopped, (tx, id, { details }) => notices.notifyOfAutopilot(tx, id, details.sentence)),
  when(webhookSwitchedOff, (tx, id, { seq, details }) =>
    notices.notifyOfWebhook(tx, id, seq, details.name, details.because ?? ""),
  ),
  when(connectionChanged, (tx, _id, { seq, details }) => notices.notifyOfConnection(tx, seq, details)),
  when(connectionSilent, (tx, _id, { seq, details }) =>
    notices.notifyOfConnection(tx, seq, { ...details, to: "silent" }),
  ),
  when(categoryClosed, (tx, id, { seq, details }) => notices.notifyOfClosedCategory(tx, id, seq, details)),
  ...[memberRemoved, memberSuspended].map((event) =>
    when<{ was?: string | undefined }>(event, (tx, id, { seq, details }) =>
      notices.notifyOfKnownSecrets(tx, id, seq, details.was),
    ),
  ),
  ...[memberRemoved, memberSuspended, userSessionsEnded, userPasswordReset].map((event) =>
    when<unknown>(event, (tx, id) => removeAll(tx, id)),
  ),
  when(memberChanged, (tx, id, { seq, details }) => notices.notifyOfKnownSecrets(tx, id, seq, details.role?.[0])),
  when(mailboxSilent, (tx, id, { seq }) => notices.notifyOfSilentMailbox(tx, id, seq)),
  ...[mailboxHeard, mailboxRemoved].map((event) =>
    when<unknown>(event, (tx, id) => notices.closeSilentMailbox(tx, id)),
  ),
  when(briefReady, async (tx, id, { details }) => {
    await notices.notifyOfBrief(tx, id, details);
    await mailBrief(tx, id);
  }),
];

export const listeners: readonly Listener[] = [
  defineListener<unknown>({
    name: "notifications",
    on: [...new Set(reactions.map(({ event }) => event))],
    // A notification gets the time of its event, even if the job runs late.
    async run(tx, delivered) {
      const then = { ...tx, now: new Date(delivered.at) };
      for (const one of reactions) if (one.event.type === delivered.type) await one.run(then, delivered);
    },
  }),
];

export const jobs = [
  companyJob(approving.reachJob, z.strictObject({ decisionId: z.uuid() }), (ctx, { decisionId }) =>
    approving.noteReach(ctx, decisionId),
  ),
];

export const schedule: readonly Scheduled[] = [
  { name: "due-notices", every: { at: "08:00" }, run: (tx) => remind(tx) },
];
