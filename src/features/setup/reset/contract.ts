import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant } from "#contract/words.ts";

const counts = {
  agents: z.number().int(),
  decisions: z.number().int(),
  communications: z.number().int(),
  /** Tasks that became unassigned. */
  tasks: z.number().int(),
};

export const reset = z.strictObject({ id, resetAt: instant, keptUntil: instant, ...counts });
export type Reset = z.infer<typeof reset>;

export const listResets = endpoint("GET", "/api/company/resets", {
  summary: "The resets of the last 24 hours that can be undone, newest first.",
  response: z.array(reset),
  access: "viewer",
  rate: "polled",
});

export const undoReset = endpoint("POST", "/api/company/undo-reset", {
  summary: "Undoes a reset; without an id the newest one that can be undone.",
  body: z.union([z.undefined(), z.null(), z.strictObject({ id: z.uuid("Send a reset's id").optional() })]),
  response: z.strictObject({
    undoneItems: z.strictObject(counts),
    /** Rows that were not restored, because they were made again since the reset: the newer ones stay. */
    newer: z.array(z.strictObject({ what: z.string(), rows: z.number().int() })).optional(),
  }),
  access: "admin",
  // A failure is stored apart from the undo, which a key would put into one transaction.
  takesKey: false,
});
