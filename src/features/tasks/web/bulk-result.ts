import type { BulkResult } from "#features/tasks/contract.ts";

export type BulkAction = "complete" | "reassign" | "cancel";

const done: Record<BulkAction | "undo", string> = {
  complete: "completed",
  reassign: "reassigned",
  cancel: "cancelled",
  undo: "as before",
};

/** "4 completed, 1 skipped: already cancelled" or "2 skipped: 1 already cancelled, 1 already completed". */
export function describeResult(action: BulkAction | "undo", { changed, skipped }: BulkResult): string {
  const reasons = Map.groupBy(skipped, ({ reason }) => reason.charAt(0).toLowerCase() + reason.slice(1));
  const why = [...reasons].map(([reason, { length }]) => (reasons.size > 1 ? `${length} ${reason}` : reason));
  return [
    ...(changed.length > 0 ? [`${changed.length} ${done[action]}`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped: ${why.join(", ")}`] : []),
  ].join(", ");
}
