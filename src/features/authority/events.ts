import { z } from "zod";
import { event } from "#platform/journal/event.ts";

const limits = z.strictObject({ perDecision: z.number().nullable(), discountPercent: z.number().nullable() });
type Limits = z.infer<typeof limits>;

export const policyChanged = event(
  "policy.changed",
  {
    resource: "policy",
    feed: null,
    refreshes: ["authority"],
    details: z.strictObject({ from: limits, to: limits }),
    severity: "warning",
    complianceRelevant: true,
  },
  (role: string, version: number, from: Limits, to: Limits) => ({
    id: role,
    title: `${role} policy changed to version ${version}`,
    details: { from, to },
  }),
);
