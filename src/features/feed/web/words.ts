import type { FeedKind } from "#contract/events.ts";

/** How each type of line is named where a person reads it. */
export const typeNames: Record<FeedKind, string> = {
  decision: "Decision",
  task: "Task",
  kpi_change: "KPI change",
  communication: "Communication",
  analysis: "Analysis",
};
