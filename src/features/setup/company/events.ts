import { everything } from "#contract/events.ts";
import { pluralize } from "#contract/format.ts";
import { event } from "#platform/journal/event.ts";

const ofCompany = { resource: "company", feed: null, refreshes: [everything] } as const;

const fieldNames: Record<string, string> = {
  name: "name",
  industry: "industry",
  goals: "goals",
  departmentsActive: "departments",
  monthlyRevenue: "monthly revenue",
};

export const companySetUp = event(
  "company.set_up",
  ofCompany,
  (id: string, changes: Record<string, { from: unknown; to: unknown }>) => ({
    id,
    title: `Company setup changed: ${Object.keys(changes)
      .map((key) => fieldNames[key] ?? key)
      .join(", ")}`,
    details: { changes },
  }),
);

type Target = { metric: string; target: number; date: string };

export const goalsCorrected = event(
  "company.goals_corrected",
  ofCompany,
  (id: string, change: { goals: number; tracked: Target[]; removed: Target[] }) => ({
    id,
    title: `${pluralize(change.goals, "goal")}, ${change.tracked.length} tracked`,
    details: change,
  }),
);
