/** Everything the journal can record. A verb names what happened in the past tense. */
export const journalActions = [
  "company.registered",
  "company.changed",
  "company.reset",
  "company.reset_undone",
  "company.reset_forgotten",
  "user.registered",
  "user.logged_in",
  "user.logged_out",
  "user.sign_in_failed",
  "user.password_changed",
  "user.password_reset",
  "metric.recorded",
  "metric.imported",
  "metric.import_started",
  "metric.import_failed",
  "record.imported",
  "record.import_started",
  "record.import_failed",
  "record.added",
  "record.changed",
  "record.removal_started",
  "record.removed",
  "record.restore_started",
  "record.restored",
  "record.removal_broken_off",
  "record.samples_added",
  "record.samples_removed",
  "agent.created",
  "agent.updated",
  "agent.status_changed",
  "agent.autonomy_changed",
  "agent.retired",
  "agent.reinstated",
  "workforce.initialized",
  "policy.changed",
  "decision.proposed",
  "decision.approved",
  "decision.rejected",
  "decision.expired",
  "forecast.resolved",
  "task.created",
  "task.updated",
  "communication.sent",
  "comment.added",
  "run.started",
  "run.finished",
  "run.failed",
  "run.stop_asked",
  "run.stopped",
] as const;
export type JournalAction = (typeof journalActions)[number];

/** What the socket announces: a kind and the id of the row it is about; the browser fetches through the normal door. */
export type LiveMessage = { type: string; id: string | null };

/** The two messages the specification names keep their names; the others carry the journal's. */
export function liveType(action: JournalAction): string {
  if (action === "decision.proposed") return "decision_pending";
  if (action === "communication.sent") return "communication_sent";
  return action;
}
