import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant } from "#contract/words.ts";
import { recordKinds } from "#features/records/contract.ts";

export const removal = z.strictObject({
  id,
  label: z.string(),
  status: z.enum(["removing", "removed", "restoring", "restored"]),
  /** How many records it is about; null where that was not noted. */
  amount: z.number().int().nullable(),
  removed: z.number().int(),
  restored: z.number().int(),
  /** What to do where removing or bringing back broke off; null where it did not. */
  sentence: z.string().nullable(),
  removedAt: instant,
  /** Until then it can be undone. */
  keptUntil: instant,
});
export type Removal = z.infer<typeof removal>;

export const removeRecord = endpoint("DELETE", "/api/records/:kind/:id", {
  summary: "Removes a record; it is kept for 24 hours and can come back.",
  params: { kind: z.enum(recordKinds), id },
  response: removal,
  access: "member",
  rate: "normal",
});

export const removeImported = endpoint("DELETE", "/api/records/imports/:id", {
  summary: "Removes every record that first came with this import; they are kept for 24 hours and can come back.",
  params: { id },
  response: removal,
  access: "member",
  rate: "normal",
});

export const listRemovals = endpoint("GET", "/api/records/removals", {
  summary: "What was removed in the last 24 hours and can come back, newest first; the last 20.",
  response: z.array(removal),
  access: "viewer",
  rate: "polled",
});

export const restoreRecords = endpoint("POST", "/api/records/removals/:id/restore", {
  summary: "Brings back what was removed; a record that was added anew meanwhile stays as it is.",
  params: { id },
  response: removal,
  access: "member",
  rate: "normal",
});
