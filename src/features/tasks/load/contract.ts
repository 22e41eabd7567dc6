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

/** By due day, newest first, by priority and due day, or by title. */
export const workSorts = ["due", "newest", "priority", "title"] as const;
export type WorkSort = (typeof workSorts)[number];

export const listWork = endpoint("GET", "/api/tasks/work", {
  summary:
    "Tasks of one view, 50 at a time, without questions to agents; overdue ones by due day, others newest first.",
  query: {
    view: z.enum(workViews).optional(),
    /** An agent or a person. */
    assignee: id.optional(),
    sort: z.enum(workSorts).optional(),
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
    /** Those on this list that wait for a plan, which `total` leaves out; they come last. Zero but for open tasks. */
    held: z.number().int(),
  }),
  access: "viewer",
  rate: "polled",
  tool: { name: "list_tasks", effect: "read" },
});
export type WorkList = z.infer<typeof listWork.response>;
