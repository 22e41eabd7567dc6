import type { ActionType } from "#features/feed/contract.ts";

/** How each type of line is named where a person reads it. */
export const typeNames: Record<ActionType, string> = {
  decision: "Decision",
  task: "Task",
  kpi_change: "KPI change",
  communication: "Communication",
  analysis: "Analysis",
};
