import { z } from "zod";
import { cursor, nextCursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { day, id } from "#contract/words.ts";
import { taskLine } from "#features/tasks/contract.ts";

/**
 * `late`: overdue. `timed`, `over`, `untimed`: completed in the last 90 days with an estimate, and with hours entered,
 * with more than estimated, or without.
 */
export const workViews = ["open", "late", "unassigned", "done", "timed", "over", "untimed"] as const;
export type WorkView = (typeof workViews)[number];

/** Larger totals are shown as "10,000+". */
export const mostCounted = 10_000;

/** `workedHours`: entered by a person, else null. */
export const workTask = taskLine.extend({
  estimatedHours: z.number().nullable(),
  workedHours: z.number().nullable(),
});
export type WorkTask = z.infer<typeof workTask>;

export const listWork = endpoint("GET", "/api/tasks/work", {
  summary: "Tasks of one view, 50 at a time, without questions to agents.",
  query: {
    view: z.enum(workViews).optional(),
    assignee: id.optional(),
    /** First and last day of completion, company time zone; only with the view "done". */
    from: day.optional(),
    to: day.optional(),
    cursor,
  },
  response: z.strictObject({
    rows: z.array(workTask),
    nextCursor,
    /** At most 10,001, which means more than 10,000. */
    total: z.number().int(),
  }),
  access: "viewer",
  rate: "polled",
});
export type WorkList = z.infer<typeof listWork.response>;
