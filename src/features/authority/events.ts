import { z } from "zod";
import { pluralize } from "#contract/format.ts";
import { type LimitDifference, limitDifference } from "#features/authority/versions/contract.ts";
import { event } from "#platform/journal/event.ts";

type Changed = { restores: number | null; raised: number; changes: LimitDifference[] };

export const policyChanged = event(
  "policy.changed",
  {
    resource: "policy",
    feed: null,
    refreshes: ["authority"],
    details: z.strictObject({
      /** The version whose limits it brought back. */
      restores: z.number().nullable(),
      /** How many limits are looser than before. */
      raised: z.number(),
      changes: z.array(limitDifference),
    }),
    severity: "warning",
    complianceRelevant: true,
  },
  (version: number, details: Changed) => ({
    id: String(version),
    title: `Limits changed to version ${version}: ${pluralize(details.changes.length, "limit")}${details.raised > 0 ? `, ${details.raised} raised` : ""}`,
    details,
  }),
);

/** Changed limits were tried on past requests; nothing was changed. */
export const policyTried = event(
  "policy.tried",
  {
    resource: "policy",
    feed: null,
    refreshes: [],
  },
  (id: string, details: { base: number; days: number; changes: LimitDifference[] }) => ({
    id,
    title: `Backtest over ${details.days} days: ${pluralize(details.changes.length, "changed limit")}`,
    details,
  }),
);
