import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant } from "#contract/words.ts";
import { recordKinds } from "#features/records/contract.ts";

export const removal = z.strictObject({
  id,
  label: z.string(),
  status: z.enum(["removing", "removed", "restoring", "restored"]),
  amount: z.number().int().nullable(),
  removed: z.number().int(),
  restored: z.number().int(),
  /** What to do after a failure; null without one. */
  sentence: z.string().nullable(),
  removedAt: instant,
  /** Until when it can be undone. */
  keptUntil: instant,
});
export type Removal = z.infer<typeof removal>;

export const removeRecord = endpoint("DELETE", "/api/records/:kind/:id", {
  summary: "Removes a record; it can be restored for 24 hours.",
  params: { kind: z.enum(recordKinds), id },
  response: removal,
  access: "member",
  rate: "normal",
});

export const removeImported = endpoint("DELETE", "/api/records/imports/:id", {
  summary: "Removes every record this import created; they can be restored for 24 hours.",
  params: { id },
  response: removal,
  access: "member",
  rate: "normal",
});

export const listRemovals = endpoint("GET", "/api/records/removals", {
  summary: "The last 20 removals that can be restored, newest first.",
  response: z.array(removal),
  access: "viewer",
  rate: "polled",
});

export const restoreRecords = endpoint("POST", "/api/records/removals/:id/restore", {
  summary: "Restores removed records; a record that was added again in the meantime is kept.",
  params: { id },
  response: removal,
  access: "member",
  rate: "normal",
});
