import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id } from "#contract/words.ts";

/** The states in which a person finishes records. */
export const finishIds = ["paid", "resolved", "won", "lost"] as const;
export type FinishId = (typeof finishIds)[number];
const as = z.enum(finishIds);
/** Of each record the fields that were changed, as they were before. */
const before = z
  .array(
    z.strictObject({ id, fields: z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.null()])) }),
  )
  .min(1, "Select at least one record")
  .max(200, "Select at most 200 records at a time");

export const finishRecords = endpoint("POST", "/api/records/finish", {
  summary: "Marks invoices paid, tickets resolved or deals won or lost today; all of them or none.",
  body: z.strictObject({
    as,
    ids: z.array(id).min(1, "Select at least one record").max(200, "Select at most 200 records at a time"),
  }),
  response: z.strictObject({ as, before }),
  access: "member",
});

export const reopenRecords = endpoint("POST", "/api/records/reopen", {
  summary: "Takes that back: the records get the fields they had before.",
  body: z.strictObject({ as, before }),
  response: z.strictObject({ reopened: z.array(id) }),
  access: "member",
});
