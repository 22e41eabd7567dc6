import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { instant } from "#contract/words.ts";

const count = z.number().int().nonnegative();

export const status = z.strictObject({
  version: z.string(),
  startedAt: instant,
  database: z.strictObject({
    kind: z.enum(["embedded", "postgres"]),
    version: z.string(),
    /** Whether changes are on disk before they are confirmed, so that a power loss loses nothing. */
    survivesPowerLoss: z.boolean(),
    /** Applied migrations, and when the newest was written. */
    schema: z.strictObject({ changes: count, newest: instant }),
  }),
  /** Null if the database is not the embedded one. */
  snapshots: z
    .strictObject({
      /** 0: off. */
      everyMinutes: count,
      last: z.strictObject({ at: instant, bytes: count }).nullable(),
      failedAt: instant.nullable(),
    })
    .nullable(),
  /** The disk of the data folder; null if unknown. */
  disk: z.strictObject({ freeBytes: count, totalBytes: count }).nullable(),
  /** The company's jobs: due or running, scheduled for later, dead. */
  jobs: z.strictObject({ due: count, planned: count, dead: count }),
  journal: z.strictObject({
    lastAnchor: z.strictObject({ at: instant, seq: count }).nullable(),
    /** The outside copy of the anchors, and when copying last failed if it still does; null if there is none. */
    copy: z.strictObject({ at: instant.nullable(), failedAt: instant.nullable() }).nullable(),
    lastVerified: z.strictObject({ at: instant, isSound: z.boolean() }).nullable(),
  }),
});
export type Status = z.infer<typeof status>;

export const getStatus = endpoint("GET", "/api/status", {
  summary: "The state of this installation: database, snapshots, disk, jobs and journal.",
  response: status,
  access: "admin",
});
