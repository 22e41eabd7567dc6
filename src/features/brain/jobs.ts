import { z } from "zod";
import { jobContext } from "#features/accounts/service.ts";
import { embedJob } from "#features/brain/service.ts";
import { extract, extractJob } from "#features/brain/extraction/service.ts";
import { followed, hasUnread, readJournal } from "#features/brain/intake/service.ts";
import { embedWaiting } from "#features/brain/vectors/service.ts";
import type { Platform } from "#platform/context.ts";
import type { Scheduled } from "#platform/jobs/background.ts";
import { defineJob } from "#platform/jobs.ts";

export const jobs = [
  defineJob({
    ...embedJob,
    input: z.strictObject({}),
    async run(platform: Platform, company) {
      if (!(await embedWaiting(await jobContext(platform, company))))
        throw new Error("The encoder failed; the vectors are computed later.");
    },
  }),
  defineJob({
    ...extractJob,
    input: z.strictObject({ documentId: z.uuid(), askedBy: z.uuid().nullable() }),
    run: async (platform: Platform, company, { documentId, askedBy }) =>
      extract(await jobContext(platform, company), documentId, askedBy),
  }),
];

/** How long what happens is left to gather before it is read. */
const gatherMs = 3_000;

export const schedule: readonly Scheduled[] = [
  {
    name: "brain-reading",
    every: async (tx) => ((await hasUnread(tx)) ? tx.now : null),
    follows: { on: followed, afterMs: gatherMs },
    run: readJournal,
  },
];
