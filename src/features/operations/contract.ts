import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { instant } from "#contract/words.ts";

const amount = z.number().int().nonnegative();

export const status = z.strictObject({
  version: z.string(),
  startedAt: instant,
  database: z.strictObject({
    kind: z.enum(["embedded", "postgres"]),
    version: z.string(),
    /** Whether a change is on the disk before it is confirmed, so that a loss of power takes nothing with it. */
    survivesPowerLoss: z.boolean(),
    /** Changes of the schema that were applied, and when the newest of them was written. */
    schema: z.strictObject({ changes: amount, newest: instant }),
  }),
  /** Null where the database takes care of itself. */
  snapshots: z
    .strictObject({
      /** 0: none are taken. */
      everyMinutes: amount,
      last: z.strictObject({ at: instant, bytes: amount }).nullable(),
      failedAt: instant.nullable(),
    })
    .nullable(),
  /** The disk of the data folder; null where the system does not tell. */
  disk: z.strictObject({ freeBytes: amount, totalBytes: amount }).nullable(),
  /** The company's jobs: due or running now, planned for later, given up after the last attempt. */
  jobs: z.strictObject({ due: amount, planned: amount, dead: amount }),
  /** The company's journal. */
  journal: z.strictObject({
    lastAnchor: z.strictObject({ at: instant, seq: amount }).nullable(),
    /** The copy of the anchors outside, and when copying last failed, where that is since; null where none is kept. */
    copy: z.strictObject({ at: instant.nullable(), failedAt: instant.nullable() }).nullable(),
    lastVerified: z.strictObject({ at: instant, isSound: z.boolean() }).nullable(),
  }),
});
export type Status = z.infer<typeof status>;

export const getStatus = endpoint("GET", "/api/status", {
  summary: "How this installation stands: its database, snapshots, disk, jobs and journal.",
  response: status,
  access: "admin",
  rate: "normal",
});
