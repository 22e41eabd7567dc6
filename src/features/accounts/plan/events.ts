import { everything } from "#contract/events.ts";
import { planOf } from "#contract/pricing.ts";
import { event } from "#platform/journal/event.ts";

export const planSet = event(
  "company.plan_set",
  {
    resource: "company",
    feed: null,
    refreshes: [everything],
    complianceRelevant: true,
  },
  (id: string, from: string, to: string) => ({
    id,
    title: `Plan set by the operator: ${planOf(to).label}`,
    details: { plan: [from, to] },
  }),
);
