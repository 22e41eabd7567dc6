import type { FeedKind } from "#contract/events.ts";

export const typeNames: Record<FeedKind, string> = {
  decision: "Decision",
  task: "Task",
  kpi_change: "KPI change",
  communication: "Communication",
  analysis: "Analysis",
};
