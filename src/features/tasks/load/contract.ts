import { z } from "zod";
import { cursor, nextCursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { day, id } from "#contract/words.ts";
import { taskLine } from "#features/tasks/contract.ts";

/**
 * What tasks can be looked at as: open, past due, of nobody; done between two days; and of those done in the last 90 days
 * with an estimate, those with hours worked on record, with more than estimated, and with none.
 */
export const workViews = ["open", "late", "unassigned", "done", "timed", "over", "untimed"] as const;
export type WorkView = (typeof workViews)[number];

/** Beyond this many tasks a list says "more than". */
export const mostCounted = 10_000;

/** A task with its estimate and the hours somebody worked on it; null where nobody entered any. */
export const workTask = taskLine.extend({
  estimatedHours: z.number().nullable(),
  workedHours: z.number().nullable(),
});
export type WorkTask = z.infer<typeof workTask>;

export const listWork = endpoint("GET", "/api/tasks/work", {
  summary: "The company's work: tasks of one view, 50 at a time. Questions to executives are not among them.",
  query: {
    view: z.enum(workViews).optional(),
    assignee: id.optional(),
    /** First and last day of completion, in the company's time zone; with the view "done" alone. */
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
