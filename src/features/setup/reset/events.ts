import { everything } from "#contract/events.ts";
import { event } from "#platform/journal/event.ts";

const common = {
  resource: "company",
  feed: null,
  refreshes: [everything],
  complianceRelevant: true,
} as const;
type Items = { agents: number; decisions: number; communications: number };

export const companyReset = event(
  "company.reset",
  { ...common, severity: "critical" },
  (id: string, deleted: Items, unassigned: number) => ({
    id,
    title: "Company data reset",
    details: { ...deleted, unassigned },
  }),
);

export const companyResetUndone = event(
  "company.reset_undone",
  {
    ...common,
    severity: "warning",
  },
  (id: string, undone: Items & { tasks: number }, resetAt: Date, newer: { what: string; rows: number }[]) => ({
    id,
    title: "Company data reset undone",
    details: { ...undone, resetAt: resetAt.toISOString(), ...(newer.length > 0 && { newer }) },
  }),
);

export const companyResetForgotten = event("company.reset_forgotten", common, (id: string, resetAt: Date) => ({
  id,
  title: "Reset data permanently deleted",
  details: { resetAt: resetAt.toISOString() },
}));
