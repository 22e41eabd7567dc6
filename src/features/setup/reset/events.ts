import { z } from "zod";
import { everything } from "#contract/events.ts";
import { event } from "#platform/journal/event.ts";

const ofCompany = {
  resource: "company",
  feed: null,
  refreshes: [everything],
  complianceRelevant: true,
} as const;
const items = { agents: z.number(), decisions: z.number(), communications: z.number() };
type Items = { agents: number; decisions: number; communications: number };

export const companyReset = event(
  "company.reset",
  { ...ofCompany, details: z.strictObject({ ...items, unassigned: z.number() }), severity: "critical" },
  (id: string, taken: Items, unassigned: number) => ({
    id,
    title: "Company data reset",
    details: { ...taken, unassigned },
  }),
);

export const companyResetUndone = event(
  "company.reset_undone",
  {
    ...ofCompany,
    details: z.strictObject({ ...items, tasks: z.number(), resetAt: z.string() }),
    severity: "warning",
  },
  (id: string, undone: Items & { tasks: number }, resetAt: Date) => ({
    id,
    title: "Reset of the company data undone",
    details: { ...undone, resetAt: resetAt.toISOString() },
  }),
);

export const companyResetForgotten = event(
  "company.reset_forgotten",
  { ...ofCompany, details: z.strictObject({ resetAt: z.string() }) },
  (id: string, resetAt: Date) => ({
    id,
    title: "What the reset deleted is gone for good",
    details: { resetAt: resetAt.toISOString() },
  }),
);
