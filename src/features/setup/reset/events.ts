import { z } from "zod";
import { everything } from "#contract/events.ts";
import { event } from "#platform/journal/event.ts";

const common = {
  resource: "company",
  feed: null,
  refreshes: [everything],
  complianceRelevant: true,
} as const;
const items = { agents: z.number(), decisions: z.number(), communications: z.number() };
type Items = { agents: number; decisions: number; communications: number };

export const companyReset = event(
  "company.reset",
  { ...common, details: z.strictObject({ ...items, unassigned: z.number() }), severity: "critical" },
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
    details: z.strictObject({
      ...items,
      tasks: z.number(),
      resetAt: z.string(),
      newer: z.array(z.strictObject({ what: z.string(), rows: z.number() })).optional(),
    }),
    severity: "warning",
  },
  (id: string, undone: Items & { tasks: number }, resetAt: Date, newer: { what: string; rows: number }[]) => ({
    id,
    title: "Company data reset undone",
    details: { ...undone, resetAt: resetAt.toISOString(), ...(newer.length > 0 && { newer }) },
  }),
);

export const companyResetForgotten = event(
  "company.reset_forgotten",
  { ...common, details: z.strictObject({ resetAt: z.string() }) },
  (id: string, resetAt: Date) => ({
    id,
    title: "Reset data permanently deleted",
    details: { resetAt: resetAt.toISOString() },
  }),
);
